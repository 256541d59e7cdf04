/**
 * For a review: every address of the page with sample data, main's own documents, and what is seen
 * while something fails, is read or is offline.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { approveTogether } from '../e2e/support/approvals.ts';
import { test } from '../e2e/support/fixtures.ts';
import { Screens } from '../e2e/support/pages/screens.ts';
import { placesOf } from '../e2e/support/profile-places.ts';
import { openBridge, seedCustomers, uploadFile } from '../e2e/support/seed.ts';
import { slowLine } from '../e2e/support/slow-line.ts';
import { take, takeWhole } from './take.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const slug = (text: string): string => text.replaceAll(/[^\w-]+/g, '_').slice(0, 60);

const goTo = (app: Page, place: string): Promise<void> =>
  app.evaluate(async (to) => {
    location.hash = `#${to}`;
    await new Promise((done) => setTimeout(done, 700));
  }, place);

const statement = [
  'Date,Amount,Currency,Description',
  ...Array.from(
    { length: 30 },
    (_, at) => `2026-11-${10 + (at % 12)},${at * 37}.50,USD,Wire ${at}`,
  ),
].join('\n');

test.describe('with sample data', () => {
  test.use({ startArguments: ['--ephemeral'] });

  test('every address', async ({ own, app, screens }) => {
    test.setTimeout(3_000_000);
    await app.getByRole('button', { name: 'Add sample data' }).click();
    await expect(app.getByText('1 payout failed')).toBeVisible();
    await screens.go('Sandbox');
    await expect(app.getByText('Sample data added')).toBeVisible();
    const { bridge, close } = await openBridge(await own.process().freshLink());
    const { profileId } = await bridge.connection.get();
    await uploadFile(
      bridge,
      'new customers.csv',
      'type,first_name,last_name,email\nindividual,Al,Ng,al\n',
    );
    const content = Buffer.from(statement);
    const file = { fileName: 'november.csv', bytes: content.length, profileId };
    const { uploadId } = await bridge.reconcile.upload.begin(file);
    await bridge.reconcile.upload.append({
      uploadId,
      offset: 0,
      base64: content.toString('base64'),
    });
    const { id } = await bridge.reconcile.upload.finish({ uploadId });
    await goTo(app, `/reconcile/draft/${id}`);
    await take(app, 'at-reconcile-draft');
    await bridge.reconcile.start({
      id,
      profileId,
      kind: 'bank',
      mapping: {
        columns: ['date', 'amount', 'currency', 'text'],
        decimal: '.',
        dates: 'ymd',
        currency: null,
      },
    });
    const { places } = await placesOf(bridge);
    for (const [at, place] of places.entries()) {
      await goTo(app, place);
      await take(app, `at-${String(at).padStart(3, '0')}-${slug(place)}`);
    }
    close();
  });

  test('a thousand rows, and what is offline, failing or still read', async ({ own, page }) => {
    test.setTimeout(900_000);
    const line = await slowLine();
    await page.routeWebSocket(/./, line.through);
    const app = await own.open();
    const screens = new Screens(app);
    await seedCustomers(
      await own.process().freshLink(),
      Array.from({ length: 1_000 }, (_, at) => ({
        type: 'individual' as const,
        email: `someone.with.a.long.address.${at}@subsidiary.of.a.very-long-domain-name.example`,
        personalInformation: {
          firstName: at % 3 === 0 ? 'Maximiliana Theodora Alexandrina' : 'Ann',
          lastName: at % 3 === 0 ? `von Habsburg-Lothringen und Sachsen-Coburg ${at}` : `Lee ${at}`,
        },
      })),
    );
    await screens.go('Customers');
    await expect(screens.heading('Customers')).toHaveText('Customers · 1,000');
    await take(app, 'state-1000-customers');
    line.hold();
    for (const name of ['Payouts', 'Virtual accounts', 'Overview', 'Reports'] as const) {
      await screens.link(name).click();
      await take(app, `state-loading-${slug(name)}`);
    }
    line.letGo();
  });
});

test('a team, and what its members approve', async ({ browser, folder, service }) => {
  test.setTimeout(900_000);
  const look = async (page: Page, what: string) => {
    if (what === 'approvals') await goTo(page, '/approvals');
    await (what === 'settings' ? takeWhole : take)(page, `team-${what}`);
  };
  await approveTogether({ browserType: browser.browserType(), folder, service, look });
});

test('profiles, their names changed, and the audit log', async ({ app, screens, service }) => {
  test.setTimeout(300_000);
  const { baseUrl, token } = service;
  await screens.settings.addAndUse({ name: 'Treasury desk of Sachsen-Coburg', baseUrl, token });
  await takeWhole(app, 'whole-profiles');
  await app.getByRole('button', { name: /^Rename: Treasury/ }).click();
  await takeWhole(app, 'whole-profiles-rename');
  await screens.customers.create({ 'Last name': 'Byron' });
  await screens.customers.create({ Email: 'ada.of.a.long.name@subsidiary.example.com' });
  await screens.go('Audit log');
  await takeWhole(app, 'whole-audit');
});

/** The window that main opens for what is clicked. */
async function documentOf(page: Page, button: string): Promise<Page> {
  const opening = page.context().waitForEvent('page');
  await page.getByRole('button', { name: button, exact: true }).first().click();
  const document = await opening;
  await document.waitForLoadState();
  return document;
}

