import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSqlite } from '../../../platform/sqlite.ts';
import { testFolder } from '../../../platform/testing/test-folder.ts';
import { openInbox } from '../../features/webhooks/inbox/inbox.ts';
import { inboxKeysOf } from '../../features/webhooks/inbox/sealing.ts';
import type { Inbox } from '../../features/webhooks/inbox/types.ts';
import {
  delivery,
  eventBody,
  profileId,
  receivedAt,
  slotPath,
} from '../../features/webhooks/testing/deliveries.ts';
import { listDeliveries, nextDeliveries } from './backup-deliveries.ts';
import { bringDeliveries, type DeliveriesHere } from './bring-deliveries.ts';
import type { ErasedFacts } from './erased-facts.ts';
import { whatStays } from './restore-document.ts';

const nobody: ErasedFacts = { ids: [], texts: [], figures: [] };
const calls = { listDeliveries, nextDeliveries };
const run = (async (name: keyof typeof calls, order: never) => calls[name](order)) as never;

let root = '';
let there: Awaited<ReturnType<typeof openOne>>;
let here: Awaited<ReturnType<typeof openOne>>;
beforeEach(async () => {
  root = testFolder();
  there = await openOne(1);
  here = await openOne(2);
  const { publicKey } = inboxKeysOf(there.sealKey);
  await there.inbox.setProfileKey(profileId, publicKey);
  const reservedAt = '2026-11-20T10:00:00.000Z';
  const slot = { profileId, intentKey: 'intent_1', webhookId: 'webhook_1', reservedAt };
  await there.inbox.reserve({ ...slot, path: slotPath });
});
afterEach(async () => {
  await there.inbox.close();
  await here.inbox.close();
});

/** An inbox of an installation, and the seal key that its profile has there. */
async function openOne(number: number) {
  const inboxFile = { file: join(root, `${number}.db`), key: new Uint8Array(32).fill(number) };
  const sealKey = new Uint8Array(32).fill(number + 4);
  return { inbox: await openInbox(inboxFile), inboxFile, sealKey };
}

const bring = (more: { erased?: ErasedFacts; isTrial?: boolean; to?: DeliveriesHere } = {}) =>
  bringDeliveries(run, more.to ?? here, {
    profileId,
    from: { ...there.inboxFile, sealKey: there.sealKey },
    sealKey: here.sealKey,
    erased: more.erased ?? nobody,
    isTrial: more.isTrial ?? false,
  });

const at = (minute: number): number => receivedAt + minute * 60_000;
const held = (id: string, minute: number) =>
  delivery(eventBody(id), { at: at(minute), known: 'unknown-yet' });
const fill = () =>
  there.inbox.append([
    delivery(eventBody('event_1'), { at: at(1) }),
    held('event_2', 2),
    delivery(eventBody('event_3'), { at: at(3) }),
    delivery(eventBody('event_4'), { at: at(4), signedWith: 'another' }),
  ]);

/** What is stored, oldest first: when it came, how it was checked, and its content. */
const storedIn = (
  { inbox, sealKey }: { readonly inbox: Inbox; readonly sealKey: Uint8Array },
  keeping?: 'kept',
) =>
  inbox
    .deliveries({ profileId, limit: 10_000, ...(keeping === undefined ? {} : { keeping }) })
    .toReversed()
    .map(({ arrival, receivedAt, keeping, verdict, ...stored }) => ({
      receivedAt,
      keeping,
      slotPath: stored.slotPath,
      kind: verdict.kind,
      fingerprint: verdict.fingerprint,
      webhookId: verdict.webhookId,
      ...inbox.content(arrival, inboxKeysOf(sealKey).privateKey),
    }));

it('brings each as it was received and checked, in order, into an inbox that knows nothing of it', async () => {
  await fill();
  const said = { count: 3, firstAt: '2026-11-20T12:01:00.000Z', left: 0 };
  const found = { ...said, lastAt: '2026-11-20T12:03:00.000Z' };
  expect(await bring({ isTrial: true })).toEqual(found);
  expect(here.inbox.slots()).toEqual([]);

  expect(await bring()).toEqual(found);
  // Quarantined ones stay, and the document says so.
  expect(storedIn(here)).toEqual(storedIn(there).slice(0, 3));
  expect(storedIn(there)[3]).toMatchObject({ keeping: 'quarantined' });
  expect(whatStays).toContain('quarantined deliveries are left out');
  expect(here.inbox.slot(slotPath)).toMatchObject({ intentKey: 'intent_1', profileId });
  expect([1, 2, 3].map(here.inbox.isFromBackup)).toEqual([true, true, true]);
  expect(here.inbox.counts(slotPath)).toMatchObject({
    verdicts: { genuine: 2, 'not-yet-judged': 1 },
    repeats: 0,
    held: 1,
  });
});

