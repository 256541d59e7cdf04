import { base58 } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { recognise } from './check-address.ts';
import { secretIn } from './secrets.ts';

/** Published ones: no money is under them. */
const evmKey = '4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318';
const wif = '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ';
const wifCompressed = 'KwdMAjGmerYanjeui5SHS7JkmpZvVipYvB2LJGU1ZxJwYvP98617';
const bip38 = '6PRVWUbkzzsbcVac2qwfssoUJAN1Xhrg6bNk8J7Nzm5H7kxEbn2Nh2ZoGg';
const xprv =
  'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi';
const xpub =
  'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8';
const stellarSeed = 'SBU2RRGLXH3E5CQHTD3ODLDF2BWDCYUSSBLLZ5GNW7JXHDIYKXZWHOKR';
const phrase = `${'abandon '.repeat(11)}about`;
const longPhrase =
  'legal winner thank year wave sausage worth useful legal winner thank year wave sausage worth useful legal winner thank year wave sausage worth title';
const solanaBytes = Array.from({ length: 64 }, (_, index) => (index * 37 + 11) % 256);
const solanaKey = base58.encode(Uint8Array.from(solanaBytes));

describe('secrets are recognised', () => {
  it.each([
    [evmKey, 'evm-private-key'],
    [`0x${evmKey}`, 'evm-private-key'],
    [`0x${evmKey.toUpperCase()}`, 'evm-private-key'],
    [`  "${evmKey}"\n`, 'evm-private-key'],
    [evmKey.replace(/(.{8})/g, '$1 '), 'evm-private-key'],
    [wif, 'bitcoin-private-key'],
    [wifCompressed, 'bitcoin-private-key'],
    [bip38, 'bitcoin-private-key'],
    [xprv, 'extended-key'],
    [xpub, 'extended-key'],
    [stellarSeed, 'stellar-secret-seed'],
    [stellarSeed.toLowerCase(), 'stellar-secret-seed'],
    // Mistyped, it is nearly the seed.
    [`${stellarSeed.slice(0, -1)}A`, 'stellar-secret-seed'],
    [solanaKey, 'solana-private-key'],
    [JSON.stringify(solanaBytes), 'solana-private-key'],
    [solanaBytes.join(', '), 'solana-private-key'],
    [JSON.stringify(solanaBytes.slice(32)), 'solana-private-key'],
    [phrase, 'seed-phrase'],
    [longPhrase, 'seed-phrase'],
    [phrase.toUpperCase(), 'seed-phrase'],
    [phrase.replaceAll(' ', ',\n'), 'seed-phrase'],
    [phrase.replaceAll(' ', ''), 'seed-phrase'],
    [
      phrase
        .split(' ')
        .map((word, index) => `${index + 1}. ${word}`)
        .join('\n'),
      'seed-phrase',
    ],
    [
      'あいこくしん あいこくしん あいこくしん あいこくしん あいこくしん あいこくしん あいこくしん あいこくしん あいこくしん あいこくしん あいこくしん あおぞら',
      'seed-phrase',
    ],
    [`seed phrase: ${phrase}`, 'seed-phrase'],
    [`Recovery words of the seed\n${phrase}`, 'seed-phrase'],
    [`private key: 0x${evmKey}`, 'evm-private-key'],
    [`PRIVATE_KEY=${evmKey}`, 'evm-private-key'],
    [`Secret key = ${solanaKey}`, 'solana-private-key'],
    [evmKey.replace(/(.{8})/g, '$1\u200b'), 'evm-private-key'],
    [`\ufeff${wif.slice(0, 20)}\u2060${wif.slice(20)}`, 'bitcoin-private-key'],
    [phrase.replaceAll('nd', 'n\u200bd'), 'seed-phrase'],
    [`suiprivkey1${'qzx0'.repeat(15)}`, 'move-private-key'],
    [`ed25519-priv-0x${evmKey}`, 'move-private-key'],
    [`mine: secp256k1-priv-0x${evmKey}, of the till`, 'move-private-key'],
    [`my key is ${wif}, keep it`, 'bitcoin-private-key'],
    [`seed=${stellarSeed}`, 'stellar-secret-seed'],
  ])('%.24s…', (text, kind) => {
    expect(secretIn(text)).toBe(kind);
    expect(recognise(text)).toEqual({ kind: 'secret', secret: kind });
  });

  it.each([12, 15, 18, 21, 24])('a phrase of %i words', (count) => {
    expect(secretIn(longPhrase.split(' ').slice(0, count).join(' '))).toBe('seed-phrase');
  });

  it('a phrase by whichever test is given', () => {
    expect(secretIn(phrase, () => false)).toBeNull();
    expect(secretIn('these are words of a note', (text) => text.startsWith('these'))).toBe(
      'seed-phrase',
    );
  });
});

describe('what people write is none', () => {
  it.each([
    '',
    'Ada Byron',
    'ada@example.com',
    '0x52908400098527886E0F7030069857D2E4169EE7',
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ',
    'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    'cosmos1hsk6jryyqjfhp5dhc55tc9jtckygx0eph6dd02',
    'customer_01hzy3k2m4n5p6q7r8s9t0v1w2x3y4z5a6b7c8d9e0f1g2h3',
    'virtualAccount_01hzy3k2m4n5p6q7r8s9t0v1w2',
    'https://hooks.example.com/9f8e7d6c5b4a39281706f5e4d3c2b1a0',
    'please send the statement every month before noon and then call them',
    'one two three four five',
    `Transaction: 0x${'a1'.repeat(32)}`,
    'key account: please send the statement before noon and then call them',
    `paid in transaction 0x${'a1'.repeat(32)} of today`,
  ])('"%s"', (text) => {
    expect(secretIn(text)).toBeNull();
  });
});
