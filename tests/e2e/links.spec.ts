import { expect } from '@playwright/test';
import { builtProgram } from '../support/console-process.ts';
import { runCommand } from '../support/run-command.ts';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts';
import { readClipboard } from './support/clipboard.ts';
import { passphrase, test } from './support/fixtures.ts';
import { ada } from './support/samples.ts';
import { confirmDocument } from './support/secret-document.ts';

test.use({ vault: 'passphrase-file' });

test('a link to a record is copied, pasted, handed over by a second start, and waits behind the gate', {
  tag: '@browser',
}, async ({ own, app, screens, service }) => {
  const { baseUrl, token } = service;
  await app.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await screens.customers.create(ada);
  const detail = screens.customers.detail('Ada Byron');
  const copy = detail.getByRole('button', { name: 'Copy link' });
  await copy.click();
  await expect(copy).toHaveAttribute('data-state', 'copied');
  const link = await readClipboard(app);
  expect(link).toMatch(
    /^causeway:\/\/open\/customer\/customer_[a-z0-9]+\?profile=Built-in%20sandbox$/,
  );
  const paste = async (text: string) => {
    await app.keyboard.press('ControlOrMeta+k');
    await app.getByRole('combobox', { name: /^Search screens/ }).fill(text);
  };
  const dialog = app.getByRole('dialog');

  await test.step('in another profile it asks before it switches', async () => {
    await screens.settings.open();
    await screens.settings.addAndUse({ name: 'Hosted', baseUrl, token });
    await paste(link);
    await expect(app.getByRole('option')).toContainText('Profile Built-in sandbox');
    await app.keyboard.press('Enter');
    await expect(dialog).toContainText('in the profile “Built-in sandbox”. You see “Hosted”.');
    await expectAccessible(app, 'a link to another profile');
    await app.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(screens.settings.switchButton('Hosted')).toBeVisible();
    await paste(link);
    await app.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Switch to Built-in sandbox' }).click();
    await expect(detail).toBeVisible();
  });

  await test.step('what is no link, no screen, no profile or no record is said', async () => {
    await paste('causeway://delete/customer/customer_a');
    await expect(app.getByText('Causeway can’t open this link.')).toBeVisible();
    await app.keyboard.press('Escape');
    await paste('causeway://open/screen/nowhere');
    await app.keyboard.press('Enter');
    await expect(dialog).toContainText('Causeway has no screen “nowhere”.');
    await app.keyboard.press('Escape');
    await paste('causeway://open/webhook/webhook_a?profile=Elsewhere');
    await app.keyboard.press('Enter');
    await expect(dialog).toContainText('which this Causeway does not have');
    await expectNoSidewaysScroll(app, 'a link to an unknown profile');
    await dialog.getByRole('button', { name: 'Open in this profile' }).click();
    await expect(app.getByText('The webhook webhook_a is not known to Causeway.')).toBeVisible();
  });

  await test.step('the palette copies the link of what is shown', async () => {
    await screens.go('Virtual accounts');
    await paste('copy link');
    await app.keyboard.press('Enter');
    await expect(app.getByText('Link copied')).toBeVisible();
    expect(await readClipboard(app)).toContain('causeway://open/screen/virtual-accounts?profile=');
  });

  await test.step('a second start hands it over; a locked vault keeps it waiting', async () => {
    await paste('lock causeway');
    await app.keyboard.press('Enter');
    await expect(app.getByRole('button', { name: 'Enter passphrase' })).toBeVisible();
    const args = ['--browser', '--no-open', '--data-dir', own.dataDir, link];
    const second = await runCommand([process.execPath, builtProgram, ...args]);
    expect(second.output).toContain('already running');
    const unlock = () => app.getByRole('button', { name: 'Enter passphrase' }).click();
    await confirmDocument(app, unlock, 'Unlock', { Passphrase: passphrase });
    await expect(detail).toBeVisible();
  });
});
