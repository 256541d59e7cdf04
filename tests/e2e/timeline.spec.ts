import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts';
import { test } from './support/fixtures.ts';
import { boxAtRest, drag } from './support/pointer.ts';
import { seedCustomers, seedWebhook } from './support/seed.ts';

test.use({ startArguments: ['--ephemeral'] });

/** Each makes an event at the sandbox, which comes back as a signed delivery. */
const customers = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    type: 'individual' as const,
    email: `t${String(from + index).padStart(4, '0')}@example.com`,
    personalInformation: { firstName: 'Ada', lastName: `Number${from + index}` },
  }));

test('a thousand events are scrolled, searched, filtered and held still', {
  tag: '@browser',
}, async ({ own, app, screens }) => {
  test.setTimeout(300_000);
  const { timeline } = screens;
  // A list of customers would be read again for every few of them.
  await screens.go('Settings');
  await seedWebhook(await own.process().freshLink());
  await seedCustomers(await own.process().freshLink(), customers(0, 1_000));
  await screens.go('Timeline');
  // One for each customer, and one for the webhook.
  await expect(screens.heading('Timeline')).toHaveText('Timeline · 1,001', { timeout: 60_000 });
  await expect(timeline.table()).toHaveAttribute('aria-rowcount', '1002');
  await expect(timeline.row(0)).toContainText('customer.create');
  await expect(timeline.row(0)).toContainText('Verified');
  await expect(timeline.histogram()).toContainText('customer');
  expect(await timeline.elements()).toBeLessThanOrEqual(500);

  // Its end is the event that came first.
  await timeline.scrollTo(1);
  await expect(timeline.row(1_000)).toContainText('webhook.create');
  expect(await timeline.elements()).toBeLessThanOrEqual(500);

  // What is read stays where it is when events come in above it.
  await timeline.scrollTo(0.5);
  // By its place in the list: the rows of before stand there until the browser has scrolled.
  const kept = timeline.row(500);
  await expect(kept.getByRole('link')).toBeVisible();
  const href = (await kept.getByRole('link').getAttribute('href')) ?? '';
  const link = timeline.table().locator(`a[href="${href}"]`);
  const { y } = await boxAtRest(link);
  await seedCustomers(await own.process().freshLink(), customers(1_000, 12));
  const waiting = app.getByRole('button', { name: 'Show 12 new events' });
  await expect(waiting).toBeVisible();
  expect((await boxAtRest(link)).y).toBe(y);
  // Shown and paused in one breath: the newest hold the list, and none of them waits.
  const pause = await app.getByRole('button', { name: 'Pause' }).elementHandle();
  await waiting.evaluate((show, then) => {
    for (const button of [show, then]) if (button instanceof HTMLElement) button.click();
  }, pause);
  await expect(waiting).toBeHidden();
  await expect(timeline.table()).toHaveAttribute('aria-rowcount', '1014');
  await expect(timeline.row(0).getByRole('link')).toBeVisible();

  // Paused, new ones wait although the newest is in sight.
  await seedCustomers(await own.process().freshLink(), customers(2_000, 1));
  await expect(app.getByRole('button', { name: 'Show 1 new event' })).toBeVisible();
  // Another filter has none that wait, not even for a moment.
  const offers = await newEventOffers(app);
  await timeline.menu('Event').click();
  await app.getByRole('checkbox', { name: 'webhook.create' }).click();
  await timeline.escape(app.getByRole('dialog', { name: 'Event' }));
  await expect(app.getByText('1 of 1,014')).toBeVisible();
  expect(await offers()).toEqual(['Show 1 new event']);
  await app.getByRole('button', { name: 'Clear all' }).click();
  await app.getByRole('button', { name: 'Resume' }).click();
  await expect(app.getByRole('button', { name: 'Show 1 new event' })).toBeHidden();
  await expect(screens.heading('Timeline')).toHaveText('Timeline · 1,014');

  // Filters combine, stand in the address, and outlive a reload.
  await timeline.menu('Event').click();
  const box = app.getByRole('checkbox', { name: 'webhook.create' });
  // Before its rows can be there.
  const isTicked = await box.evaluate((input: HTMLInputElement) => {
    input.click();
    return input.checked;
  });
  expect(isTicked).toBe(true);
  await timeline.escape(app.getByRole('dialog', { name: 'Event' }));
  await expect(app.getByText('1 of 1,014')).toBeVisible();
  await expect(timeline.rows()).toHaveCount(1);
  await expect(app).toHaveURL(/#\/timeline\?name=webhook\.$/);
  await timeline.search().fill('nothingofthekind');
  await expect(app.getByText('No matching events')).toBeVisible();
  // It follows the rows by a frame.
  await expect(app).toHaveURL(/q=nothingofthekind$/);
  const readings: string[] = [];
  app.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      if (String(payload).includes('/timeline/list')) readings.push(String(payload));
    }),
  );
  await app.reload();
  await expect(app.getByText('No matching events')).toBeVisible();
  await expect(timeline.chips()).toHaveText(['“nothingofthekind”', 'All webhook events']);
  await timeline.chips().first().click();
  await expect(timeline.rows()).toHaveCount(1);
  // Gone elsewhere while the rows of a filter are on their way: what was asked for last stays.
  await app.getByRole('button', { name: 'Clear all' }).evaluate((clear: HTMLElement) => {
    clear.click();
    location.hash = '#/timeline?name=customer.';
  });
  await expect(timeline.table()).toHaveAttribute('aria-rowcount', '1014');
  await expect(app).toHaveURL(/\?name=customer\.$/);
  await app.getByRole('button', { name: 'Clear all' }).click();
  await expect(timeline.table()).toHaveAttribute('aria-rowcount', '1015');

  // A whole id is found, read once from the middle of a list too, and a part of it.
  const whole = decodeURIComponent(href.split('/').at(-1)?.split('?')[0] ?? '');
  await timeline.search().hover();
  await timeline.scrollTo(0.5);
  await expect(timeline.row(500).getByRole('link')).toBeVisible();
  await timeline.search().fill(whole);
  await expect(timeline.rows()).toHaveCount(1);
  await expect(app.getByText('1 of 1,014')).toBeVisible();
  expect(readings.filter((sent) => sent.includes(whole))).toHaveLength(1);
  await timeline.search().fill(whole.slice(8, 20));
  await expect(timeline.rows().first().getByRole('link')).toHaveAttribute(
    'href',
    new RegExp(whole),
  );
});

