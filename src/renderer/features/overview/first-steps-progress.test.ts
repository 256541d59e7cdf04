import { expect, it } from 'vitest';
import { isFinished, progressOf } from './first-steps.tsx';

const none = { work: false, events: false, notices: false };

it('what is done is done, skipped or not; the rest is open', () => {
  expect(progressOf(['events', 'work'], { ...none, work: true })).toEqual({
    work: 'done',
    events: 'skipped',
    notices: 'open',
  });
});

it('it is finished once nothing is open', () => {
  expect(isFinished(progressOf([], none))).toBe(false);
  expect(isFinished(progressOf(['work', 'events'], none))).toBe(false);
  expect(isFinished(progressOf(['work', 'events'], { ...none, notices: true }))).toBe(true);
});
