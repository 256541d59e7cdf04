import { entropyToMnemonic } from '@scure/bip39';
import { wordlist as english } from '@scure/bip39/wordlists/english.js';
import { wordlist as spanish } from '@scure/bip39/wordlists/spanish.js';
import { describe, expect, it } from 'vitest';
import { CUT, cutSecrets } from './cut-secrets.ts';
import { createKnownSecrets } from './known-secrets.ts';

/** Published: no money is under them. */
const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const wif = '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ';
const hex = '4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318';
const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJkZXNrIn0.c2lnbmF0dXJlLW9mLXRoZS1kZXNr';
const pem =
  '-----BEGIN EC PRIVATE KEY-----\nMHcCAQEEIIrYSSNQFaA2Hwf1\n-----END EC PRIVATE KEY-----';
const xprv = `xprv9s21ZrQH143K${'3'.repeat(96)}`;

const shapes = [
  ['a webhook’s secret', 'secret_9f3kAbc_-x'],
  ['a webhook’s secret in base 64', 'secret_ab+/cd=='],
  ['a JWT', jwt],
  ['a JWT without its signature', jwt.slice(0, jwt.lastIndexOf('.') + 1)],
  ['a PEM key', pem],
  ['a key of Bitcoin', wif],
  ['a seed of Stellar', `S${'ABCDEFG'.repeat(7)}ABCDEF`],
  ['an extended key', xprv],
  ['a key of Sui', `suiprivkey1${'q'.repeat(58)}`],
  ['a key of an EVM chain', `0x${hex}`],
  ['a key without its prefix', hex],
  ['a key file of Solana', `[${Array.from({ length: 64 }, (_none, at) => at).join(', ')}]`],
  ['a seed phrase', phrase],
  ['a seed phrase of 24 words', entropyToMnemonic(new Uint8Array(32).fill(7), english)],
  ['a seed phrase in Spanish', entropyToMnemonic(new Uint8Array(16).fill(9), spanish)],
  ['a seed phrase without its spaces', phrase.replaceAll(' ', '')],
] as const;

describe.each(shapes)('%s', (_what, secret) => {
  it.each([
    ['alone', '', ''],
    ['in a sentence', 'We could not read "', '", so nothing was done.'],
    ['in JSON', '{"memos":"', '"}'],
    ['in brackets', 'Given (', ')'],
  ])('is cut %s, and the rest stays', (_where, before, after) => {
    expect(cutSecrets(`${before}${secret}${after}`)).toBe(`${before}${CUT}${after}`);
  });

  it('is cut twice where it stands twice', () => {
    const cut = cutSecrets(`Given: ${secret} | 2x: ${secret}`);
    expect(cut).toBe(`Given: ${CUT} | 2x: ${CUT}`);
  });

  it('is cut where what can’t be seen parts it', () => {
    const parted = `Given ${secret.slice(0, 9)}\u200b${secret.slice(9)} here`;
    expect(cutSecrets(parted)).toBe(`Given ${CUT} here`);
  });
});

it('is cut to the end of the text where it is a PEM key that breaks off', () => {
  expect(cutSecrets(`Given ${pem.slice(0, 50)}`)).toBe(`Given ${CUT}`);
});

it.each([
  ['id,secret_abcd1,100.00,usd', `id,${CUT},100.00,usd`],
  ['/in?token=secret_abcd1&amount=100', `/in?token=${CUT}&amount=100`],
  ["{'secret':'secret_abcd1','id':'customer_1'}", `{'secret':'${CUT}','id':'customer_1'}`],
  ['{\\"s\\":\\"secret_abcd1\\",\\"id\\":1}', `{\\"s\\":\\"${CUT}\\",\\"id\\":1}`],
  ['secret_abcd1//REF12345', `${CUT}//REF12345`],
  ['It is secret_abcd1.', `It is ${CUT}.`],
])('a webhook’s secret takes nothing along in %j', (text, cut) => {
  expect(cutSecrets(text)).toBe(cut);
});