/** Keeps what is offered of new events from now on, however short; gives it in order, each once. */
async function newEventOffers(page: Page): Promise<() => Promise<string[]>> {
  const seen = await page.evaluateHandle(() => {
    const texts = new Set<string>();
    const look = () => {
      for (const { textContent } of document.querySelectorAll('button'))
        if (/^Show .* new events?$/.test(textContent ?? '')) texts.add(textContent ?? '');
    };
    look();
    new MutationObserver(look).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    });
    return texts;
  });
  return () => seen.evaluate((texts) => [...texts]);
}

test('a stretch of time is kept by dragging, and by the keyboard', {
  tag: '@browser',
}, async ({ own, app, screens }) => {
  const { timeline } = screens;
  await seedWebhook(await own.process().freshLink());
  await seedCustomers(await own.process().freshLink(), customers(0, 20));
  await screens.go('Timeline');
  await expect(screens.heading('Timeline')).toHaveText('Timeline · 21');
  const bars = timeline.bars();
  await expect(bars).toBeVisible();
  await drag(app, bars, bars, ({ x, y, width }) => [
    { x: x + 2, y: y + 20 },
    { x: x + width / 2, y: y + 20 },
  ]);
  await expect(timeline.chips()).toHaveText([/^From /, /^Before /]);
  await app.getByRole('button', { name: 'Show all time' }).click();
  await expect(timeline.table()).toHaveAttribute('aria-rowcount', '22');

  await timeline.menu('Time').click();
  await app.getByLabel('From').fill('2001-01-01T00:00');
  await app.getByLabel('Before').fill('2000-01-01T00:00');
  await app.getByLabel('Before').press('Enter');
  await expect(app.getByText('Enter a time later than “From”.')).toBeVisible();
  await app.getByLabel('Before').fill('2002-01-01T00:00');
  await app.getByLabel('Before').press('Enter');
  await expect(app.getByText('No matching events')).toBeVisible();
});

test('a row opens wherever it is clicked, and its cells tell more on hover', {
  tag: '@browser',
}, async ({ own, app, screens }) => {
  const { timeline } = screens;
  await seedWebhook(await own.process().freshLink());
  await screens.go('Timeline');
  await expect(timeline.rows()).toHaveCount(1);
  /** What the browser would show of what stands at the middle of a cell. */
  const hover = (cell: number) =>
    timeline
      .row(0)
      .getByRole('cell')
      .nth(cell)
      .evaluate((shown) => {
        const { x, y, height } = shown.getBoundingClientRect();
        const at = document.elementFromPoint(x + 12, y + height / 2);
        return at?.closest('[title]')?.getAttribute('title') ?? '';
      });
  expect(await hover(0)).toMatch(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/);
  expect(await hover(3)).toMatch(/^webhook_\w+$/);
  expect(await hover(5)).toMatch(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/);
  await timeline.row(0).getByRole('cell').nth(5).click();
  const detail = timeline.detail('webhook.create');
  await expect(detail).toBeVisible();
  await timeline.close(detail);

  // The lists of records alike.
  await screens.webhooks.go('Webhooks');
  const row = app.getByRole('table', { name: 'Webhooks' }).getByRole('row').nth(1);
  await row.getByRole('cell').last().click();
  await expect(row.getByRole('link').first()).toHaveAttribute('aria-current', 'true');
});

