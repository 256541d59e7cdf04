import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Forwarded {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A program under development, on this computer: what is forwarded goes there. */
export interface LocalTarget {
  readonly url: string;
  /** What it got, in order. */
  readonly received: readonly Forwarded[];
  /** Names of the events that it got, in order. */
  names(): string[];
  /** What it answers from now on; 200 before. */
  answerWith(status: number): void;
  stop(): Promise<void>;
}

export async function startLocalTarget(): Promise<LocalTarget> {
  const received: Forwarded[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks) });
      response.writeHead(status).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    names: () => received.map(({ body }) => (JSON.parse(body.toString()) as { name: string }).name),
    answerWith(wanted) {
      status = wanted;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
