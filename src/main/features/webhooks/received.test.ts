/** What of the inbox goes to a team: verified, as it came, of its own paths, and of nobody who was erased. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkedByMember } from './signature-checks/types.ts';
import { createReceived } from './team-side.ts';
import {
  delivery,
  eventBody,
  openTestInbox,
  otherPath,
  otherSecret,
  profileId,
  slotPath,
} from './testing/deliveries.ts';

let test: Awaited<ReturnType<typeof openTestInbox>>;
let erased: string[];
let takenInUpTo: number;
beforeEach(async () => {
  test = await openTestInbox();
  erased = [];
  takenInUpTo = Number.MAX_SAFE_INTEGER;
});
afterEach(() => test.remove());

const open = () =>
  createReceived({
    inbox: test.inbox,
    profileId,
    privateKey: test.keys.privateKey,
    intake: { takenInUpTo: () => takenInUpTo },
    records: { erased: { names: () => ({ ids: erased, figures: [] }) } } as never,
  });
const idsOf = (deliveries: ReturnType<ReturnType<typeof open>>['deliveries']) =>
  deliveries.map(({ body }) => JSON.parse(Buffer.from(body).toString()).id);

it('is what was verified here at these paths, byte for byte', async () => {
  const told = delivery(eventBody('event_4'));
  await test.inbox.append([
    delivery(eventBody('event_1')),
    delivery(eventBody('event_2'), { signedWith: 'another' }),
    delivery(eventBody('event_3'), { path: otherPath, signedWith: otherSecret.secret }),
    // Another computer told it.
    { ...told, verdict: { ...told.verdict, fingerprint: checkedByMember('ab'.repeat(32)) } },
  ]);
  const read = open()(() => 0, new Set([slotPath]));
  expect(idsOf(read.deliveries)).toEqual(['event_1']);
  const [first] = read.deliveries;
  expect(first).toMatchObject({
    path: slotPath,
    verdict: 'genuine',
    receivedAt: expect.any(Number),
  });
  expect(first?.rawHeaders.map((text) => text.toLowerCase())).toContain('signature');
  expect(read).toMatchObject({ inbox: test.inbox.inboxId, isMore: false });
  expect(open()(() => read.upTo, new Set([slotPath])).deliveries).toEqual([]);
});

it('is nothing that names who was erased, that a backup brought, nor what is not taken in yet', async () => {
  await test.inbox.appendFrom([delivery(eventBody('event_0'))], 'backup');
  await test.inbox.append([delivery(eventBody('event_1')), delivery(eventBody('event_2'))]);
  erased = ['event_1'];
  expect(idsOf(open()(() => 0, new Set([slotPath])).deliveries)).toEqual(['event_2']);
  takenInUpTo = 0;
  expect(open()(() => 0, new Set([slotPath]))).toMatchObject({ deliveries: [], upTo: 0 });
});

it('comes a few at a time, however much there is', async () => {
  const all = Array.from({ length: 120 }, (_none, index) => delivery(eventBody(`event_${index}`)));
  await test.inbox.append(all);
  const received = open();
  const found: string[] = [];
  let upTo = 0;
  let isMore = true;
  while (isMore) {
    const read = received(() => upTo, new Set([slotPath]));
    found.push(...idsOf(read.deliveries));
    ({ upTo, isMore } = read);
  }
  expect(found).toHaveLength(120);
});
