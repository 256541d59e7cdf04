import { expect, it } from 'vitest';
import { openWords } from './open-words.ts';

const counts = {
  waiting: 0,
  sending: 0,
  created: 9,
  refused: 0,
  unknown: 0,
  unsent: 0,
  leftOut: 3,
};

it('says nothing where nothing needs someone: rows that were left out were known before', () => {
  expect(openWords({ counts, mismatches: 0 })).toBe('');
});

it('says what weighs most first', () => {
  const open = { ...counts, refused: 1_204, unknown: 5 };
  expect(openWords({ counts: open, mismatches: 2 })).toBe(
    '2 mismatches · 5 unknown · 1,204 refused',
  );
  expect(openWords({ counts: open, mismatches: 0 })).toBe('5 unknown · 1,204 refused');
  expect(openWords({ counts, mismatches: 1 })).toBe('1 mismatch');
});
