/**
 * The pictures of docs/screenshots (`npm run pictures`). As the project `review`, every screen in four
 * sizes, light and dark, in .cache/pictures, for whoever looks a change over.
 */
import { expect, type Page } from '@playwright/test';
import { test } from '../e2e/support/fixtures.ts';
import { type Screens, screenNames } from '../e2e/support/pages/screens.ts';
import { account, ada } from '../e2e/support/samples.ts';
import { seedVirtualAccounts, seedWebhook } from '../e2e/support/seed.ts';
import { take, takeNarrow } from './take.ts';

const people = [
  ['Grace', 'Hopper'],
  ['Katherine', 'Johnson'],
  ['Hedy', 'Lamarr'],
  ['Maximiliana Theodora Alexandrina', 'von Habsburg-Lothringen und Sachsen-Coburg'],
  ['Emmy', 'Noether'],
  ['Mary', 'Somerville'],
] as const;

const docsOfFull: Partial<Record<(typeof screenNames)[number], Partial<Record<string, string>>>> = {
  Overview: { light: 'overview-light.png' },
  Payouts: { light: 'payouts-light.png' },
  Sandbox: { light: 'sandbox-light.png' },
  Timeline: { light: 'timeline-light.png', dark: 'timeline-dark.png' },
};

test.use({ startArguments: ['--ephemeral'], contextOptions: { reducedMotion: 'reduce' } });

test('pictures', async ({ app, own, screens }) => {
  test.setTimeout(900_000);
  for (const name of screenNames) {
    await screens.go(name);
    await take(app, `empty-${name}`, name === 'Customers' ? { light: 'empty-light.png' } : {});
  }
  await screens.go('Customers');
  await screens.customers.create(ada);
  await expect(screens.customers.detail('Ada Byron')).toBeVisible();
  await seedVirtualAccounts(await own.process().freshLink(), people);
  await seedWebhook(await own.process().freshLink());
  await screens.go('Customers');
  await take(app, 'customers', { light: 'customers-light.png' });
  await screens.customers.row('Ada Byron').click();
  await expect(screens.customers.detail('Ada Byron')).toBeVisible();
  await take(app, 'customer', { dark: 'customers-dark.png' });
  await screens.go('Virtual accounts');
  await screens.virtualAccounts.startNew();
  await screens.virtualAccounts.fill(account);
  await take(app, 'form');
  await screens.virtualAccounts.reviewButton().click();
  await expect(app.getByText('first use')).toBeVisible();
  await take(app, 'review', { light: 'review.png' });
  await screens.virtualAccounts.createButton().click();
  await expect(screens.virtualAccounts.detail('USD → USDC')).toBeVisible();
  await take(app, 'virtual-account', { light: 'virtual-account.png' });
  await screens.go('Webhooks');
  await take(app, 'webhooks');
  await screens.go('Timeline');
  await take(app, 'timeline');
  await app.getByRole('table').getByRole('link').first().click();
  await expect(app.getByRole('button', { name: 'Close' })).toBeVisible();
  await take(app, 'timeline-event');
  await screens.go('Settings');
  for (const part of ['Backup', 'Lock', 'Company', 'Appearance', 'Diagnostics', 'About']) {
    await app.getByRole('link', { name: part, exact: true }).click();
    await take(app, `settings-${part}`);
  }
});

/** Row of the first record of a list, whichever it is. */
const firstLink = (app: Page) => app.getByRole('main').getByRole('table').getByRole('link').first();

/** What docs/timeline.md shows of it. */
async function takeTimeline(app: Page, screens: Screens): Promise<void> {
  const { timeline } = screens;
  await screens.go('Timeline');
  await timeline.find('ada');
  await expect(timeline.offer('Ada Byron')).toBeVisible();
  await take(app, 'timeline-search', { light: 'timeline-search.png' });
  await timeline.find('');
  await timeline.open('payout.successful');
  await expect(timeline.detail('payout.successful')).toBeVisible();
  await take(app, 'timeline-event', { light: 'timeline-event.png' });
  await app.getByRole('heading', { name: 'Payout lifecycle' }).scrollIntoViewIfNeeded();
  await app.getByText('Not received: Funded, Processing').scrollIntoViewIfNeeded();
  await take(app, 'timeline-life', { light: 'timeline-life.png' });
  await timeline.close(timeline.detail('payout.successful'));
  await app.getByRole('button', { name: /^\d+ gaps?$/ }).click();
  await expect(app.getByRole('dialog', { name: 'Gaps' })).toContainText('missed');
  await take(app, 'timeline-missed', { dark: 'timeline-missed.png' });
  await app.keyboard.press('Escape');
  await app.getByRole('button', { name: 'View as of…' }).click();
  const past = await timeline.row(12).locator('time').getAttribute('datetime');
  const local = Date.parse(past ?? '') - new Date().getTimezoneOffset() * 60_000;
  await app.getByLabel('Date and time').fill(new Date(local).toISOString().slice(0, 19));
  await app.getByRole('button', { name: 'View', exact: true }).click();
  await expect(app.getByText('Data received later is hidden.').first()).toBeVisible();
  await take(app, 'timeline-as-of', { light: 'timeline-as-of.png' });
  await app.getByRole('button', { name: 'Return to now' }).first().click();
  await expect(timeline.histogram()).toContainText('payout');
  await takeNarrow(app, 'timeline-narrow.png');
}

