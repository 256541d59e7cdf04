import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../support/run-command.ts';
import { type OwnSandbox, startOwnSandbox } from './start-own-sandbox.ts';

const cli = resolve(import.meta.dirname, 'cli.ts');
const run = (...args: readonly string[]) => runCommand(['node', cli, ...args]);

/** The JSON lines of a run: a result for each case, and the sum. */
const linesOf = (output: string): Record<string, unknown>[] =>
  output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('npm run conformance', () => {
  let own: OwnSandbox;
  let directory: string;
  let tokenFile: string;
  let target: readonly string[];

  beforeAll(async () => {
    own = await startOwnSandbox();
    directory = await mkdtemp(join(tmpdir(), 'conformance-'));
    tokenFile = join(directory, 'token');
    await writeFile(tokenFile, `${own.options.token}\n`);
    target = ['--base-url', own.options.baseUrl, '--token-file', tokenFile];
  });
  afterAll(async () => {
    await own.stop();
    await rm(directory, { recursive: true });
  });

  const state = async (): Promise<Record<string, unknown>> => {
    const { controlUrl = '', controlToken = '' } = own.options.control ?? {};
    const answer = await fetch(`${controlUrl}/state`, {
      headers: { authorization: `Bearer ${controlToken}` },
    });
    return (await answer.json()) as Record<string, unknown>;
  };

  it('tests a sandbox of its own without arguments', async () => {
    const { ok, output } = await run();
    expect(output).toMatch(/\n\d{3} cases: \d{3} passed, 0 failed, 0 skipped\n$/);
    expect(ok).toBe(true);
  });

  it('only reads from another server, and creates nothing', async () => {
    const { ok, output } = await run(...target, '--json');
    const lines = linesOf(output);
    const sum = lines.at(-1);
    expect(sum).toMatchObject({ failed: 0 });
    expect(Number(sum?.['passed'])).toBeGreaterThan(25);
    expect(Number(sum?.['skipped'])).toBeGreaterThan(50);
    for (const { needs, outcome } of lines.slice(0, -1)) {
      if (needs !== 'read') expect(outcome).toBe('skipped');
    }
    expect(await state()).toMatchObject({ customers: 0, virtualAccounts: 0, webhooks: [] });
    expect(ok).toBe(true);
  });

  it('takes up one webhook when it may write, and no more', async () => {
    const { ok, output } = await run(...target, '--allow-writes');
    expect(output).toContain(' 0 failed,');
    expect(output).toContain('– 8  webhooks are created up to the tenth');
    expect(output).toContain(': runs only without --base-url, against a new sandbox of our own');
    expect(await state()).toMatchObject({ webhooks: [{ name: 'Conformance' }] });
    expect(ok).toBe(true);
  });

  it('uses up the webhooks when it is told so', async () => {
    const { output } = await run(...target, '--allow-writes', '--destroy-slots');
    expect(output).toContain('✔ 8  webhooks are created up to the tenth');
    expect((await state())['webhooks']).toHaveLength(10);
  });

  it('runs no case where nobody answers or the token is refused, and shows no token', async () => {
    const wrong = join(directory, 'wrong');
    await writeFile(wrong, 'eyJhbGciOiJub25lIn0.e30.c2ln');
    const refused = await run('--base-url', own.options.baseUrl, '--token-file', wrong);
    expect(refused).toEqual({ ...refused, ok: false, output: 'The server refuses this token.\n' });
    const nobody = await run('--base-url', 'http://127.0.0.1:1', '--token-file', tokenFile);
    expect(nobody).toEqual({ ...nobody, ok: false, output: 'No answer at http://127.0.0.1:1.\n' });
  });

  it('prints nothing of what a server says that a terminal would obey', async () => {
    const words = '\u001b[2J\u009b2J\u202e\r\u2028✔ 4.5  forged';
    const server = createServer((request, response) => {
      request.resume();
      const isFirst = request.url?.endsWith('event_conformance0') === true;
      response.writeHead(isFirst ? 404 : 403, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ ts: words, error: { general: words } }));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    try {
      const { port } = server.address() as AddressInfo;
      const against = ['--base-url', `http://127.0.0.1:${port}`, '--token-file', tokenFile];
      const text = await run(...against);
      const json = await run(...against, '--json');
      for (const { ok, output } of [text, json]) {
        expect(ok).toBe(false);
        expect(output.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}]/u);
      }
      expect(text.output).toContain(String.raw`\u001b[2J\u009b2J\u202e`);
      // A program that reads the lines still gets the words as they are.
      const reasons = linesOf(json.output).map(({ reason }) => String(reason));
      expect(reasons.join()).toContain('\u001b[2J\u009b2J\u202e');
    } finally {
      server.close();
    }
  });

  it.each([
    [['--base-url', 'http://127.0.0.1:1'], 'needs --token-file'],
    [['--allow-writes'], '--allow-writes needs --base-url'],
    [['--allow-writes', '--destroy-slots'], 'need --base-url'],
    [['--base-url', 'http://127.0.0.1:1', '--token-file', '/nowhere/token'], "can't read"],
    [['--sandbox', '--base-url', 'http://127.0.0.1:1'], 'takes no --base-url'],
    [['--token', 'eyJ'], "Unknown option '--token'"],
    [
      ['--base-url', 'http://127.0.0.1:1', '--token-file', '/\u001b[2J'],
      String.raw`can't read /\u001b[2J`,
    ],
  ])('says how it is used after %j', async (args, message) => {
    const { ok, output } = await run(...args);
    expect(ok).toBe(false);
    expect(output).toContain(message);
    expect(output).toContain('Usage: npm run conformance');
  });

  it('refuses production', async () => {
    const production = join(directory, 'production');
    const claims = Buffer.from('{"environment":"production"}').toString('base64url');
    await writeFile(production, `eyJhbGciOiJIUzI1NiJ9.${claims}.c2ln`);
    const { ok, output } = await run(
      '--base-url',
      own.options.baseUrl,
      '--token-file',
      production,
      '--i-know-this-is-a-sandbox',
    );
    expect(ok).toBe(false);
    expect(output).toContain('never runs against production');
    expect(output).not.toContain(claims);
  });
});
