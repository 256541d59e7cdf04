import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { askOrigin, loopbackLookup } from '../../../src/main/hosts/browser/testing/ask-origin.ts';
import { buildWhenStale } from '../../../src/main/hosts/cli/build.ts';
import { smallProcess } from '../../../src/main/hosts/cli/small-process.ts';
import {
  builtProgram,
  type ConsoleProcess,
  runToEnd,
  startConsole,
} from '../../support/console-process.ts';
import { environmentWith } from '../../support/environment.ts';
import { root } from '../../support/run-command.ts';

const launcher = join(root, 'src/main/hosts/cli/run.mjs');

let folder: string;
let dataDir: string;
let running: ConsoleProcess[];

beforeAll(() => buildWhenStale({ root, say: () => {} }));

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'causeway-host-faults-'));
  dataDir = join(folder, 'data');
  running = [];
});

afterEach(async () => {
  await Promise.all(running.map((each) => each.stop('SIGKILL')));
  await rm(folder, { recursive: true, force: true });
});

async function start(options: Partial<Parameters<typeof startConsole>[0]> = {}) {
  const started = await startConsole({ dataDir, args: ['--ephemeral'], ...options });
  running.push(started);
  return started;
}

const answers = async ({ origin }: ConsoleProcess) => (await askOrigin(origin)).status;

describe('a console that is told to stop', () => {
  test.for(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'by %s ends well and lets the directory go',
    async (signal) => {
      const first = await start();
      expect(await first.stop(signal)).toBe(0);
      expect(first.stderr()).not.toContain('Error');
      const second = await start();
      expect(await answers(second)).toBe(200);
    },
  );

  test('twice ends well once', async () => {
    const first = await start();
    process.kill(first.pid, 'SIGTERM');
    expect(await first.stop('SIGINT')).toBe(0);
  });

  test('while a page is connected does not wait for it', async () => {
    const first = await start();
    const { cookie, token } = await admit(first);
    const socket = new WebSocket(
      `${first.origin.replace('http', 'ws')}/bridge`,
      ['causeway', `causeway.${token}`],
      { headers: { cookie, origin: first.origin }, lookup: loopbackLookup },
    );
    await new Promise((done) => socket.addEventListener('open', done, { once: true }));
    const closed = new Promise<number>((done) =>
      socket.addEventListener('close', ({ code }) => done(code), { once: true }),
    );
    expect(await first.stop()).toBe(0);
    expect(await closed).toBe(1001);
  });
});

describe('a console that is killed', () => {
  test('leaves nothing that keeps the next one out, ten times over', async () => {
    for (let round = 0; round < 10; round += 1) {
      const each = await start();
      expect(await each.freshLink()).toContain(each.origin);
      expect(await each.stop('SIGKILL')).toBeNull();
    }
    expect(await answers(await start())).toBe(200);
  });

  test('takes its sessions along', async () => {
    const first = await start();
    const { cookie, token } = await admit(first);
    await first.stop('SIGKILL');
    const second = await start();
    const probe = await askOrigin(`${second.origin}/session`, {
      headers: { cookie, 'x-causeway-token': token },
    });
    expect(probe.status).toBe(403);
  });
});

