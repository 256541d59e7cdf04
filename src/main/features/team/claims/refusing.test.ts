/** Computers that may not send, or say what became of a request: each says why. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemRandom } from '../../../../platform/random.ts';
import { removeMember } from '../../../../team-log/membership-changes.ts';
import { profileMigrations } from '../../../console/profile-session.ts';
import type { SigningKey } from '../../../core/audit/signing.ts';
import { closeAll, createDesk, type TestDesk } from '../../handover/testing/desks.ts';
import { type Claimant, openClaimant, openClaimants } from '../testing/claimant.ts';
import { logOn } from '../testing/memory-log.ts';
import { refusingClaims } from './refusing.ts';

let desks: TestDesk[];
let opened: Claimant[];
beforeEach(() => {
  desks = [1, 2].map((number) =>
    createDesk(number, () => Date.parse('2026-11-20'), profileMigrations),
  );
  opened = [];
});
afterEach(async () => {
  for (const { exchange } of opened) await exchange.close();
  closeAll(desks);
});

const row = (key: string) => ({
  key: key.repeat(32),
  operation: 'createCustomer' as const,
  sameness: 'ada@example.com',
});

it('a computer that an owner removed sends nothing, from the moment that it reads so', async () => {
  const { all, stored, team, keys } = await openClaimants(desks, { opened });
  const signing = keys[1] as SigningKey;
  const [{ exchange }, { state, exchange: before }] = all as [Claimant, Claimant];
  const asked: Promise<unknown>[] = [];
  const desk = desks[1] as TestDesk;
  const log = logOn(stored, null);
  await before.close();
  const removed = openClaimant(desk, {
    signing,
    team,
    log,
    // It is judged, and not stored yet.
    onMembership: () => void asked.push(removed.claims.take([row('a')], [])),
  });
  opened.push(removed);
  await removed.exchange.now();
  expect(asked).toEqual([]);
  await exchange.change((now) => removeMember(now, signing.publicKey, {}, systemRandom));
  await removed.exchange.now();
  const refusal = { why: 'team-away', message: expect.stringContaining('removed this computer') };
  expect(removed.claims.resolveBlocked()).toMatch(
    /removed this computer .* It can’t be resolved or reopened here. Leave/,
  );
  expect(asked).toHaveLength(1);
  await expect(asked[0]).rejects.toMatchObject(refusal);
  // As where it stopped between the two.
  desk.sqlite.run('UPDATE team_state SET ended = NULL');
  const restarted = openClaimant(desk, { signing, team, log });
  opened.push(restarted);
  await expect(restarted.claims.take([row('b')], [])).rejects.toMatchObject(refusal);
  await restarted.exchange.now();
  expect(state.get()?.ended).toBe('removed');
  expect(stored.filter(({ kind }) => kind === 'claim')).toEqual([]);
});

it('why a colleague’s request can’t be resolved here is said', async () => {
  const { all } = await openClaimants(desks, { role: 'reviewer', opened });
  const said = all.map(({ claims }) => claims.resolveBlocked());
  expect(said).toEqual([null, expect.stringMatching(/^Only an owner or operator/)]);
  const restored = refusingClaims('restored').resolveBlocked();
  expect(restored).toMatch(/^This computer has no key .* It can’t be resolved .* Join the team/);
});
