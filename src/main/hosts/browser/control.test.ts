import { chmodSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { os } from '@orpc/server';
import { RPCHandler } from '@orpc/server/message-port';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { systemRandom } from '../../../platform/random.ts';
import { namedByCall, readsNames } from '../../bridge/named-profile.ts';
import { createTestDirectory } from '../../console/testing/console.ts';
import { attachToBridge } from './attach.ts';
import { type Control, controlAddress, startControl } from './control.ts';
import { askForLink } from './control-client.ts';
import { signCall } from './control-key.ts';

const { platform } = process;
const link = `http://${'a'.repeat(32)}.localhost:7417/#code=${'c'.repeat(43)}`;

/** A holder's key of the test's own, as the holder keeps it. */
const key = 'a1'.repeat(32);
const keep = (value = key) => writeFile(join(dataDir, 'control.key'), value, { mode: 0o600 });

/** Listens in the holder's place and answers a question as the test says. */
async function listenAt(hear: (socket: Socket, question: string) => void): Promise<void> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (chunk) => hear(socket, chunk.toString()));
  });
  await new Promise<void>((done) => server.listen(address, done));
  onTestFinished(() => void server.close());
}

let dataDir: string;
let address: string;
let asked: number;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'causeway-control-'));
  address = controlAddress(dataDir, platform) ?? '';
  asked = 0;
});

afterEach(() => rm(dataDir, { recursive: true }));

async function start(): Promise<Control> {
  const control = await startControl({
    dataDir,
    platform,
    random: systemRandom,
    freshLink: () => {
      asked += 1;
      return link;
    },
  });
  if (control === null) throw new Error('The path is too long.');
  onTestFinished(() => control.close());
  return control;
}

describe('the address', () => {
  it('is a socket in the data directory, and a pipe named for it on Windows', () => {
    expect(controlAddress('/data', 'linux')).toBe('/data/control.sock');
    expect(controlAddress('C:\\data', 'win32')).toMatch(/^\\\\\.\\pipe\\causeway-[0-9a-f]{32}$/);
    expect(controlAddress('C:\\data', 'win32')).not.toBe(controlAddress('C:\\other', 'win32'));
  });

  it('is none where the path is longer than a socket may be named', () => {
    expect(controlAddress(`/${'d'.repeat(100)}`, 'darwin')).toBeNull();
  });
});

describe('the holder of a data directory', () => {
  it('gives one link to one who asks', async () => {
    await start();
    expect(await askForLink(dataDir)).toBe(link);
    expect(asked).toBe(1);
  });

  it('listens for its owner alone', async () => {
    await start();
    expect((await stat(address)).mode & 0o777).toBe(0o600);
  });

  it('lets nobody in between making the socket and closing it to others', async () => {
    const starting = start();
    // The socket is bound before the first turn of the loop after the stale one was removed.
    let mode: number | null = null;
    while (mode === null) {
      await new Promise((turn) => setImmediate(turn));
      mode = statSync(address, { throwIfNoEntry: false })?.mode ?? null;
    }
    expect(mode & 0o077).toBe(0);
    await starting;
  });

  it('takes away what a killed process left', async () => {
    await writeFile(address, '');
    await start();
    expect(await askForLink(dataDir)).toBe(link);
  });

  /** What comes back until the line is closed. */
  const say = (words: string): Promise<string> =>
    new Promise((done) => {
      let text = '';
      const socket = createConnection(address, () => socket.write(words));
      socket.on('data', (chunk) => {
        text += chunk.toString();
      });
      socket.on('error', () => {});
      socket.on('close', () => done(text));
    });
  const nonce = 'n'.repeat(43);
  const held = () => readFileSync(join(dataDir, 'control.key'), 'utf8');

  it.each<[string, () => string]>([
    ['another question', () => 'LINK\n'],
    ['a question without a proof', () => 'link\n'],
    ['another protocol', () => 'GET / HTTP/1.1\r\n\r\n'],
    ['a guessed proof', () => `link ${nonce} ${'A'.repeat(43)}\n`],
    [
      'the proof of the other question',
      () => `link ${nonce} ${signCall(held(), 'asks', `bridge ${nonce}`)}\n`,
    ],
    [
      'the proof of the other end',
      () => `link ${nonce} ${signCall(held(), 'answers', `link ${nonce}`)}\n`,
    ],
    [
      'more than a question',
      () => `link ${nonce} ${signCall(held(), 'asks', `link ${nonce}`)}\nlink`,
    ],
    ['bytes without end', () => 'x'.repeat(5_000)],
  ])('hangs up on %s', async (_what, words) => {
    await start();
    expect(await say(words())).toBe('');
    expect(asked).toBe(0);
  });

  it('answers one who proves that it reads the directory, in as many pieces as it comes', async () => {
    await start();
    const words = `link ${nonce}`;
    const told = await new Promise<string>((done) => {
      let text = '';
      const socket = createConnection(address);
      socket.on('data', (chunk) => {
        text += chunk.toString();
      });
      socket.on('close', () => done(text));
      socket.setNoDelay(true);
      for (const piece of `${words} ${signCall(held(), 'asks', words)}\n`) socket.write(piece);
    });
    expect(told).toBe(`${signCall(held(), 'answers', `${words} ${link}`)} ${link}\n`);
  });

  it('keeps its key from others, and makes a new one at each start', async () => {
    await (await start()).close();
    const first = held();
    expect(statSync(join(dataDir, 'control.key')).mode & 0o777).toBe(0o600);
    await start();
    expect(held()).not.toBe(first);
  });

  it('leaves no socket behind when it stops', async () => {
    await (await start()).close();
    expect(statSync(address, { throwIfNoEntry: false })).toBeUndefined();
  });
});

