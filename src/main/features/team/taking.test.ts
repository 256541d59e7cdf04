/** What another part of main keeps of an entry is kept whole, or not at all. */
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemRandom } from '../../../platform/random.ts';
import { createChain } from '../../../team-log/chain.ts';
import { currentEpoch, foldMembership } from '../../../team-log/membership.ts';
import { profileMigrations } from '../../console/profile-session.ts';
import { type SigningKey, signingKeyOf } from '../../core/audit/signing.ts';
import { closeAll, createDesk, type TestDesk } from '../handover/testing/desks.ts';
import { createTaking } from './taking.ts';
import { openClaimant, stream } from './testing/claimant.ts';
import { logOn, teamOfAll } from './testing/memory-log.ts';

const at = '2026-11-26T10:00:00.000Z';
let desk: TestDesk;
beforeEach(() => {
  desk = createDesk(1, () => Date.parse(at), profileMigrations);
  desk.sqlite.run('CREATE TABLE half (taken TEXT)');
});
afterEach(() => closeAll([desk]));

const takeHalf = () => {
  desk.sqlite.run("INSERT INTO half VALUES ('yes')");
  throw new Error('The rest of it can’t be read.');
};
const half = () => desk.sqlite.texts('SELECT taken FROM half');

const twoOf = () => [1, 2].map(() => signingKeyOf(randomBytes(32))) as [SigningKey, SigningKey];

it('as it is read', async () => {
  const keys = twoOf();
  const { team, stored } = teamOfAll(keys);
  const chain = createChain({ signing: keys[1], team, stream, head: null, random: systemRandom });
  const epoch = currentEpoch(foldMembership(team, stored));
  stored.push(chain.next({ kind: 'settlement', epoch, content: Buffer.from('{}'), at }));
  let tries = 0;
  const { exchange } = openClaimant(desk, {
    signing: keys[0],
    team,
    log: logOn(stored, null),
    takeOther() {
      tries += 1;
      takeHalf();
    },
  });
  await exchange.now();
  await exchange.close();
  expect([tries, half()]).toEqual([1, []]);
});

it('as it is opened once this computer is admitted', () => {
  const told: unknown[] = [];
  const stubs = {
    judge: { judge: () => ({ is: 'known' }), unreadable: () => 'unreadable' },
    epochs: { has: () => true, open: () => new Uint8Array() },
    state: { tell: (problem: unknown) => void told.push(problem) },
  };
  const { again } = createTaking({
    ...stubs,
    sqlite: desk.sqlite,
    clock: { now: () => 0 },
    takeOther: takeHalf,
  } as unknown as Parameters<typeof createTaking>[0]);
  again([{ kind: 'acknowledgement', epoch: 1 } as Parameters<typeof again>[0][number]], stream);
  expect([told, half()]).toEqual([['unreadable'], []]);
});
