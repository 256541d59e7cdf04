import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sign } from '../../../../contract/signature.ts';
import type { RawHeaders } from '../inbox/types.ts';
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
import { createDeliverySource, forwardedHeaders } from './delivery-source.ts';
import type { DeliverySource } from './types.ts';

let test: Awaited<ReturnType<typeof openTestInbox>>;
let source: DeliverySource;
beforeEach(async () => {
  test = await openTestInbox();
  const read = (arrival: number) => ({
    arrival,
    slotPath,
    receivedAt: 0,
    role: 'first' as const,
    deviations: [],
    eventId: 'event_1',
    eventName: 'payout.create',
    isMock: false,
  });
  source = createDeliverySource({
    inbox: test.inbox,
    profileId,
    privateKey: test.keys.privateKey,
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

const headersOf = (raw: RawHeaders) => forwardedHeaders(raw, 'genuine');

describe('headers of a forwarded delivery', () => {
  it('are the signature and all about the content, with their values as they came', () => {
    expect(
      headersOf([
        ['Host', 'hooks.example.com'],
        ['Content-Type', 'application/json; charset=utf-8'],
        ['Content-Encoding', 'gzip'],
        ['CONTENT-LANGUAGE', 'en'],
        ['Content-Digest', 'sha-256=:AbC=:'],
        ['Signature', 'AB12'],
        ['Content-Length', '12'],
        ['User-Agent', 'service'],
        ['Authorization', 'Basic eDp5'],
        ['Cookie', 'a=b'],
        ['X-Forwarded-For', '203.0.113.7'],
      ]),
    ).toEqual([
      ['content-type', 'application/json; charset=utf-8'],
      ['content-encoding', 'gzip'],
      ['content-language', 'en'],
      ['content-digest', 'sha-256=:AbC=:'],
      ['signature', 'AB12'],
    ]);
  });

  it('are never those of the connection, also where they are named as such', () => {
    expect(
      headersOf([
        ['Connection', 'keep-alive, Content-Language , TE'],
        ['connection', 'digest'],
        ['Keep-Alive', 'timeout=5'],
        ['Transfer-Encoding', 'chunked'],
        ['TE', 'trailers'],
        ['Trailer', 'Digest'],
        ['Upgrade', 'h2c'],
        ['Proxy-Authorization', 'Basic eDp5'],
        ['Content-Language', 'en'],
        ['Digest', 'sha-256=x'],
        ['Content-Type', 'application/json'],
      ]),
    ).toEqual([['content-type', 'application/json']]);
  });

  it('are the first content type only, and each line of the others', () => {
    expect(
      headersOf([
        ['content-type', 'application/json'],
        ['content-type', 'text/plain'],
        ['content-encoding', 'br'],
        ['content-encoding', 'gzip'],
      ]),
    ).toEqual([
      ['content-type', 'application/json'],
      ['content-encoding', 'br'],
      ['content-encoding', 'gzip'],
    ]);
  });

  it('are the signature and the type where the bytes that go on are not the ones that came', () => {
    const raw = [
      ['Content-Type', 'application/json'],
      ['Content-Encoding', 'gzip'],
      ['Content-Digest', 'sha-256=:AbC=:'],
      ['Signature', 'AB12'],
    ] as const;
    expect(forwardedHeaders(raw, 'genuine-reserialised')).toEqual([
      ['content-type', 'application/json'],
      ['signature', 'AB12'],
    ]);
  });
});
