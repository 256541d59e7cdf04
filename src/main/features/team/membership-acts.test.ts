import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { systemRandom } from '../../../platform/random.ts';
import { currentEpoch, foldMembership } from '../../../team-log/membership.ts';
import { readMembershipPayload } from '../../../team-log/membership-payload.ts';
import type { TeamLog } from '../../../team-log/team-log.ts';
import { profileMigrations } from '../../console/profile-session.ts';
import { type SigningKey, signingKeyOf } from '../../core/audit/signing.ts';
import { createDesk } from '../handover/testing/desks.ts';
import type { Connected } from './connected.ts';
import { factsOf } from './facts.ts';
import { createMembershipActs } from './membership-acts.ts';
import { chainFrom, openClaimant, stream } from './testing/claimant.ts';
import { logOn, teamOfAll } from './testing/memory-log.ts';

it('a computer that another owner removed meanwhile is not taken for this one', () => {
  const members = new Map([['gone', { role: null }]]);
  const acts = createMembershipActs({
    requireOwner: () => ({ membership: () => ({ members }) }),
  } as never);
  expect(() => acts.roleOf('gone')).toThrow('That computer is no longer in the team.');
});

/** What the owner's change says to be the last that counts of a member who wrote two entries that nobody read. */
async function lastThatCounts(
  change: (acts: ReturnType<typeof createMembershipActs>, id: string) => Promise<boolean>,
  isUnreadable = false,
) {
  const keys = [signingKeyOf(randomBytes(32)), signingKeyOf(randomBytes(32))] as const;
  const [signing, member] = keys as readonly [SigningKey, SigningKey];
  const { team, stored } = teamOfAll(keys);
  const desk = createDesk(1, () => Date.parse('2026-11-20'), profileMigrations);
  const plain = logOn(stored, null);
  let isRead = false;
  const log: TeamLog = {
    ...plain,
    read: (of, after, most) =>
      isUnreadable && isRead && of === stream
        ? Promise.reject(new TypeError('unreadable'))
        : plain.read(of, after, most),
  };
  const { exchange } = openClaimant(desk, { signing, team, log });
  try {
    await exchange.now();
    isRead = true;
    const chain = chainFrom(member, team);
    const epoch = currentEpoch(foldMembership(team, stored));
    const content = factsOf({ computer: member.publicKey, person: null, computers: {} }, []);
    for (const at of ['2026-11-26T10:00:00.000Z', '2026-11-26T10:01:00.000Z'])
      stored.push(chain.next({ kind: 'facts', epoch, content, at }));
    const open = { ...exchange, nameOf: () => null, hearNow: async () => undefined };
    const acts = createMembershipActs({
      requireOwner: () => open as unknown as Connected,
      record: () => undefined,
      random: systemRandom,
      onChange: () => undefined,
    });
    expect(await change(acts, member.publicKey)).toBe(true);
    const last = stored.findLast(({ kind }) => kind === 'membership');
    const payload = readMembershipPayload(last?.bytes ?? Buffer.of());
    if (payload?.what !== 'removed' && payload?.what !== 'role') throw new Error('No change.');
    return payload.heads[stream]?.sequence ?? 0;
  } finally {
    await exchange.close();
    desk.sqlite.close();
  }
}

it('a change of a member lets all count that it had written until then', async () => {
  expect(await lastThatCounts((acts, id) => acts.remove(id))).toBe(2);
  expect(await lastThatCounts((acts, id) => acts.changeRole(id, 'reviewer'))).toBe(2);
});

it('a member is removed also where what it wrote can’t be read', async () => {
  expect(await lastThatCounts((acts, id) => acts.remove(id), true)).toBe(0);
});
