import { afterEach, beforeEach, expect, it } from 'vitest';
import { sign } from '../../../../contract/signature.ts';
import { createSignatureCheck } from '../signature-checks/check-signature.ts';
import {
  bytesOf,
  delivery,
  openTestInbox,
  ownSecret,
  profileId,
  secrets,
  slotPath,
} from '../testing/deliveries.ts';
import { createDeliverySource } from './delivery-source.ts';
import type { DeliverySource } from './types.ts';

let test: Awaited<ReturnType<typeof openTestInbox>>;
let source: DeliverySource;
beforeEach(async () => {
  test = await openTestInbox();
  const read = (arrival: number) => ({
    ...({ arrival, slotPath, receivedAt: 0, role: 'first', deviations: [] } as const),
    ...{ eventId: 'event_1', eventName: 'payout.create', isMock: false },
  });
  source = createDeliverySource({
    ...{ inbox: test.inbox, profileId, privateKey: test.keys.privateKey },
    intake: { read, takenInUpTo: test.inbox.lastSequence },
  });
});
afterEach(() => test.remove());

const signed = '{"id":"event_1","name":"payout.create","data":{"payout":{"n":9007199254740992}}}';
const signature = sign(bytesOf(signed), ownSecret.secret);
/** These bytes under the signature of others. */
const asSigned = (text: string) => {
  const raw = delivery(text);
  return {
    ...raw,
    rawHeaders: [
      'Content-Type',
      'application/json',
      'Content-Encoding',
      'x',
      'Signature',
      signature,
    ],
    verdict: createSignatureCheck().judge(raw.body, signature, secrets),
  };
};
const sent = (arrival: number) => {
  const content = source.content(arrival);
  return content === null ? null : new TextDecoder().decode(content.body);
};

it('what goes on is what was signed: another spelling of it, with other digits, does not', async () => {
  const forged = signed.replace('9007199254740992', '9007199254740993');
  expect(await test.inbox.append([asSigned(forged), asSigned(signed)])).toEqual(['kept', 'kept']);
  expect(sent(1)).toBe(signed);
  expect(source.content(1)?.headers).toEqual([
    ['content-type', 'application/json'],
    ['signature', signature],
  ]);
  expect(source.sameness(1)).toBe(source.sameness(2));
});

it('nothing of a body that names a key twice goes on, and the genuine one is no repeat of it', async () => {
  const forged = signed.replace('"data":', '"data":{"payout":{"to":"thief"}},"data":');
  const appended = await test.inbox.append([asSigned(forged), asSigned(signed)]);
  expect(appended).toEqual(['quarantined', 'kept']);
  expect(sent(1)).toBeNull();
  expect(sent(2)).toBe(signed);
});
