/** Event look-ups among all observations, for what follows them by arrival. */
import type { Migration } from '../../../../platform/migrations.ts';

export const records3: Migration = {
  id: '2026-11-21-records-3',
  up(sqlite) {
    sqlite.exec(`
      CREATE INDEX observations_looked_up ON observations (arrival)
        WHERE kind = 'event' AND source = 'event-look-up';
    `);
  },
};
