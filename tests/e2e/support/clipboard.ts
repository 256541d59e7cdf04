import type { Page } from '@playwright/test';

/** Served to the page below alone; nothing is asked of the network. */
const place = 'https://clipboard.invalid/';

/**
 * What the clipboard holds, read by a page of another origin: the console's own may write to it and
 * never read it (Permissions-Policy).
 */
export async function readClipboard(page: Page): Promise<string> {
  const context = page.context();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const reader = await context.newPage();
  try {
    await reader.route(place, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Clipboard</title>' }),
    );
    await reader.goto(place);
    return await reader.evaluate(() => navigator.clipboard.readText());
  } finally {
    await reader.close();
    await page.bringToFront();
  }
}
