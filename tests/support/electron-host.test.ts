import type { EventEmitter } from 'node:events';
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { bridgeContract } from '../../src/bridge/contract.ts';
import { connectChannel } from '../../src/bridge/transport.ts';
import { readingMs } from '../../src/main/console/secret-page.ts';
import { attachToBridge } from '../../src/main/hosts/browser/attach.ts';
import { channel } from './electron-port.ts';

type Fake = typeof import('./fake-electron.ts');

let dataDir: string;
let electron: Fake;
const realArguments = process.argv;

/** What the entry listens to outlives a test, so it is taken away again. */
const emitters = [
  [process, 'unhandledRejection'],
  [process.stdout, 'error'],
  [process.stderr, 'error'],
] as const;
let listeners: readonly unknown[][];

beforeEach(async () => {
  listeners = emitters.map(([emitter, event]) => emitter.rawListeners(event));
  vi.resetModules();
  dataDir = await mkdtemp(join(tmpdir(), 'causeway-electron-'));
  electron = await import('./fake-electron.ts');
});

afterEach(async () => {
  process.argv = realArguments;
  await quit();
  for (const [index, [emitter, event]] of emitters.entries()) {
    for (const listener of emitter.rawListeners(event)) {
      if (!listeners[index]?.includes(listener)) emitter.off(event, listener as () => void);
    }
  }
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts the program as Electron would: by importing its entry. */
async function start(...args: string[]): Promise<void> {
  process.argv = ['electron', '/the/application', '--data-dir', dataDir, ...args];
  await import('../../src/main/hosts/electron/index.ts');
}

const names = () => electron.calls().map(({ name }) => name);
const callsOf = (name: string) => electron.calls().filter((call) => call.name === name);
const until = (name: string) => vi.waitFor(() => expect(names()).toContain(name), 30_000);

async function quit(): Promise<void> {
  const event = { preventDefault: vi.fn() };
  electron.app.emit('before-quit', event);
  if (event.preventDefault.mock.calls.length > 0) await until('app.quit');
}

function connect(changes: object = {}) {
  const { main, page } = channel();
  const [window] = electron.windows();
  const frame = { parent: null, url: 'app://causeway/index.html' };
  const client: ContractRouterClient<typeof bridgeContract> = createORPCClient(
    new RPCLink({ port: page }),
  );
  page.start();
  electron.sendToMain(connectChannel, {
    sender: window?.webContents,
    senderFrame: frame,
    ports: [main],
    ...changes,
  });
  return { client, page };
}

/** Whether a window may go to the address. */
const goes = (from: EventEmitter | undefined, url: string): boolean => {
  const event = { url, preventDefault: vi.fn() };
  from?.emit('will-navigate', event);
  return event.preventDefault.mock.calls.length === 0;
};

it('does in Electron’s own order what has to come before ready', async () => {
  await start('--ephemeral');
  await until('window.loadURL');
  expect(names().slice(0, names().indexOf('app.whenReady') + 1)).toEqual([
    'app.setName',
    'app.setPath',
    'app.requestSingleInstanceLock',
    'app.enableSandbox',
    '--disable-http2',
    '--disable-quic',
    'protocol.registerSchemesAsPrivileged',
    'app.whenReady',
  ]);
  expect(callsOf('app.setPath')[0]?.arguments).toEqual(['userData', join(dataDir, 'electron')]);
  const privileges = { standard: true, secure: true, supportFetchAPI: true, stream: true };
  expect(callsOf('protocol.registerSchemesAsPrivileged')[0]?.arguments).toEqual([
    [{ scheme: 'app', privileges }],
  ]);
});

it('lets another process of the same person attach to its bridge, until it quits', async () => {
  await start('--ephemeral');
  await until('window.loadURL');
  const attached = await attachToBridge(dataDir);
  expect(await attached?.bridge.connection.about()).toMatchObject({ host: 'electron' });
  await quit();
  await attached?.closed;
  expect(await attachToBridge(dataDir)).toBeNull();
});

it('guards both sessions before there is any window', async () => {
  await start('--ephemeral');
  await until('window.loadURL');
  const beforeWindow = electron.calls().slice(0, names().indexOf('new BrowserWindow'));
  for (const handler of [
    'session.setPermissionRequestHandler',
    'session.setPermissionCheckHandler',
    'session.setDevicePermissionHandler',
    'session.setDisplayMediaRequestHandler',
    'session.webRequest.onBeforeRequest',
    'session.on.will-download',
  ]) {
    const guarded = beforeWindow.filter(({ name }) => name === handler);
    expect(guarded.map((call) => call.arguments[0])).toEqual(['default', 'causeway-secret']);
  }
  const handled = beforeWindow.filter(({ name }) => name === 'protocol.handle');
  expect(handled.map((call) => call.arguments)).toEqual([
    ['app', 'default'],
    ['app', 'causeway-secret'],
  ]);
});

it('opens one isolated, sandboxed window with the built preload on the page', async () => {
  await start('--ephemeral');
  await until('window.loadURL');
  const [window, ...more] = electron.windows();
  expect(more).toEqual([]);
  expect(window?.options.webPreferences).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    webviewTag: false,
    spellcheck: false,
    devTools: false,
  });
  expect(window?.options.webPreferences?.preload).toMatch(/preload[\\/]index\.cjs$/);
  expect(window?.options.show).toBe(false);
  expect(names()).not.toContain('window.show');
  window?.emit('ready-to-show');
  expect(names()).toContain('window.show');
});

