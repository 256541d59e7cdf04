/** The audit log of one profile (docs/architecture.md, "What happens to data" 7). */
import { z } from 'zod';
import { canonicalJson, canonicalJsonWith, sha256Hex } from '../../../platform/canonical-json.ts';
import { type Clock, isoNow } from '../../../platform/clock.ts';
import { jsonObjectText } from '../../../platform/json-column.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { cleanWithText } from '../foundation/clean-json.ts';
import { isOfPerson } from './of-person.ts';
import type { Audit } from './types.ts';

/** The hash chain: what an entry's hash covers. */
interface ChainedFacts {
  readonly sequence: number;
  readonly at: string;
  readonly action: string;
  /** Canonical JSON, as it is stored. */
  readonly facts: string;
}

/** What the first entry is chained to. */
const GENESIS = '0'.repeat(64);

/** SHA-256 over the hash before it and the canonical JSON of the entry, as 64 hex digits. */
const chainHash = (hashBefore: string, entry: ChainedFacts): string => {
  const { sequence, at, action, facts } = entry;
  return sha256Hex(hashBefore + canonicalJsonWith({ sequence, at, action }, { facts }));
};

const storedRow = z.object({
  sequence: z.number(),
  at: z.string(),
  action: z.string(),
  facts: z.string(),
  hash: z.string(),
});
const entryRow = storedRow.extend({ facts: jsonObjectText });
const endRow = z.object({ highest: z.number(), hash: z.string().nullable() });
const countRow = z.object({ count: z.number() });

const dataVersionRow = z.object({ data_version: z.number() });

interface Link {
  readonly sequence: number;
  readonly hash: string;
}
const START: Link = { sequence: 0, hash: GENESIS };

/** Entries are checked this many at a time, so that a long log is never in memory whole. */
const CHECKED_AT_ONCE = 1000;

/** The highest number ever given, also to entries that are gone, and the hash of the last that is there. */
const endSql = `
  SELECT max(coalesce((SELECT max(seq) FROM sqlite_sequence WHERE name = 'audit_log'), 0),
      coalesce((SELECT max(sequence) FROM audit_log), 0)) AS highest,
    (SELECT hash FROM audit_log ORDER BY sequence DESC LIMIT 1) AS hash`;

/** Opens the log in a database that auditMigrations were applied to. */
export function openAudit({
  sqlite,
  clock,
  person = () => null,
}: {
  readonly sqlite: Sqlite;
  readonly clock: Clock;
  /** Who is at the computer; null where that is not known. */
  readonly person?: () => string | null;
}): Audit {
  const highestEverGiven = () =>
    countRow.parse(
      sqlite.first(
        "SELECT coalesce(max(seq), 0) AS count FROM sqlite_sequence WHERE name = 'audit_log'",
      ),
    ).count;

  const storedAfter = (sequence: number) =>
    z
      .array(storedRow)
      .parse(
        sqlite.all('SELECT * FROM audit_log WHERE sequence > ? ORDER BY sequence LIMIT ?', [
          sequence,
          CHECKED_AT_ONCE,
        ]),
      );

  /** Goes along the chain as long as every entry fits. */
  function follow(from: Link): { readonly last: Link; readonly brokenAt: number | null } {
    let last = from;
    for (;;) {
      const entries = storedAfter(last.sequence);
      if (entries.length === 0) return { last, brokenAt: null };
      for (const entry of entries) {
        const expected = last.sequence + 1;
        if (entry.sequence !== expected || !fits(entry, last.hash)) {
          return { last, brokenAt: expected };
        }
        last = { sequence: entry.sequence, hash: entry.hash };
      }
    }
  }

  let checked = { version: -1, link: START };

  return {
    append: ({ action, facts }) =>
      sqlite.join(() => {
        const { highest, hash: hashBefore } = endRow.parse(sqlite.first(endSql));
        const by = isOfPerson(action) ? person() : null;
        const { clean, text } = cleanWithText(by === null ? facts : { by, ...facts });
        const fields = { sequence: highest + 1, at: isoNow(clock), action };
        const hash = chainHash(hashBefore ?? GENESIS, { ...fields, facts: text });
        sqlite.run(
          'INSERT INTO audit_log (sequence, at, action, facts, hash) VALUES (?, ?, ?, ?, ?)',
          [fields.sequence, fields.at, action, text, hash],
        );
        return { ...fields, facts: clean, hash };
      }),

    list: ({ offset, limit }) => {
      const rows = sqlite.all('SELECT * FROM audit_log ORDER BY sequence DESC LIMIT ? OFFSET ?', [
        limit,
        offset,
      ]);
      const total = sqlite.first('SELECT count(*) AS count FROM audit_log');
      return { rows: z.array(entryRow).parse(rows), total: countRow.parse(total).count };
    },

    verify: () => {
      const version = dataVersionRow.parse(sqlite.first('PRAGMA data_version')).data_version;
      // Our own connection can't change an entry (the triggers), so that what was checked stays
      // checked until another connection has written to the file.
      const from = version === checked.version ? checked.link : START;
      const { last, brokenAt } = follow(from);
      if (brokenAt !== null) return brokenAt;
      if (last.sequence < highestEverGiven()) return last.sequence + 1;
      checked = { version, link: last };
      return null;
    },
  };
}

/** Whether the hash covers exactly what stands there; text that is no JSON fits nothing. */
function fits(entry: z.infer<typeof storedRow>, hashBefore: string): boolean {
  const facts = jsonObjectText.safeParse(entry.facts);
  if (!facts.success || canonicalJson(facts.data) !== entry.facts) return false;
  return entry.hash === chainHash(hashBefore, entry);
}