it('brings what is not here alone, and nothing the second time', async () => {
  await fill();
  await bring();
  // Checked there since, and something came there and here.
  await there.inbox.appendVerdicts(
    [{ arrival: 2, verdict: delivery(eventBody('event_2')).verdict }],
    at(5),
  );
  await there.inbox.append([delivery(eventBody('event_5'), { at: at(6) })]);
  await here.inbox.append([delivery(eventBody('event_6'), { at: at(7) })]);
  const before = here.inbox.counts(slotPath);
  expect(await bring({ isTrial: true })).toMatchObject({ count: 2 });
  expect(await bring()).toMatchObject({ count: 2 });
  expect(await bring()).toEqual({ count: 0, firstAt: null, lastAt: null, left: 0 });
  expect(here.inbox.counts(slotPath)).toMatchObject({
    repeats: 0,
    verdicts: { genuine: 5 },
    lastReceivedAt: at(7),
  });
  expect(before.verdicts.genuine).toBe(3);
});

it('brings what is here without its content, as a repair of a damaged inbox leaves it', async () => {
  await fill();
  await bring();
  const sqlite = openSqlite(here.inboxFile);
  // Of both verified ones, which share it.
  sqlite.exec('DELETE FROM blocks WHERE block = 1');
  sqlite.close();
  expect(await bring()).toMatchObject({ count: 2, left: 0 });
  const { privateKey } = inboxKeysOf(here.sealKey);
  const newest = here.inbox.deliveries({ profileId, limit: 2 });
  const ids = newest.map(({ arrival }) => here.inbox.content(arrival, privateKey)?.body ?? []);
  expect(Buffer.concat(ids.map((id) => Buffer.from(id))).toString()).toMatch(/event_3.*event_1/);
  expect(await bring()).toMatchObject({ count: 0 });
});

it('goes on where it was cut off', async () => {
  const many = Array.from({ length: 450 }, (_none, index) => index);
  await there.inbox.append(many.map((n) => delivery(eventBody(`event_${n}`), { at: at(n) })));
  let groups = 0;
  const appendFrom: Inbox['appendFrom'] = async (...given) => {
    groups += 1;
    if (groups === 2) throw new Error('killed');
    return await here.inbox.appendFrom(...given);
  };
  const to = { ...here, inbox: { ...here.inbox, appendFrom } };
  await expect(bring({ to })).rejects.toThrow('killed');
  const first = storedIn(here).length;
  expect([first > 0, first < many.length]).toEqual([true, true]);
  expect(await bring()).toMatchObject({ count: many.length - first, left: 0 });
  expect(storedIn(here)).toEqual(storedIn(there));
});

it('stores nothing personal of who was erased, by ID or by what tells who it is', async () => {
  const about = (id: string, customer: object, minute: number, known?: 'unknown-yet') =>
    delivery(eventBody(id, { data: { customer } }), {
      at: at(minute),
      ...(known === undefined ? {} : { known }),
    });
  await there.inbox.append([
    about('event_1', { id: 'customer_1', email: 'ada@example.com' }, 1),
    about('event_2', { id: 'customer_2', email: 'bob@example.com' }, 2),
    about('event_3', { id: 'customer_1', email: 'ada@example.com' }, 3, 'unknown-yet'),
    delivery('Dear ADA@example.com', { at: at(4) }),
    about('event_5', { id: 'customer_1', email: 'ada@example.com' }, 9),
  ]);
  // Recorded again from then on.
  const end = new Date(at(8)).toISOString();
  const ids = [['customer_1', end]] as const;
  const erased = { ids, texts: [['ada@example.com', end]] as const, figures: [] };
  const found = { count: 4, left: 1 };
  expect(await bring({ erased, isTrial: true })).toMatchObject(found);
  expect(await bring({ erased })).toMatchObject(found);
  const bodies = storedIn(here).map(({ body }) => Buffer.from(body ?? []).toString());
  expect(bodies.map((body) => /ada@/i.test(body))).toEqual([false, false, false, true]);
  expect(bodies[0]).toContain('customer_1');
  expect(bodies[1]).toContain('bob@example.com');
  expect(storedIn(here).map(({ headers }) => headers?.length)).toEqual([1, 2, 1, 2]);
  expect(await bring({ erased })).toMatchObject({ count: 0, left: 1 });
});

it('leaves what can’t be held and brings the rest', async () => {
  await fill();
  const appendFrom: Inbox['appendFrom'] = async (group, from) =>
    group.some(({ verdict }) => verdict.kind === 'not-yet-judged')
      ? 'no-room'
      : await here.inbox.appendFrom(group, from);
  const to = { ...here, inbox: { ...here.inbox, appendFrom } };
  expect(await bring({ to })).toMatchObject({ count: 2, left: 1 });
  expect(storedIn(here, 'kept')).toHaveLength(2);
});