it('answers calls of the page over a port, and nothing else', async () => {
  await start('--ephemeral');
  await until('window.loadURL');
  const { client } = connect();
  const about = { host: 'electron', version: '0.0.0-test' };
  expect(await client.connection.about()).toMatchObject(about);
  expect(await client.vault.status()).toMatchObject({ state: 'unlocked' });
  // Electron says nothing of a locked screen on Linux.
  const hearsSystem = process.platform === 'linux' ? 'sleep' : 'sleep-and-screen';
  expect(await client.lock.view()).toMatchObject({ hearsSystem });

  const closed = (port: MessagePort) => new Promise((done) => port.addEventListener('close', done));
  await closed(connect({ senderFrame: { parent: {}, url: 'app://causeway/index.html' } }).page);
  const { page } = connect();
  const isClosed = closed(page);
  page.postMessage('{"not":"a call"}');
  await isClosed;
});

it('takes a secret in a window of its own, without preload, in a session of its own', async () => {
  writeFileSync(join(dataDir, 'passphrase'), 'seven unrelated words\n', { mode: 0o600 });
  await start('--passphrase-file', join(dataDir, 'passphrase'));
  await until('window.loadURL');
  const { vault } = connect().client;
  electron.powerMonitor.emit('lock-screen');
  await vi.waitFor(async () => expect((await vault.status()).state).toBe('locked'));
  expect(await vault.openSecretEntry({ purpose: 'passphrase' })).toEqual({ path: 'window:1' });
  await expect(vault.openSecretEntry({ purpose: 'passphrase' })).rejects.toThrow(/already/);

  const secret = electron.windows()[1];
  expect(secret?.options.webPreferences).not.toHaveProperty('preload');
  // Without any one of these a page in it would be as good as the program.
  expect(secret?.options.webPreferences).toMatchObject({
    partition: 'causeway-secret',
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    webviewTag: false,
    devTools: false,
  });
  const address = String(callsOf('window.loadURL')[1]?.arguments[0]);
  expect(address).toMatch(/^app:\/\/secret\/[0-9a-f]{32}$/);

  const ask = electron.session.fromPartition('causeway-secret').answer;
  const document = await (await ask?.(new Request(address)))?.text();
  expect(document).toContain('Unlock Causeway');
  const formKey = /name="form-key" value="(\w+)"/.exec(document ?? '')?.[1] ?? '';
  const body = new URLSearchParams({ passphrase: 'seven unrelated words', 'form-key': formKey });
  const early = await ask?.(new Request(address, { method: 'POST', body }));
  expect(await early?.text()).toContain('Read this first');
  await new Promise((resolve) => setTimeout(resolve, readingMs));
  const posted = await ask?.(new Request(address, { method: 'POST', body }));
  expect(await posted?.text()).toContain('Causeway is unlocked.');
  expect(await vault.status()).toMatchObject({ state: 'unlocked' });

  expect(goes(secret?.webContents, address)).toBe(true);
  expect(goes(secret?.webContents, 'app://causeway/index.html')).toBe(false);
  expect(posted?.headers.get('connection-allowlist')).toBe('(response-origin)');
  expect(posted?.headers.get('permissions-policy')).toContain('camera=(), ');
  // WebRTC sends nothing by itself in any window.
  const rtc = callsOf('webContents.setWebRTCIPHandlingPolicy').map((call) => call.arguments);
  expect(rtc).toEqual([['disable_non_proxied_udp'], ['disable_non_proxied_udp']]);
  // Neither session answers for the other.
  const page = electron.session.defaultSession.answer;
  expect((await page?.(new Request(address)))?.status).toBe(404);
  expect((await ask?.(new Request('app://causeway/index.html')))?.status).toBe(404);
});

