import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { expect, type Page } from '@playwright/test';
import papa from 'papaparse';
import { askOrigin } from '../../src/main/hosts/browser/testing/ask-origin.ts';
import { expectAccessible } from './support/accessibility.ts';
import { test } from './support/fixtures.ts';
import { TimelinePage } from './support/pages/timeline.ts';
import { seedCustomers, seedWebhook } from './support/seed.ts';

test.use({ startArguments: ['--ephemeral'] });

const customers = Array.from({ length: 230 }, (_, index) => ({
  type: 'individual' as const,
  email: `t${index}@example.com`,
  personalInformation: { firstName: index === 0 ? '=1+1' : 'Ada', lastName: `Number${index}` },
}));

/** Exports what is filtered, in the dialog that `e` opens, and gives the file. */
async function exportAs(page: Page, format: string): Promise<{ path: string; name: string }> {
  const dialog = await new TimelinePage(page).openExport();
  await dialog.getByRole('radio', { name: format }).check();
  await dialog.getByRole('button', { name: 'Export events' }).click();
  const link = dialog.getByRole('link', { name: /^Download/ });
  await expect(link).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  const path = await download.path();
  await expect(link).toBeHidden();
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(dialog).toBeHidden();
  return { path, name: download.suggestedFilename() };
}

test(
  'what is filtered is exported as a table, as lines and as a report, each as many as the screen counts',
  {
    tag: '@browser',
  },
  async ({ own, app, screens, folder, context }, info) => {
    const { timeline } = screens;
    await seedWebhook(await own.process().freshLink());
    await seedCustomers(await own.process().freshLink(), customers);
    await screens.go('Timeline');
    await expect(screens.heading('Timeline')).toHaveText('Timeline · 231', { timeout: 60_000 });
    await timeline.menu('Event').click();
    await app.getByRole('checkbox', { name: 'customer.create' }).check();
    await timeline.escape(app.getByRole('dialog', { name: 'Event' }));
    await expect(app.getByText('230 of 231')).toBeVisible();

    const dialog = await timeline.openExport();
    await expectAccessible(app, 'exporting');
    await timeline.escape(dialog);

    const csv = await exportAs(app, 'CSV');
    expect(csv.name).toMatch(/^SANDBOX-events-\d{8}-\d{6}Z\.csv$/);
    const table = await readFile(csv.path, 'utf8');
    const { data } = papa.parse<Record<string, string>>(table.trim(), { header: true });
    expect(data).toHaveLength(230);
    expect(data.every((row) => row['name'] === 'customer.create')).toBe(true);
    expect(new Set(data.map((row) => row['event ID'])).size).toBe(230);
    expect(data.some((row) => row['customer name'] === "'=1+1 Number0")).toBe(true);

    const lines = (await readFile((await exportAs(app, 'JSON Lines')).path, 'utf8')).trimEnd();
    expect(lines.split('\n')).toHaveLength(230);
    expect(lines).not.toContain('secret_');
    const [newest] = lines.split('\n').map((line) => JSON.parse(line) as { eventId: string });
    expect(newest?.eventId).toBe(data[0]?.['event ID']);

    const report = await exportAs(app, 'Printable report');
    const page = await context.newPage();
    await page.goto(pathToFileURL(report.path).href).catch(() => undefined);
    const text = await readFile(report.path, 'utf8');
    expect(text).toContain('<strong>230 events</strong>');
    expect(text).toContain('Event names: customer');
    expect(text).not.toContain('<script');
    await page.setContent(text);
    await expect(page.getByRole('row')).toHaveCount(231);
    await info.attach('report', { body: await page.screenshot(), contentType: 'image/png' });
    await page.pdf({ path: `${folder}/report.pdf`, preferCSSPageSize: true });
    await page.close();

    // Each stands in the audit log, with its rows.
    await screens.go('Audit log');
    await expect(app.getByText('Timeline export made')).toHaveCount(3);
  },
);

test('a file is fetched once, from this page alone', {
  tag: '@browser',
}, async ({ own, app, screens }) => {
  await seedWebhook(await own.process().freshLink());
  await screens.go('Timeline');
  await expect(screens.timeline.rows()).toHaveCount(1);
  const dialog = await screens.timeline.openExport();
  await dialog.getByRole('button', { name: 'Export events' }).click();
  const link = dialog.getByRole('link', { name: /^Download/ });
  await expect(link).toBeVisible();
  const url = new URL((await link.getAttribute('href')) ?? '', app.url()).href;

  expect((await askOrigin(url)).status).toBe(403);
  const [download] = await Promise.all([app.waitForEvent('download'), link.click()]);
  expect(await readFile(await download.path(), 'utf8')).toContain('webhook.create');
  expect(await app.evaluate(async (path) => (await fetch(path)).status, url)).toBe(404);
});

test('a filter is saved under a name, shown again, and removed', {
  tag: '@browser',
}, async ({ own, app, screens }) => {
  const { timeline } = screens;
  await seedWebhook(await own.process().freshLink());
  await screens.go('Timeline');
  await expect(timeline.rows()).toHaveCount(1);
  await timeline.search().fill('nothingofthekind');
  await expect(app.getByText('No matching events')).toBeVisible();
  await timeline.menu('Views').click();
  await app.getByLabel('View name').fill('Nothing');
  await app.getByRole('button', { name: 'Save view' }).click();
  await expect(app.getByRole('button', { name: 'Show view Nothing' })).toBeVisible();

  // The same name again is another view's, and that is said.
  await app.getByLabel('View name').fill(' nothing ');
  await app.getByRole('button', { name: 'Save view' }).click();
  await expect(app.getByText('Another saved view is already named “nothing”.')).toBeVisible();
  await app.getByLabel('View name').focus();
  await timeline.escape(app.getByRole('dialog', { name: 'Views' }));
  await app.getByRole('button', { name: 'Clear all' }).click();
  await expect(timeline.rows()).toHaveCount(1);
  await app.reload();
  await timeline.menu('Views').click();
  await app.getByRole('button', { name: 'Show view Nothing' }).click();
  await expect(app.getByText('No matching events')).toBeVisible();
  await timeline.menu('Views').click();
  await app.getByRole('button', { name: 'Remove view Nothing' }).click();
  await expect(app.getByText('No saved views yet.')).toBeVisible();
});
