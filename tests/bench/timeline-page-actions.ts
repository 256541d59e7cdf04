/**
 * What a person does on the timeline, each in milliseconds from when the page hears of the input to the
 * frame with the rows it asked for, whole and painted. How long the input was on its way to the page,
 * through Playwright and the processes of Chromium, is told beside it.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';

/** Between two actions: nobody chooses faster, in milliseconds. */
const PACE_MS = 300;

/** What has to be seen after an action: rows of another filter, or other rows of the list. */
type Awaited = 'another filter' | 'other rows';

export interface Taken {
  /** From when the page heard of the input. */
  readonly ms: number;
  /** From the time that the browser gave the input. */
  readonly whole: number;
}

declare global {
  interface Window {
    /** Of the action that is watched. */
    painted?: Promise<Taken>;
  }
}

/** Watches the page, acts, and waits for the frame. */
export async function timed(
  page: Page,
  input: 'click' | 'input' | 'keydown' | 'scroll',
  awaited: Awaited,
  act: () => Promise<unknown>,
): Promise<Taken> {
  await wait(PACE_MS);
  await page.evaluate(watch, { input, awaited });
  await act();
  return await page.evaluate(() => window.painted ?? Promise.reject(new Error('nothing watched')));
}

/** Runs in the page. */
function watch({ input, awaited }: { input: string; awaited: Awaited }): void {
  const done = Promise.withResolvers<Taken>();
  setTimeout(() => done.reject(new Error(`never painted after ${input}`)), 30_000);
  window.painted = done.promise;
  const table = () => document.querySelector('[role="table"][aria-rowcount]');
  const firstShown = () => table()?.querySelector('[data-index]')?.getAttribute('data-index');
  /** The filter that rows lead back to, so that of which they are. */
  const filterShown = () =>
    table()?.querySelector('[data-index] a')?.getAttribute('href')?.split('?')[1];
  const isWhole = () =>
    firstShown() !== undefined &&
    table()?.getAttribute('data-behind') === 'false' &&
    table()?.querySelector('[data-bone]') === null;

  const begin = (event: Event): void => {
    const heard = performance.now();
    const before = firstShown();
    const filterBefore = filterShown();
    let isUnderWay = false;
    const look = (): void => {
      isUnderWay ||=
        awaited === 'another filter' ? filterShown() !== filterBefore : firstShown() !== before;
      if (!isUnderWay || !isWhole()) return;
      observer.disconnect();
      // After the frame that holds them.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          const now = performance.now();
          done.resolve({ ms: now - heard, whole: now - event.timeStamp });
        };
        port2.postMessage(null);
      });
    };
    const observer = new MutationObserver(look);
    const attributeFilter = ['data-behind', 'data-index', 'href'];
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter });
  };
  addEventListener(input, begin, { capture: true, once: true });
}

/** The scroller around what the selector finds, for code that runs in the page. */
const inScroller = <Result>(
  page: Page,
  selector: string,
  work: 'share' | 'frames',
  share: number,
): Promise<Result> =>
  page.evaluate(
    async ({ inside, what, part }) => {
      let box: Element | null = document.querySelector(inside);
      while (box !== null && getComputedStyle(box).overflowY !== 'auto') box = box.parentElement;
      if (box === null) throw new Error('nothing scrolls');
      if (what === 'share') {
        box.scrollTop = (box.scrollHeight - box.clientHeight) * part;
        return null as Result;
      }
      const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
      const taken: number[] = [];
      let before = await nextFrame();
      for (let step = 0; step < 330; step += 1) {
        box.scrollTop += 180;
        const now = await nextFrame();
        if (step >= 30) taken.push(now - before);
        before = now;
      }
      return taken as Result;
    },
    { inside: selector, what: work, part: share },
  );

const row = '[role="table"] [data-index]';

/** To a part of the list, as its scrollbar does. */
export const jumpTo = (page: Page, share: number): Promise<Taken> =>
  timed(page, 'scroll', 'other rows', () => inScroller(page, row, 'share', share));

/** Frames in milliseconds while a list is scrolled by a step a frame, after a few to warm up. */
export const frames = (page: Page, inside: string = row): Promise<number[]> =>
  inScroller(page, inside, 'frames', 0);

/** By the boxes of the menu of names, by the chips, and by words that are typed or pasted. */
export async function filterBy(page: Page, rounds: number): Promise<Taken[]> {
  const taken: Taken[] = [];
  const click = async (name: string | RegExp, role: 'checkbox' | 'button'): Promise<void> => {
    const target = page.getByRole(role, { name }).first();
    taken.push(await timed(page, 'click', 'another filter', () => target.click()));
  };
  const type = async (text: string): Promise<void> => {
    const field = page.getByRole('textbox', { name: /^Search/ });
    taken.push(await timed(page, 'input', 'another filter', () => field.fill(text)));
  };
  const families = ['payout', 'customer', 'bankAccount', 'webhook'];
  for (let round = 0; round < rounds; round += 1) {
    const family = families[round % families.length] ?? '';
    await page.getByRole('button', { name: 'Event', exact: true }).click();
    await click(`All of ${family}`, 'checkbox');
    await page.keyboard.press('Escape');
    await click(/^Remove filter /, 'button');
    await type(['moreno', 'payout', 'ada', 'failed'][round % 4] ?? '');
    await type('');
  }
  return taken;
}

/** Window by window with the key for it. */
export async function pageDown(page: Page, rounds: number): Promise<Taken[]> {
  const taken: Taken[] = [];
  await page.locator(row).locator('a').first().focus();
  // To the last row in sight, from where every other one goes on.
  await page.keyboard.press('PageDown');
  for (let round = 0; round < rounds; round += 1) {
    taken.push(await timed(page, 'keydown', 'other rows', () => page.keyboard.press('PageDown')));
  }
  return taken;
}
