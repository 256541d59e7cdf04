import { createServer } from 'node:http';
import { networkInterfaces } from 'node:os';
import { os } from '@orpc/server';
import { RPCHandler } from '@orpc/server/ws';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../platform/clock.ts';
import { systemRandom } from '../../../platform/random.ts';
import { portOf, startBrowserServer } from './server.ts';
import { askOrigin } from './testing/ask-origin.ts';

async function start(port: number | null = null, platform: NodeJS.Platform = 'linux') {
  const server = await startBrowserServer(port, {
    dataDir: '/data',
    platform,
    handler: new RPCHandler({ hello: os.handler(() => 'hello') }),
    secrets: { page: () => null, submit: async () => null, gonePage: () => '' },
    downloads: { take: () => null },
    page: { reply: () => ({ status: 200, body: 'page' }) },
    clock: systemClock,
    random: systemRandom,
    log: pino({ level: 'silent' }),
  });
  onTestFinished(() => server.close());
  return server;
}

/** Another program on the port of one address. */
async function squat(host: string, port = 0): Promise<number> {
  const server = createServer((_request, response) => response.end('squatter'));
  await new Promise<void>((done, fail) => server.once('error', fail).listen(port, host, done));
  onTestFinished(() => void server.close());
  return portOf(server);
}

const hasIPv6 = Object.values(networkInterfaces())
  .flat()
  .some((address) => address?.address === '::1');

const exchange = (origin: string, link: string, headers: Record<string, string> = {}) =>
  askOrigin(`${origin}/session`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ code: new URL(link).hash.replace('#code=', '') }),
  });

describe('the origin of a start', () => {
  it('is a name of 128 random bits that no other start has, also on the same port', async () => {
    const first = await start();
    const { port, origin } = first;
    expect(origin).toMatch(/^http:\/\/[0-9a-f]{32}\.localhost:\d+$/);
    await first.close();
    const second = await start(port);
    expect(second.port).toBe(port);
    expect(second.origin).not.toBe(origin);
    // What the first start's page, worker or link still asks for is answered by nobody.
    expect((await askOrigin(`${origin}/`)).status).toBe(403);
    expect((await askOrigin(`${second.origin}/`)).status).toBe(200);
  });

  it('is no name that others know', async () => {
    const { port, origin } = await start();
    const link = (await start()).freshLink();
    for (const name of ['127.0.0.1', 'localhost', 'causeway.localhost']) {
      const other = `http://${name}:${port}`;
      expect((await askOrigin(`${other}/`)).status).toBe(403);
      expect((await exchange(other, link)).status).toBe(403);
      expect((await askOrigin(`${origin}/`, { headers: { host: name } })).status).toBe(403);
    }
  });

  it('is the address under a new port where the system’s browser knows no such names', async () => {
    const first = await start(null, 'darwin');
    const second = await start(null, 'darwin');
    expect(first.origin).toBe(`http://127.0.0.1:${first.port}`);
    expect(second.port).not.toBe(first.port);
    await first.close();
    // A port that was asked for is not new.
    expect((await start(first.port, 'darwin')).origin).toContain('.localhost:');
  });

  it('keeps a page in that another port has buried under cookies of our name', async () => {
    const { origin, freshLink } = await start(null, 'darwin');
    const admitted = await exchange(origin, freshLink());
    const cookie = admitted.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    const [name = ''] = cookie.split('=');
    const buried = `${`${name}=${'x'.repeat(4_000)}; `.repeat(170)}${cookie}`;
    const { token } = JSON.parse(admitted.body) as { token: string };
    const headers = { cookie: buried, 'x-causeway-token': token };
    expect((await askOrigin(`${origin}/session`, { headers })).status).toBe(204);
  });
});

describe('the port', () => {
  it('is on loopback addresses alone', async () => {
    const { port } = await start();
    const others = Object.values(networkInterfaces())
      .flat()
      .flatMap((each) => (each === undefined || each.internal ? [] : [each]))
      // A link-local address needs its scope.
      .map((each) => (each.scopeid ? `${each.address}%${each.scopeid}` : each.address));
    // 127.0.0.2 is this computer too, and answers where somebody listens on all addresses.
    const elsewhere = process.platform === 'linux' ? ['127.0.0.2', ...others] : others;
    for (const address of elsewhere) {
      // Free there, so nobody listens on it.
      if (!address.includes('%')) await squat(address, port);
    }
    expect(elsewhere.length).toBeGreaterThan(0);
  });

  it.skipIf(!hasIPv6)('is ours on every address that its name means (IPv6)', async () => {
    const { port } = await start();
    await expect(squat('127.0.0.1', port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await expect(squat('::1', port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  it.skipIf(!hasIPv6)('is refused where another program holds one of them (IPv6)', async () => {
    const port = await squat('::1');
    await expect(start(port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    // The other address was let go again.
    await squat('127.0.0.1', port);
  });
});

describe('the first page of a browser', () => {
  it('begins with nothing that was kept where others may have served, and a second one takes nothing', async () => {
    const { origin, freshLink } = await start(null, 'darwin');
    const first = await exchange(origin, freshLink());
    expect(first.headers['clear-site-data']).toBe('"cache", "storage"');
    const cookie = first.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    const second = await exchange(origin, freshLink(), { cookie });
    expect(second.status).toBe(200);
    expect(second.headers['clear-site-data']).toBeUndefined();
  });

  it('waits for no clearing under a name that nobody served before', async () => {
    const { origin, freshLink } = await start();
    const first = await exchange(origin, freshLink());
    expect(first.status).toBe(200);
    expect(first.headers['clear-site-data']).toBeUndefined();
  });
});

describe('an entry', () => {
  it('leads on to the link within the origin, spends nothing, and is good for one page', async () => {
    const { origin, freshLink } = await start();
    const entry = freshLink().replace('/#code=', '/enter/');
    const headers = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    };
    const code = entry.slice(`${origin}/enter/`.length);
    expect(code).toMatch(/^[\w-]{43}$/);
    for (let times = 0; times < 2; times += 1) {
      const answer = await askOrigin(entry, { headers });
      expect(answer.status).toBe(200);
      expect(answer.body).toContain(`content="0;url=/#code=${code}"`);
      expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    }
    // The page itself is shown to no other origin.
    expect((await askOrigin(`${origin}/`, { headers })).status).toBe(403);
    expect((await exchange(origin, `${origin}/#code=${code}`)).status).toBe(200);
    expect((await askOrigin(entry, { headers })).status).toBe(403);
    expect((await askOrigin(`${origin}/enter/${'A'.repeat(43)}`, { headers })).status).toBe(403);
  });
});
