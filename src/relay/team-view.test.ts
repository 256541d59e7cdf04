/** What a relay goes by while the changes of its team's members are forked. */
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { systemRandom } from '../platform/random.ts';
import type { SignedEntry, TeamSigning } from '../team-log/entry.ts';
import { changeRole, removeMember } from '../team-log/membership-changes.ts';
import { hashOfPath, pathsBytes, type SealedSecret, sealSecret } from '../team-log/paths.ts';
import type { TeamLog } from '../team-log/team-log.ts';
import { at, createSigner, createTeam, randomStream } from '../team-log/testing/team.ts';
import { openTeamView } from './team-view.ts';

/** A view over a log in memory, and what wakes it. */
function follow(team: ReturnType<typeof createTeam>, own: ReturnType<typeof createSigner>) {
  const shown: SignedEntry[] = [];
  let wake = (): void => undefined;
  const log = {
    read: async (_of: string, after: { seen: number } | null) => ({
      entries: shown.slice(after?.seen ?? 0),
      cursor: { seen: shown.length },
      isLast: true,
    }),
    headsOf: async () => ({}),
    listen: (_of: unknown, onStream: () => void) => {
      wake = onStream;
      return async () => undefined;
    },
  } as unknown as TeamLog;
  const on = { onAdmitted: () => undefined, onBack: () => undefined };
  const errors: object[] = [];
  const quiet = {
    error: (facts: object) => void errors.push(facts),
    info: () => undefined,
    warn: () => undefined,
  };
  const view = openTeamView({ log, team: team.team, own, say: quiet, ...on });
  return {
    view,
    errors,
    async show(...entries: readonly SignedEntry[]): Promise<void> {
      shown.push(...entries);
      wake();
      await setTimeout(20);
    },
  };
}

it.each(['nobody', 'the relay'] as const)('a branch removes %s', async (whom) => {
  const team = createTeam();
  const bob = team.add('owner');
  const gone = team.add('operator');
  const early = team.add('relay');
  const base = team.membership();
  const removed = whom === 'nobody' ? gone : early;
  // Branch one goes on, admits a relay, and begins an epoch; then the other is shown.
  const own = whom === 'nobody' ? createSigner() : early;
  if (whom === 'nobody') team.change(team.addedBy('relay', own));
  else team.setRole(gone, 'reviewer');
  team.remove(gone);
  const { view, show } = follow(team, own);
  await show(...team.entries);
  expect(view.isAdmitted()).toBe(true);
  const epoch = team.membership().epochs.length;
  const other = team.signed(
    whom === 'nobody'
      ? changeRole(gone.publicKey, 'reviewer', {})
      : removeMember(base, removed.publicKey, {}, systemRandom),
    bob,
    base,
  );
  await show(other);
  expect(view.isAdmitted()).toBe(whom === 'nobody');
  // Who was removed last before the fork has no key of it.
  expect(view.epoch()?.number).toBe(epoch);
  await view.close();
});

it('tells whose entry is wrong by the beginning of its key', async () => {
  const team = createTeam();
  const own = team.add('relay');
  const stranger = createSigner();
  const { view, show, errors } = follow(team, own);
  const entry = team.chainOf(stranger, team.own);
  await show(
    ...team.entries,
    entry.next({ kind: 'paths', epoch: null, content: new Uint8Array(1), at }),
  );
  const author = stranger.publicKey.slice(0, 8);
  expect(errors).toContainEqual({ problem: 'stranger', author, sequence: 1 });
  await view.close();
});

it('keeps the secret of a path that another computer names without it', async () => {
  const team = createTeam();
  const bob = team.add('operator');
  const own = team.add('relay');
  const path = 'a'.repeat(32);
  const stream = randomStream();
  const place = { team: team.team, stream, path: hashOfPath(path) };
  const member = { signing: own.publicKey, sealing: own.sealingKey };
  const named = (by: TeamSigning, secrets: readonly SealedSecret[]): SignedEntry => {
    const paths = [{ path: place.path, secrets: [...secrets] }];
    const content = pathsBytes({ version: 1, stream, paths });
    return team.chainOf(by, team.own).next({ kind: 'paths', epoch: null, content, at });
  };
  const sealed = (secret: string) =>
    sealSecret(member, place, { webhookId: 'webhook_1', secret }, systemRandom);
  const { view, show } = follow(team, own);
  await show(...team.entries, named(team.owner, []));
  expect(view.find(path)).toEqual({ stream, secrets: 'unknown-yet' });
  await show(named(team.owner, [sealed('one')]));
  expect(view.find(path)?.secrets).toMatchObject([{ secret: 'one' }]);
  await show(named(bob, []));
  expect(view.find(path)?.secrets).toMatchObject([{ secret: 'one' }]);
  await show(named(bob, [sealed('two')]));
  expect(view.find(path)?.secrets).toMatchObject([{ secret: 'two' }]);
  await view.close();
});