test.describe('main’s own documents', () => {
  test.use({ vault: 'passphrase-file' });

  test('documents', async ({ app, screens, folder, service }) => {
    test.setTimeout(900_000);
    const section = async (name: string) => {
      await screens.link('Settings').click();
      await app.getByRole('link', { name, exact: true }).click();
    };
    const look = async (button: string, name = slug(button)) => {
      const document = await documentOf(app, button);
      await take(document, `document-${name}`);
      await document.close();
    };
    await section('Backup');
    const key = await documentOf(app, 'Set recovery key…');
    await take(key, 'document-recovery');
    const words = await key.locator('ol li').allInnerTexts();
    await key.getByRole('button', { name: 'I have written them down' }).click();
    await take(key, 'document-recovery-check');
    const fields = await key.getByLabel(/^Word \d+$/).all();
    for (const field of fields) await field.fill('wrong');
    await key.getByRole('button', { name: 'Confirm recovery key' }).click();
    await take(key, 'document-recovery-wrong');
    for (const field of await key.getByLabel(/^Word \d+$/).all()) {
      const name = (await field.getAttribute('name')) ?? '';
      await field.fill(words[Number(name.slice('word-'.length)) - 1] ?? '');
    }
    await key.getByRole('button', { name: 'Confirm recovery key' }).click();
    await take(key, 'document-recovery-done');
    await key.close();
    await take(app, 'page-settings-backup-key');
    const backups = join(folder, 'synced');
    mkdirSync(backups);
    const choosing = await documentOf(app, 'Set backup folder…');
    await take(choosing, 'document-backup-folder');
    await choosing.getByLabel('Folder').fill(backups);
    await choosing.getByRole('button', { name: 'Use this folder' }).click();
    await choosing.close();
    await expect(app.getByText('read back and checked')).toBeVisible();
    await take(app, 'page-settings-backup-made');
    for (const button of [
      'Change backup folder…',
      'Restore…',
      'Change recovery key…',
      'Use recovery key…',
      'Back up under a passphrase…',
    ]) {
      await look(button);
    }
    await section('Lock');
    await take(app, 'page-settings-lock');
    for (const button of ['Change passphrase…', 'Change data keys…']) await look(button);
    await section('Hand-over');
    await take(app, 'page-settings-handover');
    await look('Open hand-over file…');
    await section('Retention');
    await take(app, 'page-settings-retention');
    const retention = await documentOf(app, 'Change retention…');
    await take(retention, 'document-retention');
    await retention.close();
    const { baseUrl, token } = service;
    await screens.settings.open();
    await screens.settings.addButton().click();
    await screens.settings.field('Name').fill('Treasury desk of Sachsen-Coburg und Lothringen');
    await screens.settings.field('Environment').selectOption('Production');
    await screens.settings.field('Base URL').fill(baseUrl);
    await take(app, 'page-settings-add-profile');
    const adding = app.context().waitForEvent('page');
    await screens.settings.addButton().click();
    const added = await adding;
    await added.waitForLoadState();
    await take(added, 'document-add-profile');
    await added.getByLabel('Token').fill(token);
    await added.getByRole('button', { name: 'Add profile' }).click();
    await take(added, 'document-add-profile-done');
    await added.close();
    await take(app, 'page-settings-profiles');
    await screens.settings.use('Treasury desk of Sachsen-Coburg und Lothringen');
    await take(app, 'page-production-profiles');
    await section('Hand-over');
    await take(app, 'page-production-handover');
    await screens.go('Customers');
    await take(app, 'page-production-empty');
    await screens.customers.create({ 'First name': 'Ada', 'Last name': 'Byron' });
    await expect(app.getByRole('button', { name: 'Erase personal data…' })).toBeVisible();
    await look('Erase personal data…');
    await screens.link('Audit log').click();
    await look('Change name…', 'audit-name');
    await service.stop();
    await screens.go('Customers');
    await app.getByRole('button', { name: 'New customer' }).first().click();
    await take(app, 'page-service-gone-form');
    await app.keyboard.press('ControlOrMeta+Shift+l');
    await expect(app.getByRole('heading', { name: 'Causeway is locked' })).toBeVisible();
    await take(app, 'page-locked');
    await look('Enter passphrase', 'passphrase');
  });
});