it('does not start as a package with a switch that opens it up', async () => {
  await start('--ephemeral', '--remote-debugging-port=9222');
  await until('app.exit');
  expect(names()).not.toContain('app.requestSingleInstanceLock');
  expect(names()).not.toContain('new BrowserWindow');
  expect(callsOf('dialog.showErrorBox')[0]?.arguments[1]).toContain('--remote-debugging-port');
});

it('says why it does not start on one line, without what a terminal obeys', async () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => write.mockRestore());
  await start('--x\u001b[2J\u009b2J\u202e\nforged');
  await until('app.exit');
  expect(write.mock.calls.join('')).toMatch(
    /^ForeignSwitch: .*--x\\u001b\[2j\\u009b2j\\u202e\\u000aforged\. [ -~’]*\n$/,
  );
});

it.skipIf(process.platform === 'win32').each([
  ['causeway.log', false],
  ['causeway.log', true],
  ['electron', false],
  ['electron', true],
])('touches nothing where %s is a link (used before: %s)', async (name, isUsed) => {
  const elsewhere = await mkdtemp(join(tmpdir(), 'causeway-elsewhere-'));
  try {
    if (isUsed) writeFileSync(join(dataDir, 'installation.json'), '{}', { mode: 0o600 });
    const target = name === 'electron' ? elsewhere : join(elsewhere, 'log');
    symlinkSync(target, join(dataDir, name));
    await start('--ephemeral');
    await until('app.exit');
    const text = callsOf('dialog.showErrorBox')[0]?.arguments[1];
    expect(text).toContain(`${join(dataDir, name)} is a link. Choose one that is yours alone`);
    expect(names()).not.toContain('app.setPath');
    expect(names()).not.toContain('app.requestSingleInstanceLock');
    expect(readdirSync(elsewhere)).toEqual([]);
  } finally {
    await rm(elsewhere, { recursive: true });
  }
});

it('makes nothing where a restore was cut off, which can then be done again', async () => {
  await mkdir(join(dataDir, '.restoring-0a'));
  await start();
  await until('app.exit');
  expect(callsOf('dialog.showErrorBox')[0]?.arguments[1]).toContain('was cut off');
  expect(readdirSync(dataDir)).toEqual(['.restoring-0a']);
});

it('lets the page go nowhere', async () => {
  await start('--ephemeral');
  await until('window.loadURL');
  const [page] = electron.windows();
  expect(goes(page?.webContents, 'app://causeway/index.html#/customers')).toBe(true);
  expect(goes(page?.webContents, 'app://causeway/assets/index.js')).toBe(false);
  expect(goes(page?.webContents, 'app://secret/ticket')).toBe(false);
  expect(goes(page?.webContents, 'https://example.com/')).toBe(false);
});

it('stands in the tray, whose menu brings the window back and quits', async () => {
  await start('--ephemeral');
  await until('window.loadURL');
  const [tray] = electron.trays();
  expect(electron.trays()).toHaveLength(1);
  await vi.waitFor(() => expect(tray?.toolTip).toContain('Nothing needs you'), 10_000);
  electron.windows()[0]?.close();
  tray?.emit('click');
  await vi.waitFor(() => expect(electron.windows()).toHaveLength(2));
});

it('keeps the window’s place, and comes to the front when it is started again', async () => {
  await start('--ephemeral');
  await until('window.loadURL');
  electron.app.emit('second-instance', {}, [], '/');
  expect(names()).toEqual(expect.arrayContaining(['window.restore', 'window.focus']));
  electron.windows()[0]?.close();
  const kept = JSON.parse(readFileSync(join(dataDir, 'window.json'), 'utf8'));
  expect(kept.bounds).toEqual({ x: 1, y: 2, width: 1000, height: 700 });
});

