import { readCount } from '../../../platform/read-count.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';

/** The arrival of the newest observation; 0 while there is none. */
export const lastArrival = (sqlite: Pick<Sqlite, 'first'>): number =>
  readCount(sqlite, 'SELECT coalesce(max(arrival), 0) AS count FROM observations');