describe('what is no secret stays as it came', () => {
  const evm = '0x52908400098527886E0F7030069857D2E4169EE7';
  const solana = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin';
  it.each([
    ['an id', 'customer_4bk2l0s9d8f7g6h5j4k3'],
    ['a long id', `event_${hex}`],
    ['addresses', `${evm} and ${solana}`],
    ['an IBAN', 'DE89370400440532013000'],
    ['a transaction', `The transaction 0x${hex} was not found.`],
    ['a path', 'secret_key/rotation, secret_key=abc, secret_key,name'],
    ['a name', 'Enter "secret_key" (or secret_key), or {"secret_key":"x"}: secret_key.'],
    ['words', 'secret_key is missing; Bearer authentication is required'],
    ['a sentence', 'please send statement every month before noon then call them back today'],
    ['a URL', 'https://desk@example.com/v2/customers?x=1'],
    ['what can’t be seen', `Jos\u00e9 \u200bÅngström`],
    ['a short list', '[1, 2, 3]'],
  ])('%s', (_what, text) => {
    expect(cutSecrets(text)).toBe(text);
  });

  it.each([
    'transactionHash',
    'txHash',
    'signature',
    'destinationAddress',
    'requestId',
    'reference',
  ])('a hash in the field %s', (field) => {
    expect(cutSecrets(`0x${hex}`, { field })).toBe(`0x${hex}`);
  });

  it.each(['privateKey', 'private_key', 'seed', 'note', 'walletPrivateKey'])(
    'but not in the field %s',
    (field) => {
      expect(cutSecrets(`0x${hex}`, { field })).toBe(CUT);
    },
  );

  it('nor behind a word that says key', () => {
    expect(cutSecrets(`private key of the wallet: ${hex}`, { field: 'hash' })).toContain(CUT);
  });
});

describe('credentials in a text', () => {
  it.each([
    ['Authorization: Bearer abcd1234efgh', `Authorization: Bearer ${CUT}`],
    ['authorization: basic dXNlcjpwYXNz1=', `authorization: basic ${CUT}`],
    ['postgres://desk:hunter2@db/x', `postgres://desk:${CUT}@db/x`],
  ])('%s', (text, cut) => {
    expect(cutSecrets(text)).toBe(cut);
  });
});

describe('known secrets', () => {
  const secrets = createKnownSecrets();
  secrets.learn('opaque+token/of the desk"1');
  secrets.learn(jwt);
  secrets.learn('secret_Kx93mPq27TzLw8Yv');
  const known = secrets.values();

  it.each([
    ['by value', 'opaque+token/of the desk"1'],
    ['as they stand in a URL', encodeURIComponent('opaque+token/of the desk"1')],
    ['as they stand in JSON', 'opaque+token/of the desk\\"1'],
    ['as they stand in CSV', 'opaque+token/of the desk""1'],
    ['in Base64', Buffer.from('opaque+token/of the desk"1').toString('base64').replace(/=+$/, '')],
    ['by a part of a JWT', jwt.split('.')[2] ?? ''],
    ['without the prefix of a webhook’s secret', 'Kx93mPq27TzLw8Yv'],
  ])('are cut %s', (_how, text) => {
    expect(cutSecrets(`x${text}y`, { known })).toBe(`x${CUT}y`);
  });

  it('are never an amount, an account number or a word', () => {
    const plain = createKnownSecrets();
    for (const text of ['100.00', '900000012345', 'payments', 'abc']) plain.learn(text);
    expect(plain.values()).toEqual([]);
  });

  it('stay known when they are replaced, and are gone when the vault is locked', () => {
    const own = createKnownSecrets();
    own.learn('token-number-one');
    own.learn('token-number-two');
    expect(cutSecrets('token-number-one', { known: own.values() })).toBe(CUT);
    own.forget();
    expect(own.values()).toEqual([]);
  });
});

it.each([
  ['words of a list', 'abandon '.repeat(15_000)],
  ['nearly phrases', `${phrase.replace('yellow', 'year')}, 1 of the `.repeat(1_200)],
  ['beginnings of keys', '-----BEGIN PRIVATE KEY-----'.repeat(4_000)],
  ['beginnings of JWTs', 'eyJ'.repeat(40_000)],
  ['beginnings of lists', '[1,'.repeat(40_000)],
  ['beginnings of credentials', 'bearer '.repeat(15_000)],
  ['beginnings of URLs', '://a:'.repeat(20_000)],
  ['letters', 'a'.repeat(120_000)],
  // As long as the longest answer that is read.
  ['one word of 8 MiB', 'ab12'.repeat(2 ** 21)],
  ['one secret of 8 MiB', `secret_${'s'.repeat(2 ** 23)}`],
  ['brackets in a secret', `secret_${')'.repeat(120_000)}`],
  ['a credential far away', `bearer${' '.repeat(2 ** 23)}x1`],
  ['letters in runs', `${'b'.repeat(200)} `.repeat(600)],
])('goes through a hostile text of %s in time', (_what, text) => {
  // What is not linear, or not bounded, takes minutes here.
  expect(cutSecrets(text)).not.toBe('');
});
