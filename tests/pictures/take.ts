/** Takes the pictures: of docs one way, for a review in every size, light and dark. */
import { join } from 'node:path';
import { type Page, test } from '@playwright/test';
import { root } from '../support/run-command.ts';

const kept = join(root, 'docs/screenshots');
const reviewed = join(root, '.cache/pictures');
const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 700 },
  { width: 2560, height: 1440 },
  // The first at 200 % zoom.
  { width: 720, height: 450 },
] as const;
const schemes = ['light', 'dark'] as const;

const isInReview = (): boolean => test.info().project.name === 'review';

/** With nothing under the mouse. A skeleton and a layout for another width take a moment. */
async function settled(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await page.evaluate(() => new Promise((drawn) => setTimeout(drawn, 300)));
}

/** Takes it for docs under the names that are given, and every way where somebody reviews. */
export async function take(page: Page, name: string, docs: Partial<Record<string, string>> = {}) {
  const isReview = isInReview();
  for (const { width, height } of isReview ? sizes : sizes.slice(0, 1)) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of schemes) {
      const named = docs[colorScheme];
      if (!isReview && named === undefined) continue;
      await page.emulateMedia({ colorScheme });
      await settled(page);
      const path = isReview
        ? join(reviewed, `${name}-${width}-${colorScheme}.png`)
        : join(kept, named ?? '');
      await page.screenshot({ path });
    }
  }
  await page.setViewportSize(sizes[0]);
}

const widths = [1440, 760, 420] as const;
const highest = 6_000;

/** All of it, as high as it is, in the widths of a review; dark at the first alone. */
export async function takeWhole(page: Page, name: string): Promise<void> {
  for (const width of widths) {
    for (const colorScheme of width === widths[0] ? schemes : schemes.slice(0, 1)) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await page.mouse.move(0, 0);
      const hidden = await page.evaluate(async () => {
        await new Promise((drawn) => setTimeout(drawn, 300));
        const all = [...document.querySelectorAll('html, main, main *')];
        return Math.max(
          ...all.map(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight),
        );
      });
      await page.setViewportSize({ width, height: Math.min(900 + hidden, highest) });
      const path = join(reviewed, `${name}-${width}-${colorScheme}.png`);
      await page.screenshot({ path });
    }
  }
  await page.setViewportSize(sizes[0]);
}

/** For docs alone, as on a phone. */
export async function takeNarrow(page: Page, name: string): Promise<void> {
  if (isInReview()) return;
  await page.setViewportSize({ width: 480, height: 860 });
  await page.emulateMedia({ colorScheme: 'light' });
  await settled(page);
  await page.screenshot({ path: join(kept, name) });
  await page.setViewportSize(sizes[0]);
}
