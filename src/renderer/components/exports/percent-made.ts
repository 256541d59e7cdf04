/** Whole percent of a file that is made; 0 while its parts are not counted. */
export const percentMade = ({ done, total }: { done: number; total: number }): number =>
  total === 0 ? 0 : Math.floor((Math.min(done, total) / total) * 100);
