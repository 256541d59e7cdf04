import { expect, it } from 'vitest';
import { parseExactJson, textsThatCameAsNumbers } from './exact-json.ts';
import { readResource } from './resources.ts';

it('keeps every digit of a number, as text where a double would lose one', () => {
  expect(
    parseExactJson('{"a":9000000123456789012,"b":[900000012345,65.10],"c":"1234567890123456789"}'),
  ).toEqual({ a: '9000000123456789012', b: [900000012345, 65.1], c: '1234567890123456789' });
  expect(parseExactJson('[9007199254740991,12345678901234567890.5]')).toEqual([
    9007199254740991,
    '12345678901234567890.5',
  ]);
  expect(() => parseExactJson('{"a":9000000123456789012')).toThrow(SyntaxError);
});

it('keeps a number as text that a double holds as Infinity or as nothing', () => {
  expect(parseExactJson('{"a":1e400,"b":[-1E+0400],"c":5e-324,"d":1e-400,"e":0e999}')).toEqual({
    a: '1e400',
    b: ['-1E+0400'],
    c: 5e-324,
    d: '1e-400',
    e: 0,
  });
});

it('tells which texts came as numbers, and a resource has that as deviations', () => {
  const account = parseExactJson(
    '{"id":"virtualAccount_a1","depositInstructions":{"bankAccountNumber":9000000123456789012,"x":[1]}}',
  );
  const path = 'depositInstructions.bankAccountNumber';
  expect(textsThatCameAsNumbers(account)).toEqual([path]);
  expect(readResource('virtualAccount', account)?.deviations).toContain(
    `${path}: expected string, received number with more digits than are exact`,
  );
  expect(JSON.stringify(account)).toContain('"bankAccountNumber":"9000000123456789012"');
});

it('gives what is nested without end', () => {
  const deep = `${'['.repeat(100_000)}9000000123456789012${']'.repeat(100_000)}`;
  expect(Array.isArray(parseExactJson(deep))).toBe(true);
});
