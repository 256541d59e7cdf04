import { createSocket } from 'node:dgram';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { openBrowser } from '../../src/main/hosts/browser/program.ts';
import { askOrigin } from '../../src/main/hosts/browser/testing/ask-origin.ts';
import { systemRandom } from '../../src/platform/random.ts';
import { startConsole } from '../support/console-process.ts';
import { test } from './support/fixtures.ts';
import { Screens } from './support/pages/screens.ts';
import { submitSecret } from './support/secret-document.ts';

test.use({ startArguments: ['--ephemeral'] });

/** Another program of this machine: the same host, another port, so the browser calls it same-site. */
async function otherPort(
  html: string,
): Promise<{ server: Server; origin: string; seen: string[] }> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers.cookie ?? '');
    response.setHeader('content-type', 'text/html');
    response.end(html);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { server, seen, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const settled = (app: Page) => expect(new Screens(app).link('Customers')).toBeVisible();

test('the page runs under its policy without a violation', async ({ own, page }) => {
  const violations: string[] = [];
  page.on('console', (message) => {
    if (/Content.Security.Policy|Refused to/i.test(message.text())) violations.push(message.text());
  });
  const app = await own.open();
  await settled(app);
  for (const name of ['Virtual accounts', 'Settings', 'Customers'] as const) {
    await new Screens(app).go(name);
    await expect(new Screens(app).heading(name)).toBeVisible();
  }
  expect(violations).toEqual([]);
});

test('the token stays with its origin and the cookie with no script', async ({ own, app }) => {
  await settled(app);
  const cookies = await app.context().cookies();
  expect(cookies).toHaveLength(1);
  expect(cookies[0]).toMatchObject({ httpOnly: true, sameSite: 'Strict', expires: -1 });
  expect(cookies[0]?.name).toMatch(/^causeway-[0-9a-f]{16}$/);
  expect(await app.evaluate(() => document.cookie)).toBe('');

  const kept = await app.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
  expect(kept).toContain('causeway.token');
  expect(kept).not.toContain(cookies[0]?.value ?? 'no cookie');
  expect(own.process().stderr()).not.toContain(cookies[0]?.value ?? 'no cookie');
});

test('another port is sent no cookie, and gets nothing', async ({ own, app }) => {
  await settled(app);
  const { origin } = own.process();
  const other = await otherPort('<p>other</p>');
  const page = await app.context().newPage();
  await page.goto(other.origin);
  // Cookies cross ports, and no name: this origin's is its own.
  expect(other.seen.join()).toBe('');

  const attempts = await page.evaluate(async (target) => {
    const socket = (protocols: string[]) =>
      new Promise<string>((done) => {
        const ws = new WebSocket(`${target.replace('http', 'ws')}/bridge`, protocols);
        ws.onopen = () => done('open');
        ws.onclose = () => done('refused');
      });
    const read = (path: string, init: RequestInit) =>
      fetch(target + path, init).then(
        (answer) => answer.type,
        () => 'refused',
      );
    return {
      socket: await socket(['causeway']),
      guessed: await socket(['causeway', `causeway.${'A'.repeat(43)}`]),
      page: await read('/', { credentials: 'include' }),
      probe: await read('/session', { credentials: 'include' }),
      post: await read('/session', { method: 'POST', credentials: 'include', body: '{}' }),
    };
  }, origin);
  expect(attempts).toEqual({
    socket: 'refused',
    guessed: 'refused',
    page: 'refused',
    probe: 'refused',
    post: 'refused',
  });
  // With the cookie itself and no browser in between, every byte chosen by a thief.
  const cookie = (await app.context().cookies(origin)).map((each) => `${each.name}=${each.value}`);
  expect(cookie).toHaveLength(1);
  const stolen = await askOrigin(`${origin}/session`, {
    headers: { cookie: cookie.join(), 'x-causeway-token': 'A'.repeat(43) },
  });
  expect(stolen).toMatchObject({ status: 403, body: '' });
  other.server.close();
});

test('another page can neither frame it nor embed its files', async ({ own, app }) => {
  await settled(app);
  const { origin } = own.process();
  const script = await app.evaluate(
    () => document.querySelector<HTMLScriptElement>('script[src]')?.src ?? '',
  );
  expect(script).toContain(origin);
  const tells = (what: string) => `onload="this.title='${what}'" onerror="this.title='blocked'"`;
  const other = await otherPort(
    `<iframe src="${origin}/"></iframe><script src="${script}" ${tells('ran')}></script>`,
  );
  const page = await app.context().newPage();
  const framed = page.waitForResponse(`${origin}/`);
  await page.goto(other.origin);
  expect((await framed).status()).toBe(403);
  await expect(page.locator('script')).toHaveAttribute('title', 'blocked');
  other.server.close();
});

test('a link from another site shows nothing', async ({ own, app }) => {
  await settled(app);
  const { origin } = own.process();
  const other = await otherPort(`<a href="${origin}/">open</a>`);
  const page = await app.context().newPage();
  await page.goto(other.origin);
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().startsWith(origin)),
    page.getByText('open').click(),
  ]);
  expect(answer.status()).toBe(403);
  other.server.close();
});

