import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './support/fixtures.ts';
import { ada } from './support/samples.ts';

/** What can take the focus and whose ring is cut by what lies around it. */
const cutRings = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    /** The rows of a list draw the ring of their link themselves. */
    const ringOf = (element: HTMLElement): DOMRect | null => {
      element.focus({ focusVisible: true } as FocusOptions);
      const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(element);
      if (document.activeElement !== element || outlineStyle === 'none') return null;
      const out = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
      const { x, y, width, height } = element.getBoundingClientRect();
      return new DOMRect(x - out, y - out, width + 2 * out, height + 2 * out);
    };
    const cuts = (around: HTMLElement, ring: DOMRect): boolean => {
      const { overflowX, overflowY } = getComputedStyle(around);
      if (overflowX === 'visible' && overflowY === 'visible') return false;
      const edge = around.getBoundingClientRect();
      const isAside = ring.left < edge.left - 0.5 || ring.right > edge.right + 0.5;
      const isOver = ring.top < edge.top - 0.5 || ring.bottom > edge.bottom + 0.5;
      return isAside || isOver;
    };
    const isCut = (element: HTMLElement): boolean => {
      const ring = ringOf(element);
      let around = element.parentElement;
      while (ring !== null && around !== null) {
        if (cuts(around, ring)) return true;
        around = around.parentElement;
      }
      return false;
    };
    const all = document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, [tabindex="0"]',
    );
    return [...all]
      .filter((element) => element.checkVisibility() && !element.matches(':disabled'))
      .filter(isCut)
      .map((element) => `${element.tagName} ${element.textContent?.slice(0, 40)}`);
  });

test('focus rings are whole, and title and list stay where they are when a detail opens', async ({
  app,
  screens,
}) => {
  await screens.go('Customers');
  await screens.customers.create(ada);
  await expect(screens.customers.detail('Ada Byron')).toBeVisible();
  await screens.webhooks.openSandboxTunnel();
  await screens.webhooks.create({ Name: 'Treasury desk' });
  await expect(screens.webhooks.detail('Treasury desk')).toBeVisible();
  for (const name of ['Customers', 'Webhooks', 'Deliveries', 'Timeline'] as const) {
    if (name === 'Deliveries') await screens.webhooks.go(name);
    else await screens.go(name);
    const title = app.getByRole('heading', { level: 1 });
    const parts = app.getByRole('table').first();
    const topOf = (part: Locator) => part.evaluate((shown) => shown.getBoundingClientRect().top);
    const place = async () => ({ title: await topOf(title), list: await topOf(parts) });
    const link = parts.getByRole('row').nth(1).getByRole('link').first();
    await expect(link).toBeVisible();
    expect.soft(await cutRings(app), name).toEqual([]);
    const before = await place();
    await link.click();
    await expect(app.getByRole('button', { name: 'Close', exact: true })).toBeVisible();
    expect.soft(await place(), name).toEqual(before);
    expect.soft(await cutRings(app), `${name} beside a detail`).toEqual([]);
  }
  for (const name of [
    'Virtual accounts',
    'Bulk runs',
    'Unresolved',
    'Changes',
    'Settings',
  ] as const) {
    await screens.go(name);
    expect.soft(await cutRings(app), name).toEqual([]);
  }
});

test('long names fit wherever they stand, and all screens in the rail', async ({
  app,
  screens,
  service,
}) => {
  const name = 'Harbour Treasury Operations Europe Middle East and Africa, second desk';
  const { baseUrl, token } = service;
  await screens.settings.addAndUse({ name, baseUrl, token });
  await screens.settings.switchButton(name).click();
  const menu = app.getByRole('menu');
  await expect(menu).toBeVisible();
  const over = await menu.evaluate((shown) => {
    const { left, right } = shown.getBoundingClientRect();
    return [...shown.querySelectorAll('*')]
      .filter((part) => {
        const range = document.createRange();
        range.selectNodeContents(part);
        const box = range.getBoundingClientRect();
        return box.width > 0 && (box.right > right + 0.5 || box.left < left - 0.5);
      })
      .map((part) => part.textContent);
  });
  expect(over).toEqual([]);
  await app.keyboard.press('Escape');
  for (const [width, height] of [
    [1440, 900],
    [1280, 720],
    [900, 700],
  ] as const) {
    await app.setViewportSize({ width, height });
    const list = app.getByRole('link', { name: 'Overview', exact: true }).locator('..');
    const beyond = () => list.evaluate((box) => box.scrollHeight - box.clientHeight);
    await expect.poll(beyond, `screens at ${width} by ${height}`).toBe(0);
  }
  await app.setViewportSize({ width: 1280, height: 720 });
  await screens.go('Audit log');
  const opening = app.context().waitForEvent('page');
  await app.getByRole('button', { name: 'Change name…' }).click();
  const naming = await opening;
  await naming.getByLabel('Your name').fill('Maximiliana Wolkenstein');
  await naming.getByRole('button', { name: 'Save name' }).click();
  await expect(naming.getByRole('heading', { name: 'Done' })).toBeVisible();
  await naming.close();
  const person = app.getByRole('cell', { name: /^Maximiliana Wolkenstein/ }).first();
  await expect(person).toBeVisible();
  const lines = await person.evaluate((cell) => {
    const text = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode();
    const range = document.createRange();
    if (text === null) return [];
    return [...(text.textContent ?? '').matchAll(/\S+/g)].map(({ index, 0: word }) => {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      return range.getClientRects().length;
    });
  });
  expect(new Set(lines), 'lines of each word of a name').toEqual(new Set([1]));
});
