/** Deliveries on computers without the secret, of tunnels of one computer, and when they could arrive anywhere. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../platform/clock.ts';
import { coverageBytes, coverageEveryMs, readCoverage } from '../../../../team-log/coverage.ts';
import {
  packDeliveries,
  readRelayedChecks,
  relayedChecksBytes,
  unpackDeliveries,
} from '../../../../team-log/deliveries.ts';
import type { TeamSigning } from '../../../../team-log/entry.ts';
import type { MemberRole } from '../../../../team-log/membership-payload.ts';
import { createSigner } from '../../../../team-log/testing/team.ts';
import { memberWhoChecked } from '../../webhooks/signature-checks/types.ts';
import { bytesOf, eventBody, slotPath } from '../../webhooks/testing/deliveries.ts';
import {
  bring,
  closeDesks,
  type Desk,
  entry,
  memberOf,
  openDesk,
  openDesks,
  queued,
  relay,
  relayed,
  relayKey,
  settled,
  shared,
  stored,
} from '../testing/delivery-desks.ts';
import { LEFT_OUT_MS, PASSED_OVER_MS } from './relayed-queue.ts';

beforeEach(openDesks);
afterEach(closeDesks);

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
  let now = systemClock.now();
  const openEve = (role?: MemberRole, isThere?: (member: string) => boolean) =>
    openDesk({
      signing: eve,
      members: () => members(role),
      clock: { now: () => now },
      ...(isThere === undefined ? {} : { isThere }),
    });
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
    shared.known = 'unknown-yet';
    const desk = openEve();
    shareBy(desk, ada);
    fromAda(desk, 1, genuine);
    const again = { ...genuine, receivedAt: genuine.receivedAt + 1 };
    fromAda(desk, 2, again, { ...relayed('event_2'), verdict: 'genuine' });
    await settled(desk);
    expect(verdicts()).toEqual([
      ['kept', 'genuine'],
      ['kept', 'genuine'],
    ]);
    expect(memberWhoChecked(stored()[0]?.verdict.fingerprint ?? null)).toBe(
      ada.publicKey.slice(0, 16),
    );
    expect(stored().map(({ repeats }) => repeats)).toEqual([0, 1]);
  });

  it('takes no word about a path that another one shared, or nobody, or that is at a relay', async () => {
    shared.known = 'unknown-yet';
    const url = `https://hooks.example.com/hooks/${slotPath}`;
    const is = { isAtOrigin: true, isCreatedHere: false };
    const atRelay = { path: slotPath, webhookId: 'webhook_1', url, secret: null, ...is };
    const desks = [
      openEve(),
      openEve(),
      openDesk({ signing: eve, members: () => members(), shareable: [atRelay] }),
    ];
    for (const [at, desk] of desks.entries()) {
      if (at > 0) shareBy(desk, at === 1 ? bob : ada);
      fromAda(desk, at + 1, genuine);
      await settled(desk);
    }
    expect(stored()).toEqual([]);
  });

  it('that has it judges itself, whatever was said', async () => {
    const desk = openEve('operator');
    shareBy(desk, ada);
    fromAda(desk, 1, { ...genuine, body: bytesOf(eventBody('event_9')) }, genuine);
    await settled(desk);
    expect(verdicts()).toEqual([
      ['kept', 'genuine'],
      ['held', 'wrong'],
    ]);
    expect(memberWhoChecked(stored()[0]?.verdict.fingerprint ?? null)).toBeNull();
  });

  it('takes a relay’s when one with the secret says so, and no word of the relay', async () => {
    shared.known = 'unknown-yet';
    const desk = openEve();
    const others = [relayed('event_2'), relayed('event_3')];
    bring(desk, 1, genuine, ...(others as [ReturnType<typeof relayed>]));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(queued(desk)).toBe(1);
    const of = [{ author: relayKey, sequence: 1, path: slotPath, kinds: 'gxg' }];
    const say = (by: TeamSigning) =>
      desk.sqlite.transaction(() =>
        desk.deliveries.takeOther(entry('verdicts', 1, by.publicKey), relayedChecksBytes(of)),
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

  const verdictBy = (desk: Desk, by: TeamSigning, sequence: number, kinds: string) =>
    desk.sqlite.transaction(() =>
      desk.deliveries.takeOther(
        entry('verdicts', 1, by.publicKey),
        relayedChecksBytes([{ author: relayKey, sequence, path: slotPath, kinds }]),
      ),
    );
  const judged = (desk: Desk) =>
    desk.sqlite.all('SELECT kinds, by FROM team_judged').map((row) => ({ ...(row as object) }));

  it('believes who shared the webhook before anybody else, else the first', async () => {
    shared.known = 'unknown-yet';
    const desk = openEve('approver', (member) => member === ada.publicKey);
    shareBy(desk, ada);
    bring(desk, 1, genuine);
    verdictBy(desk, bob, 1, 'x');
    desk.deliveries.wake();
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(queued(desk)).toBe(1);
    verdictBy(desk, ada, 1, 'g');
    verdictBy(desk, bob, 1, 'x');
    await settled(desk);
    expect(verdicts()).toEqual([['kept', 'genuine']]);

    // The sharer is away: the first one's word.
    const second = openEve();
    shareBy(second, ada);
    verdictBy(second, bob, 2, 'g');
    verdictBy(second, eve, 2, 'x');
    expect(judged(second)).toEqual([{ kinds: 'g', by: bob.publicKey }]);
  });

  it('of an operator keeps what it judged itself until the same was said', async () => {
    const desk = openDesk({ signing: bob, members: () => members(), isThere: () => true });
    shareBy(desk, ada);
    bring(desk, 1, genuine);
    await settled(desk);
    verdictBy(desk, ada, 1, 'x');
    expect(judged(desk)).toEqual([{ kinds: 'g', by: null }]);
    verdictBy(desk, ada, 1, 'g');
    expect(judged(desk)).toEqual([]);
  });

  it('goes on past what nobody judges, takes it when somebody does, and leaves it out at last', async () => {
    shared.known = 'unknown-yet';
    const desk = openEve();
    for (const at of [1, 2, 3]) bring(desk, at, relayed(`event_${at}`));
    verdictBy(desk, ada, 2, 'g');
    desk.deliveries.wake();
    await expect.poll(() => desk.sqlite.all('SELECT * FROM team_unjudged').length).toBe(1);
    expect(queued(desk)).toBe(3);
    const wakeAt = async (after: number, left: number) => {
      now += after;
      desk.deliveries.wake();
      await expect.poll(() => queued(desk)).toBe(left);
    };
    await wakeAt(PASSED_OVER_MS, 2);
    expect(stored()).toHaveLength(1);
    verdictBy(desk, ada, 1, 'g');
    await wakeAt(1, 1);
    expect(stored()).toHaveLength(2);
    await wakeAt(LEFT_OUT_MS, 0);
    expect(stored()).toHaveLength(2);
    expect(desk.sqlite.all('SELECT * FROM team_unjudged')).toEqual([]);
  });

  it('of an operator holds a relay’s for the secret', async () => {
    shared.known = 'unknown-yet';
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
    expect(readRelayedChecks(desk.said[0]?.content ?? Buffer.of())).toEqual([
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
  const cursors: number[] = [];
  const deliveries = [{ ...relayed('event_1'), verdict: 'genuine' } as const];
  const desk = openDesk({
    signing,
    members: () => [memberOf(signing, 'operator')],
    shareable: [
      {
        path: slotPath,
        webhookId: 'webhook_1',
        url: 'https://a.example',
        secret: null,
        isAtOrigin: false,
        isCreatedHere: true,
      },
    ],
    sideParts: {
      received(after, paths) {
        asked.push([...paths]);
        const from = after('inbox', 5_000);
        cursors.push(from);
        return {
          inbox: 'inbox',
          upTo: 5_000,
          isMore: false,
          deliveries: from < 5_000 ? deliveries : [],
        };
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
  await expect.poll(() => cursors).toEqual([4_000, 5_000]);
  expect(desk.said).toHaveLength(2);
});

it('hears when others were reached, and of a relay for each webhook at its URL', async () => {
  const ada = createSigner();
  const signing = createSigner();
  const now = systemClock.now();
  const desk = openDesk({
    signing,
    members: () => [memberOf(ada, 'owner'), memberOf(relay, 'relay', 'https://hooks.example.com')],
    isThere: (member) => member === ada.publicKey,
  });
  const hear = (by: string, spans: Parameters<typeof coverageBytes>[0]) =>
    desk.sqlite.transaction(() =>
      desk.deliveries.takeOther(entry('coverage', 1, by), coverageBytes(spans)),
    );
  const otherPath = 'c'.repeat(32);
  const atRelay = `https://hooks.example.com/hooks/${slotPath}`;
  const own = `https://a.example/hooks/${'d'.repeat(32)}`;
  const other = `https://a.example/hooks/${otherPath}`;
  const share = (path: string, by: string) =>
    desk.sqlite.run("INSERT INTO team_webhooks (path, author, told) VALUES (?, ?, '[]')", [
      path,
      by,
    ]);
  share('d'.repeat(32), ada.publicKey);
  share(otherPath, signing.publicKey);
  hear(relayKey, [{ address: null, from: 1_000, to: 2_000 }]);
  hear(relayKey, [{ address: null, from: 2_000, to: 3_000 }]);
  // A relay says nothing of other URLs, and nobody else of its.
  hear(relayKey, [{ address: own, from: 0, to: now }]);
  hear(ada.publicKey, [
    { address: null, from: 0, to: now },
    { address: own, from: 500, to: now - 60_000 },
    // Of a webhook that another one shared, before it began, and of what is still to come.
    { address: other, from: 500, to: now },
    { address: own, from: now - 50_000, to: now - 70_000 },
    { address: own, from: now + 3_600_000, to: now + 7_200_000 },
  ]);
  hear(relayKey, [{ address: null, from: now + 3_600_000, to: now + 7_200_000 }]);
  const ways =
    desk.side.team()?.coverage({ from: 0, to: now + 1_000 }, [atRelay, own, other]) ?? [];
  expect(ways).toMatchObject([
    { address: atRelay, from: 1_000, to: 3_000 },
    // It goes on while that computer is there.
    { address: own, from: 500, to: expect.closeTo(now, -4) },
  ]);
});

it('takes a relay that is there as reached until its first report is late, and what it said where it was removed', () => {
  let now = systemClock.now();
  let isThere = true;
  let members = [memberOf(relay, 'relay', 'https://hooks.example.com')];
  const desk = openDesk({
    members: () => members,
    isThere: () => isThere,
    clock: { now: () => now },
  });
  const [atRelay, other] = ['hooks', 'a'].map((host) => `https://${host}.example.com/hooks/x`);
  const ways = () =>
    desk.side.team()?.coverage({ from: 0, to: now }, [atRelay ?? '', other ?? '']) ?? [];
  expect(ways()).toEqual([{ address: atRelay, from: now - 3 * coverageEveryMs, to: now }]);
  isThere = false;
  expect(ways()).toEqual([]);

  isThere = true;
  const started = now - 1_000;
  desk.sqlite.transaction(() =>
    desk.deliveries.takeOther(
      entry('coverage', 1),
      coverageBytes([{ address: null, from: started, to: now }]),
    ),
  );
  expect(ways()).toEqual([{ address: atRelay, from: started, to: now }]);
  const reported = now;
  now += 4 * coverageEveryMs;
  expect(ways()).toEqual([{ address: atRelay, from: started, to: reported }]);

  // Removed, as after another one took its place: what it received then is no gap.
  members = [];
  isThere = false;
  expect(ways()).toEqual([{ address: atRelay, from: started, to: reported }]);
});

it('says what it saw again after its clock was set back', async () => {
  const signing = createSigner();
  let now = systemClock.now() + 24 * 3_600_000;
  const address = `https://a.example/hooks/${slotPath}`;
  const desk = openDesk({
    signing,
    members: () => [memberOf(signing, 'operator')],
    clock: { now: () => now },
    sideParts: { ownCoverage: (within) => [{ ...within, address }] },
  });
  const said = async (count: number) => {
    desk.deliveries.wake();
    const told = () => desk.sqlite.texts('SELECT CAST(up_to AS TEXT) FROM team_told_coverage');
    await expect.poll(() => told()).toEqual([String(now)]);
    expect(desk.said).toHaveLength(count);
  };
  await said(1);
  now -= 24 * 3_600_000;
  await said(1);
  now += coverageEveryMs;
  await said(2);
  const [span] = readCoverage(desk.said[1]?.content ?? Buffer.of());
  expect(span).toEqual({ address, from: now - coverageEveryMs, to: now });
});
