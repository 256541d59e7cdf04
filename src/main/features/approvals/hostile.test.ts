/** A database, or a page, that wants a request sent that nobody approved: every try is named, and none believed. */
import { expect, it } from 'vitest';
import { hashOfEntry } from '../../../team-log/entry.ts';
import { caseOf, hostileApprovals } from './testing/hostile-approvals.ts';

it('every try is named, and none is believed', () => {
  // Each costs about 15 ms; `npm run prove` makes thousands.
  expect(hostileApprovals(5, 20_261_126)).toEqual([]);
});

it('shown to a desk of another profile, nothing of it counts', () => {
  const { desk, wanted } = caseOf(() => 0);
  desk.decide('first', wanted);
  desk.decide('second', wanted);
  const { folded, problems } = desk.show(desk.entries, { asked: 'cd'.repeat(16) });
  expect(folded.proposals.size).toBe(0);
  expect(new Set(problems.map(({ kind }) => kind))).toEqual(new Set(['elsewhere']));
});

it('honest entries are believed, all of them', () => {
  const { desk, wanted } = caseOf(() => 0, 2);
  desk.decide('first', wanted);
  desk.decide('second', wanted);
  const { folded, problems } = desk.show(desk.entries);
  expect(problems).toEqual([]);
  expect([...folded.disbelieved]).toEqual([]);
  expect(folded.proposals.get(hashOfEntry(wanted))?.state).toBe('approved');
});
