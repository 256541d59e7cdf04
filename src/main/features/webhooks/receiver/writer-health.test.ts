import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sign } from '../../../../contract/signature.ts';
import { systemClock } from '../../../../platform/clock.ts';
import { systemRandom } from '../../../../platform/random.ts';
import { testFolder } from '../../../../platform/testing/test-folder.ts';
import { openInbox } from '../inbox/inbox.ts';
import { inboxKeysOf } from '../inbox/sealing.ts';
import type { StartThread } from '../inbox/threaded-writer.ts';
import type { Inbox } from '../inbox/types.ts';
import {
  bytesOf,
  eventBody,
  ownSecret,
  profileId,
  secrets,
  slotPath,
} from '../testing/deliveries.ts';
import { defaultLimits, type ReceiverLimits } from './http-receiver.ts';
import { startReceiver } from './receiver.ts';
import type { Receiver } from './types.ts';

const program = fileURLToPath(new URL('../inbox/writer-thread.ts', import.meta.url));
const threads: Worker[] = [];
const startThread: StartThread = (data) => {
  const thread = new Worker(program, { workerData: data });
  threads.push(thread);
  return thread;
};

let directory: string;
let inbox: Inbox;
let receiver: Receiver;
const logged: string[] = [];
let changes = 0;

async function start(limits: Partial<ReceiverLimits> = {}, served: Inbox = inbox): Promise<void> {
  receiver = await startReceiver({
    inbox: served,
    secrets: { secretsOf: () => secrets },
    portsFile: join(directory, 'receiver.json'),
    clock: systemClock,
    random: systemRandom,
    log: {
      error: (...said: unknown[]) => void logged.push(`error: ${said[1]}`),
      info: (...said: unknown[]) => void logged.push(`info: ${said[1]}`),
    },
    limits: { ...defaultLimits, ...limits },
    onWriterChange: () => {
      changes += 1;
    },
  });
}

beforeEach(async () => {
  directory = testFolder();
  threads.length = 0;
  logged.length = 0;
  changes = 0;
  inbox = await openInbox({
    file: join(directory, 'inbox.db'),
    key: new Uint8Array(32).fill(3),
    startThread,
  });
  await inbox.setProfileKey(profileId, inboxKeysOf(new Uint8Array(32).fill(4)).publicKey);
  const slot = { profileId, intentKey: null, webhookId: 'webhook_1', reservedAt: '' };
  await inbox.reserve({ ...slot, path: slotPath });
  await start();
});
afterEach(async () => {
  await receiver.stop();
  await inbox.close();
});

async function send(index: number, path = slotPath): Promise<number> {
  const body = bytesOf(eventBody(`event_${index}`));
  const answer = await fetch(`${receiver.origin}/hooks/${path}`, {
    method: 'POST',
    headers: { signature: sign(body, ownSecret.secret) },
    body: new Uint8Array(body),
  });
  await answer.arrayBuffer();
  return answer.status;
}
const state = () => receiver.stats().writer.state;

describe('a writer that dies', () => {
  it('is started again; what was under way is answered 503, and it is told once', async () => {
    expect(await send(0)).toBe(200);
    const sent = Array.from({ length: 40 }, (_, index) => send(index + 1));
    await threads[0]?.terminate();
    const statuses = await Promise.all(sent);
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    await expect.poll(state).toBe('working');
    expect(threads).toHaveLength(2);
    expect(await send(100)).toBe(200);
    const acknowledged = statuses.filter((status) => status === 200).length + 2;
    expect(inbox.genuineCount(profileId)).toBeGreaterThanOrEqual(acknowledged);
    expect(logged).toEqual([
      expect.stringContaining('error: the writer of the inbox ended'),
      expect.stringContaining('info: deliveries are made durable again'),
    ]);
    expect(changes).toBe(2);
    expect(receiver.stats().writer).toMatchObject({ state: 'working', restarts: 1 });
    expect(receiver.stats().dropped.notDurable).toBe(
      statuses.filter((status) => status === 503).length,
    );
  });

  it('is answered for with 503 until it is there, said once', async () => {
    const listeners = new Set<Parameters<Inbox['onWriter']>[0]>();
    const gone: Inbox = {
      ...inbox,
      onWriter: (listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    };
    await receiver.stop();
    await start({}, gone);
    for (const tell of listeners) tell({ kind: 'ended', error: new Error('crashed') });
    for (const tell of listeners) tell({ kind: 'ended', error: new Error('crashed again') });
    expect(state()).toBe('restarting');
    for (const tell of listeners) tell({ kind: 'started' });
    expect(state()).toBe('working');
    expect(logged).toHaveLength(2);
  });
});

describe('a group that can’t be committed', () => {
  it('is told once, however many there are, and again when it goes well', async () => {
    let isFull = true;
    const full: Inbox = {
      ...inbox,
      append: (group, answered) =>
        isFull ? Promise.reject(new Error('disk full')) : inbox.append(group, answered),
    };
    await receiver.stop();
    await start({}, full);
    for (let index = 0; index < 5; index++) expect(await send(index)).toBe(503);
    expect(receiver.stats().writer.state).toBe('failing');
    expect(logged).toHaveLength(1);
    isFull = false;
    expect(await send(9)).toBe(200);
    expect(state()).toBe('working');
    expect(logged).toHaveLength(2);
    expect(receiver.stats().dropped).toMatchObject({ notDurable: 5 });
  });
});

describe('what is dropped', () => {
  it('is counted by why', async () => {
    await receiver.stop();
    await start({ connections: 1, bodyBytes: 10, headersMs: 200, requestMs: 200, keepAliveMs: 1 });
    expect(await send(0, 'ab'.repeat(16))).toBe(404);
    const get = await fetch(`${receiver.origin}/hooks/${slotPath}`);
    expect([get.status, await get.text()]).toEqual([405, '']);
    expect(await send(0)).toBe(413);
    await exchange('no HTTP at all\r\n\r\n', /^HTTP\/1.1 400 /);
    await exchange(`POST / HTTP/1.1\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, /^HTTP\/1.1 431 |^$/);
    const slow = exchange(`POST /hooks/${slotPath} HTTP/1.1\r\nhost: a\r\n`, /^HTTP\/1.1 408 |^$/);
    await expect.poll(() => receiver.stats().connections).toBe(1);
    // It takes the place of the slow one, and is too slow itself.
    await exchange('', /^HTTP\/1.1 408 |^$/);
    await slow;
    expect(receiver.stats().dropped).toEqual({
      connectionsRefused: 1,
      timedOut: 1,
      malformed: 2,
      tooLarge: 1,
      noRoom: 0,
      holdFull: 0,
      notDurable: 0,
      wrongPath: 1,
      wrongMethod: 1,
    });
  });
});

/** Sends these bytes, reads to the end, and waits until the connection is given free. */
async function exchange(bytes: string, expected: RegExp): Promise<void> {
  const answer = await new Promise<string>((resolve) => {
    let read = '';
    const socket = connect(receiver.port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk) => {
      read += chunk.toString('latin1');
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(read));
  });
  expect(answer).toMatch(expected);
  await wait(20);
}
