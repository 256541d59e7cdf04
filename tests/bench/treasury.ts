/**
 * A treasury's day over made events, all of them followed by what is really shipped: how soon the overview
 * shows its numbers, the palette its results and the list of payouts its rows, and how long main is busy.
 */
import { readFile, rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import type { Bridge } from '../../src/bridge/contract.ts';
import { openBridge } from '../e2e/support/seed.ts';
import type { Figure } from './figure.ts';
import { openBrowser } from './pages.ts';
import { at95, median, worst } from './statistics.ts';
import { serveMadeEvents, untilQuiet } from './timeline-page-console.ts';

type Watched = Awaited<ReturnType<typeof serveMadeEvents>>;

/** Until every event is indexed, taken in and gone through. */
async function untilFollowed(bridge: Bridge, count: number, pid: number): Promise<number> {
  const begun = Date.now();
  for (;;) {
    await untilQuiet(pid);
    const { indexed } = await bridge.timeline.indexing();
    const { progress, known } = await bridge.payouts.list({ limit: 1 });
    if (indexed >= count && progress === null && known > 0) return (Date.now() - begun) / 1_000;
  }
}

/** Milliseconds that main stood still at most since it was asked last. */
async function stoodStill({ pid, loopFile }: Watched): Promise<number> {
  await rm(loopFile, { force: true });
  process.kill(pid, 'SIGUSR2');
  for (;;) {
    await wait(20);
    const text = await readFile(loopFile, 'utf8').catch(() => null);
    if (text !== null) return Number(text);
  }
}

const said = 'overview after ';

/** Runs in the page before its own code: when the heading was painted, and when the numbers were. */
function watchNumbers(prefix: string): void {
  let there: number | null = null;
  const look = () => {
    if (there === null && document.querySelector('#what-moved') !== null) there = performance.now();
    const part = document.querySelector('section[aria-labelledby="what-moved"]');
    const hasStages = part?.querySelector('h3') !== null;
    const hasSums = /\d[\d,.]*\sUSD/.test(part?.textContent ?? '');
    if (there === null || !hasStages || !hasSums) requestAnimationFrame(look);
    else {
      const from = there;
      requestAnimationFrame(() =>
        setTimeout(() => console.info(prefix + JSON.stringify([from, performance.now()]))),
      );
    }
  };
  look();
}

/** Milliseconds from the overview's frame to its numbers, each in a page that is loaded anew. */
async function overviewTimes(browser: Browser, link: string, rounds: number): Promise<number[]> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(link);
  await page.locator('#what-moved').waitFor();
  await page.evaluate(() => {
    location.hash = '#/overview/month';
  });
  await page.addInitScript(watchNumbers, said);
  const times: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const painted = page.waitForEvent('console', (message) => message.text().startsWith(said));
    const [message] = await Promise.all([painted, page.reload({ waitUntil: 'commit' })]);
    const [there = 0, numbers = 0] = JSON.parse(message.text().slice(said.length)) as number[];
    if (round > 0) times.push(numbers - there);
  }
  await context.close();
  return times;
}

async function timesOf(calls: readonly (() => Promise<unknown>)[]): Promise<number[]> {
  const times: number[] = [];
  // A first few warm it up and do not count.
  for (const call of [...calls.slice(0, 5), ...calls]) {
    const begun = performance.now();
    await call();
    times.push(performance.now() - begun);
  }
  return times.slice(5);
}

const words = ['moreno', 'okafor', 'lindqvist', 'solana', 'ada', 'casti', 'payout', 'tanaka'];
const networks = ['ethereum', 'base', 'polygon', 'solana', 'tron'];
const states = ['successful', 'failed', 'processing', 'pending'];

async function questionsOf(bridge: Bridge, rounds: number) {
  const { rows } = await bridge.payouts.list({ limit: 50 });
  const some = <Value>(values: readonly Value[]) =>
    Array.from({ length: rounds }, (_, at) => values[at % values.length] as Value);
  const ids = rows.map(({ id }) => id);
  return {
    palette: some([...words, ...ids.map((id) => id.slice(0, 14))]).map(
      (search) => () => bridge.search.find({ search }),
    ),
    'payouts, first page with totals': some([0]).map(() => () => bridge.payouts.list({})),
    'payouts, one filter with totals': some([...networks, ...states]).map(
      (value) => () =>
        bridge.payouts.list(networks.includes(value) ? { network: value } : { states: [value] }),
    ),
    'payouts, words with totals': some(words).map(
      (search) => () => bridge.payouts.list({ search }),
    ),
    'payouts, summary of a month': some([0]).map(
      () => () =>
        bridge.payouts.summary({
          from: '2026-10-21T00:00:00.000Z',
          to: '2026-11-21T00:00:00.000Z',
        }),
    ),
    'timeline, page with amounts': some([...networks, '']).map(
      (_, at) => () => bridge.timeline.list({ offset: at * 97, limit: 100 }),
    ),
  };
}

export async function treasurySpeed(count: number, rounds: number): Promise<Figure[]> {
  const served = await serveMadeEvents(count, { isFollowed: true });
  const browser = await openBrowser();
  const { bridge, close } = await openBridge(await served.freshLink());
  try {
    // Taking a million in takes longer than a desk is left alone before it locks.
    await bridge.lock.save({ idleMinutes: null, withSystem: false });
    // What its start took is measured elsewhere.
    await stoodStill(served);
    const followed = await untilFollowed(bridge, count, served.pid);
    const { known: payouts } = await bridge.payouts.list({ limit: 1 });
    const { known: customers } = await bridge.customers.list({ limit: 1 });
    const { counts } = await bridge.otherRecords.list({ kind: 'wallet', limit: 1 });
    const others = Object.values(counts).reduce((sum, known) => sum + known, 0);
    const held = `${payouts} payouts, ${customers} customers, ${others} other records`;
    const busyFilling = await stoodStill(served);
    const link = await served.freshLink();
    const overview = await overviewTimes(browser, link, Math.max(3, Math.ceil(rounds / 10)));
    const busyOverview = await stoodStill(served);
    const figures: Figure[] = [
      {
        name: `overview of ${count} events, its frame to its numbers`,
        unit: 'ms',
        atMost: 300,
        value: median(overview),
        basis: `median of ${overview.length}, worst ${worst(overview).toFixed(0)} ms; ${held}`,
      },
      busy('the overview is opened', busyOverview),
    ];
    for (const [name, calls] of Object.entries(await questionsOf(bridge, rounds))) {
      const times = await timesOf(calls);
      figures.push({
        name,
        unit: 'ms',
        atMost: 50,
        value: at95(times),
        basis: `p95 of ${times.length} over the bridge, median ${median(times).toFixed(1)}; ${held}`,
      });
      figures.push(busy(name, await stoodStill(served)));
    }
    figures.push({
      ...busy('all events are taken in', busyFilling),
      basis: `in ${followed.toFixed(0)} s, ${(count / followed).toFixed(0)} a second`,
    });
    return figures;
  } finally {
    close();
    await browser.close();
    await served.close();
  }
}

const busy = (while_: string, ms: number): Figure => ({
  name: `main blocked while: ${while_}`,
  value: ms,
  unit: 'ms',
  atMost: 50,
  basis: 'at most at a time',
});
