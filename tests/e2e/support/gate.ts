import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The service behind a gate: it does its work at once, and one of its answers waits. */
export interface Gate {
  readonly baseUrl: string;
  /** The answers that wait go out, and those that follow. */
  open(): void;
  stop(): Promise<void>;
}

/** `gated`: method and path of the operation whose answers wait until the gate is opened. */
export async function startGate(serviceUrl: string, gated: string): Promise<Gate> {
  const opening = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '/', headers } = request;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const answer = await fetch(`${serviceUrl}${url}`, {
      method,
      headers: {
        authorization: headers.authorization ?? '',
        'content-type': headers['content-type'] ?? 'application/json',
      },
      ...(method === 'GET' ? {} : { body: Buffer.concat(chunks) }),
    });
    const body = await answer.text();
    if (`${method} ${url}` === gated) await opening.promise;
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    open: () => opening.resolve(),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
