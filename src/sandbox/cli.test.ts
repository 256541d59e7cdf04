import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, test } from 'vitest';
import { logLine, parseArguments } from './cli.ts';
import type { Client, Endpoint } from './testing/harness.ts';
import { clientOf, temporaryDirectory } from './testing/harness.ts';

const program = join(import.meta.dirname, 'cli.ts');
const children: ChildProcess[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) await ended(child, 'SIGKILL');
});

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
  }
  return child.exitCode;
}

const run = (args: readonly string[]): ChildProcess => {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  return child;
};

async function start(
  args: readonly string[],
): Promise<{ child: ChildProcess; endpoint: Endpoint; client: Client }> {
  const child = run(['--json', ...args]);
  if (child.stdout === null) throw new Error('There is no output.');
  const [line] = await once(createInterface(child.stdout), 'line');
  const endpoint = JSON.parse(String(line)) as Endpoint;
  return { child, endpoint, client: clientOf(endpoint) };
}

async function output(child: ChildProcess): Promise<{ code: number | null; errors: string }> {
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk.toString('utf8');
  });
  await once(child, 'close');
  return { code: child.exitCode, errors };
}

describe('arguments', () => {
  test('have defaults', () => {
    expect(parseArguments([])).toEqual({
      port: 0,
      dataDir: null,
      json: false,
      timeScale: 1,
      trustCa: null,
      allowPrivateDeliveries: false,
      help: false,
    });
  });

  test('are all read', () => {
    const argv =
      '--port 8080 --data-dir d --json --time-scale 2.5 --trust-ca c.pem --allow-private-deliveries';
    expect(parseArguments(argv.split(' '))).toEqual({
      port: 8080,
      dataDir: 'd',
      json: true,
      timeScale: 2.5,
      trustCa: 'c.pem',
      allowPrivateDeliveries: true,
      help: false,
    });
  });

  test.each([
    ['--port', 'x', '--port: needs a number'],
    ['--port', '70000', '--port: needs a whole number from 0 to 65535'],
    ['--port', '1.5', '--port: needs a whole number from 0 to 65535'],
    ['--port', '', '--port: needs a number'],
    ['--time-scale', '0', '--time-scale: needs a number over 0'],
    ['--time-scale', '-1', "'--time-scale'"],
    ['--data-dir', '', '--data-dir: needs a directory'],
    ['--nonsense', 'x', "'--nonsense'"],
    ['stray', 'x', "'stray'"],
  ])('%s %s is refused: %s', (option, value, message) => {
    expect(() => parseArguments([option, value])).toThrow(message);
  });
});

test('a line of the log says a path that a client chose without what a terminal obeys', () => {
  expect(logLine('A request failed', { path: '/\u009b2J\u202e\u001b]0;x', count: 1 })).toBe(
    String.raw`A request failed {"path":"/\u009b2J\u202e\u001b]0;x","count":1}`,
  );
  expect(logLine('Alone')).toBe('Alone');
});

describe('the program', () => {
  test('prints one JSON object first, answers with its tokens, and stops cleanly', async () => {
    const { child, endpoint, client } = await start([]);
    expect(Object.keys(endpoint)).toEqual(['baseUrl', 'controlUrl', 'token', 'controlToken']);
    expect((await client.post('/v2/customer', { type: 'individual' })).status).toBe(201);
    expect((await client.control('GET', '/state')).body.customers).toBe(1);
    expect(await ended(child, 'SIGTERM')).toBe(0);
  });

  test('stops on SIGINT as well', async () => {
    const { child } = await start([]);
    expect(await ended(child, 'SIGINT')).toBe(0);
  });

  test.each([
    [['--port', 'x'], 2, '--port: needs a number'],
    [['--trust-ca', '/nowhere.pem'], 2, "--trust-ca: can't read /nowhere.pem"],
    [['--data-dir', program], 2, `--data-dir: ${program} is not a directory`],
    [['--trust-ca', '/\u001b[2J'], 2, String.raw`--trust-ca: can't read /\u001b[2J`],
  ])('%j ends with %i and says why', async (args, code, message) => {
    const ending = await output(run(args));
    expect(ending.code).toBe(code);
    expect(ending.errors).toContain(message);
    expect(ending.errors).toContain('Usage:');
  });

  test('a port in use and a directory in use are said in a sentence', async () => {
    await using directory = await temporaryDirectory();
    const { endpoint } = await start(['--data-dir', directory.path]);
    const { port } = new URL(endpoint.baseUrl);
    const samePort = await output(run(['--port', port]));
    expect([samePort.code, samePort.errors.trim()]).toEqual([
      1,
      `Port ${port} is taken by another program: choose another with --port, or 0 for any.`,
    ]);
    const sameDirectory = await output(run(['--data-dir', directory.path]));
    expect(sameDirectory.code).toBe(1);
    expect(sameDirectory.errors).toContain('Another process uses the data folder');
  });
});
