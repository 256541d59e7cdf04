import { expect, it } from 'vitest';
import { createSigner, createTeam } from './testing/team.ts';

it('an invitation lets one computer in', () => {
  const team = createTeam();
  const ada = createSigner();
  const mallory = createSigner();
  const first = team.addedBy('operator', ada);
  team.change(first);
  if (first.what !== 'added') throw new Error('It adds nobody.');
  const { invitation } = first;
  team.change({ ...team.addedBy('operator', mallory), invitation } as typeof first);
  expect(team.membership().members.has(ada.publicKey)).toBe(true);
  expect(team.membership().members.has(mallory.publicKey)).toBe(false);
});
