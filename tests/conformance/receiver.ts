/** A webhook receiver for the delivery rules of section 6: HTTPS on loopback, with its own CA. */
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { testCertificate } from '../../src/sandbox/testing/certificate.ts';
import { Violation } from './outcome.ts';

/** One request that came in. */
export interface Received {
  readonly path: string;
  readonly method: string;
  readonly body: Uint8Array;
  readonly signature: string | null;
  readonly contentType: string | null;
  readonly senderAddress: string;
}

export interface Receiver {
  /** For example `https://127.0.0.1:41234`. */
  readonly origin: string;
  /** PEM that the server under test must trust. */
  readonly ca: string;
  /** A path of its own, and what comes to it. */
  open(): Inbox;
  close(): Promise<void>;
}

export interface Inbox {
  /** Where deliveries go. */
  readonly url: string;
  readonly received: readonly Received[];
  /** The next deliveries are answered with these statuses, then with 200 again. */
  answerNext(...statuses: readonly number[]): void;
  /** Resolves once this holds. @throws Violation when it does not within the time. */
  until(condition: (received: readonly Received[]) => boolean, what: string): Promise<void>;
}

const WAIT_MS = 15_000;
const OK = 200;

/** Starts to listen on a free port. */
export async function startReceiver(): Promise<Receiver> {
  const { cert, key } = testCertificate();
  const inboxes = new Map<string, { take: (received: Received) => number }>();
  const server = createServer({ cert, key }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url = '/', method = '', headers, socket } = request;
      const { signature, 'content-type': contentType = null } = headers;
      const status = inboxes.get(url)?.take({
        path: url,
        method,
        body: Buffer.concat(chunks),
        signature: typeof signature === 'string' ? signature : null,
        contentType,
        senderAddress: socket.remoteAddress ?? '',
      });
      response.writeHead(status ?? 404).end();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    ca: cert,
    open: () => {
      const path = `/inbox/${inboxes.size + 1}`;
      const { inbox, take } = createInbox(`${origin}${path}`);
      inboxes.set(path, { take });
      return inbox;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

function createInbox(url: string) {
  const received: Received[] = [];
  const statuses: number[] = [];
  const waiting = new Set<() => void>();
  const inbox: Inbox = {
    url,
    received,
    answerNext: (...next) => void statuses.push(...next),
    until: (condition, what) =>
      new Promise((resolve, reject) => {
        const stop = (): void => {
          clearTimeout(timer);
          waiting.delete(check);
        };
        const check = (): void => {
          if (!condition(received)) return;
          stop();
          resolve();
        };
        const timer = setTimeout(() => {
          stop();
          const came = `${received.length} deliveries came`;
          reject(new Violation(`${what}: not within ${WAIT_MS / 1_000} s (${came})`));
        }, WAIT_MS);
        waiting.add(check);
        check();
      }),
  };
  const take = (one: Received): number => {
    received.push(one);
    for (const check of [...waiting]) check();
    return statuses.shift() ?? OK;
  };
  return { inbox, take };
}
