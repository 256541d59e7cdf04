import { existsSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RPCHandler } from '@orpc/server/ws';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../platform/clock.ts';
import { systemRandom } from '../../../platform/random.ts';
import { parseStartOptions } from '../cli/options.ts';
import {
  type ConsoleRequest,
  type HostedConsole,
  type ProgramOptions,
  startProgram,
} from './program.ts';
import { askOrigin } from './testing/ask-origin.ts';

/** What a console of the tests throws when another one holds the directory. */
class Held extends Error {}

let folder: string;
let printed: string[];
let said: string[];
/** What the system's browser was started on. */
let launched: string[];
let requests: ConsoleRequest[];
let announced: string[];
let disposals: number;
let links: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'causeway-program-'));
  printed = [];
  said = [];
  launched = [];
  requests = [];
  announced = [];
  disposals = 0;
  links = [];
});

afterEach(() => rm(folder, { recursive: true }));

async function start(args: string[], more: Partial<ProgramOptions> = {}) {
  const running = await startProgram({
    options: parseStartOptions(args),
    defaultDataDir: folder,
    platform: 'linux',
    clock: systemClock,
    random: systemRandom,
    log: pino({ level: 'silent' }),
    async openConsole(request) {
      requests.push(request);
      return {
        handler: new RPCHandler({}),
        secrets: { page: () => null, submit: async () => null, gonePage: () => '' },
        downloads: { take: () => null },
        attach: () => undefined,
        // No test of the program calls the bridge.
        bridge: {} as HostedConsole['bridge'],
        announce: (url) => void announced.push(url),
        openLink: (text) => void links.push(text),
        isKeychainSilent: () => false,
        dispose: async () => {
          disposals += 1;
        },
      };
    },
    loadPage: async () => ({ reply: () => ({ status: 200, body: 'page' }) }),
    launchBrowser: async (address) => void launched.push(address),
    print: (line) => printed.push(line),
    say: (line) => said.push(line),
    explain: (error) => (error instanceof Held ? { sentence: 'It is held.', isHeld: true } : null),
    ...more,
  });
  if (typeof running !== 'number') onTestFinished(() => running.stop());
  return running;
}

/** The link that a browser is led to by the file it was started on. */
const linkIn = (address = ''): string =>
  /url=(.*)"/
    .exec(readFileSync(fileURLToPath(address), 'utf8'))?.[1]
    ?.replace('/enter/', '/#code=') ?? '';

const held = { openConsole: () => Promise.reject(new Held()) };

