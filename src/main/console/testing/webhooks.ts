/** For unit tests: a console with an open tunnel from its sandbox, and a receiver to forward to. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isDefinedError, safe } from '@orpc/client';
import type { Bridge } from '../../../bridge/contract.ts';
import type { WebhookDetail } from '../../../bridge/webhooks.ts';
import { type EventName, eventNames } from '../../../contract/event-names.ts';
import { newIntentKey, type TestConsole } from './console.ts';

/** Asks after every change notice until there is something; the test's own timeout is the patience. */
export async function until<Result>(
  bridge: Bridge,
  ask: () => Promise<Result | null | undefined | false>,
): Promise<Result> {
  const stop = new AbortController();
  const notices = await bridge.updates.watch(undefined, { signal: stop.signal });
  try {
    for (;;) {
      const found = await ask();
      if (found !== null && found !== undefined && found !== false) return found;
      await notices.next();
    }
  } finally {
    stop.abort();
  }
}

/** Opens the sandbox's own way in, and gives the address for a new webhook. */
export async function openWay({ bridge }: TestConsole): Promise<string> {
  const tunnel = await bridge.tunnels.open({ id: 'sandbox' });
  if (tunnel.state !== 'proven') throw new Error(`Not proven: ${tunnel.sentence}`);
  const [address] = (await bridge.webhooks.prepare()).addresses;
  if (address === undefined) throw new Error('No address is offered.');
  return address.url;
}

/** As a person who reads every question and goes on. */
export async function createAfterQuestions(
  bridge: Bridge,
  call: Parameters<Bridge['webhooks']['create']>[0],
): Promise<WebhookDetail> {
  const { error } = await safe(bridge.webhooks.create(call));
  const asks = isDefinedError(error) && error.code === 'ASKS_FIRST' ? error.data.asks : [];
  const { webhook } = await bridge.webhooks.create({ ...call, confirmed: asks });
  if (webhook === null) throw new Error('A person was asked.');
  return webhook;
}

/** Creates a webhook that the sandbox delivers to. */
export async function createWebhook(
  running: TestConsole,
  more: { readonly events?: EventName[]; readonly name?: string; readonly intentKey?: string } = {},
): Promise<WebhookDetail> {
  const { events = [...eventNames], name = 'Treasury desk', intentKey = newIntentKey() } = more;
  const url = await openWay(running);
  const input = { name, description: 'for a test', url, events };
  return await createAfterQuestions(running.bridge, { profileId: 'built-in', intentKey, input });
}

/** Calls the control plane of the sandbox. */
export async function control(
  running: TestConsole,
  path: string,
  body: unknown,
  method = 'POST',
): Promise<unknown> {
  const sandbox = running.console.sandbox();
  if (sandbox === null) throw new Error('The sandbox does not run.');
  const answer = await fetch(`${sandbox.controlUrl}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${sandbox.controlToken}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return await answer.json();
}

export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface TestReceiver {
  readonly url: string;
  readonly heard: ReceivedRequest[];
  /** Status of the next answers; 200 unless told. A function may look at what came. */
  answerWith: (
    heard: ReceivedRequest,
  ) => number | { status: number; headers: Record<string, string> };
  /** Resolves when so many requests came. */
  arrived(count: number): Promise<void>;
  close(): Promise<void>;
}

export async function startTestReceiver(): Promise<TestReceiver> {
  const heard: ReceivedRequest[] = [];
  const waiting: { readonly count: number; readonly done: () => void }[] = [];
  const receiver: Pick<TestReceiver, 'answerWith'> = { answerWith: () => 200 };
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url: path = '', headers } = request;
      const one = { path, headers, body: Buffer.concat(chunks) };
      heard.push(one);
      const answer = receiver.answerWith(one);
      const { status, headers: fields } =
        typeof answer === 'number' ? { status: answer, headers: {} } : answer;
      response.writeHead(status, fields).end();
      for (const { count, done } of waiting) if (heard.length >= count) done();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return Object.assign(receiver, {
    url: `http://127.0.0.1:${port}/hooks`,
    heard,
    arrived: (count: number) =>
      heard.length >= count
        ? Promise.resolve()
        : new Promise<void>((done) => waiting.push({ count, done })),
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((done) => server.close(() => done()));
    },
  });
}

/** An address that refuses connections, as a public side does that its own network can't reach. */
export async function refusingOrigin(): Promise<string> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((done) => server.close(() => done()));
  return `https://127.0.0.1:${port}`;
}
