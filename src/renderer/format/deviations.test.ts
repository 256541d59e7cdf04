import { expect, it } from 'vitest';
import { readResource } from '../../contract/resources.ts';
import { deviationWords } from './deviations.ts';

it('says what is missing or of another kind in words', () => {
  const read = readResource('customer', { id: 'customer_1', type: 7, firstName: null });
  const words = (read?.deviations ?? []).map(deviationWords);
  expect(words).toContain('type: expected text, received a number');
  expect(words.filter((text) => /: missing, expected /.test(text)).length).toBeGreaterThan(0);
  expect(words.join()).not.toMatch(/Invalid input|undefined|nonoptional/);
});

it('leaves what is said in words already, and what a service wrote', () => {
  for (const text of [
    'data.payout: expected the resource, received nothing',
    'fees.totalBpsRate: Invalid input: expected string, received undefined, it said',
  ])
    expect(deviationWords(text)).toBe(text);
});
