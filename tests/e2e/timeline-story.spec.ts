import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import papa from 'papaparse';
import { z } from 'zod';
import { openOnHosted } from './support/fixtures.ts';
import { Screens } from './support/pages/screens.ts';
import type { TimelinePage } from './support/pages/timeline.ts';
import { test as base, openSshTunnel } from './support/public-side.ts';
import { ada } from './support/samples.ts';
import {
  eventsOf,
  moveKyc,
  movePayout,
  pendingDeliveries,
  tellStory,
} from './support/timeline-story.ts';

const test = base.extend(openOnHosted);

const secretOf = z.object({
  event: z.object({ data: z.object({ webhook: z.object({ secret: z.string().min(16) }) }) }),
});

/** What stands on the page, in fields and titles too. */
const everything = async (page: Page): Promise<string> => await page.content();

/** The files of the dialog that `e` opens, one a format, as text. */
async function exported(timeline: TimelinePage, formats: readonly string[]): Promise<string[]> {
  const { page } = timeline;
  const files: string[] = [];
  for (const format of formats) {
    const dialog = await timeline.openExport();
    await dialog.getByRole('radio', { name: format }).check();
    await dialog.getByRole('button', { name: 'Export events' }).click();
    const link = dialog.getByRole('link', { name: /^Download/ });
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    files.push(await readFile(await download.path(), 'utf8'));
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
  return files;
}

/** One console for all of it, with sshd, proxy and service beside it. */
test('what happened, when it was learned, and what was missed meanwhile', async ({
  own,
  app,
  screens,
  service,
  publicSide,
}) => {
  // High enough for every row: the list holds no more than it shows.
  await app.setViewportSize({ width: 1280, height: 1200 });
  await openSshTunnel(app, publicSide);
  // A service that tells secrets again, where the interface says that it may.
  await service.control('PATCH', '/settings', { secretsInRecords: true });
  await screens.webhooks.create({ Name: 'Treasury desk' });
  await expect(screens.webhooks.detail('Treasury desk')).toBeVisible();
  const [registered] = await eventsOf(service);
  if (registered?.name !== 'webhook.create') throw new Error('The webhook made no event.');
  const told = secretOf.parse(await service.control('GET', `/events/${registered.id}`));
  const { secret } = told.event.data.webhook;
  await screens.go('Customers');
  await screens.customers.create(ada);
  await expect(screens.customers.detail('Ada Byron')).toBeVisible();
  const story = await tellStory(service);
  const made = (await eventsOf(service)).length;

  await test.step('every event that was made is heard, genuine, and counted', async () => {
    await screens.go('Timeline');
    await expect(screens.heading('Timeline')).toHaveText(`Timeline · ${made}`);
    await expect(screens.timeline.rows()).toHaveCount(made);
    await expect(screens.timeline.rows().filter({ hasText: 'Verified' })).toHaveCount(made);
  });

  await test.step('a word, a part of one, and filters that stand in the address', async () => {
    const { timeline } = screens;
    const ofUnusual = timeline.rows().filter({ hasText: /^.*payout\./ });
    await timeline.search().fill(story.unusual);
    // Made, pending, funded, processing, successful, and processing once more.
    await expect(timeline.rows()).toHaveCount(6);
    await expect(ofUnusual).toHaveCount(6);
    await timeline.search().fill(story.unusual.slice(9, 20));
    await expect(timeline.rows()).toHaveCount(6);
    await timeline.menu('Event').click();
    await app.getByRole('checkbox', { name: 'payout.processing' }).check();
    await timeline.escape(app.getByRole('dialog', { name: 'Event' }));
    await expect(timeline.rows()).toHaveCount(2);
    await expect(app).toHaveURL(/name=payout\.processing&q=/);
    await app.reload();
    await expect(timeline.rows()).toHaveCount(2);
    await expect(timeline.chips()).toHaveCount(2);
    await app.getByRole('button', { name: 'Clear all' }).click();
    await expect(timeline.rows()).toHaveCount(made);
  });

  await test.step('a customer is found by the name, which its events do not hold', async () => {
    const { timeline } = screens;
    const ofAda = timeline.rows().filter({ hasText: 'Ada Byron' });
    const all = await ofAda.count();
    await timeline.find('byron');
    await timeline.offer('Customer: Ada Byron').click();
    await expect(timeline.chips()).toHaveText(['Customer: Ada Byron']);
    await expect(timeline.search()).toHaveValue('');
    await expect(timeline.rows()).toHaveCount(all);
    await expect(ofAda).toHaveCount(all);
    await app.getByRole('button', { name: 'Clear all' }).click();
    await expect(timeline.rows()).toHaveCount(made);
  });

  await test.step('a payout’s life points out the move that is unusual', async () => {
    const { timeline } = screens;
    await timeline.find(story.unusual);
    await timeline.open('payout.successful');
    const detail = timeline.detail('payout.successful');
    const steps = timeline.part(detail, 'Payout lifecycle').getByRole('listitem');
    const states = ['Created', 'Pending', 'Funded', 'Processing', 'Successful', 'Processing'];
    await expect(steps).toHaveText(states.map((state) => new RegExp(`^${state}`)));
    await expect(steps.filter({ hasText: 'Unusual transition' })).toHaveCount(1);
    await expect(steps.nth(5)).toContainText('Unusual transition');
    await expect(steps.nth(4)).toContainText('this event');
    await expect(timeline.change(detail, 'status')).toHaveText(['processing', 'successful']);
  });

  await test.step('an unknown name and a payload of another shape are shown as they are', async () => {
    const { timeline } = screens;
    await timeline.find('ledger.rebalanced');
    await timeline.open('ledger.rebalanced');
    const unknown = timeline.detail('ledger.rebalanced');
    await expect(unknown).toContainText(story.unknown);
    await expect(timeline.part(unknown, 'Changed fields')).toContainText('changes no record');
    const received = timeline.part(unknown, 'Event as received');
    await expect(received).toContainText('counted twice');
    await expect(received).toContainText('0.000001');
    await expect(received).toContainText('"paid \\u202Ebank.exe"');
    await expect(received.getByTitle('Invisible characters')).toHaveText('\\u202E');
    await timeline.find(story.odd);
    await timeline.open('payout.failed');
    const odd = timeline.detail('payout.failed');
    await expect(odd).toContainText(story.odd);
    await expect(timeline.part(odd, 'Changed fields')).toContainText('changes no record');
    await expect(timeline.part(odd, 'Payout lifecycle')).toHaveCount(0);
    await expect(timeline.part(odd, 'Event as received')).toContainText('none at all');
  });

  await test.step('a secret that the service told again is nowhere', async () => {
    const { timeline } = screens;
    await timeline.find('webhook.create');
    await timeline.open('webhook.create');
    const detail = timeline.detail('webhook.create');
    await expect(timeline.part(detail, 'Event as received')).toContainText('Treasury desk');
    await detail.getByRole('button', { name: /^Show delivery of/ }).click();
    await expect(timeline.part(detail, 'Headers')).toContainText('signature');
    expect(await everything(app)).not.toContain(secret);
    await timeline.search().fill(secret);
    await expect(app.getByText('No matching events')).toBeVisible();
    await timeline.find('');
  });

  // Tried once: what comes while the console is dead is lost for good.
  await service.control('PATCH', '/settings', { retryDelaysMs: [0] });
  await own.stop('SIGKILL');
  const missed = await moveKyc(service, story.customer, 'successful');
  await movePayout(service, story.open, 'funded');
  await expect.poll(() => pendingDeliveries(service)).toBe(0);
  const page = await own.open();
  const again = new Screens(page);
  const { timeline } = again;
  await again.webhooks.go('Tunnels');
  await expect(again.webhooks.tunnel('Gateway')).toContainText(/Check passed/);
  await movePayout(service, story.open, 'processing');

  await test.step('what was never delivered is looked up, and known by that alone', async () => {
    await again.go('Timeline');
    await expect(again.heading('Timeline')).toHaveText(`Timeline · ${made + 1}`);
    await timeline.lookUp(missed);
    await expect(
      page.getByText('Causeway did not know this event. It is now in the timeline.'),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Show event' }).click();
    const detail = timeline.detail('customer.kyc.successful');
    await expect(detail).toContainText('Looked up');
    await expect(detail).toContainText('Ada Byron');
    await expect(timeline.change(detail, 'verificationProfiles › base › status')).toHaveText([
      'pending',
      'approved',
    ]);
    await expect(timeline.part(detail, 'Deliveries')).toContainText('No delivery was verified');
    const steps = timeline.part(detail, 'Identity check lifecycle').getByRole('listitem');
    await expect(steps).toHaveText([/^Pending/, /^Additional review required/, /^Successful/]);
    await page.keyboard.press('Escape');
    await expect(again.heading('Timeline')).toHaveText(`Timeline · ${made + 2}`);
    await expect(timeline.rows().filter({ hasText: 'Looked up' })).toHaveCount(1);
  });

  await test.step('the band of a gap covers no text of a row, at any width', async () => {
    const band = timeline.band();
    const before = page.viewportSize() ?? { width: 1280, height: 1200 };
    for (const width of [1_600, 1_400, 1_280, 1_000, 760, 400]) {
      await page.setViewportSize({ width, height: before.height });
      await expect(band).toBeVisible();
      expect.soft(await timeline.under(band), `${width} px wide`).toEqual([]);
      expect.soft(await timeline.beyondRow(), `${width} px wide`).toBeLessThanOrEqual(0);
    }
    await page.setViewportSize(before);
    await timeline.open('customer.kyc.successful');
    await expect(timeline.detail('customer.kyc.successful')).toBeVisible();
    expect.soft(await timeline.under(band), 'beside a detail').toEqual([]);
    await timeline.close(timeline.detail('customer.kyc.successful'));
  });

  await test.step('the gap says why, and what is known to be missed in it', async () => {
    await page.getByRole('button', { name: /^\d+ gaps?$/ }).click();
    const closed = timeline.gap('Causeway was closed');
    await expect(closed).toContainText('2 events may have been missed');
    const events = closed.getByRole('listitem');
    await expect(events.filter({ hasText: 'customer.kyc.successful' })).toContainText(
      'from a lookup at the service',
    );
    await expect(events.filter({ hasText: 'payout.funded' })).toContainText(
      'Causeway expects this event before a later one of the same resource',
    );
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'Gaps' })).toBeHidden();
    await timeline.find(story.open);
    await timeline.open('payout.processing');
    const detail = timeline.detail('payout.processing');
    const steps = timeline.part(detail, 'Payout lifecycle').getByRole('listitem');
    const expected = [/^Created/, /^Pending/, /^Not received: Funded/, /^Processing/];
    await expect(steps).toHaveText(expected);
    await expect(timeline.change(detail, 'status')).toHaveText(['pending', 'processing']);
  });

  await test.step('what is filtered is exported: as many as are shown, and no secret', async () => {
    await timeline.find('');
    await timeline.close(timeline.detail('payout.processing'));
    await expect(timeline.rows()).toHaveCount(made + 2);
    const [table = '', lines = '', report = ''] = await exported(timeline, [
      'CSV',
      'JSON Lines',
      'Printable report',
    ]);
    const { data } = papa.parse<Record<string, string>>(table.trim(), { header: true });
    const ids = data.map((row) => row['event ID']);
    const known = (await eventsOf(service)).map(({ id }) => id);
    // All but the one that was neither delivered nor looked up.
    expect(known.filter((id) => !ids.includes(id))).toHaveLength(1);
    expect(ids).toHaveLength(made + 2);
    const told = lines.trimEnd().split('\n');
    expect(
      told.map((line) => z.object({ eventId: z.string() }).parse(JSON.parse(line)).eventId),
    ).toEqual(ids);
    expect(report).toContain(`<strong>${made + 2} events</strong>`);
    for (const file of [table, lines, report]) {
      expect(file).toContain('webhook.create');
      expect(file).not.toContain(secret);
    }
    expect(await everything(page)).not.toContain(secret);
  });
});
