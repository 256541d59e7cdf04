import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { passphrase, test } from './support/fixtures.ts';
import { ada } from './support/samples.ts';
import { confirmDocument, submitSecret } from './support/secret-document.ts';

const keys = 'ControlOrMeta+Shift+L';

/** Nothing that names the customer, in the page and around it. */
async function expectBlank(page: Page, place: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Causeway is locked' })).toBeVisible();
  const html = await page.content();
  for (const text of ['Ada', 'Byron', ada.Email, 'customer_']) expect(html).not.toContain(text);
  expect(page.url()).not.toContain('customer');
  expect(place).toContain('customer');
  expect(await page.title()).toBe('Causeway');
}

/** What of this the page still has in memory. */
async function leftInHeap(page: Page, texts: readonly string[]): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  const heap = chunks.join('');
  return texts.filter((text) => heap.includes(text));
}

test.describe('under a passphrase', () => {
  test.use({ vault: 'passphrase-file' });

  test('locks to blank, and leads back to the same place', async ({ app: page, screens }) => {
    await screens.customers.create(ada);
    await expect(screens.customers.detail('Ada Byron')).toBeVisible();
    const place = page.url();
    await page.keyboard.press(keys);
    await expectBlank(page, place);
    await expectAccessible(page, 'locked');
    // The ID of the place stays, so that it is shown again.
    await expect
      .poll(() => leftInHeap(page, ['Ada Byron', 'Byron']), { timeout: 20_000 })
      .toEqual([]);

    await page.getByText('Diagnostics', { exact: true }).click();
    await page.getByRole('button', { name: 'Save diagnostics…' }).click();
    await expect(page.getByText('Unlock it to include this').first()).toBeVisible();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save file' }).click();
    expect((await saved).suggestedFilename()).toMatch(/^causeway-diagnostics-.*\.json$/);

    const opening = page.context().waitForEvent('page');
    await page.getByRole('button', { name: 'Enter passphrase' }).click();
    await submitSecret(await opening, { Passphrase: passphrase }, 'Unlock');
    await expect(screens.customers.detail('Ada Byron')).toBeVisible();
    expect(page.url()).toBe(place);
  });
});

test('with the keychain it locks in every tab, and one click unlocks', async ({ own, app }) => {
  const other = await app.context().newPage();
  await other.goto(await own.process().freshLink());
  await other.getByRole('link', { name: 'Settings' }).click();
  await other.getByRole('link', { name: 'Lock', exact: true }).click();
  await expect(other.getByText('By one click', { exact: false })).toBeVisible();
  await expect(other.getByText('No change in the audit log of this profile')).toBeVisible();
  const ask = () => other.getByRole('button', { name: 'Change data keys…' }).click();
  await confirmDocument(other, ask, 'Change data keys');
  await expect(other.getByText('Built-in sandbox', { exact: true }).first()).toBeVisible();
  await expect(other.locator('dl').filter({ hasText: 'Last changed' })).toContainText(
    /just now|ago/,
  );
  await expect(app.locator('#content')).toBeVisible();
  await other.getByRole('button', { name: 'Lock now' }).click();
  await expect(app.getByRole('heading', { name: 'Causeway is locked' })).toBeVisible();
  await expect(app.locator('#content')).toHaveCount(0);
  await app.getByRole('button', { name: 'Unlock' }).click();
  await expect(app.locator('#content')).toBeVisible();
  await expect(other.getByRole('button', { name: 'Lock now' })).toBeVisible();
});
