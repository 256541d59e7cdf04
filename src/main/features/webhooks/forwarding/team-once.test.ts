import { expect, it } from 'vitest';
import type { DueForward } from './queue.ts';
import type { Target } from './targets.ts';
import { createTeamOnce, type TeamOnceParts } from './team-once.ts';
import type { ForwardingTeam, TeamForward } from './types.ts';

const target = { id: 'a', url: 'https://ledger.example.com/', isForTeam: true, isPaused: false };
const due = { id: 'f', targetId: 'a', sameness: 'x', nextTry: 0 } as DueForward;

it.each([
  ['removed', null],
  ['paused', { ...target, isPaused: true }],
])('nothing goes to a target that is %s while the team is told', async (_, meanwhile) => {
  let now: Target | null = target as Target;
  const begun: TeamForward[] = [];
  const givenBack: TeamForward[] = [];
  let changes = false;
  const used: ForwardingTeam = {
    hold: async () => [{ is: 'held', forwardId: 'g', attempts: 0, isDoubtful: false }],
    begins: (forward) => void begun.push(forward),
    giveBack: (some) => void givenBack.push(...some),
    ended: () => undefined,
    async told() {
      if (changes) now = meanwhile as Target | null;
    },
  };
  const once = createTeamOnce({
    team: () => used,
    target: () => now,
    clock: { now: () => 1 },
    holdMs: 60_000,
    sleep: () => undefined,
    queue: { nextOf: () => [due] },
  } as unknown as TeamOnceParts);
  expect(await once.hold(target as Target, due)).toBe('again');
  changes = true;
  expect(await once.hold(target as Target, due)).toBe('again');
  expect(begun).toEqual([]);
  once.giveBack();
  expect(givenBack).toMatchObject([{ sameness: 'x' }]);
});
