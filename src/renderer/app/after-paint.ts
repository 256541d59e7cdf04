/** What a frame can do without waits for it, so as to take no time from it. */

/** For a frame, in milliseconds: there is none in a tab that nobody looks at. */
const longestWait = 250;

export type Page = Pick<
  Window,
  'requestAnimationFrame' | 'cancelAnimationFrame' | 'setTimeout' | 'clearTimeout'
>;

/** Runs the task once, behind the next frame. Gives what calls it off. */
export function afterPaint(page: Page, task: () => void): () => void {
  const run = (): void => {
    page.cancelAnimationFrame(frame);
    task();
  };
  let timer = page.setTimeout(run, longestWait);
  const frame = page.requestAnimationFrame(() => {
    page.clearTimeout(timer);
    timer = page.setTimeout(run);
  });
  return () => {
    page.cancelAnimationFrame(frame);
    page.clearTimeout(timer);
  };
}

/** Resolves when what is in the page now is painted. */
export const nextFrame = (): Promise<void> =>
  new Promise((resolve) => {
    afterPaint(window, resolve);
  });