test('by the keyboard alone', { tag: '@browser' }, async ({ own, app, screens }) => {
  const { timeline } = screens;
  await seedWebhook(await own.process().freshLink());
  await seedCustomers(await own.process().freshLink(), customers(0, 60));
  await screens.go('Timeline');
  await expect(screens.heading('Timeline')).toHaveText('Timeline · 61');
  const press = (key: string) => app.keyboard.press(key);

  // Without rows there is none to go to.
  await expect(timeline.row(0).getByRole('link')).toBeVisible();
  await press('j');
  await expect(timeline.row(0).getByRole('link')).toBeFocused();
  for (let step = 0; step < 40; step += 1) await press('j');
  await expect(timeline.row(40).getByRole('link')).toBeFocused();
  await press('k');
  await expect(timeline.row(39).getByRole('link')).toBeFocused();
  await press('Enter');
  await expect(timeline.detail('customer.create').getByRole('heading').first()).toBeFocused();
  await press('Escape');
  await expect(timeline.detail('customer.create')).toBeHidden();
  await expect(timeline.row(39).getByRole('link')).toBeFocused();

  await timeline.escape(await timeline.openExport());
  await press('?');
  await timeline.escape(app.getByRole('dialog', { name: 'Help' }));

  // In a field they are letters.
  await press('/');
  await expect(timeline.search()).toBeFocused();
  await app.keyboard.type('jke?');
  await expect(timeline.search()).toHaveValue('jke?');
  await expect(app.getByRole('dialog')).toBeHidden();

  // A pointer that only rests where the list opens has no row go up under the band of a gap.
  await timeline.find('');
  const { x, y } = await boxAtRest(timeline.row(3));
  await screens.webhooks.go('Tunnels');
  await app.getByRole('button', { name: /^Close/ }).click();
  await expect(app.getByText('No open tunnel')).toBeVisible();
  await app.mouse.move(x + 200, y);
  await app.evaluate(() => {
    location.hash = '#/timeline';
  });
  await expect(timeline.band()).toBeVisible();
  await expect(timeline.row(0).getByRole('link')).toBeVisible();
  expect(await timeline.scrolledBy()).toBe(0);
});

test('the list, empty and full, its filters and its dialogs are accessible and fit', {
  tag: '@browser',
}, async ({ own, app, screens }) => {
  test.setTimeout(300_000);
  const { timeline } = screens;
  await screens.go('Timeline');
  await expect(app.getByText('No events yet')).toBeVisible();
  await expectAccessible(app, 'empty timeline');
  await seedWebhook(await own.process().freshLink());
  await seedCustomers(await own.process().freshLink(), customers(0, 60));
  await expect(screens.heading('Timeline')).toHaveText('Timeline · 61');
  await expect(timeline.bars()).toBeVisible();
  await expectAccessible(app, 'timeline');
  for (const width of [420, 700, 1000, 1440]) {
    await app.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(app, `timeline at ${width}`);
    await expect.poll(() => timeline.cutNames(), { message: `names at ${width}` }).toEqual([]);
  }

  for (const menu of ['Event', 'Customer', 'Time', 'More', 'As of', 'Views'] as const) {
    await timeline.menu(menu).click();
    await expect(app.getByRole('dialog', { name: menu })).toBeVisible();
    await expectAccessible(app, `menu ${menu}`);
    await timeline.escape(app.getByRole('dialog', { name: menu }));
  }

  for (const dialog of ['Look up event', 'Export', 'Keyboard shortcuts']) {
    await app.getByRole('button', { name: dialog, exact: true }).click();
    await expect(app.getByRole('dialog')).toBeVisible();
    await expectAccessible(app, `dialog ${dialog}`);
    await timeline.escape(app.getByRole('dialog'));
  }
  await app.getByRole('button', { name: 'Look up event' }).click();
  await app.getByLabel('Event ID').fill('EVENT 1');
  await app.getByRole('button', { name: 'Look up', exact: true }).click();
  await expect(app.getByText('starts with event_')).toBeVisible();
  await expectAccessible(app, 'an id of another form');
});
