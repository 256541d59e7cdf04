import { expect, it } from 'vitest';
import { tokensIn } from './tokens.ts';

const ada = 'DE92500105173512316363';
const malta = 'MT31MALT01100000000000000000123';
const longest = 'LC14BOSL123456789012345678901234AB';
const italy = 'IT60X0542811101000000123456';
const known = new Set([ada, malta, longest, italy, 'ORDER7781', '12345678']);
const found = (text: string) => [...tokensIn(text, (token) => known.has(token))];

it.each<readonly [string, string]>([
  ['DE92 5001 0517 3512 3163 63', ada],
  ['Deposit to DE92\u{a0}5001\u{a0}0517\u{a0}3512\u{a0}3163\u{a0}63, thanks', ada],
  ['IBAN: de92 5001 05\n17 3512 3163 63', ada],
  ['DE92.5001.0517.3512.3163.63', ada],
  ['DE92-5001-0517-3512-3163-63', ada],
  ['MT31 MALT 0110 0000 0000 0000 0000 123', malta],
  ['LC14 BOSL 1234 5678 9012 3456 7890 1234 AB', longest],
  // Cut twice, as in fields of 27 characters, and parts of another length.
  ['IBAN: LC14 BOSL 12\n34 5678 9012 3456 78\n90 1234 A\nB', longest],
  ['DE92 5001 0517 35123163 63', ada],
  ['IT60 X 05428 11101 000000123456', italy],
  ['order 77 81', 'ORDER7781'],
  ...['=', '.', ':', '. ', '-', '_', '=: ', ''].flatMap((glue) => [
    [`IBAN${glue}DE92500105173512316363`, ada] as const,
    [`credit of 5,00 (Iban${glue}DE92 5001 0517 3512 3163 63)`, ada] as const,
  ]),
  ['order=77 81', 'ORDER7781'],
  ['a/c=12345678', '12345678'],
])('finds %j', (text, token) => expect(found(text)).toEqual([token]));

it.each([
  'DE92 5001 0517 3512 3163 64',
  '1 2 3 4 5 6 7 8',
  '12 of 34, 5 by 6, 7 and 8',
  'DE92 5001 0517 x 3512 3163 63',
  'XDE92 5001 0517 3512 3163 63',
  'DE92 5001 0517 3512 3163 634',
])('finds nothing in %j', (text) => expect(found(text)).toEqual([]));
