import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How every POST is answered. */
export interface ScriptedAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface ScriptedService {
  readonly baseUrl: string;
  stop(): Promise<void>;
}

/** A service that takes any token and answers what a test says, for words that no sandbox says. */
export async function startScriptedService(answer: ScriptedAnswer): Promise<ScriptedService> {
  const server = createServer((request, response) => {
    request.resume();
    const isProbe = request.method === 'GET';
    const { status, headers = {}, body } = isProbe ? notFound : answer;
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}`, stop: () => stopped(server) };
}

/** A known error form proves the token (decisions 31). */
const notFound: ScriptedAnswer = {
  status: 404,
  body: { ts: '2026-11-20T12:00:00.000Z', error: { general: 'Event not found' } },
};

function stopped(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((done) => server.close(() => done()));
}