async function find(app: Page, words: string): Promise<void> {
  await app.keyboard.press('ControlOrMeta+k');
  await app.getByRole('combobox', { name: 'Search screens, actions and records' }).fill(words);
}

test('pictures of sample data', async ({ app, screens }) => {
  test.setTimeout(900_000);
  await app.getByRole('button', { name: 'Add sample data' }).click();
  await expect(app.getByText('1 payout failed')).toBeVisible();
  await screens.go('Sandbox');
  await expect(app.getByText('Sample data added')).toBeVisible();
  for (const name of screenNames) {
    await screens.go(name);
    // Its bars come behind its rows.
    if (name === 'Timeline') {
      await expect(screens.timeline.bars().locator('path').first()).toHaveAttribute('d', /\d/);
    }
    await take(app, `full-${name}`, docsOfFull[name] ?? {});
  }
  for (const name of ['Virtual accounts', 'Payouts', 'Timeline', 'Bank accounts'] as const) {
    await screens.go(name);
    await firstLink(app).click();
    await expect(app.getByRole('button', { name: 'Close', exact: true }).first()).toBeVisible();
    await take(app, `detail-${name}`);
  }
  await takeTimeline(app, screens);
  await screens.go('Reports');
  await app.getByRole('combobox', { name: 'Customer', exact: true }).fill('Ada');
  await app.getByRole('option', { name: /Ada Byron/ }).click();
  await take(app, 'statement');
  await app.getByRole('link', { name: 'Period close' }).click();
  await take(app, 'period');
  await app.getByRole('button', { name: 'Close period…' }).click();
  await app.getByRole('dialog').getByRole('button', { name: 'Close period' }).click();
  await expect(app.getByRole('dialog')).toBeHidden();
  await take(app, 'period-closed', { light: 'period-closed-light.png' });

  await screens.go('Virtual accounts');
  await app.getByRole('link', { name: 'Ada Byron' }).first().click();
  await app.getByRole('button', { name: 'Deposit sheet', exact: true }).click();
  await expect(app.getByRole('region', { name: 'Preview' })).toContainText('For Ada Byron');
  await take(app, 'deposit-sheet', { light: 'deposit-sheet-light.png' });
  await app.keyboard.press('Escape');
  await screens.go('Overview');
  await find(app, 'byron');
  await expect(app.getByRole('listbox', { name: 'Results' })).toContainText('Ada Byron');
  await take(app, 'palette', { dark: 'palette-dark.png' });
  await app.keyboard.press('Escape');
  await screens.go('Payouts');
  await app.keyboard.press('?');
  await expect(app.getByRole('dialog', { name: 'Help' })).toContainText('Minor unit');
  await take(app, 'help', { light: 'help-light.png' });
  await app.keyboard.press('Escape');
  for (const part of ['Customers', 'Deposits', 'Events', 'Faults', 'Switches']) {
    await screens.go('Sandbox');
    await app.getByRole('main').getByRole('link', { name: part, exact: true }).click();
    await take(app, `sandbox-${part}`);
  }
  await screens.go('Settings');
  await app.getByRole('link', { name: 'Notices', exact: true }).click();
  await take(app, 'settings-Notices');
});

test('pictures of failures and long names', async ({ app, own, screens }) => {
  test.setTimeout(900_000);
  const [, , , long] = people;
  await seedVirtualAccounts(await own.process().freshLink(), [long]);
  const name = long.join(' ');
  await screens.go('Customers');
  await screens.customers.row(name).click();
  await expect(screens.customers.detail(name)).toBeVisible();
  await take(app, 'long-name-customer');
  await screens.go('Overview');
  await find(app, 'habsburg');
  await expect(app.getByRole('listbox', { name: 'Results' })).toContainText('Habsburg');
  await take(app, 'long-name-palette');
  await app.keyboard.press('Escape');
  await screens.go('Sandbox');
  await app.getByRole('main').getByRole('link', { name: 'Faults' }).click();
  await app.getByLabel('Fault', { exact: true }).selectOption('Server error');
  await app.getByLabel('Request', { exact: true }).selectOption('Create customer');
  await app.getByRole('button', { name: 'Set fault' }).click();
  await expect(app.getByRole('table', { name: 'Faults set' })).toContainText('Server error');
  await screens.go('Customers');
  await screens.customers.create(ada);
  await expect(app.locator('form').getByRole('alert')).toBeVisible();
  await take(app, 'failed-form');
  await own.process().stop();
  await expect(app.getByText('Causeway is not responding')).toBeVisible();
  await take(app, 'failed-connection');
});

test.describe('before the vault is open', () => {
  test.use({ startArguments: [], vault: 'none' });

  test('pictures of the gate', async ({ app }) => {
    await expect(app.getByRole('heading', { level: 1 })).toBeVisible();
    await take(app, 'gate', { light: 'gate.png' });
  });
});
