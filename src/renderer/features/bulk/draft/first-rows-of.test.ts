import { expect, it } from 'vitest';
import { countOf, firstRowsOf } from './is-folded.ts';

const none = { ready: 0, duplicate: 0, hidden: 0, bad: 0, included: 0, warned: 0, toSend: 0 };

it.each([
  [{ bad: 1, duplicate: 2, warned: 3, toSend: 4 }, 'bad'],
  [{ duplicate: 2, warned: 3, toSend: 4 }, 'duplicate'],
  [{ hidden: 2, warned: 3, toSend: 4 }, 'hidden'],
  [{ warned: 3, toSend: 4 }, 'warned'],
  [{ toSend: 4 }, 'to-send'],
  [{}, 'to-send'],
] as const)('%j shows %s first', (counts, rows) => {
  expect(firstRowsOf({ ...none, ...counts })).toBe(rows);
});

it('what will be sent is counted by what a start sends, not by what is ready', () => {
  const counts = { ...none, ready: 4, included: 1, duplicate: 2, toSend: 5 };
  expect(countOf(counts, 'to-send')).toBe(5);
  expect(countOf(counts, 'duplicate')).toBe(2);
});
