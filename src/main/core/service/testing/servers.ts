/** Real servers for tests: well behaved, or misbehaving on purpose. */
import http from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';
import net from 'node:net';
import { onTestFinished } from 'vitest';

/** What a server was asked. */
export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

export interface TestServer {
  readonly port: number;
  /** Requests of an http server, connections of a raw one. */
  readonly seen: readonly Seen[];
  close(): Promise<void>;
}

/** Listens on a free port of loopback. */
export async function listen(server: Server, seen: readonly Seen[] = []): Promise<TestServer> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    for (const socket of sockets) socket.destroy();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { port, seen, close };
}

/** Closed when the test ends. */
export async function start(server: Promise<TestServer>): Promise<TestServer> {
  const started = await server;
  onTestFinished(() => started.close());
  return started;
}

export type Answering = (response: http.ServerResponse, seen: Seen, count: number) => void;

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answering =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

/** Answers each whole request; `count` begins at 1. */
export function httpServer(answer: Answering): Promise<TestServer> {
  const seen: Seen[] = [];
  return listen(
    http.createServer((request, response) => listenTo(request, response, seen, answer)),
    seen,
  );
}

/** The handler behind httpServer, for servers made another way. */
export function listenTo(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  seen: Seen[],
  answer: Answering,
): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { method = '', url = '', headers } = request;
    const one = { method, url, headers, body: Buffer.concat(chunks).toString() };
    seen.push(one);
    answer(response, one, seen.length);
  });
}

/** Does what it likes with the socket once the first bytes are there. */
export function rawServer(onBytes: (socket: Socket) => void): Promise<TestServer> {
  return listen(net.createServer((socket) => socket.once('data', () => onBytes(socket))));
}

/** A port on which nobody listens. */
export async function closedPort(): Promise<number> {
  const server = await listen(net.createServer());
  await server.close();
  return server.port;
}
