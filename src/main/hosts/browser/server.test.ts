import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { os } from '@orpc/server';
import { RPCHandler } from '@orpc/server/ws';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemRandom } from '../../../platform/random.ts';
import type { Downloads } from './downloads.ts';
import { loadPageFiles } from './page-files.ts';
import type { SecretPages } from './secret-pages.ts';
import { type BrowserServer, startBrowserServer } from './server.ts';
import { askOrigin, type OriginAnswer } from './testing/ask-origin.ts';

let root: string;
let server: BrowserServer;
let now: number;
let submitted: string[];

const secrets: SecretPages = {
  page: (ticket, nonce) => (ticket === 'good' ? `<style nonce="${nonce}"></style>form` : null),
  submit: async (ticket, fields) => {
    if (ticket === 'broken') throw new Error('out of order');
    if (ticket !== 'good') return null;
    submitted.push(fields.get('token') ?? '');
    return 'stored';
  },
  gonePage: (nonce) => `<style nonce="${nonce}"></style>expired`,
};

/** What can be fetched, by ticket; each goes once. */
const ticket = 'a'.repeat(32);
let waiting: Map<string, Readable>;
const downloads: Downloads = {
  take: (wanted) => {
    const content = waiting.get(wanted);
    waiting.delete(wanted);
    if (content === undefined) return null;
    return { fileName: 'events-20261120-140511.csv', type: 'text/csv', bytes: 9, content };
  },
};

beforeEach(async () => {
  waiting = new Map([[ticket, Readable.from(['one', 'two', 'six'])]]);
  root = await mkdtemp(join(tmpdir(), 'causeway-server-'));
  await writeFile(join(root, 'index.html'), '<p>__CSP_NONCE__</p>');
  await writeFile(join(root, 'logo.svg'), '<svg/>');
  now = 1_000;
  submitted = [];
  server = await start(0);
});

const start = async (port: number): Promise<BrowserServer> =>
  await startBrowserServer(port, {
    dataDir: root,
    platform: 'linux',
    handler: new RPCHandler({ hello: os.handler(() => 'hello') }),
    secrets,
    downloads,
    page: await loadPageFiles(root),
    clock: { now: () => now },
    random: systemRandom,
    log: pino({ level: 'silent' }),
  });

afterEach(async () => {
  await server.close();
  await rm(root, { recursive: true });
});

