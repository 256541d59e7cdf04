import { expect, it } from 'vitest';
import { countOfState, shownStates } from './shown-states.ts';

const counts = {
  waiting: 5,
  sending: 0,
  created: 3,
  refused: 0,
  unknown: 0,
  unsent: 0,
  leftOut: 2,
};

it('states without rows are not offered, but the one that is looked at stays', () => {
  expect(shownStates(counts, null)).toEqual(['created', 'waiting', 'left-out']);
  expect(shownStates(counts, 'unknown')).toEqual(['created', 'unknown', 'waiting', 'left-out']);
});

it('counts each state by its own number', () => {
  expect(countOfState(counts, 'left-out')).toBe(2);
  expect(countOfState(counts, 'waiting')).toBe(5);
});
