import { afterEach, beforeEach, expect, it } from 'vitest';
import { sign } from '../../../../contract/signature.ts';
import { createSignatureCheck } from '../signature-checks/check-signature.ts';
import {
  bytesOf,
  delivery,
  eventBody,
  openTestInbox,
  ownSecret,
  profileId,
  receivedAt,
  secrets,
} from '../testing/deliveries.ts';
import type { IncomingDelivery } from './types.ts';

let test: Awaited<ReturnType<typeof openTestInbox>>;
beforeEach(async () => {
  test = await openTestInbox();
});
afterEach(() => test.remove());

const body = JSON.stringify(eventBody('event_1'));
const raw = delivery(body);
/** Another spelling of the same JSON, under the signature of the genuine one. */
const anew = writtenAnew(`${body} `);
const kinds = () =>
  test.inbox.deliveries({ profileId, limit: 10 }).map(({ verdict }) => verdict.kind);

function writtenAnew(text: string, known: typeof secrets | 'locked' = secrets): IncomingDelivery {
  const bytes = bytesOf(text);
  const signature = sign(bytesOf(body), ownSecret.secret);
  return { ...raw, body: bytes, verdict: createSignatureCheck().judge(bytes, signature, known) };
}

it('the bytes that were signed are kept after another spelling of them, and are the ones that repeat', async () => {
  expect(await test.inbox.append([anew, writtenAnew(`${body}\n`)])).toEqual(['kept', 'repeat']);
  expect(await test.inbox.append([raw, raw, anew])).toEqual(['kept', 'repeat', 'repeat']);
  await test.reopen();
  expect(await test.inbox.append([anew, raw])).toEqual(['repeat', 'repeat']);
  expect(kinds()).toEqual(['genuine', 'genuine-reserialised']);
});

it('another spelling that comes after them is a repeat, in the same group too', async () => {
  expect(await test.inbox.append([raw, anew])).toEqual(['kept', 'repeat']);
  expect(await test.inbox.append([anew])).toEqual(['repeat']);
  expect(kinds()).toEqual(['genuine']);
});

it('the order in which both became genuine counts, however late one was judged', async () => {
  await test.inbox.append([writtenAnew(`${body} `, 'locked'), { ...raw, verdict: unjudged() }]);
  const judged = (arrival: number, { verdict }: IncomingDelivery) => [{ arrival, verdict }];
  await test.inbox.appendVerdicts(judged(1, anew), receivedAt);
  await test.inbox.appendVerdicts(judged(2, raw), receivedAt);
  await test.reopen();
  expect(await test.inbox.append([raw])).toEqual(['repeat']);
  expect(kinds()).toEqual(['genuine', 'genuine-reserialised']);
});

it('both are there to be superseded after a restart, where one was judged later and one at once', async () => {
  await test.inbox.append([writtenAnew(`${body} `, 'locked')]);
  await test.inbox.appendVerdicts([{ arrival: 1, verdict: anew.verdict }], receivedAt);
  expect(await test.inbox.append([raw])).toEqual(['kept']);
  await test.reopen();
  expect(await test.inbox.append([raw])).toEqual(['repeat']);
});

const unjudged = () => createSignatureCheck().judge(raw.body, 'ab'.repeat(32), 'locked');
