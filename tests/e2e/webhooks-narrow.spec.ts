import { expect, type Page } from '@playwright/test';
import { test } from './support/fixtures.ts';

async function expectWholeTitle(page: Page, what: string): Promise<void> {
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toContainText('of 10 known');
  const cut = () => title.evaluate((shown) => shown.scrollWidth - shown.clientWidth);
  await expect.poll(cut, { message: what }).toBe(0);
}

test('the title is whole in a narrow window and beside a detail, on every part of webhooks', async ({
  app,
  screens,
}) => {
  const { webhooks } = screens;
  for (const part of ['Webhooks', 'Deliveries', 'Tunnels', 'Forwarding'] as const) {
    await webhooks.go(part);
    for (const width of [420, 700, 1280]) {
      await app.setViewportSize({ width, height: 800 });
      await expectWholeTitle(app, `${part} at ${width}`);
    }
  }
  await webhooks.openSandboxTunnel();
  await webhooks.create({ Name: 'Treasury desk' });
  await expect(webhooks.detail('Treasury desk')).toBeVisible();
  await expectWholeTitle(app, 'beside a webhook');
});