/** Sends exactly these headers (Host comes along unless given) and this path. */
const ask = (
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<OriginAnswer> => askOrigin(server.origin, { method, path, headers, body });

const own = () => ({ origin: server.origin });
const json = () => ({ ...own(), 'content-type': 'application/json' });
const form = () => ({ ...own(), 'content-type': 'application/x-www-form-urlencoded' });

const codeOf = (link: string): string => new URL(link).hash.replace('#code=', '');
const exchange = (code: string, headers: Record<string, string> = {}) =>
  ask('POST', '/session', { ...json(), ...headers }, JSON.stringify({ code }));

/** A page that was let in: its cookie header and its token. */
async function admit(): Promise<{ readonly cookie: string; readonly token: string }> {
  const answer = await exchange(codeOf(server.freshLink()));
  return {
    cookie: answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '',
    token: (JSON.parse(answer.body) as { token: string }).token,
  };
}

/** What stands on every answer, whatever it is. */
const always = {
  'cache-control': 'no-store',
  'connection-allowlist': '(response-origin)',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** What every refusal looks like: nothing to read, and nothing that another origin may use. */
function expectSilence(answer: OriginAnswer, status: number): void {
  expect(answer.status).toBe(status);
  expect(answer.body).toBe('');
  expect(answer.headers['set-cookie']).toBeUndefined();
  expect(answer.headers).toMatchObject(always);
  expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual(
    [],
  );
}

describe('the page', () => {
  it('comes without a cookie, under a policy with a nonce of its own', async () => {
    const first = await ask('GET', '/');
    const second = await ask('GET', '/');
    expect(first.status).toBe(200);
    expect(first.body).not.toBe(second.body);
    const nonce = /<p>(.+)<\/p>/.exec(first.body)?.[1] ?? '';
    expect(Buffer.from(nonce, 'base64url')).toHaveLength(16);
    expect(first.headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
    expect(first.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'connection-allowlist': '(response-origin)',
    });
    expect(first.headers['permissions-policy']).toContain('camera=(), ');
  });

  it('answers HEAD without a body', async () => {
    const answer = await ask('HEAD', '/');
    expect(answer).toMatchObject({ status: 200, body: '' });
  });
});

describe('a link', () => {
  it('names the origin of this start and carries 256 bits in its fragment', () => {
    const link = new URL(server.freshLink());
    expect(link.origin).toBe(server.origin);
    expect(Buffer.from(codeOf(link.href), 'base64url')).toHaveLength(32);
  });

  it('gives a cookie that scripts cannot read, and a token', async () => {
    const answer = await exchange(codeOf(server.freshLink()));
    expect(answer.status).toBe(200);
    expect(answer.headers['set-cookie']?.[0]).toMatch(
      /^causeway-[0-9a-f]{16}=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect(JSON.parse(answer.body)).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/) });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('is refused the second time', async () => {
    const code = codeOf(server.freshLink());
    await exchange(code);
    expectSilence(await exchange(code), 403);
  });

  it('is refused after a minute', async () => {
    const code = codeOf(server.freshLink());
    now += 60_000;
    expectSilence(await exchange(code), 403);
  });

  it.each<[string, () => Promise<OriginAnswer>]>([
    ['a wrong code', () => exchange('A'.repeat(43))],
    ['a code of another shape', () => exchange('short')],
    ['no JSON', () => ask('POST', '/session', json(), 'code')],
    ['more than a code', () => ask('POST', '/session', json(), '{"code":"x","more":1}')],
    ['a form', () => ask('POST', '/session', form(), 'code=x')],
    ['a large body', () => ask('POST', '/session', json(), `"${'x'.repeat(2_000)}"`)],
  ])('is nothing with %s', async (_what, send) => {
    expectSilence(await send(), 403);
  });

  it.each<[string, () => Record<string, string>]>([
    ['another host', () => ({ host: `evil.example:${server.port}` })],
    ['another origin', () => ({ origin: 'https://evil.example' })],
    ['another site', () => ({ 'sec-fetch-site': 'cross-site' })],
  ])('is not spent by a request from %s', async (_what, wrong) => {
    const code = codeOf(server.freshLink());
    expectSilence(await exchange(code, wrong()), 403);
    expect((await exchange(code)).status).toBe(200);
  });
});

describe('a token', () => {
  it('is good with its cookie alone', async () => {
    const mine = await admit();
    const other = await admit();
    const probe = (headers: Record<string, string>) => ask('GET', '/session', headers);
    const good = await probe({ cookie: mine.cookie, 'x-causeway-token': mine.token });
    expect(good).toMatchObject({ status: 204, body: '' });
    expectSilence(await probe({ cookie: mine.cookie }), 403);
    expectSilence(await probe({ 'x-causeway-token': mine.token }), 403);
    expectSilence(await probe({ cookie: mine.cookie, 'x-causeway-token': other.token }), 403);
  });
});

describe('pages for secrets', () => {
  it.each([
    ['good', 200],
    ['spent', 404],
  ])('come without scripts, and post to their own origin only: %s', async (name, status) => {
    const { cookie } = await admit();
    const answer = await ask('GET', `/secret/${name}`, { cookie });
    expect(answer.status).toBe(status);
    const nonce = /nonce="(.+)"/.exec(answer.body)?.[1] ?? '';
    expect(answer.headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    );
    expect(answer.headers['referrer-policy']).toBe('same-origin');
    expect(answer.headers['cross-origin-opener-policy']).toBe('noopener-allow-popups');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('hand over what was typed', async () => {
    const { cookie } = await admit();
    const answer = await ask('POST', '/secret/good', { ...form(), cookie }, 'token=abc+d');
    expect(answer).toMatchObject({ status: 200, body: 'stored' });
    expect(submitted).toEqual(['abc d']);
  });

  it.each<[string, number, () => Promise<OriginAnswer>]>([
    ['no cookie', 403, () => ask('GET', '/secret/good')],
    ['no cookie on a form', 403, () => ask('POST', '/secret/good', form(), 'token=x')],
    ['no ticket', 404, async () => ask('GET', '/secret/', await admit())],
    ['a ticket and more', 404, async () => ask('GET', '/secret/good/more', await admit())],
    ['a climbing ticket', 404, async () => ask('GET', '/secret/../secret/good', await admit())],
    [
      'a script of the page',
      403,
      async () =>
        ask('GET', '/secret/good', {
          ...(await admit()),
          'sec-fetch-site': 'same-origin',
          'sec-fetch-mode': 'cors',
          'sec-fetch-dest': 'empty',
        }),
    ],
    ['HEAD', 404, async () => ask('HEAD', '/secret/good', await admit())],
    [
      'JSON in place of a form',
      404,
      async () => ask('POST', '/secret/good', { ...json(), ...(await admit()) }, '{"token":"x"}'),
    ],
    [
      'a form over 64 KiB',
      404,
      async () =>
        ask(
          'POST',
          '/secret/good',
          { ...form(), ...(await admit()) },
          `token=${'x'.repeat(64 * 1024)}`,
        ),
    ],
    [
      'a form of another origin',
      403,
      async () =>
        ask('POST', '/secret/good', { ...form(), ...(await admit()), origin: 'null' }, 'token=x'),
    ],
    [
      'a console that fails',
      404,
      async () => ask('POST', '/secret/broken', { ...form(), ...(await admit()) }, 'token=x'),
    ],
  ])('are refused: %s', async (_what, status, send) => {
    expectSilence(await send(), status);
    expect(submitted).toEqual([]);
  });
});

describe('everything else', () => {
  it.each([
    ['GET', '/nothing'],
    ['GET', '/bridge'],
    ['GET', '/../server.ts'],
    ['GET', '/%2e%2e/%2e%2e/etc/passwd'],
    ['GET', '//etc/passwd'],
    ['GET', 'http://evil.example/'],
    ['DELETE', '/session'],
    ['PUT', '/'],
    ['OPTIONS', '/session'],
    ['POST', '/'],
    ['TRACE', '/'],
  ])('%s %s says nothing', async (method, path) => {
    expectSilence(await ask(method, path, own()), 404);
  });

  it('a query changes nothing', async () => {
    expect((await ask('GET', '/?code=x')).status).toBe(200);
  });
});

it('rejects when its port is taken', async () => {
  await expect(start(server.port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

it('an unframed, uncached answer is what every address gives', async () => {
  const { cookie } = await admit();
  const entry = `/enter/${codeOf(server.freshLink())}`;
  for (const path of ['/', '/logo.svg', entry, '/secret/good', `/download/${ticket}`]) {
    const answer = await ask('GET', path, { cookie });
    expect([path, answer.status]).toEqual([path, 200]);
    expect(answer.headers).toMatchObject(always);
  }
  expect((await exchange(codeOf(server.freshLink()))).headers).toMatchObject(always);
});

describe('a file to fetch', () => {
  const fetchIt = async (headers: Record<string, string> = {}, method = 'GET') => {
    const { cookie } = await admit();
    return await ask(method, `/download/${ticket}`, { cookie, ...headers });
  };

  it('comes once, as something to keep and never as a page', async () => {
    const { cookie } = await admit();
    const answer = await ask('GET', `/download/${ticket}`, { cookie });
    expect(answer).toMatchObject({ status: 200, body: 'onetwosix' });
    expect(answer.headers).toMatchObject({
      'content-disposition': 'attachment; filename="events-20261120-140511.csv"',
      'content-type': 'text/csv',
      'content-length': '9',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers['content-security-policy']).toContain('sandbox');
    expectSilence(await ask('GET', `/download/${ticket}`, { cookie }), 404);
  });

  it('is refused without the cookie, to another site, and to another host name', async () => {
    expectSilence(await ask('GET', `/download/${ticket}`), 403);
    expectSilence(await fetchIt({ cookie: 'causeway-x=guess' }), 403);
    expectSilence(await fetchIt({ 'sec-fetch-site': 'cross-site' }), 403);
    expectSilence(await fetchIt({ 'sec-fetch-site': 'same-site' }), 403);
    expectSilence(await fetchIt({ origin: 'http://127.0.0.1:1' }), 403);
    expectSilence(await fetchIt({ host: `evil.example:${server.port}` }), 403);
    expect(waiting.has(ticket)).toBe(true);
  });

  it('is not spent by a HEAD, a POST, or a ticket of another form', async () => {
    const { cookie } = await admit();
    expect((await ask('HEAD', `/download/${ticket}`, { cookie })).status).toBe(404);
    expectSilence(await ask('POST', `/download/${ticket}`, { cookie, ...own() }), 404);
    expectSilence(await ask('GET', `/download/../${ticket}`, { cookie }), 404);
    expectSilence(await ask('GET', '/download/', { cookie }), 404);
    expect(waiting.has(ticket)).toBe(true);
  });

  it('that breaks off breaks the answer off, so that half of it is never taken for the whole', async () => {
    const broken = new Readable({
      read() {
        this.push('one');
        this.destroy(new Error('changed on the disk'));
      },
    });
    waiting.set(ticket, broken);
    await expect(fetchIt()).rejects.toThrow();
  });
});
