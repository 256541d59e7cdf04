import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { startConsole } from '../support/console-process.ts';
import { root, runCommand } from '../support/run-command.ts';
import { passphrase, test } from './support/fixtures.ts';
import { confirmDocument } from './support/secret-document.ts';

test.use({ vault: 'passphrase-file' });

/** The window that main opens for what is clicked. */
async function documentOf(page: Page, button: string): Promise<Page> {
  const opening = page.context().waitForEvent('page');
  await page.getByRole('button', { name: button }).click();
  return await opening;
}

/** Sets the recovery key as a person who writes it down. */
async function setRecoveryKey(page: Page): Promise<string[]> {
  const document = await documentOf(page, 'Set recovery key…');
  const words = await document.locator('ol li').allInnerTexts();
  await expect(document.getByRole('img', { name: 'QR code' })).toBeVisible();
  await document.getByRole('button', { name: 'I have written them down' }).click();
  await expect(document.getByRole('heading', { name: 'Confirm recovery key' })).toBeVisible();
  await expect(document.locator('ol li')).toHaveCount(0);
  for (const field of await document.getByLabel(/^Word \d+$/).all()) {
    const name = (await field.getAttribute('name')) ?? '';
    await field.fill(words[Number(name.slice('word-'.length)) - 1] ?? '');
  }
  await document.getByRole('button', { name: 'Confirm recovery key' }).click();
  await expect(document.getByText('The recovery key is set.')).toBeVisible();
  await document.close();
  return words;
}

test('a lost computer: recovery key, backup, restored elsewhere, passphrase replaced', async ({
  own,
  app: page,
  screens,
  folder,
}) => {
  const backups = join(folder, 'synced');
  mkdirSync(backups);
  await screens.go('Customers');
  await screens.customers.create({ 'First name': 'Ada', 'Last name': 'Byron' });
  await screens.link('Settings').click();
  await page.getByRole('link', { name: 'Backup', exact: true }).click();
  await expect(page.getByText('Set the recovery key first.')).toBeVisible();
  const words = await setRecoveryKey(page);
  expect(words).toHaveLength(24);

  const choose = () => page.getByRole('button', { name: 'Set backup folder…' }).click();
  await confirmDocument(page, choose, 'Use this folder', { Folder: backups });
  await expect(page.getByText('read back and checked')).toBeVisible();
  const [name = ''] = readdirSync(backups).filter((file) => file.endsWith('.backup'));

  await screens.go('Overview');
  await expect(page.getByText('Newest backup, read back:')).toBeVisible();

  // A customer's personal data, erased after the backup: it stays erased.
  await screens.go('Customers');
  await page.getByRole('link', { name: 'Ada Byron' }).click();
  await confirmDocument(
    page,
    () => page.getByRole('button', { name: 'Erase personal data…' }).click(),
    'Erase personal data',
    { Reason: 'asked for by letter', 'Name of the customer': 'Ada Byron' },
    'No law, contract or legal hold requires you to keep this data',
  );
  const erased = page.getByRole('region', { name: 'Personal data erased' });
  await expect(erased).toContainText('Reason: asked for by letter');
  await expect(page.getByText('Ada Byron')).toHaveCount(0);
  const customerPage = page.url().replace(/^[^#]*/, '');
  await screens.link('Settings').click();
  await page.getByRole('link', { name: 'Backup', exact: true }).click();

  // Beside what is here the backup brings nothing, and says so before.
  const restoring = await documentOf(page, 'Restore…');
  await restoring.getByLabel('Backup file').fill(join(backups, name));
  await restoring.getByLabel('Recovery key or passphrase').fill(words.join(' '));
  await restoring.getByRole('button', { name: 'Show what it would add' }).click();
  await expect(restoring.getByText('is here. New: nothing')).toBeVisible();
  await expect(restoring.getByText('so it is not restored')).toBeVisible();
  await restoring.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(restoring.getByRole('heading', { name: 'Restored' })).toBeVisible();
  await restoring.close();
  await own.stop();

  const wordsFile = join(folder, 'words');
  const passphraseFile = join(folder, 'new-passphrase');
  writeFileSync(wordsFile, words.join(' '), { mode: 0o600 });
  writeFileSync(passphraseFile, 'the passphrase of before', { mode: 0o600 });
  const dataDir = join(folder, 'elsewhere');
  const restored = await runCommand([
    'node',
    join(root, 'src/main/hosts/cli/run.mjs'),
    'restore',
    join(backups, name),
    '--data-dir',
    dataDir,
    '--key-file',
    wordsFile,
    '--passphrase-file',
    passphraseFile,
  ]);
  expect(restored.output).toContain('Restored the backup');

  const elsewhere = await startConsole({
    dataDir,
    env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' },
  });
  try {
    await page.goto(elsewhere.url);
    await expect(page.getByRole('heading', { name: 'Causeway is locked' })).toBeVisible();
    // That passphrase is forgotten at once; the words open it.
    const document = await documentOf(page, 'Use recovery key…');
    await document.getByLabel('Recovery key').fill(words.join(' '));
    await document.getByLabel('New passphrase', { exact: true }).fill(passphrase);
    await document.getByLabel('Repeat new passphrase').fill(passphrase);
    await document.getByRole('button', { name: 'Use recovery key' }).click();
    await expect(document.getByText('Causeway is unlocked.')).toBeVisible();
    await document.close();
    await page.goto(`${elsewhere.url.replace(/#.*/, '')}${customerPage}`);
    await expect(erased).toContainText('Reason: asked for by letter');
    await screens.link('Audit log').click();
    await expect(page.getByText('Recovery key used').first()).toBeVisible();
    await expect(page.getByText('Recovery key set').first()).toBeVisible();
  } finally {
    await elsewhere.stop();
  }
});
