import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
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

test('a cookie that another port was sent opens nothing', async ({ own, app }) => {
  await settled(app);
  const { origin } = own.process();
  const other = await otherPort('<p>other</p>');
  const page = await app.context().newPage();
  await page.goto(other.origin);
  // The cookie does cross ports: this is why it is not enough.
  expect(other.seen.join()).toContain('causeway-');

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
  // With the stolen cookie and no browser in between, every byte chosen by the thief.
  const cookie = other.seen.find((value) => value.includes('causeway-')) ?? '';
  const stolen = await fetch(`${origin}/session`, {
    headers: { cookie, 'x-causeway-token': 'A'.repeat(43) },
  });
  expect(stolen.status).toBe(403);
  expect(await stolen.text()).toBe('');
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

  // Nothing of that has spent it.
  await submitSecret(sheet, { Token: 'a.b.c' }, 'Add profile');
});
