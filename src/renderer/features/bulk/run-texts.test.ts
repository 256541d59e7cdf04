import { expect, it } from 'vitest';
import { bulkRunTexts, openWords } from './run-texts.ts';

const none = { waiting: 0, sending: 0, created: 3, refused: 0, unknown: 0, unsent: 0, leftOut: 0 };
const { rest } = bulkRunTexts.done;

it('that every row was created is said where none is refused, unknown, unsent or left out', () => {
  expect(rest(none)).toBe('Every row of the file was created.');
  for (const state of ['refused', 'unknown', 'unsent', 'leftOut'] as const) {
    expect(rest({ ...none, [state]: 5 })).not.toContain('Every');
  }
});

it('the outcome of the other rows is said, each kind in a sentence', () => {
  expect(rest({ ...none, refused: 1, leftOut: 1_005 })).toBe(
    'The service refused 1 row. 1,005 rows were left out before the run started.',
  );
  expect(rest({ ...none, unknown: 2, unsent: 1 })).toBe(
    '2 rows have an unknown outcome. 1 row was not sent.',
  );
});

const counts = { ...none, created: 9, leftOut: 3 };

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
