import { expect } from '@playwright/test';
import { test } from './support/fixtures.ts';
import { seedCustomers } from './support/seed.ts';

test.use({ startArguments: ['--ephemeral'] });

test('what is written beside a record faster than it is answered is kept, all of it', {
  tag: '@browser',
}, async ({ own, page }) => {
  let isHeld = false;
  const held: (() => void)[] = [];
  await page.routeWebSocket(/\/bridge$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (isHeld) held.push(() => socket.send(message));
      else socket.send(message);
    });
  });
  const app = await own.open();
  const input = {
    type: 'individual' as const,
    personalInformation: { firstName: 'Ada', lastName: 'Byron' },
  };
  await seedCustomers(await own.process().freshLink(), [input]);
  await app.getByRole('link', { name: 'Ada Byron' }).click();
  const written = app.getByRole('region', { name: 'Notes and labels', exact: true });
  const labels = written.getByLabel('Labels').first();
  const reference = written.getByLabel('Own reference');
  await expect(labels).toBeVisible();

  isHeld = true;
  for (const label of ['VIP', 'Slow payer']) {
    await labels.fill(label);
    await labels.press('Enter');
    await expect(written.getByText(label, { exact: true })).toBeVisible();
  }
  await reference.fill('K-1');
  await reference.press('Enter');
  await reference.pressSequentially('001');
  isHeld = false;
  for (const send of held) send();

  await written.getByLabel('New note').focus();
  await expect(reference).toHaveValue('K-1001');
  // The row of the list says what main keeps.
  await expect(app.getByTitle(/Labels: Slow payer, VIP\s.*K-1001/)).toBeVisible();
  await app.reload();
  for (const label of ['VIP', 'Slow payer']) {
    await expect(written.getByText(label, { exact: true })).toBeVisible();
  }
  await expect(reference).toHaveValue('K-1001');
});