describe('two consoles', () => {
  test('that start together on one directory are one', async () => {
    const outcomes = await Promise.allSettled([start(), start(), start()]);
    // The others end by themselves: led to the first, or told of it while it gives no link yet.
    const failed = outcomes.filter((each) => each.status === 'rejected');
    for (const { reason } of failed) expect(String(reason)).toContain('already running');
    const codes = new Map<number, number | null>();
    for (const { pid, ended } of running) void ended.then((code) => codes.set(pid, code));
    await expect.poll(() => codes.size + failed.length).toBe(2);
    expect([...codes.values()].every((code) => code === 0)).toBe(true);
    const [winner, ...more] = running.filter(({ pid }) => !codes.has(pid));
    expect(more).toEqual([]);
    if (winner === undefined) throw new Error('None is left.');
    expect(await answers(winner)).toBe(200);
    for (const { origin } of running) expect(origin).toBe(winner.origin);
  });

  test('on two directories do not know of each other', async () => {
    const [first, second] = await Promise.all([start(), start({ dataDir: join(folder, 'other') })]);
    const mine = await admit(first);
    const probe = await askOrigin(`${second.origin}/session`, {
      headers: { cookie: mine.cookie, 'x-causeway-token': mine.token },
    });
    expect(probe.status).toBe(403);
    expect((await admit(second)).cookie.split('=')[0]).not.toBe(mine.cookie.split('=')[0]);
  });
});

/**
 * A program in place of the system's browser: writes down what it is opened on, what the list of
 * processes says while it is, as every user reads it, and what the file holds.
 */
async function standInBrowser() {
  const path = join(folder, 'bin');
  await mkdir(path);
  const script = `#!/bin/sh
cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\000' ' ' > '${folder}/processes'
cp "$(printf %s "$1" | sed 's,^file://,,')" '${folder}/page'
printf %s "$1" > '${folder}/opening'
mv '${folder}/opening' '${folder}/opened'
`;
  await writeFile(join(path, 'xdg-open'), script, { mode: 0o755 });
  const read = (name: string) => readFile(join(folder, name), 'utf8').catch(() => '');
  return {
    path: `${path}:/usr/bin:/bin`,
    opened: () => read('opened'),
    processes: () => read('processes'),
    /** The code of the link that the browser is led to. */
    code: async () => /\/enter\/([\w-]{43})"/.exec(await read('page'))?.[1] ?? '',
    /** The host of the origin that it is led to: made anew at each start, so nobody else's. */
    host: async () => /[0-9a-f]{32}\.localhost/.exec(await read('page'))?.[0] ?? '',
  };
}

describe.runIf(process.platform === 'linux')('the list of processes (on Linux)', () => {
  test('shows no code and no origin while a browser is opened, at a first and a second start', async () => {
    const browser = await standInBrowser();
    const env = { PATH: browser.path };
    const fixed = [builtProgram, '--port', '0', '--data-dir', dataDir, '--ephemeral'];
    const child = spawn(process.execPath, fixed, {
      env: environmentWith(env),
      stdio: 'ignore',
    });
    const ended = once(child, 'close');
    try {
      for (const isFirst of [true, false]) {
        if (!isFirst) await runToEnd(['--data-dir', dataDir], { env });
        await expect.poll(browser.opened, { timeout: 20_000 }).toMatch(/^file:\/\/.*\.html$/);
        const listed = await browser.processes();
        const code = await browser.code();
        const host = await browser.host();
        // The list was read while it held the opening, and the page leads on.
        expect(listed).toContain(await browser.opened());
        expect(code).toHaveLength(43);
        expect(listed).not.toContain(code);
        // Of this console alone: a machine's other processes name what they like.
        expect(host).not.toBe('');
        expect(listed).not.toContain(host);
        await rm(join(folder, 'opened'));
      }
    } finally {
      child.kill();
      await ended;
    }
  });
});

describe.runIf(process.platform === 'linux')('a second start (on Linux)', () => {
  test('opens the browser on the console that runs, and the link works', async () => {
    const first = await start();
    const browser = await standInBrowser();
    const second = await runToEnd(['--data-dir', dataDir], { env: { PATH: browser.path } });
    expect(second).toMatchObject({ code: 0, stderr: '' });
    expect(second.stdout).toContain('already running');

    await expect.poll(browser.opened).toContain(dataDir);
    expect((await exchange(first, await browser.code())).status).toBe(200);
    expect(await answers(first)).toBe(200);
  });

  test('without a browser gives the link all the same', async () => {
    const first = await start();
    const second = await runToEnd(['--data-dir', dataDir], { env: { PATH: folder } });
    expect(second.code).toBe(0);
    expect(second.stdout).toContain(`${first.origin}/#code=`);
    expect(second.stderr).toBe('No browser can be opened here. Open the link yourself.\n');
  });
});

