/** Schema of the audit log, oldest first. */
import type { Migration } from '../../../platform/migrations.ts';

const audit1: Migration = {
  id: '2026-11-20-audit-1',
  up(sqlite) {
    sqlite.exec(`
      -- AUTOINCREMENT remembers the highest number ever given, so that a cut end shows.
      CREATE TABLE audit_log (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        at TEXT NOT NULL,
        action TEXT NOT NULL,
        facts TEXT NOT NULL,
        hash TEXT NOT NULL
      ) STRICT;

      CREATE TRIGGER audit_log_never_changes BEFORE UPDATE ON audit_log
        BEGIN SELECT RAISE(ABORT, 'an audit entry never changes'); END;
      CREATE TRIGGER audit_log_never_goes BEFORE DELETE ON audit_log
        BEGIN SELECT RAISE(ABORT, 'an audit entry is never deleted'); END;
    `);
  },
};

const audit2: Migration = {
  id: '2026-11-24-audit-2',
  up(sqlite) {
    sqlite.exec(`
      -- Keys that signed heads of this log (anchor.ts), as 64 hex digits.
      CREATE TABLE audit_keys (public_key TEXT PRIMARY KEY, since TEXT NOT NULL) STRICT;
    `);
  },
};

const audit3: Migration = {
  id: '2026-11-26-audit-3',
  up(sqlite) {
    sqlite.exec(`
      -- What people wrote into entries (words.ts); gone where it was erased.
      CREATE TABLE audit_words (sequence INTEGER PRIMARY KEY, salt TEXT NOT NULL, words TEXT NOT NULL) STRICT;
      -- Entries as people read them.
      CREATE VIEW audit_shown AS
        SELECT audit_log.sequence, at, action, hash, CASE
          WHEN audit_words.words IS NOT NULL THEN json_patch(facts, audit_words.words)
          WHEN instr(facts, '"note":"sha256:') > 0 THEN json_set(facts, '$.note', '(erased)')
          ELSE facts END AS facts
        FROM audit_log LEFT JOIN audit_words ON audit_words.sequence = audit_log.sequence;
    `);
  },
};

export const auditMigrations: readonly Migration[] = [audit1, audit2, audit3];
