import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReadError } from '../../../contract/errors.ts';
import type { EventId } from '../../../contract/ids.ts';
import { createServiceClient } from './service-client.ts';
import {
  clientOptions,
  customerBody,
  customerInput,
  envelopeBody,
  errorEnvelopeBody,
  generalBody,
  problemBody,
  validationBody,
} from './testing/fixtures.ts';
import { rawServer, start } from './testing/servers.ts';

/** A client whose fetch answers with this, without a line in between. */
const clientOf = (status: number, body: string | Uint8Array<ArrayBuffer>) =>
  createServiceClient(
    clientOptions('https://service.test', async () => {
      const isEmpty = [204, 205, 304].includes(status);
      return new Response(isEmpty ? null : body, { status });
    }),
  );

const shapes = [
  customerBody,
  validationBody,
  generalBody,
  problemBody,
  envelopeBody({ customer: customerBody }),
  errorEnvelopeBody(400),
  errorEnvelopeBody(500),
];

/** Any JSON, bodies of the interface, and bodies of the interface with one key spoilt. */
const anyBody = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(...shapes),
  fc
    .tuple(fc.constantFrom<Record<string, unknown>>(...shapes), fc.nat(), fc.jsonValue())
    .map(([shape, at, value]) => {
      const keys = Object.keys(shape);
      return { ...shape, [keys[at % keys.length] ?? 'id']: value };
    }),
);
/** Refused whatever the body, unless a known form of it says otherwise. */
const turnedAway = [401, 405, 411, 413, 414, 415, 421, 429, 431];
const isRefusal = ({ form, statusInBody }: ReadError, status: number): boolean => {
  if (form === 'unknown') return turnedAway.includes(status);
  const says = statusInBody ?? status;
  // A number that no HTTP answer has says nothing.
  const isNone = says < 200 || says >= 600;
  return isNone || Math.floor(says / 100) === 4;
};
const anyStatus = fc.integer({ min: 200, max: 599 });

describe('whatever comes back', () => {
  it('never makes a write look unsent, and refuses only by a 4xx that is known', async () => {
    await fc.assert(
      fc.asyncProperty(anyStatus, anyBody, async (status, body) => {
        const outcome = await clientOf(status, JSON.stringify(body)).createCustomer(customerInput);
        expect(outcome.kind).not.toBe('not-sent');
        if (outcome.kind === 'answered') {
          expect(status).toBeLessThan(300);
          expect(outcome.resource.id).toMatch(/^customer_/);
        }
        if (outcome.kind === 'refused') {
          expect(isRefusal(outcome.error, status)).toBe(true);
          expect(status < 300 || (status >= 400 && status < 500)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('is survived when it is no text at all', async () => {
    await fc.assert(
      fc.asyncProperty(anyStatus, fc.uint8Array({ maxLength: 64 }), async (status, bytes) => {
        const client = clientOf(status, new Uint8Array(bytes));
        const write = await client.createCustomer(customerInput);
        expect(['unknown', 'refused']).toContain(write.kind);
        const read = await client.getEvent('event_e1' as EventId);
        expect(read.kind).toBe('failed');
        await client.probe();
      }),
      { numRuns: 200 },
    );
  });

  it('does not exhaust the stack when it is nested as deep as is read', async () => {
    const deep = `{"ok":false,"statusCode":400,"message":"no","error":${'['.repeat(98)}"in"${']'.repeat(98)}}`;
    const outcome = await clientOf(400, deep).createCustomer(customerInput);
    expect(outcome).toMatchObject({
      kind: 'refused',
      error: { messages: expect.arrayContaining(['no']) },
    });
  });

  it('keeps a key named __proto__ from reaching any prototype', async () => {
    const body = JSON.stringify(customerBody).replace('{', '{"__proto__":{"polluted":true},');
    const outcome = await clientOf(201, body).createCustomer(customerInput);
    expect(outcome.kind).toBe('answered');
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});

describe('a server that means harm', () => {
  const head = 'HTTP/1.1 200 OK\r\nconnection: close\r\n';
  const tricks: [string, string, (socket: Socket) => void][] = [
    [
      'sends headers without end',
      'network',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        const pour = () => {
          if (!socket.destroyed) socket.write(`x-${'a'.repeat(1000)}: b\r\n`, pour);
        };
        pour();
      },
    ],
    [
      'says gzip and sends something else',
      'cut',
      (socket) => socket.end(`${head}content-encoding: gzip\r\ncontent-length: 5\r\n\r\nhello`),
    ],
    [
      'packs 64 MiB into a few kilobytes',
      'too-large',
      (socket) => {
        const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, 0x20));
        socket.write(`${head}content-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`);
        socket.end(bomb);
      },
    ],
    [
      'drips one byte at a time',
      'timeout',
      (socket) => {
        socket.write(`${head}transfer-encoding: chunked\r\n\r\n`);
        const drip = () => {
          if (!socket.destroyed) setTimeout(() => socket.write('1\r\n \r\n', drip), 20);
        };
        drip();
      },
    ],
    [
      'goes on with 100 Continue',
      'timeout',
      (socket) => {
        const go = () => {
          if (!socket.destroyed) {
            setTimeout(() => socket.write('HTTP/1.1 102 Processing\r\n\r\n', go), 20);
          }
        };
        go();
      },
    ],
    [
      'gives two lengths',
      'network',
      (socket) => socket.end(`${head}content-length: 2\r\ncontent-length: 20\r\n\r\n{}`),
    ],
    [
      'changes the protocol',
      'network',
      (socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\n\r\n'),
    ],
  ];

  it.each(tricks)('and %s leaves the write unknown: %s', async (_what, cause, behave) => {
    const server = await start(rawServer(behave));
    const base = `http://127.0.0.1:${server.port}`;
    const client = createServiceClient(
      clientOptions(base, fetch, { timeouts: { writeMs: cause === 'timeout' ? 200 : 5_000 } }),
    );
    expect(await client.createCustomer(customerInput)).toMatchObject({ kind: 'unknown', cause });
  });
});
