/** From relays, as processes over a real PostgreSQL, through the judged log into the inbox of a desk. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../../../../platform/migrations.ts';
import { systemRandom } from '../../../../platform/random.ts';
import { openMemorySqlite } from '../../../../platform/sqlite.ts';
import { openRelayKey } from '../../../../relay/options.ts';
import {
  createRelayTeam,
  eventBody,
  post,
  type RelayTeam,
  secret,
  signed,
  untilNamed,
} from '../../../../relay/testing/relay-team.ts';
import { createChain } from '../../../../team-log/chain.ts';
import { packDeliveries } from '../../../../team-log/deliveries.ts';
import type { SignedEntry } from '../../../../team-log/entry.ts';
import { createJudge } from '../../../../team-log/judge.ts';
import { currentEpoch } from '../../../../team-log/membership.ts';
import { removeMember } from '../../../../team-log/membership-changes.ts';
import { createMemoryStore } from '../../../../team-log/memory-store.ts';
import type { Cursor } from '../../../../team-log/read.ts';
import { type PostgresServer, startPostgres } from '../../../../team-log/testing/postgres.ts';
import type { Webhooks } from '../../webhooks/register/types.ts';
import { createTeamSide } from '../../webhooks/team-side.ts';
import {
  heldSecret,
  openTestInbox,
  profileId,
  slotPath,
} from '../../webhooks/testing/deliveries.ts';
import { teamForwardingMigrations } from '../forwards/team-forwarding.ts';
import { quietSide, quietTeam } from '../testing/quiet-parts.ts';
import { teamDeliveriesMigrations } from './migrations.ts';
import { openTeamDeliveries } from './team-deliveries.ts';

let server: PostgresServer;
let test: RelayTeam;
let inbox: Awaited<ReturnType<typeof openTestInbox>>;
beforeAll(async () => {
  server = await startPostgres();
  test = await createRelayTeam(server);
  inbox = await openTestInbox();
});
afterAll(async () => {
  await test.remove();
  await inbox.remove();
  await server.stop();
});

/** As the exchange of a desk: read, judged, opened, taken in a transaction. */
function openDesk() {
  const { team, stream, owner, log } = test;
  const sqlite = openMemorySqlite(null);
  migrate(sqlite, [...teamDeliveriesMigrations, ...teamForwardingMigrations]);
  const own = [heldSecret('webhook_1', secret)];
  const side = createTeamSide({
    inbox: inbox.inbox,
    profileId,
    secrets: { secretsOf: () => own },
    tunnelManager: {
      relayRoutes: () => ({ list: () => [], prove: () => Promise.reject(new Error()), close() {} }),
    },
    tellRoutes: () => undefined,
    ...quietSide,
  });
  const deliveries = openTeamDeliveries({
    sqlite,
    team,
    stream,
    signing: owner,
    random: systemRandom,
    side: side.side({ shareable: () => [], watched: () => [] } as unknown as Webhooks),
    members: () => [
      { signing: owner.publicKey, sealing: owner.sealingKey, role: 'owner', url: null },
    ],
    say: () => Promise.resolve(),
    ...quietTeam,
    isRelay: (key) => key !== owner.publicKey,
    log: { error: () => undefined, warn: () => undefined },
  });
  const judge = createJudge(team, createMemoryStore());
  const cursors = new Map<string, Cursor | null>();
  const problems: string[] = [];
  const take = (entry: SignedEntry, from: string): void => {
    const verdict = judge.judge(entry, from);
    if (verdict.is === 'problem') problems.push(verdict.problem.kind);
    if (verdict.is !== 'taken' || from !== stream) return;
    const content = test.made.epochs().open(entry);
    sqlite.transaction(() => deliveries.takeOther(entry, content));
  };
  const read = async (from: string): Promise<void> => {
    for (;;) {
      const most = { entries: 3, bytes: 1_000_000 };
      const { entries, cursor } = await log.read(from, cursors.get(from) ?? null, most);
      cursors.set(from, cursor);
      if (entries.length === 0) return;
      for (const entry of entries) take(entry, from);
    }
  };
  return {
    problems,
    async follow() {
      await read(test.made.own);
      await read(stream);
    },
    async close() {
      await deliveries.close();
      side.close();
      sqlite.close();
    },
  };
}

it('what two relays took is in the inbox once, judged; what one writes after its removal is not', async () => {
  const one = await test.start('one');
  const two = await test.start('two');
  const key = await test.admit(one);
  await test.admit(two);
  // The secret is not shared with them, so a desk judges.
  await test.namePath([], { path: slotPath });
  for (const { port } of [one, two]) await untilNamed(port, slotPath);
  const desk = openDesk();

  const bodies = Array.from({ length: 20 }, (_, at) => eventBody(`event_${at}`));
  const sends = bodies.flatMap((body) => [
    post(one.port, slotPath, body),
    post(two.port, slotPath, body),
  ]);
  expect(new Set(await Promise.all(sends))).toEqual(new Set([200]));
  const forged = eventBody('event_forged');
  expect(await post(two.port, slotPath, forged, signed(forged, 'another'))).toBe(200);
  await desk.follow();
  const counts = () => inbox.inbox.counts(slotPath);
  // What both received in the same millisecond counts as told twice.
  const received = await test.deliveries();
  expect(received).toHaveLength(41);
  const apart = new Set(received.map((one) => `${one.receivedAt} ${one.body}`)).size - 1;
  await expect.poll(() => counts().verdicts.genuine).toBe(apart);
  await expect.poll(() => counts().quarantined).toBe(1);
  expect(counts()).toMatchObject({ repeats: apart - 20 });
  expect(inbox.inbox.genuineCount(profileId)).toBe(20);
  expect(desk.problems).toEqual([]);

  // Removed as of what was accepted last, and it writes on, with a database that lets it.
  const { team, stream, log, made } = test;
  const head = (await log.headsOf(stream))[key] ?? null;
  one.signal('SIGKILL');
  await one.ended;
  const last = head === null ? {} : { [stream]: head };
  await log.append([made.change(removeMember(made.membership(), key, last, systemRandom))]);
  const own = openRelayKey(test.keyFile('one'), systemRandom);
  const chain = createChain({ signing: own, team, stream, head, random: systemRandom });
  const body = Buffer.from(eventBody('event_after'));
  const late = { path: slotPath, receivedAt: 1, rawHeaders: [], body };
  const entry = chain.next({
    kind: 'deliveries',
    epoch: currentEpoch(made.membership()),
    at: '2026-11-26T12:00:00.000Z',
    content: packDeliveries([late]),
  });
  await log.append([entry]);
  await desk.follow();
  expect(desk.problems).toEqual(['stranger']);
  expect(inbox.inbox.deliveries({ profileId, slotPath, limit: 100 })).toHaveLength(21);
  await desk.close();
});
