/** Deliveries of relays on their way into a desk's inbox, and webhooks shared among desks. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sign } from '../../../../contract/signature.ts';
import { migrate } from '../../../../platform/migrations.ts';
import { systemRandom } from '../../../../platform/random.ts';
import { openMemorySqlite, type Sqlite } from '../../../../platform/sqlite.ts';
import { coverageBytes } from '../../../../team-log/coverage.ts';
import {
  DeliveriesUnreadable,
  packDeliveries,
  unpackDeliveries,
} from '../../../../team-log/deliveries.ts';
import type { EntryKind, SignedEntry, TeamSigning } from '../../../../team-log/entry.ts';
import type { MemberRole } from '../../../../team-log/membership-payload.ts';
import { hashOfPath, openSecret, readPaths } from '../../../../team-log/paths.ts';
import { createSigner } from '../../../../team-log/testing/team.ts';
import { readVerdicts, verdictsBytes } from '../../../../team-log/verdicts.ts';
import { defaultBounds } from '../../webhooks/inbox/bounds.ts';
import type { SharedWebhook, Webhooks } from '../../webhooks/register/types.ts';
import { memberWhoJudged, type SecretsOfPath } from '../../webhooks/signature-checks/types.ts';
import { createTeamSide, type TeamOfWebhooks } from '../../webhooks/team-side.ts';
import {
  bytesOf,
  eventBody,
  openTestInbox,
  otherPath,
  ownSecret,
  profileId,
  receivedAt,
  secrets,
  slotPath,
} from '../../webhooks/testing/deliveries.ts';
import { teamForwardingMigrations } from '../forwards/team-forwarding.ts';
import { quietSide, quietTeam } from '../testing/quiet-parts.ts';
import { teamDeliveriesMigrations } from './migrations.ts';
import type { TeamMember } from './sharing.ts';
import { openTeamDeliveries, type SaidKind, type TeamDeliveries } from './team-deliveries.ts';

const team = 'a'.repeat(64);
const stream = 'b'.repeat(32);
const relay = createSigner();
const relayKey = relay.publicKey;

let inbox: Awaited<ReturnType<typeof openTestInbox>>;
let known: SecretsOfPath;
const open: Desk[] = [];

interface Desk {
  readonly deliveries: TeamDeliveries;
  readonly sqlite: Sqlite;
  readonly said: { kind: SaidKind; content: Uint8Array }[];
  readonly taken: SharedWebhook[];
  readonly side: ReturnType<typeof createTeamSide>;
}

const memberOf = (of: TeamSigning, role: MemberRole, url: string | null = null): TeamMember => ({
  ...{ signing: of.publicKey, sealing: of.sealingKey, role, url },
});

interface DeskOptions {
  readonly signing?: TeamSigning;
  readonly members?: () => readonly TeamMember[];
  readonly shareable?: ReturnType<Webhooks['shareable']>;
  readonly sqlite?: Sqlite;
  readonly sideParts?: Partial<typeof quietSide>;
  readonly isThere?: (member: string) => boolean;
}

function openDesk(options: DeskOptions = {}): Desk {
  const { signing = createSigner(), shareable = [] } = options;
  const members = options.members ?? (() => [memberOf(signing, 'operator')]);
  const sqlite = options.sqlite ?? openMemorySqlite(null);
  if (options.sqlite === undefined) migrate(sqlite, [...teamDeliveriesMigrations, ...teamForwardingMigrations]);
  const said: Desk['said'] = [];
  const taken: SharedWebhook[] = [];
  const side = createTeamSide({
    inbox: inbox.inbox,
    profileId,
    secrets: { secretsOf: () => known },
    tunnelManager: {
      relayRoutes: () => ({ list: () => [], prove: () => Promise.reject(new Error()), close() {} }),
    },
    tellRoutes: () => undefined,
    ...quietSide,
    ...options.sideParts,
  });
  const webhooks = {
    shareable: () => shareable,
    takeShared: (one: SharedWebhook) => {
      taken.push(one);
      return Promise.resolve();
    },
    watched: () => [],
  } as unknown as Webhooks;
  const deliveries = openTeamDeliveries({
    ...{ sqlite, team, stream, signing, members, random: systemRandom },
    side: side.side(webhooks),
    ...quietTeam,
    isRelay: (key) => key === relayKey,
    isThere: options.isThere ?? (() => false),
    say: (kind, content) => {
      said.push({ kind, content });
      return Promise.resolve();
    },
    log: { error: () => undefined, warn: () => undefined },
  });
  const desk = { deliveries, sqlite, said, taken, side };
  open.push(desk);
  return desk;
}

const entry = (kind: EntryKind, sequence: number, author = relayKey): SignedEntry =>
  ({ kind, sequence, author, stream, team }) as SignedEntry;

const relayed = (id: string, path = slotPath, signedWith = ownSecret.secret) => {
  const body = bytesOf(eventBody(id));
  return { path, receivedAt, rawHeaders: ['Signature', sign(body, signedWith)], body };
};
const bring = (desk: Desk, sequence: number, ...all: ReturnType<typeof relayed>[]) =>
  desk.sqlite.transaction(() =>
    desk.deliveries.takeOther(entry('deliveries', sequence), packDeliveries(all)),
  );
const queued = (desk: Desk) => desk.sqlite.all('SELECT number FROM team_relayed').length;
const settled = (desk: Desk) => expect.poll(() => queued(desk)).toBe(0);
const stored = (path = slotPath) =>
  inbox.inbox.deliveries({ profileId, slotPath: path, limit: 100 });

beforeEach(async () => {
  known = secrets;
  const held = { ...defaultBounds.held, slotDeliveries: 2 };
  const quarantined = { ...defaultBounds.quarantined, slotDeliveries: 3 };
  inbox = await openTestInbox({ ...defaultBounds, held, quarantined });
});
afterEach(async () => {
  for (const { deliveries, side, sqlite } of open.splice(0)) {
    await deliveries.close();
    side.close();
    sqlite.close();
  }
  await inbox.remove();
});

describe('what a relay took', () => {
  it('is stored as if it had come here, judged here, each once', async () => {
    const desk = openDesk();
    bring(desk, 1, relayed('event_1'), relayed('event_2', otherPath, 'secret_2'));
    bring(desk, 2, relayed('event_1'), relayed('event_3', slotPath, 'another'));
    await settled(desk);
    const verdicts = stored().map(({ keeping, verdict, repeats }) => [
      keeping,
      verdict.kind,
      repeats,
    ]);
    expect(verdicts).toEqual([
      ['quarantined', 'wrong', 0],
      ['kept', 'genuine', 1],
    ]);
    expect(stored(otherPath).map(({ receivedAt: at }) => at)).toEqual([receivedAt]);
    const content = inbox.inbox.content(stored()[1]?.arrival ?? 0, inbox.keys.privateKey);
    expect(Buffer.from(content?.body ?? []).toString()).toContain('event_1');

    // As after a crash between the two databases.
    bring(desk, 2, relayed('event_1'), relayed('event_3', slotPath, 'another'));
    await settled(desk);
    expect(stored()).toHaveLength(2);
    expect(stored()[1]?.repeats).toBe(1);
  });

  it('is bounded by the quarantine where it is forged', async () => {
    const desk = openDesk();
    for (let at = 1; at <= 5; at += 1) bring(desk, at, relayed(`event_${at}`, slotPath, 'another'));
    await settled(desk);
    expect(inbox.inbox.counts(slotPath)).toMatchObject({
      quarantined: 3,
      droppedFromQuarantine: 2,
    });
  });

  it('waits in its order for a secret where it can’t be held, and stops no other path', async () => {
    known = 'unknown-yet';
    const desk = openDesk();
    for (let at = 1; at <= 4; at += 1) bring(desk, at, relayed(`event_${at}`));
    bring(desk, 5, relayed('event_other', otherPath, 'secret_2'));
    await expect
      .poll(() => [queued(desk), stored().length, stored(otherPath).length])
      .toEqual([2, 2, 1]);
    known = secrets;
    desk.side.tell();
    await settled(desk);
    expect(stored()).toHaveLength(4);
  });

  it('waits for a path that is not known yet', async () => {
    const path = 'cd'.repeat(16);
    const desk = openDesk();
    bring(desk, 1, relayed('event_1', path));
    bring(desk, 2, relayed('event_2'));
    await expect.poll(() => stored().length).toBe(1);
    const facts = { profileId, intentKey: null, webhookId: null, reservedAt: '' };
    await inbox.inbox.reserve({ path, ...facts });
    desk.side.tell();
    await settled(desk);
    expect(stored(path)).toHaveLength(1);
  });

  it('is undone with the transaction that takes its entry', async () => {
    const desk = openDesk();
    expect(() =>
      desk.sqlite.transaction(() => {
        desk.deliveries.takeOther(entry('deliveries', 1), packDeliveries([relayed('event_1')]));
        throw new Error('undone');
      }),
    ).toThrow('undone');
    bring(desk, 1, relayed('event_2'));
    await settled(desk);
    expect(stored()).toHaveLength(1);
  });

  it('is refused where it has another form', () => {
    const operator = openDesk();
    for (const content of ['', 'x\n', '{"version":1,"deliveries":[{}]}\n']) {
      expect(() =>
        operator.deliveries.takeOther(entry('deliveries', 1), Buffer.from(content)),
      ).toThrow(DeliveriesUnreadable);
    }
    const longer = Buffer.concat([packDeliveries([relayed('event_1')]), Buffer.of(1)]);
    expect(() => operator.deliveries.takeOther(entry('deliveries', 1), longer)).toThrow(
      DeliveriesUnreadable,
    );
  });
});

describe('a webhook at the relay’s URL', () => {
  const one = createSigner();
  const other = createSigner();
  const approver = createSigner();
  const url = `https://hooks.example.com/hooks/${slotPath}`;
  const shared = { path: slotPath, webhookId: 'webhook_1', url, secret: ownSecret.secret, isAtOrigin: true };
  const place = { team, stream, path: hashOfPath(slotPath) };
  let members: TeamMember[];
  beforeEach(() => {
    members = [
      memberOf(one, 'operator'),
      memberOf(other, 'owner'),
      memberOf(approver, 'approver'),
      memberOf(relay, 'relay', 'https://hooks.example.com'),
    ];
  });

  it('is shared with desks and relays, its secret with who judges', async () => {
    const desk = openDesk({ signing: one, members: () => members, shareable: [shared] });
    desk.deliveries.membershipChanged();
    await expect.poll(() => desk.said.map(({ kind }) => kind)).toEqual(['webhook', 'paths']);
    const [webhook, paths] = desk.said;
    const named = readPaths(paths?.content ?? Buffer.of());
    expect(named?.paths.map(({ path }) => path)).toEqual([place.path]);
    const ofRelay = openSecret(named?.paths[0]?.secrets ?? [], place, relay);
    expect(ofRelay).toEqual({ webhookId: 'webhook_1', secret: ownSecret.secret });
    expect(Buffer.from(paths?.content ?? []).toString()).not.toContain(slotPath);

    // Another desk takes it; who only approves can't open it.
    const { secrets: sealed } = JSON.parse(Buffer.from(webhook?.content ?? []).toString());
    expect(openSecret(sealed, place, approver)).toBeNull();
    const second = openDesk({ signing: other, members: () => members, shareable: [shared] });
    second.sqlite.transaction(() =>
      second.deliveries.takeOther(
        entry('webhook', 1, one.publicKey),
        webhook?.content ?? Buffer.of(),
      ),
    );
    const taken = { path: slotPath, webhookId: 'webhook_1', secret: ownSecret.secret };
    await expect.poll(() => second.taken).toEqual([taken]);
    // The first desk shares it, so this one does not.
    second.deliveries.membershipChanged();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(second.said).toEqual([]);
  });

  it('is shared again with who comes, and by another desk when its own is gone', async () => {
    const desk = openDesk({ signing: one, members: () => members, shareable: [shared] });
    desk.deliveries.membershipChanged();
    await expect.poll(() => desk.said.length).toBe(2);
    const next = createSigner();
    members = [...members, memberOf(next, 'relay', 'https://hooks.example.com')];
    desk.deliveries.membershipChanged();
    await expect
      .poll(() => desk.said.map(({ kind }) => kind))
      .toEqual(['webhook', 'paths', 'paths']);
    const named = readPaths(desk.said[2]?.content ?? Buffer.of());
    expect(openSecret(named?.paths[0]?.secrets ?? [], place, next)?.secret).toBe(ownSecret.secret);

    const second = openDesk({ signing: other, members: () => members, shareable: [shared] });
    second.sqlite.transaction(() =>
      second.deliveries.takeOther(
        entry('webhook', 1, one.publicKey),
        desk.said[0]?.content ?? Buffer.of(),
      ),
    );
    await expect.poll(() => second.taken.length).toBe(1);
    members = members.filter(({ signing }) => signing !== one.publicKey);
    second.deliveries.membershipChanged();
    await expect.poll(() => second.said.map(({ kind }) => kind)).toEqual(['paths']);
  });
});

describe('a computer without the secret', () => {
  const ada = createSigner();
  const bob = createSigner();
  const eve = createSigner();
  const members = (role: MemberRole = 'approver') => [
    memberOf(ada, 'operator'),
    memberOf(bob, 'owner'),
    memberOf(eve, role),
    memberOf(relay, 'relay', 'https://hooks.example.com'),
  ];
  const openEve = (role?: MemberRole) => openDesk({ signing: eve, members: () => members(role) });
  const genuine = { ...relayed('event_1'), verdict: 'genuine' } as const;
  const fromAda = (desk: Desk, sequence: number, ...all: Parameters<typeof packDeliveries>[0]) =>
    desk.sqlite.transaction(() =>
      desk.deliveries.takeOther(
        entry('deliveries', sequence, ada.publicKey),
        packDeliveries([...all]),
      ),
    );
  const verdicts = () => stored().map(({ keeping, verdict }) => [keeping, verdict.kind]);
  const ofAda = { webhookId: 'webhook_1', url: 'https://a.example/hooks', secrets: [] };
  const shareBy = (desk: Desk, author: TeamSigning) =>
    desk.sqlite.transaction(() =>
      desk.deliveries.takeOther(
        entry('webhook', 1, author.publicKey),
        Buffer.from(JSON.stringify({ version: 1, path: slotPath, ...ofAda })),
      ),
    );

  it('takes the word of the member that took it, and names it; the same of two comes once', async () => {
    known = 'unknown-yet';
    const desk = openEve();
    fromAda(desk, 1, genuine);
    fromAda(desk, 2, genuine, { ...relayed('event_2'), verdict: 'genuine' });
    await settled(desk);
    expect(verdicts()).toEqual([
      ['kept', 'genuine'],
      ['kept', 'genuine'],
    ]);
    expect(memberWhoJudged(stored()[0]?.verdict.fingerprint ?? null)).toBe(
      ada.publicKey.slice(0, 16),
    );
    expect(stored().map(({ repeats }) => repeats)).toEqual([0, 1]);
  });

  it('that has it judges itself, whatever was said', async () => {
    const desk = openEve('operator');
    fromAda(desk, 1, { ...genuine, body: bytesOf(eventBody('event_9')) }, genuine);
    await settled(desk);
    expect(verdicts()).toEqual([
      ['kept', 'genuine'],
      ['quarantined', 'wrong'],
    ]);
    expect(memberWhoJudged(stored()[0]?.verdict.fingerprint ?? null)).toBeNull();
  });

  it('takes a relay’s when one with the secret says so, and no word of the relay', async () => {
    known = 'unknown-yet';
    const desk = openEve();
    const others = [relayed('event_2'), relayed('event_3')];
    bring(desk, 1, genuine, ...(others as [ReturnType<typeof relayed>]));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(queued(desk)).toBe(1);
    const of = [{ author: relayKey, sequence: 1, path: slotPath, kinds: 'gxg' }];
    const say = (by: TeamSigning) =>
      desk.sqlite.transaction(() =>
        desk.deliveries.takeOther(entry('verdicts', 1, by.publicKey), verdictsBytes(of)),
      );
    say(ada);
    await settled(desk);
    expect(verdicts()).toEqual([
      ['kept', 'genuine'],
      ['kept', 'genuine'],
    ]);
    say(bob);
    expect(stored()).toHaveLength(2);
  });

  it('of an operator holds a relay’s for the secret', async () => {
    known = 'unknown-yet';
    const desk = openEve('operator');
    bring(desk, 1, genuine);
    await settled(desk);
    expect(verdicts()).toEqual([['held', 'not-yet-judged']]);
  });

  it('is told by the one that shared the webhook, or by the first that is there', async () => {
    let there = [ada.publicKey];
    const isThere = (member: string) => there.includes(member);
    const desk = openDesk({ signing: bob, members: () => members(), isThere });
    shareBy(desk, ada);
    bring(desk, 1, relayed('event_1'), relayed('event_2', slotPath, 'another'));
    await settled(desk);
    desk.deliveries.wake();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(desk.said).toEqual([]);
    there = [];
    desk.deliveries.wake();
    await expect.poll(() => desk.said.map(({ kind }) => kind)).toEqual(['verdicts']);
    expect(readVerdicts(desk.said[0]?.content ?? Buffer.of())).toEqual([
      { author: relayKey, sequence: 1, path: slotPath, kinds: 'gx' },
    ]);
    desk.deliveries.wake();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(desk.said).toHaveLength(1);
  });
});

it('what came by a tunnel of this computer goes to the team, after its webhook without the secret', async () => {
  const signing = createSigner();
  const asked: string[][] = [];
  const deliveries = [{ ...relayed('event_1'), verdict: 'genuine' } as const];
  const desk = openDesk({
    ...{ signing, members: () => [memberOf(signing, 'operator')] },
    shareable: [
      { path: slotPath, webhookId: 'webhook_1', url: 'https://a.example', secret: null, isAtOrigin: false },
    ],
    sideParts: {
      received(after, paths) {
        asked.push([...paths]);
        const from = after('inbox', 5_000);
        return { inbox: 'inbox', upTo: 5_000, isMore: false, deliveries: from < 5_000 ? deliveries : [] };
      },
    },
  });
  desk.deliveries.membershipChanged();
  await expect.poll(() => desk.said.map(({ kind }) => kind)).toEqual(['webhook', 'deliveries']);
  const [webhook, told] = desk.said;
  expect(JSON.parse(Buffer.from(webhook?.content ?? []).toString()).secrets).toEqual([]);
  expect(unpackDeliveries(told?.content ?? Buffer.of())).toMatchObject([{ verdict: 'genuine' }]);
  expect(asked).toEqual([[slotPath]]);
  desk.deliveries.wake();
  await expect.poll(() => asked.length).toBe(2);
  expect(desk.said).toHaveLength(2);
});

it('hears when others were reached, and of a relay for each webhook at its URL', async () => {
  const ada = createSigner();
  const signing = createSigner();
  const lent: { team: TeamOfWebhooks | null } = { team: null };
  const now = Date.now();
  const desk = openDesk({
    signing,
    members: () => [memberOf(ada, 'owner'), memberOf(relay, 'relay', 'https://hooks.example.com')],
    isThere: (member) => member === ada.publicKey,
  });
  lent.team = desk.side.team();
  const hear = (by: string, spans: Parameters<typeof coverageBytes>[0]) =>
    desk.sqlite.transaction(() =>
      desk.deliveries.takeOther(entry('coverage', 1, by), coverageBytes(spans)),
    );
  const [atRelay, own] = [`https://hooks.example.com/hooks/${slotPath}`, 'https://a.example/hooks/1'];
  hear(relayKey, [{ address: null, from: 1_000, to: 2_000 }]);
  hear(relayKey, [{ address: null, from: 2_000, to: 3_000 }]);
  // A relay says nothing of other URLs, and nobody else of its.
  hear(relayKey, [{ address: own, from: 0, to: now }]);
  hear(ada.publicKey, [
    { address: null, from: 0, to: now },
    { address: own, from: 500, to: now - 60_000 },
  ]);
  const ways = lent.team?.coverage({ from: 0, to: now + 1_000 }, [atRelay, own]) ?? [];
  expect(ways).toMatchObject([
    { address: atRelay, from: 1_000, to: 3_000 },
    // It goes on while that computer is there.
    { address: own, from: 500, to: expect.closeTo(now, -4) },
  ]);
});
