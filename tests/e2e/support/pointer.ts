import { expect, type Locator, type Page } from '@playwright/test';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

const isSame = (one: Box, other: Box): boolean =>
  one.x === other.x &&
  one.y === other.y &&
  one.width === other.width &&
  one.height === other.height;

async function boxOf(locator: Locator): Promise<Box> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('Nothing is shown there.');
  return box;
}

/** Where it stands once nothing moves it any more. */
export async function boxAtRest(locator: Locator): Promise<Box> {
  let box = await boxOf(locator);
  for (let look = 0; look < 1_000; look += 1) {
    await locator.evaluate(twoFrames);
    const next = await boxOf(locator);
    if (isSame(box, next)) return next;
    box = next;
  }
  throw new Error('It does not come to rest.');
}

/**
 * Drags the mouse between two places. What moved meanwhile was dragged from or to somewhere else,
 * so it is dragged once more.
 */
export async function drag(
  page: Page,
  from: Locator,
  to: Locator,
  places: (first: Box, last: Box) => readonly [Point, Point],
  before: () => Promise<void> = async () => {},
): Promise<void> {
  await expect(async () => {
    const boxes = [await boxAtRest(from), await boxAtRest(to)] as const;
    await before();
    const [start, end] = places(...boxes);
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    await page.mouse.move(end.x, end.y, { steps: 5 });
    const after = [await boxOf(from), await boxOf(to)];
    await page.mouse.up();
    expect(after).toEqual(boxes);
  }).toPass();
}

/** Runs in the page. */
async function twoFrames(): Promise<void> {
  for (let frame = 0; frame < 2; frame += 1) {
    await new Promise<void>((resolve) => {
      requestAnimationFrame(() => resolve());
      // A page that nobody sees draws no frames.
      setTimeout(resolve, 200);
    });
  }
}