describe('a start', () => {
  it('prints one line of JSON and nothing else', async () => {
    await start(['--json', '--no-open', '--port', '0']);
    expect(printed).toHaveLength(1);
    expect(JSON.parse(printed[0] ?? '')).toEqual({
      url: expect.stringMatching(/^http:\/\/[0-9a-f]{32}\.localhost:\d+\/#code=[\w-]{43}$/),
      dataDir: folder,
    });
    expect(said).toEqual([]);
    expect(launched).toEqual([]);
  });

  it('opens the record that its link names', async () => {
    const link = 'causeway://open/customer/customer_a';
    await start(['--no-open', '--port', '0', link]);
    expect(links).toEqual([link]);
  });

  it('gives the browser a link of its own, because one works once', async () => {
    await start(['--port', '0']);
    expect(launched).toHaveLength(1);
    const link = linkIn(launched[0]);
    expect(link).toContain(`${announced[0]}/#code=`);
    expect(printed.join()).not.toContain(link);
  });

  it('leaves nothing secret where others see it, and the browser a file for its owner alone', async () => {
    const running = await start(['--port', '0']);
    const [address = ''] = launched;
    expect(address).toMatch(/^file:\/\/.*\/opening-[0-9a-f]{16}\.html$/);
    expect(address).not.toContain(linkIn(address).slice(-43));
    expect(statSync(fileURLToPath(address)).mode & 0o777).toBe(0o600);
    if (typeof running !== 'number') await running.stop();
    expect(existsSync(fileURLToPath(address))).toBe(false);
  });

  it('takes away what an opening of a killed process left', async () => {
    const left = join(folder, 'opening-0123456789abcdef.html');
    await writeFile(left, 'old');
    await start(['--no-open', '--port', '0']);
    expect(existsSync(left)).toBe(false);
  });

  it('goes on where no browser can be opened', async () => {
    const launchBrowser = () => Promise.reject(new Error('none'));
    expect(await start(['--port', '0'], { launchBrowser })).not.toBe(1);
    expect(said).toEqual(['No browser can be opened here. Open the link yourself.']);
  });

  it('answers at the address that it announces, which is no link', async () => {
    await start(['--no-open', '--port', '0']);
    expect(announced).toHaveLength(1);
    expect(announced[0]).not.toContain('code');
    expect((await askOrigin(announced[0] ?? '')).body).toBe('page');
  });

  it('hands the passphrase over, without the end of its line', async () => {
    const file = join(folder, 'passphrase');
    await writeFile(file, ' correct horse \r\n', { mode: 0o600 });
    await start(['--no-open', '--port', '0', '--passphrase-file', file]);
    expect(requests).toEqual([
      { dataDir: folder, passphrase: ' correct horse ', ephemeral: false },
    ]);
  });

  it.each([
    ['missing', null],
    ['empty', '\n'],
  ])('is refused when the passphrase file is %s', async (_what, content) => {
    const file = join(folder, 'passphrase');
    if (content !== null) await writeFile(file, content, { mode: 0o600 });
    expect(await start(['--no-open', '--passphrase-file', file])).toBe(1);
    expect(said.join()).toContain(file);
    expect(requests).toEqual([]);
  });

  it('is refused on a port that is taken, and lets the directory go', async () => {
    const other = createServer();
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    expect(await start(['--no-open', '--port', String(port)])).toBe(1);
    expect(said).toEqual([
      `Port ${port} is in use by another program. Choose another with --port, or 0 for any.`,
    ]);
    expect(disposals).toBe(1);
  });

  it('throws what nobody can explain', async () => {
    const openConsole = () => Promise.reject(new Error('surprise'));
    await expect(start(['--no-open'], { openConsole })).rejects.toThrow('surprise');
  });
});

describe('a running console', () => {
  it('prints fresh links on demand', async () => {
    const running = await start(['--json', '--no-open', '--port', '0']);
    if (typeof running === 'number') throw new Error('It did not start.');
    running.printLink();
    running.printLink();
    expect(new Set(printed).size).toBe(3);
  });

  it('stops once, however often it is told to', async () => {
    const running = await start(['--no-open', '--port', '0']);
    if (typeof running === 'number') throw new Error('It did not start.');
    await Promise.all([running.stop(), running.stop()]);
    expect(disposals).toBe(1);
    await expect(askOrigin(announced[0] ?? '')).rejects.toThrow();
  });
});

describe('a second start', () => {
  it('opens the console that runs already', async () => {
    await start(['--json', '--no-open', '--port', '0']);
    expect(await start([], held)).toBe(0);
    expect(launched).toHaveLength(1);
    expect(linkIn(launched[0])).toContain(`${announced[0]}/#code=`);
    expect(said).toEqual([]);
  });

  it('prints a fresh link with --no-open, and opens nothing', async () => {
    await start(['--json', '--no-open', '--port', '0']);
    expect(await start(['--no-open'], held)).toBe(0);
    expect(printed).toHaveLength(2);
    expect(printed[1]).toContain(`${announced[0]}/#code=`);
    expect([said, launched]).toEqual([[], []]);
  });

  it('prints the same one line with --json as the first did', async () => {
    await start(['--json', '--no-open', '--port', '0']);
    expect(await start(['--json', '--no-open'], held)).toBe(0);
    const [first, second] = printed.map((line) => JSON.parse(line));
    expect(second).toEqual({
      url: expect.stringContaining(`${announced[0]}/#code=`),
      dataDir: folder,
    });
    expect(second.url).not.toBe(first.url);
    expect([said, launched]).toEqual([[], []]);
  });

  it('fails where the holder gives no link', async () => {
    expect(await start(['--json'], held)).toBe(1);
    expect(said).toEqual(['It is held.']);
    expect([printed, launched]).toEqual([[], []]);
  });
});