describe('a second process', () => {
  it('gets nothing where nobody listens', async () => {
    expect(await askForLink(dataDir)).toBeNull();
  });

  it.each([
    'https://evil.example/#code=x',
    `http://evil.localhost:7417/#code=${'c'.repeat(43)}`,
    `http://${'a'.repeat(32)}.localhost:7417/`,
    'x'.repeat(5_000),
    '',
  ])('believes nothing but a link, from a holder too (%#)', async (text) => {
    await keep();
    await listenAt((socket, question) => {
      const words = question.split(' ').slice(0, 2).join(' ');
      socket.end(`${signCall(key, 'answers', `${words} ${text}`)} ${text}\n`);
    });
    expect(await askForLink(dataDir)).toBeNull();
  });

  it('believes no link of one who can’t read the directory', async () => {
    await keep();
    await listenAt((socket, question) => {
      // Its own proof sent back, a guessed one, and none.
      const proof = question.trim().split(' ')[2] ?? '';
      socket.end(asked === 0 ? `${proof} ${link}\n` : `${'A'.repeat(43)} ${link}\n`);
      asked += 1;
    });
    expect(await askForLink(dataDir)).toBeNull();
    expect(await askForLink(dataDir)).toBeNull();
    expect(asked).toBe(2);
    expect(await attachToBridge(dataDir)).toBeNull();
  });

  it.skipIf(platform === 'win32')('asks nobody in a directory that others can get at', async () => {
    await keep();
    await listenAt(() => {
      asked += 1;
    });
    for (const open of [dataDir, join(dataDir, 'control.key')]) {
      chmodSync(open, 0o755);
      expect(await askForLink(dataDir)).toBeNull();
      expect(await attachToBridge(dataDir)).toBeNull();
      chmodSync(open, open === dataDir ? 0o700 : 0o600);
    }
    expect(asked).toBe(0);
  });

  it('waits no longer than it was told', async () => {
    await keep();
    await listenAt(() => {});
    expect(await askForLink(dataDir, 20)).toBeNull();
  });
});

describe('the bridge over the control address', () => {
  it('answers calls and carries streams, and is gone with its holder', async () => {
    const directory = createTestDirectory();
    onTestFinished(() => directory.remove());
    const { console: opened } = await directory.start();
    const handler = new RPCHandler(opened.router, readsNames);
    const control = await startControl({
      dataDir,
      platform,
      random: systemRandom,
      freshLink: null,
      serve: (port) => handler.upgrade(port, { context: namedByCall }),
    });
    const attached = await attachToBridge(dataDir);
    if (attached === null) throw new Error('Nobody answered.');
    expect(await attached.bridge.connection.about()).toMatchObject({ host: 'browser' });
    const notices = await attached.bridge.updates.watch();
    expect(await notices.next()).toMatchObject({ done: false });
    await control?.close();
    await attached.closed;
    expect(await attachToBridge(dataDir)).toBeNull();
  });

  it('is not offered where the holder does not serve it', async () => {
    await start();
    expect(await attachToBridge(dataDir)).toBeNull();
    expect(asked).toBe(0);
  });

  it('survives any line, closes on one that is no call, and serves the next', async () => {
    const profile = os.handler(() => ({ profileId: 'any' }));
    const hello = os.handler(() => 'hello');
    const served = new RPCHandler({ hello, connection: { get: profile } });
    const control = await startControl({
      dataDir,
      platform,
      random: systemRandom,
      freshLink: null,
      serve: (port) => served.upgrade(port, { context: {} }),
    });
    onTestFinished(() => control?.close());
    const words = `bridge ${'n'.repeat(43)}`;
    const held = readFileSync(join(dataDir, 'control.key'), 'utf8');
    /** Sends the lines once it is attached, and resolves when the other end closes. */
    const attachAndSay = (lines: string | Uint8Array): Promise<void> =>
      new Promise((done) => {
        const socket = createConnection(address, () =>
          socket.write(`${words} ${signCall(held, 'asks', words)}\n`),
        );
        socket.on('error', () => {});
        socket.once('data', () => socket.end(lines));
        socket.on('data', () => {});
        socket.on('close', () => done());
      });
    await attachAndSay('no JSON\n');
    const line = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('latin1')),
      // Nearly a call.
      fc
        .record(
          {
            i: fc.oneof(fc.string(), fc.integer()),
            t: fc.integer({ min: 0, max: 6 }),
            p: fc.oneof(
              fc.anything(),
              fc.record(
                {
                  u: fc.oneof(fc.constant('/hello'), fc.webPath(), fc.string()),
                  m: fc.string(),
                  h: fc.object(),
                  b: fc.anything(),
                  s: fc.integer(),
                  e: fc.anything(),
                  d: fc.anything(),
                },
                { requiredKeys: [] },
              ),
            ),
          },
          { requiredKeys: [] },
        )
        .map((frame) => fc.stringify(frame)),
      fc
        .record({ i: fc.string(), t: fc.integer({ min: 0, max: 6 }), p: fc.object() })
        .map((frame) => JSON.stringify(frame)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 6 }), async (lines) => {
        await attachAndSay(`${lines.join('\n')}\n`);
      }),
    );
    const attached = await attachToBridge(dataDir);
    if (attached === null) throw new Error('Nobody answered.');
    const bridge = attached.bridge as unknown as { hello(): Promise<string> };
    expect(await bridge.hello()).toBe('hello');
    attached.close();
  });
});
