import { entropyToMnemonic } from '@scure/bip39';
import { wordlist as czech } from '@scure/bip39/wordlists/czech.js';
import { wordlist as english } from '@scure/bip39/wordlists/english.js';
import { wordlist as french } from '@scure/bip39/wordlists/french.js';
import { wordlist as italian } from '@scure/bip39/wordlists/italian.js';
import { wordlist as japanese } from '@scure/bip39/wordlists/japanese.js';
import { wordlist as korean } from '@scure/bip39/wordlists/korean.js';
import { wordlist as portuguese } from '@scure/bip39/wordlists/portuguese.js';
import { wordlist as chinese } from '@scure/bip39/wordlists/simplified-chinese.js';
import { wordlist as spanish } from '@scure/bip39/wordlists/spanish.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { secretAmong, secretIn } from './secret-in.ts';

const lists = { english, french, italian, spanish, portuguese, czech, japanese, korean, chinese };
/** Published: no money is under it. */
const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const words = phrase.split(' ');
const wif = '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ';

const entropies = fc
  .constantFrom(16, 20, 24, 28, 32)
  .chain((bytes) => fc.uint8Array({ minLength: bytes, maxLength: bytes }));

describe('a seed phrase', () => {
  it('whose letters look like a key of Stellar', () => {
    const like = 'series bird length dragon add famous rigid trim alpha way price can';
    expect(secretIn(like)).toBe('seed-phrase');
  });

  it.each(Object.entries(lists))('of every length in %s', (_language, list) => {
    fc.assert(
      fc.property(entropies, (entropy) => {
        expect(secretIn(entropyToMnemonic(entropy, list))).toBe('seed-phrase');
      }),
      { numRuns: 60 },
    );
  });

  it('as long as a private key without its spaces, and of its letters', () => {
    const bytes = fc
      .uint8Array({ minLength: 20, maxLength: 20 })
      .map((entropy) => entropyToMnemonic(entropy, english));
    const alike = fc
      .sample(bytes, { seed: 1, numRuns: 20_000 })
      .filter((each) => /^[1-9A-HJ-NP-Za-km-z]{86,88}$/.test(each.replaceAll(' ', '')));
    expect(alike.length).toBeGreaterThan(0);
    for (const each of alike) expect(secretIn(each)).toBe('seed-phrase');
  });

  it.each([
    ['in capitals', phrase.toUpperCase()],
    ['with commas and new lines', phrase.replaceAll(' ', ',\n')],
    ['numbered', words.map((word, index) => `${index + 1}. ${word}`).join('\n')],
    ['numbered without spaces', words.map((word, index) => `${index + 1}${word}`).join(' ')],
    ['without its spaces', words.join('')],
    ['of beginnings alone', words.map((word) => word.slice(0, 4)).join(' ')],
    ['with two words mistyped', phrase.replace('winner', 'winer').replace('yellow', 'yelow')],
    ['without its spaces, mistyped', words.join('').replace('sausage', 'sausge')],
    ['with what it is before it', `Backup of the till: ${phrase}`],
    [
      'with capitals and a mistyped word',
      phrase.replaceAll(/\b./g, (first) => first.toUpperCase()).replace('Wave', 'Wawe'),
    ],
    ['among other words', `Ada keeps this one: ${phrase}. Nobody else has seen it so far.`],
    ['with what can’t be seen in it', phrase.replaceAll('nn', 'n\u200bn')],
    ['with full-width spaces', phrase.replaceAll(' ', '\u3000')],
  ])('%s', (_how, text) => {
    expect(secretIn(text)).toBe('seed-phrase');
  });

  it('that a hostile text repeats takes no longer than the text is long', () => {
    const begun = performance.now();
    expect(secretIn('secret_'.repeat(20_000))).toBe('seed-phrase');
    // A try at every place takes 15 seconds.
    expect(performance.now() - begun).toBeLessThan(3_000);
  });

  it('is found among other texts, as other secrets are', () => {
    expect(secretAmong(['Ada', phrase])).toBe('seed-phrase');
    expect(secretAmong(['Ada', wif, phrase])).toBe('bitcoin-private-key');
    expect(secretAmong(['Ada', 'Byron'])).toBeNull();
  });
});

describe('what people write is none', () => {
  it.each([
    // Twelve words each, of three to eight letters, as a shape the same as a phrase.
    'please send statement every month before noon then call them back today',
    'client wants weekly report about wallet balance, please check with Maria first',
    'spoke with customer today, they will send missing photo next week again',
    'account opened last spring, never used since, maybe close after final review',
    'invoice paid twice, refund agreed with supplier, money should arrive before Friday',
    'main contact Ada Byron, second contact Grace Hopper, both speak fluent Greek',
    // Fifteen, eighteen, and twenty-four.
    'you can choose between one of them if you use this work at any office',
    'the bank asked again who owns the wallet and where the money of last month came from today',
    'this customer is known to us since the year before last and has always paid in time, so the limit can stay as high',
    // Streets and names.
    'Flat seven, second floor, north tower, Old Mill Road, Green Hill, East Side',
    'Second floor, North Tower, Old Mill Road, Green Hill, East Side, Kent',
    'Suite 12, Rose Garden House, 4 Long Valley Lane, Market Square, Upper Town, Kent',
    'María José de la Cruz Fernández y García de los Santos Núñez Ortega',
    'Rua das Flores, Edifício Novo Mundo, Bloco Sul, Andar Sete, Sala Nove, Porto',
    // Long words without a space.
    'donaudampfschifffahrtsgesellschaftskapitaen',
    'https://example.com/averylongpathwithoutanyspacesthatsomebodycopied',
    'averylongpathwithoutanyspacesthatsomebodycopied',
    '请于每月中午之前发送对账单并致电客户确认付款信息',
  ])('"%s"', (text) => {
    expect(secretIn(text)).toBeNull();
  });
});
