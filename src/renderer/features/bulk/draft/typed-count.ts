/** When the number of rows is typed before a start, and whether it was. */
import type { Environment } from '../../../../bridge/profiles.ts';

/** From this many rows on it is typed, wherever they go. */
const manyRows = 500;

/** Real accounts, or very many: one click more than a habit. */
export const isCountTyped = (environment: Environment, rows: number): boolean =>
  environment === 'production' || rows >= manyRows;

/** `10,000`, `10 000` and `10.000` are all the same number of rows. */
export const isTypedCount = (typed: string, rows: number): boolean => {
  const groups = /^\d{1,3}([,. \u00a0\u202f’'])\d{3}(\1\d{3})*$/;
  const text = typed.trim();
  const digits = groups.test(text) ? text.replace(/\D/g, '') : text;
  return digits === String(rows);
};
