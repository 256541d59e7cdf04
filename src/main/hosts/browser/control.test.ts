import { statSync } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RPCHandler } from '@orpc/server/message-port';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { namedByCall, readsNames } from '../../bridge/named-profile.ts';
import { createTestDirectory } from '../../console/test-console.ts';
import { attachToBridge } from './attach.ts';
import { askForLink, type Control, controlAddress, startControl } from './control.ts';

const { platform } = process;
const link = `http://127.0.0.1:7417/#code=${'c'.repeat(43)}`;

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
  const control = await startControl(address, {
    platform,
    freshLink: () => {
      asked += 1;
      return link;
    },
  });
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
    expect(await askForLink(address)).toBe(link);
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
    expect(await askForLink(address)).toBe(link);
  });

  it.each(['LINK\n', 'link please\n', 'GET / HTTP/1.1\r\n\r\n'])(
    'hangs up on %j',
    async (words) => {
      await start();
      const heard = await new Promise<string>((done) => {
        let text = '';
        const socket = createConnection(address, () => socket.write(words));
        socket.on('data', (chunk) => {
          text += chunk.toString();
        });
        socket.on('error', () => {});
        socket.on('close', () => done(text));
      });
      expect(heard).toBe('');
      expect(asked).toBe(0);
    },
  );

  it('leaves no socket behind when it stops', async () => {
    await (await start()).close();
    expect(statSync(address, { throwIfNoEntry: false })).toBeUndefined();
  });
});

describe('a second process', () => {
  it('gets nothing where nobody listens', async () => {
    expect(await askForLink(address)).toBeNull();
  });

  it.each([
    'https://evil.example/#code=x\n',
    `http://127.0.0.1:7417/#code=${'c'.repeat(43)}`,
    'x'.repeat(5_000),
    '',
  ])('believes nothing but a link (%#)', async (words) => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.end(words);
    });
    await new Promise<void>((done) => server.listen(address, done));
    onTestFinished(() => void server.close());
    expect(await askForLink(address)).toBeNull();
  });

  it('waits no longer than it was told', async () => {
    const server = createServer(() => {});
    await new Promise<void>((done) => server.listen(address, done));
    onTestFinished(() => void server.close());
    expect(await askForLink(address, 20)).toBeNull();
  });
});

describe('the bridge over the control address', () => {
  it('answers calls and carries streams, and is gone with its holder', async () => {
    const directory = createTestDirectory();
    onTestFinished(() => directory.remove());
    const { console: opened } = await directory.start();
    const handler = new RPCHandler(opened.router, readsNames);
    const control = await startControl(address, {
      platform,
      freshLink: null,
      serve: (port) => handler.upgrade(port, { context: namedByCall }),
    });
    const attached = await attachToBridge(address);
    if (attached === null) throw new Error('Nobody answered.');
    expect(await attached.bridge.connection.about()).toMatchObject({ host: 'browser' });
    const notices = await attached.bridge.changes.watch();
    expect(await notices.next()).toMatchObject({ done: false });
    await control.close();
    await attached.closed;
    expect(await attachToBridge(address)).toBeNull();
  });

  it('is not offered where the holder does not serve it', async () => {
    await start();
    expect(await attachToBridge(address)).toBeNull();
    expect(asked).toBe(0);
  });
});
