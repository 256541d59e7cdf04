import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts';
import { openOnHosted } from './support/fixtures.ts';
import { test as base, openSshTunnel } from './support/public-side.ts';
import { confirmDocument } from './support/secret-document.ts';
import { seedVirtualAccounts } from './support/seed.ts';

const test = base.extend(openOnHosted);

interface Shown {
  readonly title: string;
  readonly body: string;
  readonly press: () => void;
}
declare global {
  interface Window {
    shownNotices?: Shown[];
  }
}

/** Takes the place of the browser's notices, which no test can see or press. */
function recordNotices(): void {
  const shown: Shown[] = [];
  let permission: NotificationPermission = 'default';
  class Recorded extends EventTarget {
    static get permission() {
      return permission;
    }
    static requestPermission = async () => {
      permission = 'granted';
      return permission;
    };
    onclick: (() => void) | null = null;
    constructor(title: string, { body = '' }: NotificationOptions = {}) {
      super();
      shown.push({ title, body, press: () => this.onclick?.() });
    }
    close() {}
  }
  Object.assign(window, { Notification: Recorded, shownNotices: shown });
}

const shown = (app: Page) =>
  app.evaluate(() => (window.shownNotices ?? []).map(({ title, body }) => `${title} · ${body}`));

test('a payout that fails is told once, and leads to its place', {
  tag: '@browser',
}, async ({ own, app, screens, service, publicSide }) => {
  await app.evaluate(recordNotices);
  await openSshTunnel(app, publicSide);
  await screens.webhooks.create({ Name: 'Treasury' });
  await expect(screens.webhooks.detail('Treasury')).toBeVisible();
  const [account = ''] = await seedVirtualAccounts(await own.process().freshLink(), [
    ['Ada', 'Byron'],
  ]);
  const fail = (amount: string) =>
    service.control('POST', `/virtual-accounts/${account}/deposits`, { amount, until: 'failed' });
  const openSettings = async () => {
    await screens.settings.open();
    await app
      .getByRole('navigation', { name: 'Settings sections' })
      .getByRole('link', { name: 'Notices' })
      .click();
  };

  await test.step('nothing is chosen at first; a person chooses', async () => {
    await openSettings();
    const form = app.getByRole('form', { name: 'Notices' });
    await expect(form.getByRole('checkbox', { checked: true })).toHaveCount(0);
    await expectAccessible(app, 'notices');
    await form.getByRole('switch', { name: 'Quiet hours' }).check();
    await form.getByLabel('To', { exact: true }).fill('20:00');
    await form.getByRole('button', { name: 'Save notices' }).click();
    await expect(form).toContainText('Enter a time that differs from the first.');
    await expectNoSidewaysScroll(app, 'notices');
    await form.getByRole('switch', { name: 'Quiet hours' }).uncheck();
    await form.getByRole('checkbox', { name: 'Failed payouts' }).check();
    await form.getByRole('button', { name: 'Save notices' }).click();
    await expect(form.getByRole('status')).toHaveText('Saved');
  });

  await test.step('in the frame while the browser is not allowed', async () => {
    await fail('400.5');
    const line = app.getByRole('status').filter({ hasText: 'A payout failed · Profile: Hosted' });
    await expect(line).toBeVisible({ timeout: 30_000 });
    await expect(line).not.toContainText('Ada');
    await line.getByRole('button', { name: 'Open' }).click();
    await expect(line).toBeHidden();
    await expect(app.getByRole('region', { name: /^400\.50 USD/ })).toBeVisible();
    expect(await shown(app)).toEqual([]);
  });

  await test.step('by the browser once it is allowed, and once', async () => {
    await openSettings();
    await app.getByRole('button', { name: 'Allow in this browser' }).click();
    await expect(app.getByText('The browser, while this page is open')).toBeVisible();
    await fail('75.25');
    await expect
      .poll(() => shown(app), { timeout: 30_000 })
      .toEqual(['A payout failed · Profile: Hosted']);
    await screens.go('Payouts');
    await app.evaluate(() => window.shownNotices?.[0]?.press());
    await expect(app.getByRole('region', { name: /^75\.25 USD/ })).toBeVisible();
    await screens.go('Customers');
    expect(await shown(app)).toHaveLength(1);
  });

  await test.step('names and amounts once a person confirmed it outside the page', async () => {
    await openSettings();
    const form = app.getByRole('form', { name: 'Notices' });
    await form.getByRole('switch', { name: 'Show names and amounts' }).check();
    await confirmDocument(
      app,
      () => form.getByRole('button', { name: 'Save notices' }).click(),
      'Show names and amounts',
    );
    await expect(form.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
    await fail('30.25');
    await expect
      .poll(() => shown(app), { timeout: 30_000 })
      .toContain('A payout failed · Ada Byron · Profile: Hosted');
  });
});
