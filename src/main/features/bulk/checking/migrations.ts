/** Indexes by which rows are compared with what is known; after those of runs and of the journal. */
import type { Migration } from '../../../../platform/migrations.ts';

export const bulkDuplicateMigrations: readonly Migration[] = [
  {
    id: '2026-11-21-bulk-alike-1',
    up(sqlite) {
      sqlite.exec(`
        -- Customers without email are compared by what is sent.
        CREATE INDEX bulk_rows_by_input ON bulk_rows (input)
          WHERE fingerprint IS NULL AND input IS NOT NULL;
        CREATE INDEX bulk_intents_by_input ON intents (operation, input)
          WHERE operation = 'createCustomer' AND fingerprint IS NULL;
      `);
    },
  },
];
