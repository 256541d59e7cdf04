/** The page's clock: milliseconds since the epoch. The only place of the page that reads the time. */
export type PageClock = () => number;

export const systemClock: PageClock = () => Date.now();
