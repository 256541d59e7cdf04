/** The audit log of one profile (docs/architecture.md, "What happens to data" 7). */
import { z } from 'zod';
import type { JsonObject } from '../../../contract/scalars.ts';
import { writes } from '../../../contract/writes.ts';
import { canonicalJson } from '../../../platform/canonical-json.ts';
import { type Clock, isoNow } from '../../../platform/clock.ts';
import { jsonObjectText } from '../../../platform/json-column.ts';
import type { Migration } from '../../../platform/migrations.ts';
import { type Random, systemRandom } from '../../../platform/random.ts';
import { readCount } from '../../../platform/read-count.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { cleanWithText } from '../foundation/clean-json.ts';
import { chainHash, GENESIS } from './chain.ts';
import type { Audit, Person } from './types.ts';
import { committed } from './words.ts';

const storedRow = z.object({
  sequence: z.number(),
  at: z.string(),
  action: z.string(),
  facts: z.string(),
  hash: z.string(),
});
const entryRow = storedRow.extend({ facts: jsonObjectText });
const endRow = z.object({ highest: z.number(), hash: z.string().nullable() });

/** The highest number ever given, also to entries that are gone, and the hash of the last that is there. */
const endSql = `
  SELECT max(coalesce((SELECT max(seq) FROM sqlite_sequence WHERE name = 'audit_log'), 0),
      coalesce((SELECT max(sequence) FROM audit_log), 0)) AS highest,
    (SELECT hash FROM audit_log ORDER BY sequence DESC LIMIT 1) AS hash`;

/** Opens the log in a database that auditMigrations were applied to. */
export function openAudit({
  sqlite,
  clock,
  random = systemRandom,
  person = () => null,
  onAppend = () => undefined,
}: {
  readonly sqlite: Sqlite;
  readonly clock: Clock;
  readonly random?: Random;
  /** Who is at the computer, and the name that they gave themselves; null where that is not known. */
  readonly person?: () => Person | null;
  /** An entry was added, in a transaction that may be undone yet. */
  readonly onAppend?: () => void;
}): Audit {
  return {
    append: ({ action, facts }) =>
      sqlite.join(() => {
        const { highest, hash: hashBefore } = endRow.parse(sqlite.first(endSql));
        const who = isOfPerson(action) ? person() : null;
        const by = (facts['by'] ?? who?.by) === who?.by ? who : null;
        const { clean, text: whole } = cleaned(action, { ...by, ...facts });
        const kept = committed(clean, random);
        const text = kept.beside === null ? whole : canonicalJson(kept.facts);
        const fields = { sequence: highest + 1, at: isoNow(clock), action };
        const hash = chainHash(hashBefore ?? GENESIS, { ...fields, facts: text });
        sqlite.run(
          'INSERT INTO audit_log (sequence, at, action, facts, hash) VALUES (?, ?, ?, ?, ?)',
          [fields.sequence, fields.at, action, text, hash],
        );
        if (kept.beside !== null) {
          const { salt, words } = kept.beside;
          sqlite.run('INSERT INTO audit_words (sequence, salt, words) VALUES (?, ?, ?)', [
            fields.sequence,
            salt,
            JSON.stringify(words),
          ]);
        }
        onAppend();
        return { ...fields, facts: clean, hash };
      }),

    list: ({ offset, limit }) => {
      // Numbers have no gaps, so that a far page needs no counting of entries.
      const total = readCount(sqlite, 'SELECT coalesce(max(sequence), 0) AS count FROM audit_log');
      const rows = sqlite.all(
        'SELECT * FROM audit_shown WHERE sequence <= ? ORDER BY sequence DESC LIMIT ?',
        [total - offset, limit],
      );
      return { rows: z.array(entryRow).parse(rows), total };
    },
  };
}

/** Without secrets; the rest of an entry is looked at apart from its public IDs. */
function cleaned(action: string, facts: JsonObject): { clean: JsonObject; text: string } {
  const ids = publicIdsIn(action, facts);
  const names = Object.keys(ids);
  if (names.length === 0) return cleanWithText(facts);
  const others = Object.entries(facts).filter(([name]) => !names.includes(name));
  const text = canonicalJson({ ...cleanWithText(Object.fromEntries(others)).clean, ...ids });
  return { clean: JSON.parse(text) as JsonObject, text };
}

/** What Causeway or the service does by itself, or may do: nobody is named for it. */
const byItself: ReadonlySet<string> = new Set([
  'console.started',
  'console.stopped',
  'token.proof',
  'tunnel.proof',
  'bulk.paused',
  'bulk.done',
  'bank-account.looked-up',
  'bank-accounts.refresh-ended',
  'deliveries.judged-again',
  'forward.given-back',
  'forward.replay-failed',
  'reconciliation.matched',
  'sandbox.samples.failed',
  'virtual-account.mismatch',
  // What somebody did at another computer of the team.
  'team.recovered',
  'team.recovery-key-set-elsewhere',
  'team.fork-resolved-elsewhere',
  'team.problem-acknowledged',
  'team.joined',
  'team.change-lost',
  'webhook.secret-shared',
  // A person's is the request; what came of it is the service's.
  ...Object.values(writes).flatMap(({ action }) =>
    ['created', 'refused', 'not-sent', 'unknown'].map((state) => `${action}.${state}`),
  ),
]);

/** Which entries follow from what a person decided, so that they name the person (`by` in their facts). */
export const isOfPerson = (action: string): boolean => !byItself.has(action);

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

const audit4: Migration = {
  id: '2026-11-29-audit-4',
  up(sqlite) {
    sqlite.exec(`
      -- For the overview: what was sent without asking the team (words of the WHERE as sent-unasked.ts has them).
      CREATE INDEX audit_sent_unasked ON audit_log (sequence)
        WHERE action IN ('approval.sent-without-database', 'team.sent-without-claim');
    `);
  },
};

export const auditMigrations: readonly Migration[] = [audit1, audit2, audit3, audit4];

/**
 * Public IDs of a team's log in the facts of an entry: hashes of its entries, public keys, and the names of teams,
 * claims and invitations (the code of an invitation, which opens it, is in no entry). They have the form of a private
 * key, so the secrets cleaner would cut them, and an approval would not say what it approves. By the beginning of the
 * action: only facts that Causeway fills. Nobody types them.
 */
const publicFields: Readonly<Record<string, readonly string[]>> = {
  approval: ['proposal', 'approvals', 'approvers', 'claims'],
  team: ['team', 'invitation', 'author', 'owner', 'fork', 'sharedBy'],
};

const isPublicId = (value: unknown): boolean =>
  typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);

/** Those facts that are nothing but such IDs. */
function publicIdsIn(action: string, facts: JsonObject): JsonObject {
  const names = publicFields[action.slice(0, action.indexOf('.'))] ?? [];
  const found = names.flatMap((name) => {
    const value = facts[name];
    const isWhole = Array.isArray(value) ? value.every(isPublicId) : isPublicId(value);
    return value !== undefined && isWhole ? [[name, value] as const] : [];
  });
  return Object.fromEntries(found);
}
