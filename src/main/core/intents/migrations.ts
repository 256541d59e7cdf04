/** Schema of the journal of writes. */
import type { Migration } from '../../../platform/migrations.ts';

export const intentsMigrations: readonly Migration[] = [
  {
    id: '2026-11-23-intents',
    replaces: ['2026-11-20-intents-1', '2026-11-21-intents-2'],
    up: (sqlite) =>
      sqlite.exec(`
        CREATE TABLE intents (
          sequence INTEGER PRIMARY KEY,
          key TEXT NOT NULL UNIQUE,
          operation TEXT NOT NULL,
          state TEXT NOT NULL CHECK (state IN ('journalled', 'created', 'refused', 'not-sent', 'unknown')),
          input TEXT NOT NULL,
          fingerprint TEXT,
          journalled_at TEXT NOT NULL,
          settled_at TEXT,
          resource_id TEXT,
          sentence TEXT NOT NULL,
          messages TEXT NOT NULL,
          request_id TEXT,
          status INTEGER,
          cause TEXT,
          retry_after_ms INTEGER,
          answer_sealed BLOB,
          repeats TEXT REFERENCES intents (key)
        ) STRICT;
        CREATE INDEX intents_by_state ON intents (state, sequence);
        CREATE INDEX intents_by_operation ON intents (operation, sequence);
        CREATE INDEX intents_by_fingerprint ON intents (operation, fingerprint, sequence)
          WHERE fingerprint IS NOT NULL;

        CREATE TRIGGER intents_settle_once BEFORE UPDATE ON intents WHEN OLD.state <> 'journalled'
          BEGIN SELECT RAISE(ABORT, 'a settled intent never changes'); END;
        CREATE TRIGGER intents_never_go BEFORE DELETE ON intents
          BEGIN SELECT RAISE(ABORT, 'an intent is never deleted'); END;

        -- Pages held for an outcome, given back by the transaction that keeps it.
        CREATE TABLE intent_room (key TEXT PRIMARY KEY, room BLOB NOT NULL) STRICT;

        CREATE TABLE intent_secrets (
          key TEXT NOT NULL REFERENCES intents (key),
          name TEXT NOT NULL,
          sealed BLOB NOT NULL,
          PRIMARY KEY (key, name)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX intents_by_resource ON intents (resource_id) WHERE resource_id IS NOT NULL;
        CREATE INDEX intents_by_repeats ON intents (repeats) WHERE repeats IS NOT NULL;

        -- The last entry of an intent stands; \`unknown\` takes the one before back.
        CREATE TABLE settlements (
          sequence INTEGER PRIMARY KEY,
          intent_key TEXT NOT NULL REFERENCES intents (key),
          verdict TEXT NOT NULL CHECK (verdict IN ('exists', 'absent', 'unknown')),
          resource_id TEXT CHECK ((verdict = 'exists') = (resource_id IS NOT NULL)),
          how TEXT NOT NULL CHECK (how IN ('id', 'json', 'proposal', 'word')),
          settled_by TEXT NOT NULL,
          settled_at TEXT NOT NULL
        ) STRICT;
        CREATE INDEX settlements_by_intent ON settlements (intent_key, sequence);
        CREATE INDEX settlements_by_resource ON settlements (resource_id)
          WHERE resource_id IS NOT NULL;

        CREATE TRIGGER settlements_of_unknown_alone BEFORE INSERT ON settlements
          WHEN (SELECT state FROM intents WHERE key = NEW.intent_key) IS NOT 'unknown'
          BEGIN SELECT RAISE(ABORT, 'only an unknown outcome is settled by a person'); END;
        CREATE TRIGGER settlements_never_change BEFORE UPDATE ON settlements
          BEGIN SELECT RAISE(ABORT, 'a settlement never changes'); END;
        CREATE TRIGGER settlements_never_go BEFORE DELETE ON settlements
          BEGIN SELECT RAISE(ABORT, 'a settlement is never deleted'); END;

        -- The journal as it stands: with the last word of a person where the outcome is unknown.
        CREATE VIEW standing_intents AS
          SELECT intents.sequence, key, operation, state AS journal_state,
            coalesce(verdict, state) AS state, input, fingerprint, journalled_at, intents.settled_at,
            coalesce(intents.resource_id, settlements.resource_id) AS resource_id, sentence, messages,
            request_id, status, cause, retry_after_ms, repeats
          FROM intents LEFT JOIN settlements ON settlements.sequence =
            (SELECT max(sequence) FROM settlements WHERE intent_key = intents.key);
      `),
  },
];
