/** A database that holds all of a team again: what it had lost was put back behind what it still had. */
import { expect, it } from 'vitest';
import { systemRandom } from '../../../platform/random.ts';
import { createJudge } from '../../../team-log/judge.ts';
import { createMemoryStore } from '../../../team-log/memory-store.ts';
import { createSigner, createTeam } from '../../../team-log/testing/team.ts';
import { requireJoinable } from './saying.ts';
import { logOn, type Stored } from './testing/memory-log.ts';

const made = createTeam();
const { team, own: teamStream, owner } = made;
const ben = made.add('owner');
const [founded, added] = made.entries;
const cy = createSigner(systemRandom);
const byBen = made.change(made.addedBy('operator', cy, 'Cy', ben), ben);
const third = made.setRole(cy, 'reviewer');
const fourth = made.setRole(cy, 'approver');

/** @param pageOf how many entries of an author are read at once */
async function join(stored: readonly (Stored[number] | undefined)[], pageOf: number) {
  const store = createMemoryStore();
  const judge = createJudge(team, store);
  for (const entry of made.entries) judge.judge(entry, teamStream);
  const log = logOn(
    stored.filter((entry) => entry !== undefined),
    null,
  );
  await requireJoinable({
    log: {
      ...log,
      readAuthor: (stream, author, after) =>
        log.readAuthor(stream, author, after, { entries: pageOf, bytes: 1 }),
    },
    teamStream,
    own: owner.publicKey,
    store,
    membership: judge.membership(),
  });
}

it('reads an author to the end, and those again whom a change of members let in', async () => {
  await join([founded, byBen, third, fourth, added], 1_000);
  await join([founded, third, fourth, added, byBen], 1);
});

it('rejects while one of them is missing', async () => {
  for (const lost of made.entries) {
    const left = made.entries.filter((entry) => entry !== lost);
    await expect(join(left, 1)).rejects.toThrow('lacks earlier changes');
  }
});
