/** A recovery whose answer is lost makes one owner, also when it is tried again from the beginning. */
import { randomBytes } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { systemRandom } from '../../../platform/random.ts';
import { createChain } from '../../../team-log/chain.ts';
import { headOfEntry, type SignedEntry, streamOfTeam } from '../../../team-log/entry.ts';
import { createEpochs } from '../../../team-log/epochs.ts';
import { currentEpoch, foldMembership } from '../../../team-log/membership.ts';
import { setRecovery } from '../../../team-log/membership-changes.ts';
import { membershipBytes } from '../../../team-log/membership-payload.ts';
import { profileMigrations } from '../../console/profile-session.ts';
import { openAudit } from '../../core/audit/audit.ts';
import { signingKeyOf } from '../../core/audit/signing.ts';
import { closeAll, createDesk, type TestDesk } from '../handover/testing/desks.ts';
import { recordMembership } from './connected.ts';
import { createEntering } from './entering.ts';
import { recoveryKeyOfTeam } from './recovery-acts.ts';
import type { TeamSecrets } from './team-secrets.ts';
import { openTeamState } from './team-state.ts';
import { type Cut, logOn, teamOfAll } from './testing/memory-log.ts';

const at = '2026-11-26T10:00:00.000Z';
const desks: TestDesk[] = [];
afterEach(() => closeAll(desks));

/** A team with a recovery key, and a computer outside it. */
function lost() {
  const owner = signingKeyOf(randomBytes(32));
  const { team, stored } = teamOfAll([owner]);
  const words = randomBytes(32);
  const { publicKey: signing, sealingKey: sealing } = recoveryKeyOfTeam(words, team);
  const membership = () => foldMembership(team, stored);
  const chain = createChain({
    signing: owner,
    team,
    stream: streamOfTeam(team),
    random: systemRandom,
    head: headOfEntry(stored[0] as SignedEntry),
  });
  const epochs = createEpochs(owner, membership());
  const content = membershipBytes(
    setRecovery(membership(), epochs, { signing, sealing }, systemRandom),
  );
  const follows = membership().head;
  stored.push(chain.next({ kind: 'membership', epoch: null, content, at, follows }));
  const profile = { baseUrl: 'https://api.example.com', environment: 'production' as const };
  // Of a form that this version does not know, and the one that is looked for.
  for (const said of ['x', '{"stream":7}', JSON.stringify({ stream: 'ab'.repeat(16), ...profile })])
    stored.push(
      chain.next({
        kind: 'stream',
        epoch: currentEpoch(membership()),
        at,
        content: Buffer.from(said),
      }),
    );
  const desk = createDesk(1, () => Date.parse(at), profileMigrations);
  desks.push(desk);
  const state = openTeamState(desk.sqlite);
  let secrets: TeamSecrets | null = null;
  let cut: Cut | null = null;
  const nothing = async () => undefined;
  const entering = createEntering({
    profile,
    sqlite: desk.sqlite,
    state,
    random: systemRandom,
    clock: { now: () => Date.parse(at) } as never,
    vault: {
      read: async () => secrets,
      async keep(kept: TeamSecrets) {
        secrets = kept;
      },
      async forget() {
        secrets = null;
      },
    } as never,
    record: () => undefined,
    requireOutside: () => undefined,
    onChange: () => undefined,
    openLog: () => logOn(stored, cut),
    teamsIn: async () => [team],
    begin: nothing,
    end: nothing,
    now: nothing,
  });
  const access = { database: 'postgres://localhost/team', user: 'u', password: 'p', ca: null };
  return {
    membership,
    state,
    stored,
    owner,
    sqlite: desk.sqlite,
    secrets: () => secrets,
    /** As a person does it, from the beginning. */
    async recover(broken: Cut | null) {
      cut = null;
      const found = await entering.recoverable(access, words);
      cut = broken;
      await found.recover({ name: 'Desk', person: null, personName: null });
    },
  };
}

const ownersOf = ({ members }: ReturnType<ReturnType<typeof lost>['membership']>) =>
  [...members.values()].filter(({ role }) => role === 'owner').length;

it('goes on with the owner that it made, where the answer was lost', async () => {
  const { recover, membership, state, secrets } = lost();
  // Checked, read, and then written without an answer.
  await expect(recover({ after: 2, late: true })).rejects.toThrow('cut off');
  expect(ownersOf(membership())).toBe(2);
  expect(state.get()).toBeNull();
  expect(secrets()).not.toBeNull();
  await recover(null);
  expect(ownersOf(membership())).toBe(2);
  expect(membership().members.has(state.get()?.author ?? '')).toBe(true);
});

it('and makes it then, where it was not written', async () => {
  const { recover, membership, state } = lost();
  await expect(recover({ after: 2, late: false })).rejects.toThrow('cut off');
  expect(ownersOf(membership())).toBe(1);
  await recover(null);
  expect(ownersOf(membership())).toBe(2);
  expect(membership().members.get(state.get()?.author ?? '')?.role).toBe('owner');
});

it('is in the audit log as the act of nobody here, as is a recovery key that was set elsewhere', async () => {
  const { recover, membership, stored, owner, sqlite } = lost();
  await recover(null);
  const clock = { now: () => Date.parse(at) };
  const audit = openAudit({ sqlite, clock, person: () => ({ by: 'ada', byName: 'Ada' }) });
  const told = (own: string) => {
    const from = audit.list({ offset: 0, limit: 1 }).total;
    const record = (action: string, facts: object) =>
      void audit.append({ action: `team.${action}`, facts: { ...facts } });
    for (const entry of stored.filter(({ kind }) => kind === 'membership'))
      recordMembership(record, entry, membership(), own);
    const { rows, total } = audit.list({ offset: 0, limit: 100 });
    return rows
      .slice(0, total - from)
      .map(({ action, facts: { by = null, signer = null } }) => [action, by, signer])
      .toReversed();
  };
  const hash = expect.stringMatching(/^[0-9a-f]{32}$/);
  expect(told(owner.publicKey)).toEqual([
    ['team.recovery-key-set', 'ada', null],
    ['team.recovered', null, null],
  ]);
  expect(told('0'.repeat(64))).toEqual([
    ['team.recovery-key-set-elsewhere', null, hash],
    ['team.recovered', null, null],
  ]);
  const byOthers = ['problem-acknowledged', 'joined', 'fork-resolved-elsewhere', 'change-lost'];
  for (const action of byOthers)
    expect(audit.append({ action: `team.${action}`, facts: {} }).facts).toEqual({});
});