test('the page itself cannot reach another origin', async ({ app }) => {
  await settled(app);
  const other = await otherPort('{}');
  const reached = await app.evaluate(
    (target) =>
      fetch(target, { mode: 'no-cors' }).then(
        () => 'reached',
        () => 'blocked',
      ),
    other.origin,
  );
  expect(reached).toBe('blocked');
  expect(other.seen).toEqual([]);
  other.server.close();
});

test('a document for a secret is for its window alone: the page cannot read it', async ({
  context,
  app,
  screens,
}) => {
  await settled(app);
  await screens.settings.open();
  await screens.settings.addButton().click();
  await screens.settings.field('Name').fill('Hosted');
  await screens.settings.field('Base URL').fill('http://127.0.0.1:9');
  const opening = context.waitForEvent('page');
  await screens.settings.addButton().click();
  const sheet = await opening;
  await expect(sheet.getByLabel('Token')).toBeVisible();

  const path = new URL(sheet.url()).pathname;
  const attempts = await app.evaluate(async (address) => {
    const read = async (init: RequestInit) => {
      const answer = await fetch(address, init);
      return { status: answer.status, text: await answer.text() };
    };
    const post = { method: 'POST', body: new URLSearchParams({ token: 'a.b.c' }) };
    return [await read({}), await read({ mode: 'same-origin' }), await read(post)];
  }, path);
  expect(attempts).toEqual(Array(3).fill({ status: 403, text: '' }));

  // A window that the page opens without giving up its hold on it.
  const again = context.waitForEvent('page');
  const held = await app.evaluateHandle((address) => ({ window: window.open(address) }), path);
  const second = await again;
  await expect(second.getByLabel('Token')).toBeVisible();
  const read = await held.evaluate(({ window: other }) => {
    try {
      return other?.document.body.textContent;
    } catch (error) {
      return error instanceof DOMException ? error.name : 'another error';
    }
  });
  expect(read).toBe('SecurityError');
  expect(await second.evaluate(() => window.opener)).toBeNull();
  await second.close();

  // A form in a window of the same origin, which the page can fill as it likes.
  const script = await app.evaluate(() => document.querySelector('script')?.src ?? '');
  const blank = context.waitForEvent('page');
  const filled = await app.evaluateHandle((src) => ({ window: window.open(src) }), script);
  const third = await blank;
  await third.waitForLoadState();
  const refused = third.waitForEvent('console', { predicate: (it) => it.text().includes('form') });
  await filled.evaluate(({ window: other }, address) => {
    const form = other?.document.createElement('form');
    if (form === undefined) throw new Error('The page has no hold on its window.');
    Object.assign(form, { method: 'post', action: address });
    other?.document.body.append(form);
    form.submit();
  }, path);
  expect((await refused).text()).toContain('form-action');
  await third.close();

  // Nothing of that has spent it. The other window had it served anew, so what is clicked at once is too early.
  await sheet.reload();
  await submitSecret(sheet, { Token: 'a.b.c' }, 'Add profile');
});

