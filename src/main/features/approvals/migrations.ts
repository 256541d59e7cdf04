/** Schema of a team's entries about approvals, as they were taken from its log. */
import { addColumns, type Migration } from '../../../platform/migrations.ts';

export const approvalMigrations: readonly Migration[] = [
  {
    id: '2026-11-26-approvals',
    up: (sqlite) =>
      sqlite.exec(`
        CREATE TABLE approval_entries (
          -- Of its header.
          hash TEXT PRIMARY KEY,
          kind TEXT NOT NULL,
          author TEXT NOT NULL,
          sequence INTEGER NOT NULL,
          stream TEXT NOT NULL,
          at TEXT NOT NULL,
          -- The canonical content, byte for byte.
          content TEXT NOT NULL,
          -- Of the content as it was signed, where an erasure left less of it.
          digest TEXT
        ) STRICT;
        CREATE TRIGGER approval_entries_never_change BEFORE UPDATE ON approval_entries
          BEGIN SELECT RAISE(ABORT, 'an entry of approvals never changes'); END;
        CREATE TRIGGER approval_entries_never_go BEFORE DELETE ON approval_entries
          BEGIN SELECT RAISE(ABORT, 'an entry of approvals is never deleted'); END;

        -- Creates of a day are counted.
        CREATE INDEX intents_by_operation_and_time ON intents (operation, journalled_at);
      `),
  },
  {
    id: '2026-11-26-approvals-2',
    up: (sqlite) => addColumns(sqlite, 'approval_entries', 'digest TEXT'),
  },
];
