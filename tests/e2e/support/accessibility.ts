import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import type { RunOnly, RunOptions } from 'axe-core';

declare global {
  interface Window {
    axe: typeof import('axe-core');
  }
}

type ColorScheme = 'light' | 'dark';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What a scan looks for: everything in light, and in dark the rules that look at colours. */
const looksFor: Readonly<Record<ColorScheme, RunOnly>> = {
  light: { type: 'tag', values: standards },
  dark: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
};

/** Each document that is scanned parses it: it is half as long as the one for people to read. */
const axeSource = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** No violation on the page at rest, in light and in dark. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  // Only the page itself is scanned.
  expect(page.frames(), what).toHaveLength(1);
  // All of it is drawn anew for the other colours: those that it has come first.
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  for (const colorScheme of isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)) {
    await page.emulateMedia({ colorScheme });
    expect(await page.evaluate(untilDrawn, colorScheme), what).toBe(colorScheme);
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
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  return await page.evaluate(
    async (options) => {
      const { violations } = await window.axe.run(document, options);
      return violations.map(({ id, help, nodes }) => ({
        id,
        help,
        nodes: nodes.map((node) => `${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
      }));
    },
    // Of what passes nothing is written down. What is loaded before is for a rule about sounds, which
    // finds nothing but what a person is to judge.
    {
      runOnly: looksFor[colorScheme],
      resultTypes: ['violations'],
      preload: false,
    } satisfies RunOptions,
  );
}

/** Runs in the page: these colours are drawn, and none is on its way to another. Says which are. */
async function untilDrawn(colorScheme: ColorScheme): Promise<string | undefined> {
  const asked = () => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  // A document of main's own has no scripts: its colours follow at once.
  const isOfPage = document.getElementById('root') !== null;
  const drawn = () => (isOfPage ? document.documentElement.dataset['mantineColorScheme'] : asked());
  const aFrame = () =>
    new Promise<void>((resolve) => {
      requestAnimationFrame(() => resolve());
      // A page that nobody sees draws no frames.
      setTimeout(resolve, 200);
    });
  const end = performance.now() + 30_000;
  while (drawn() !== colorScheme && performance.now() < end) await aFrame();
  await aFrame();
  await aFrame();
  const ending = document
    .getAnimations()
    .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
  await Promise.allSettled(ending.map(({ finished }) => finished));
  return drawn();
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
