/** As much of the receiver as a tunnel sees: it knows its nonces, and keeps what else comes. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import {
  checkHeader,
  type ExpectedCheck,
  hooksPrefix,
} from '../../../src/main/features/webhooks/receiver/types.ts';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface ProofReceiver {
  readonly port: number;
  readonly received: readonly Received[];
  /** Nonces that came back, in order. */
  readonly nonces: readonly string[];
  expectProof(path: string, nonce: string): ExpectedCheck;
  stop(): Promise<void>;
}

export interface ProofReceiverOptions {
  readonly tls?: { readonly key: string; readonly cert: string };
  /** How it answers a proof; 204 as the real one unless told. */
  readonly answer?: number;
}

export async function startProofReceiver(
  options: ProofReceiverOptions = {},
): Promise<ProofReceiver> {
  const expected = new Map<string, (at: number) => void>();
  const received: Received[] = [];
  const nonces: string[] = [];
  const handle: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => undefined);
    request.on('end', () => {
      const path = request.url ?? '';
      const nonce = String(request.headers[checkHeader] ?? '');
      const arrive = expected.get(`${path} ${nonce}`);
      if (arrive !== undefined && request.method === 'POST') {
        expected.delete(`${path} ${nonce}`);
        nonces.push(nonce);
        arrive(Date.now());
        response.writeHead(options.answer ?? 204).end();
        return;
      }
      received.push({ path, headers: request.headers, body: Buffer.concat(chunks) });
      response.writeHead(nonce === '' ? 200 : 401).end();
    });
  };
  const server =
    options.tls === undefined ? createServer(handle) : createTlsServer(options.tls, handle);
  server.listen({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    received,
    nonces,
    expectProof: (path, nonce) => {
      const { promise, resolve } = Promise.withResolvers<number>();
      const key = `${hooksPrefix}${path} ${nonce}`;
      expected.set(key, resolve);
      return { arrived: promise, cancel: () => void expected.delete(key) };
    },
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