describe('a second start for a program', () => {
  test('prints the same one line as the first, with a link that works', async () => {
    const first = await start();
    const args = ['--json', '--no-open', '--data-dir', dataDir];
    const second = await runToEnd(args, { env: { PATH: folder } });
    expect(second).toMatchObject({ code: 0, stderr: '' });
    const [line = '', ...rest] = second.stdout.split('\n');
    expect(rest).toEqual(['']);
    const told = JSON.parse(line) as { url: string; dataDir: string };
    expect(told).toEqual({ url: expect.stringContaining(`${first.origin}/#code=`), dataDir });
    const code = new URL(told.url).hash.replace('#code=', '');
    expect((await exchange(first, code)).status).toBe(200);
  });

  test('says who holds the directory when that one does not answer', async () => {
    const first = await start();
    await rm(join(dataDir, 'control.sock'));
    const second = await runToEnd(['--json', '--no-open', '--data-dir', dataDir]);
    expect(second).toMatchObject({ code: 1, stdout: '' });
    expect(second.stderr).toContain(`process ${first.pid}`);
  });
});

describe('npm start', () => {
  test('keeps stdout for its one line, and becomes a process that takes less memory', async () => {
    const started = await start({ program: [launcher, 'start'] });
    const [line, ...rest] = started.stdout().split('\n');
    expect(JSON.parse(line ?? '')).toEqual({ url: started.url, dataDir });
    expect(rest).toEqual(['']);
    if (process.platform !== 'linux') return;
    const facts = async (name: string) =>
      (await readFile(`/proc/${started.pid}/${name}`, 'utf8')).split('\0');
    expect(await facts('cmdline')).toEqual(
      expect.arrayContaining([...smallProcess.options, builtProgram]),
    );
    expect(await facts('environ')).toContain('MALLOC_ARENA_MAX=1');
  });

  test.for([
    { args: ['--nope'], code: 2, says: "Unknown option '--nope'" },
    { args: ['--port', 'x'], code: 2, says: '--port takes a number' },
    { args: ['--passphrase-file', '/nowhere/at/all'], code: 1, says: 'cannot be read' },
  ])('$args fails in plain words', async ({ args, code, says }) => {
    const failed = await runToEnd(['start', '--browser', '--no-open', ...args], {
      program: [launcher],
    });
    expect(failed).toMatchObject({ code, stdout: '' });
    expect(failed.stderr).toContain(says);
    expect(failed.stderr).not.toContain('    at ');
  });

  test('--help needs no build and no directory', async () => {
    const helped = await runToEnd(['start', '--help'], { program: [launcher] });
    expect(helped).toMatchObject({ code: 0, stderr: '' });
    expect(helped.stdout).toContain('--data-dir DIR');
  });

  test('on an older Node says which one it needs, in one sentence', async () => {
    const older =
      "data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.20.2'}})";
    const failed = await runToEnd(['start'], { program: ['--import', older, launcher] });
    expect(failed).toMatchObject({ code: 1, stdout: '' });
    expect(failed.stderr.trim().split('\n')).toHaveLength(1);
    expect(failed.stderr).toContain('needs Node 24');
  });
});

const exchange = (to: ConsoleProcess, code: string) =>
  askOrigin(`${to.origin}/session`, {
    method: 'POST',
    headers: { origin: to.origin, 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });

/** Does what a page does with its link. */
async function admit(to: ConsoleProcess) {
  const code = new URL(await to.freshLink()).hash.replace('#code=', '');
  const answer = await exchange(to, code);
  const { token } = JSON.parse(answer.body) as { token: string };
  return { token, cookie: answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '' };
}
