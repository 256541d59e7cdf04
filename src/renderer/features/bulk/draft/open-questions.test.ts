import { expect, it } from 'vitest';
import { openQuestions, questionOf, typedQuestion } from './open-questions.ts';

const fees = { kind: 'high-fee', count: 3 } as const;
const forms = { kind: 'no-checksum', count: 12 } as const;
const all = {
  confirmations: [fees, forms],
  confirmed: new Set<string>(),
  isTyped: false,
  typed: '',
  toSend: 40,
};

it('every confirmation is open until it is confirmed, in order', () => {
  expect(openQuestions(all)).toEqual(['high-fee-3', 'no-checksum-12']);
  expect(openQuestions({ ...all, confirmed: new Set([questionOf(fees)]) })).toEqual([
    'no-checksum-12',
  ]);
});

it('what was confirmed with another number is asked again', () => {
  const confirmed = new Set([questionOf({ ...fees, count: 2 }), questionOf(forms)]);
  expect(openQuestions({ ...all, confirmed })).toEqual(['high-fee-3']);
});

it('the number of rows is open where it is asked for and not typed', () => {
  const none = { ...all, confirmations: [] };
  expect(openQuestions(none)).toEqual([]);
  expect(openQuestions({ ...none, isTyped: true, typed: '4' })).toEqual([typedQuestion]);
  expect(openQuestions({ ...none, isTyped: true, typed: '40' })).toEqual([]);
});