it('opens links to records: of the first start, of a second one, and as macOS hands them over', async () => {
  const link = (id: string) => `causeway://open/customer/customer_${id}`;
  await start('--ephemeral', link('a'));
  await until('window.loadURL');
  expect(callsOf('app.setAsDefaultProtocolClient')[0]?.arguments).toEqual(['causeway']);
  const { client } = connect();
  const taken = async () => (await client.links.take()).link?.id;
  expect(await taken()).toBe('customer_a');

  electron.app.emit('second-instance', {}, ['causeway.exe', '--x', link('b')], '/');
  expect(names()).toContain('window.focus');
  expect(await taken()).toBe('customer_b');

  const event = { preventDefault: vi.fn() };
  electron.windows()[0]?.close();
  electron.app.emit('open-url', event, link('c'));
  expect(event.preventDefault).toHaveBeenCalledOnce();
  expect(await taken()).toBe('customer_c');
  await vi.waitFor(() => expect(electron.windows()).toHaveLength(2));
});

it('waits on quitting until the data directory is free again', async () => {
  await start('--ephemeral');
  await until('window.loadURL');
  expect(existsSync(join(dataDir, 'holder.json'))).toBe(true);
  const events = [1, 2].map(() => ({ preventDefault: vi.fn() }));
  for (const event of events) electron.app.emit('before-quit', event);
  for (const event of events) expect(event.preventDefault).toHaveBeenCalledOnce();
  expect(names()).not.toContain('app.quit');
  await until('app.quit');
  expect(callsOf('app.quit')).toHaveLength(1);
  expect(existsSync(join(dataDir, 'holder.json'))).toBe(false);
  const last = { preventDefault: vi.fn() };
  electron.app.emit('before-quit', last);
  expect(last.preventDefault).not.toHaveBeenCalled();
});

it('takes a window that is closed while it loads for no failed start', async () => {
  electron.world.loadURL = () => {
    electron.windows()[0]?.close();
    return Promise.reject(new Error('ERR_ABORTED'));
  };
  await start('--ephemeral');
  await until('window.close');
  await quit();
  expect(callsOf('app.exit')).toEqual([]);
  expect(callsOf('dialog.showErrorBox')).toEqual([]);
});

it('quits at once where the same program already runs on the data directory', async () => {
  electron.world.isFirst = false;
  await start();
  await until('app.quit');
  expect(names()).not.toContain('app.whenReady');
  expect(electron.windows()).toEqual([]);
});

it('says in a plain dialog that another host has the data directory', async () => {
  const { openDataDirectory } = await import('../../src/main/core/profiles/data-directory.ts');
  const { systemClock } = await import('../../src/platform/clock.ts');
  const { systemRandom } = await import('../../src/platform/random.ts');
  const holder = openDataDirectory({ path: dataDir, clock: systemClock, random: systemRandom });
  holder.announce('http://127.0.0.1:7417');
  try {
    await start('--ephemeral');
    await until('app.exit');
  } finally {
    holder.close();
  }
  const [title, text] = callsOf('dialog.showErrorBox')[0]?.arguments ?? [];
  expect(title).toBe('Causeway is already running');
  expect(text).toContain('http://127.0.0.1:7417');
  expect(callsOf('app.exit')[0]?.arguments).toEqual([1]);
  expect(electron.windows()).toEqual([]);
});

it('says which passphrase file it cannot read', async () => {
  await start('--passphrase-file', join(dataDir, 'none'));
  await until('app.exit');
  expect(callsOf('dialog.showErrorBox')[0]?.arguments[1]).toContain('cannot be read: ENOENT');
});

it('shows a development server only where nothing is packaged', async () => {
  vi.stubEnv('ELECTRON_RENDERER_URL', 'http://127.0.0.1:1');
  await start('--ephemeral');
  await until('window.loadURL');
  const { answer } = electron.session.defaultSession;
  // A server that is not there would make this reject.
  expect((await answer?.(new Request('app://causeway/none.js')))?.status).toBe(404);
});
