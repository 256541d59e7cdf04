/**
 * The timeline in Chromium over made events, on the built console: how soon rows are painted, how
 * evenly they scroll beside a bare virtual list, and what the page and the program hold.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import type { Figure } from './figure.ts';
import { buildBenchPage, openBrowser } from './pages.ts';
import type { ServedConsole } from './served-console.ts';
import { servePage } from './served-page.ts';
import { at95 } from './statistics.ts';
import { filterBy, frames, jumpTo, pageDown, type Taken } from './timeline-page-actions.ts';
import { memoryOf, serveMadeEvents, untilQuiet } from './timeline-page-console.ts';

const MIB = 1024 * 1024;
/** A hundred thousand events are indexed in about half a minute. */
const INDEXED_WITHIN_MS = 30 * 60_000;

/** Megabytes that the page still needs after a collection. */
async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / MIB;
}

async function openTimeline(page: Page, served: ServedConsole, count: number): Promise<void> {
  await page.goto(await served.freshLink());
  await page.getByRole('link', { name: 'Timeline' }).first().click();
  const heading = page.getByRole('heading', { level: 1 }).or(page.locator('main h2')).first();
  const wanted = `Timeline · ${count.toLocaleString('en-US')}`;
  const until = Date.now() + INDEXED_WITHIN_MS;
  while ((await heading.textContent().catch(() => ''))?.trim() !== wanted) {
    if (Date.now() > until) throw new Error(`The timeline never came to ${wanted}.`);
    await wait(1_000);
  }
}

/** What a person would do, over all of it: throws where the answer is wrong. */
async function useIt(page: Page, count: number): Promise<void> {
  const table = page.getByRole('table', { name: 'Events' });
  const must = (isSo: boolean, what: string): void => {
    if (!isSo) throw new Error(`The timeline of ${count} events: ${what}`);
  };
  must((await table.getAttribute('aria-rowcount')) === String(count + 1), 'not all are listed');
  await jumpTo(page, 1);
  const last = table.locator(`[data-index="${count - 1}"]`);
  await last.waitFor();
  const href = (await last.getByRole('link').getAttribute('href')) ?? '';
  const id = decodeURIComponent(href.split('/').at(-1)?.split('?')[0] ?? '');
  await page.getByRole('textbox', { name: /^Search/ }).fill(id.slice(8, 18));
  await table.locator(`a[href*="${id}"]`).waitFor();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await table.locator('[data-index="0"] a').waitFor();
}

async function measure(
  browser: Browser,
  served: ServedConsole,
  count: number,
  rounds: number,
): Promise<Figure[]> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await openTimeline(page, served, count);
  await untilQuiet(served.pid);
  const filled = memoryOf(served.pid);
  await useIt(page, count);

  const filters = await filterBy(page, Math.ceil(rounds / 2));
  const pages = await pageDown(page, rounds);
  const jumps: Taken[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    jumps.push(await jumpTo(page, ((round * 7919) % 9973) / 9973));
  }
  await jumpTo(page, 0.3);
  const bare = await servePage(await buildBenchPage('list'));
  const peer = await context.newPage();
  await peer.goto(await bare.freshLink());
  await peer.locator('[data-scroller] > div > div').first().waitFor();
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    await page.bringToFront();
    ours.push(...(await frames(page)));
    await peer.bringToFront();
    theirs.push(...(await frames(peer, '[data-scroller] > div')));
  }
  await page.bringToFront();
  const nodes = await page.getByRole('table', { name: 'Events' }).locator('*').count();
  const heap = await heapOf(page);
  const used = memoryOf(served.pid);
  await bare.close();
  await context.close();
  return [
    painted('filter to painted rows', filters),
    painted('page to painted rows', pages),
    painted('jump to painted rows', jumps),
    {
      name: 'frames while scrolling, against a bare virtual list',
      value: at95(ours) / at95(theirs),
      unit: 'times',
      atMost: 1.25,
      basis: `p95 ${at95(ours).toFixed(1)} ms against ${at95(theirs).toFixed(1)} ms`,
    },
    { name: 'elements of the list', value: nodes, unit: '', atMost: 500, basis: 'in the page' },
    { name: 'heap of the page', value: heap, unit: 'MB', atMost: 100, basis: 'after a collection' },
    {
      name: 'memory of the console',
      value: used.now,
      unit: 'MB',
      atMost: 200,
      basis: `resident while used; ${filled.now.toFixed(0)} after filling, at most ${used.most.toFixed(0)} ever`,
    },
  ];
}

const painted = (name: string, taken: readonly Taken[]): Figure => {
  const whole = at95(taken.map((one) => one.whole)).toFixed(1);
  return {
    name,
    value: at95(taken.map(({ ms }) => ms)),
    unit: 'ms',
    atMost: 30,
    basis: `p95 of ${taken.length}; ${whole} ms with the way of the input to the page`,
  };
};

export async function timelinePageSpeed(count: number, rounds: number): Promise<Figure[]> {
  const browser = await openBrowser();
  try {
    const served = await serveMadeEvents(count);
    try {
      return await measure(browser, served, count, rounds);
    } finally {
      await served.close();
    }
  } finally {
    await browser.close();
  }
}