test('what a squatter planted on the port of an ended console meets no later link', async ({
  own,
  app,
}) => {
  await settled(app);
  const first = new URL(app.url());
  const { port } = first;
  await own.stop('SIGKILL');
  // Another user takes the port on every address of the name, plants a worker and a file for ever.
  const asked: string[] = [];
  const evil = (request: IncomingMessage, response: ServerResponse) => {
    asked.push(`${request.headers.host}${request.url}`);
    response.setHeader('cache-control', 'public, max-age=31536000, immutable');
    response.setHeader('service-worker-allowed', '/');
    const isScript = request.url?.endsWith('.js') === true;
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    if (request.url === '/worker.js') {
      response.end(`addEventListener('install', () => skipWaiting());
        addEventListener('activate', (event) => event.waitUntil(clients.claim()));
        addEventListener('fetch', (event) => event.respondWith(new Response('squatted')));`);
    } else response.end(isScript ? 'window.squatted = true' : '<p>squatter</p>');
  };
  const squatters = ['127.0.0.1', '::1'].map((host) => {
    const server = createServer({ maxHeaderSize: 2 ** 20 }, evil).listen(Number(port), host);
    // A machine without IPv6.
    server.on('error', () => undefined);
    return server;
  });
  const visitor = await app.context().newPage();
  for (const origin of [first.origin, `http://127.0.0.1:${port}`, `http://localhost:${port}`]) {
    await visitor.goto(origin);
    await expect(visitor.getByText('squatter')).toBeVisible();
    await visitor.evaluate(async () => {
      // Cookies of this name for the host, which every port of it is sent.
      for (let at = 0; at < 150; at += 1) {
        await cookieStore.set(`causeway-${at}`, 'x'.repeat(3_000));
      }
      await navigator.serviceWorker.register('/worker.js');
      await navigator.serviceWorker.ready;
    });
    await visitor.reload();
    await expect(visitor.getByText('squatted')).toBeVisible();
  }
  for (const server of squatters) {
    server.closeAllConnections();
    server.close();
  }
  await expect.poll(() => squatters.some((server) => server.listening)).toBe(false);

  const again = await startConsole({
    dataDir: own.dataDir,
    args: ['--ephemeral', '--port', port],
  });
  asked.length = 0;
  const page = await app.context().newPage();
  await page.goto(again.url);
  await settled(page);
  expect(await page.evaluate(() => 'squatted' in window)).toBe(false);
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  await page.reload();
  await settled(page);
  expect(asked).toEqual([]);
  await again.stop();
});

test('a file that redirects opens the page, as the system’s browser is started', async ({
  own,
  app,
  folder,
}) => {
  await settled(app);
  const file = await new Promise<string>((done, fail) => {
    const { freshLink } = own.process();
    const launch = async (address: string) => done(address);
    freshLink()
      .then((link) => openBrowser({ folder, link, random: systemRandom, launch }))
      .catch(fail);
  });
  const page = await (await app.context().browser()?.newContext())?.newPage();
  if (page === undefined) throw new Error('There is no browser.');
  await page.goto(file);
  await settled(page);
  expect(page.url()).toContain(own.process().origin);
  expect(page.url()).not.toContain('code');
  await page.context().close();
});

test('the page can send nothing out by a link, a window, itself or WebRTC', async ({ app }) => {
  await settled(app);
  const other = await otherPort('<p>other</p>');
  const heard: string[] = [];
  const udp = createSocket('udp4').on('message', (bytes) => heard.push(bytes.toString('hex')));
  await new Promise<void>((done) => udp.bind(0, '127.0.0.1', done));
  await app.evaluate(
    async ({ origin, port }) => {
      const ice = { iceServers: [{ urls: `stun:127.0.0.1:${port}` }] };
      const connection = new RTCPeerConnection(ice);
      connection.createDataChannel('out');
      await connection.setLocalDescription(await connection.createOffer());
      const link = document.createElement('a');
      Object.assign(link, { href: `${origin}/link?secret`, target: '_blank', rel: 'noopener' });
      document.body.append(link);
      link.click();
      link.target = '_self';
      window.open(`${origin}/window?secret`);
      navigator.sendBeacon(`${origin}/beacon`, 'secret');
      await new Promise<void>((done) => {
        if (connection.iceGatheringState === 'complete') done();
        connection.onicegatheringstatechange = () => {
          if (connection.iceGatheringState === 'complete') done();
        };
      });
      setTimeout(() => {
        location.href = `${origin}/itself?secret`;
      });
    },
    { origin: other.origin, port: udp.address().port },
  );
  await app.waitForEvent('framenavigated');
  expect(app.url()).toMatch(/^chrome-error:/);
  expect(heard).toEqual([]);
  expect(other.seen).toEqual([]);
  udp.close();
  other.server.close();
});

test('the browser knows every header that a page comes with', async ({ own, page }) => {
  const words: string[] = [];
  page.on('console', (message) => words.push(message.text()));
  const app = await own.open();
  await settled(app);
  expect(words.filter((text) => /unrecognized|refused|violat|error/i.test(text))).toEqual([]);
});
