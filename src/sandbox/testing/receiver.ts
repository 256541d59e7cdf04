/** A webhook receiver for tests: real HTTPS on loopback, responds as set, records deliveries. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { testCertificate } from './certificate.ts';

export interface Received {
  readonly path: string;
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
  readonly from: string;
}

/** Answers a delivery. */
export type Responder = (response: ServerResponse, received: Received, index: number) => void;

export interface Receiver {
  /** For example `https://127.0.0.1:41234`. */
  readonly origin: string;
  /** PEM to trust. */
  readonly ca: string;
  readonly received: readonly Received[];
  /** From now on. */
  answerWith(responder: Responder): void;
  /** Resolves once this holds for what was received. The test's own timeout bounds it. */
  until(condition: (received: readonly Received[]) => boolean): Promise<readonly Received[]>;
  close(): Promise<void>;
}

/** Answers every delivery with this status. */
export const status =
  (code: number, headers: Record<string, string> = {}): Responder =>
  (response) => {
    response.writeHead(code, headers).end();
  };

export async function startReceiver(port = 0, certificate = testCertificate()): Promise<Receiver> {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  let respond: Responder = status(200);

  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const delivery = {
      path: request.url ?? '',
      body: Buffer.concat(chunks).toString('utf8'),
      headers: request.headers,
      from: request.socket.remoteAddress ?? '',
    };
    received.push(delivery);
    respond(response, delivery, received.length - 1);
    for (const check of waiting) check();
  };

  const server = createServer(certificate, (request, response) => {
    // A connection cut half way is not a failure of the receiver.
    take(request, response).catch(() => undefined);
  });
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ca: certificate.cert,
    received,
    answerWith: (responder) => {
      respond = responder;
    },
    until: (condition) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (!condition(received)) return;
          waiting.delete(check);
          resolve(received);
        };
        waiting.add(check);
        check();
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
