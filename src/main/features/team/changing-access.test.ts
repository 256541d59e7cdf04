/** Another way into the team's database is kept only where it has all that was said, and one at a time. */
import { randomBytes } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { systemRandom } from '../../../platform/random.ts';
import { createChain } from '../../../team-log/chain.ts';
import { headOfEntry } from '../../../team-log/entry.ts';
import { currentEpoch, foldMembership } from '../../../team-log/membership.ts';
import { profileMigrations } from '../../console/profile-session.ts';
import { closeAll, createDesk, type TestDesk } from '../handover/testing/desks.ts';
import { createChangingAccess } from './changing-access.ts';
import { createJudgeStore } from './judge-store.ts';
import { keyOf, type TeamSecrets } from './team-secrets.ts';
import { openTeamState } from './team-state.ts';
import { logOn, teamOfAll } from './testing/memory-log.ts';

const at = '2026-11-26T10:00:00.000Z';
const stream = 'ab'.repeat(16);
const desks: TestDesk[] = [];
afterEach(() => closeAll(desks.splice(0)));

/** A computer alone in its team, and a copy of the database. */
function story() {
  let secrets: TeamSecrets = {
    version: 1,
    password: 'before',
    invitations: [],
    seed: randomBytes(32).toString('hex'),
  };
  const signing = keyOf(secrets);
  const { team, stored } = teamOfAll([signing]);
  const copy = [...stored];
  const desk = createDesk(1, () => Date.parse(at), profileMigrations);
  desks.push(desk);
  const { sqlite } = desk;
  const state = openTeamState(sqlite);
  const url = 'postgres://u@localhost/team';
  const row = { team, stream, url, ca: null, author: signing.publicKey, invitation: null };
  sqlite.transaction(() => state.begin(row, at));
  let ending: () => Promise<void> = async () => undefined;
  const changing = createChangingAccess({
    sqlite,
    state,
    record: () => undefined,
    onChange: () => undefined,
    vault: {
      async keep(kept: TeamSecrets) {
        secrets = kept;
      },
    } as never,
    requireSecrets: () => secrets,
    openLog: (to) => logOn(to.endsWith('/copy') ? copy : stored, null),
    begin: async () => undefined,
    end: () => ending(),
    nameOf: () => 'Ada’s laptop',
  });
  const change = (database: string) =>
    changing.changeAccess({
      database: `postgres://localhost/${database}`,
      user: 'next',
      password: 'after',
      ca: undefined,
    });
  return {
    change,
    changing,
    state,
    password: () => secrets.password,
    /** What happens while it is disconnected. */
    atEnd(work: () => Promise<void>) {
      ending = work;
    },
    /** This computer says something, which the database of before has. */
    say(): void {
      const chain = createChain({ signing, team, stream, head: null, random: systemRandom });
      const epoch = currentEpoch(foldMembership(team, stored));
      const entry = chain.next({ kind: 'heads', epoch, content: Buffer.from('{}'), at });
      stored.push(entry);
      const store = createJudgeStore(sqlite);
      store.take(stream, entry.author, headOfEntry(entry));
      sqlite.transaction(() => store.store());
    },
  };
}

it('what was said until nothing went to the database of before has to be in the other one', async () => {
  const { change, atEnd, say, password, state } = story();
  atEnd(async () => say());
  await expect(change('copy')).rejects.toThrow('lacks entries');
  expect(password()).toBe('before');
  expect(state.get()?.url).toBe('postgres://u@localhost/team');
  atEnd(async () => undefined);
  await change('team');
  expect(password()).toBe('after');
  expect(state.get()?.url).toBe('postgres://next@localhost/team');
});

it('one change runs at a time, whenever the other one began', async () => {
  const { change, atEnd, changing } = story();
  const isOver = Promise.withResolvers<void>();
  atEnd(() => isOver.promise);
  const first = change('team');
  const second = change('copy');
  await expect(second).rejects.toThrow('is already being changed');
  expect(changing.isChangingAccess()).toBe(true);
  await expect(change('copy')).rejects.toThrow('is already being changed');
  isOver.resolve();
  await first;
  expect(changing.accessChanges()).toBe(1);
});
