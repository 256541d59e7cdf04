import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

type ColorScheme = 'light' | 'dark';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What a scan looks for: everything in light, and in dark the rules that look at colours. */
const looksFor: Readonly<Record<ColorScheme, Parameters<AxeBuilder['options']>[0]>> = {
  light: { runOnly: { type: 'tag', values: standards } },
  dark: {
    runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
    preload: false,
  },
};

/** No violation on the page at rest, in light and in dark. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    await page.evaluate(untilDrawn);
    // What was still coming is there at a later scan; what is wrong with the page stays.
    await expect
      .poll(() => violationsOf(page, colorScheme), {
        message: `${what}, ${colorScheme}`,
        timeout: 15_000,
      })
      .toEqual([]);
  }
}

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly string[];
}

async function violationsOf(page: Page, colorScheme: ColorScheme): Promise<Violation[]> {
  // In the page itself, which holds no frames: a page of its own for each scan doubles its time.
  // Of what passes nothing is written down.
  const isThere = await page.evaluate(() => 'axe' in window);
  // Its source is parsed once a document, which takes as long as a scan.
  const { violations } = await new AxeBuilder({ page, ...(isThere ? { axeSource: ';' } : {}) })
    .setLegacyMode(true)
    .options({ ...looksFor[colorScheme], resultTypes: ['violations'] })
    .analyze();
  return violations.map(({ id, help, nodes }) => ({
    id,
    help,
    nodes: nodes.map((node) => `${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
  }));
}

/** Runs in the page: colours of another theme are drawn, and none is on its way to another. */
async function untilDrawn(): Promise<void> {
  const aFrame = () =>
    new Promise<void>((resolve) => {
      requestAnimationFrame(() => resolve());
      // A page that nobody sees draws no frames.
      setTimeout(resolve, 200);
    });
  await aFrame();
  await aFrame();
  const ending = document
    .getAnimations()
    .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
  await Promise.allSettled(ending.map(({ finished }) => finished));
}

/** The page fits the window, once it is laid out for it: nothing makes it scroll sideways. */
export async function expectNoSidewaysScroll(page: Page, what: string): Promise<void> {
  const over = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
  await expect.poll(over, { message: what }).toBeLessThanOrEqual(0);
}
