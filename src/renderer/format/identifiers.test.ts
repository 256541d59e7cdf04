import { expect, it } from 'vitest';
import { markedPlaces, markedRuns, shortId } from './identifiers.ts';

const address = '0x52908400098527886E0F7030069857D2E4169EE7';

it('an id is short without its prefix', () => {
  expect(shortId('customer_1m7wn7t67zerpxb5v7pze8vc9')).toBe('1m7wn7…8vc9');
  expect(shortId('customer_abc')).toBe('abc');
});

it('a wallet is short with its first six and last four', () => {
  expect(shortId(address)).toBe('0x5290…9EE7');
});

it('marked characters come in runs, and their places in words', () => {
  const marks = [false, true, true, false, true];
  expect(markedRuns(Array.from('abcde'), marks)).toEqual([
    { text: 'a', isMarked: false },
    { text: 'bc', isMarked: true },
    { text: 'd', isMarked: false },
    { text: 'e', isMarked: true },
  ]);
  expect(markedRuns(Array.from('ab'), [])).toEqual([{ text: 'ab', isMarked: false }]);
  expect(markedPlaces(marks)).toBe('2 to 3 and 5');
  expect(markedPlaces([true, false, true, false, true])).toBe('1, 3 and 5');
  expect(markedPlaces([false])).toBe('');
});
