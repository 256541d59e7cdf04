/** The program of the thread that reads an audit log: checking and searching take longer than main may wait. */
import { auditKindOf, auditLabel } from '../../../bridge/audit-labels.ts';
import { openSqlite, type Sqlite } from '../../../platform/sqlite.ts';
import { Moved, type Offer, serveThread } from '../../../platform/thread.ts';
import type {
  AuditFacets,
  AuditFilter,
  AuditReaderCalls,
  AuditReaderData,
  AuditReaderNews,
} from './audit-reader.ts';
import { pathsOf } from './tree.ts';
import { type Stored, type StoredWithWords, verifyLog } from './verify-log.ts';

/** Entries as the chain covers them, with the words beside them. */
const raw = '(SELECT * FROM audit_log LEFT JOIN audit_words USING (sequence))';

/** Progress is told every so many entries. */
const TELL_EVERY = 20_000;

serveThread<AuditReaderData, AuditReaderNews>(
  ({ data, say }): Offer<AuditReaderCalls> & { close(): void } => {
    const sqlite = openSqlite({ ...data, isReadOnly: true, waitMs: 10_000 });
    const facets = createFacets(sqlite);
    return {
      verify() {
        let told = 0;
        const { last, brokenAt } = verifyLog(sqlite, (done) => {
          if (done - told < TELL_EVERY) return;
          told = done;
          say({ verified: done });
        });
        return { entries: last.sequence, hash: last.hash, brokenAt };
      },
      facets: () => facets().view,
      page({ filter, offset, limit }) {
        const { where, values } = conditionsOf(filter, facets().actions);
        const rows = sqlite.all(
          `SELECT * FROM audit_shown WHERE ${where} ORDER BY sequence DESC LIMIT ? OFFSET ?`,
          [...values, limit, offset],
        ) as Stored[];
        const counted = sqlite.first(
          `SELECT count(*) AS total FROM audit_shown WHERE ${where}`,
          values,
        );
        return { rows, total: (counted as { total: number }).total };
      },
      after({ filter, sequence, limit, isRaw = false }) {
        const { where, values } = conditionsOf(filter, facets().actions);
        const shown = `audit_shown WHERE sequence > ? AND ${where} ORDER BY sequence LIMIT ?`;
        const from = isRaw
          ? `${raw} WHERE sequence IN (SELECT sequence FROM ${shown}) ORDER BY sequence`
          : shown;
        return sqlite.all(`SELECT * FROM ${from}`, [
          sequence,
          ...values,
          limit,
        ]) as StoredWithWords[];
      },
      naming({ ids, sequence, until }) {
        const rows = sqlite.all(
          `SELECT * FROM ${raw} WHERE sequence > ? AND sequence <= ? ORDER BY sequence`,
          [sequence, until],
        ) as StoredWithWords[];
        return rows.filter(({ facts }) =>
          [...facts.matchAll(/"([^"\\]+)"/g)].some(([, text]) => ids.has(text ?? '')),
        );
      },
      hashesBefore: (sequences) =>
        sequences.map((sequence) => {
          const row = sqlite.first('SELECT hash FROM audit_log WHERE sequence = ?', [sequence - 1]);
          return row === undefined ? null : (row as { hash: string }).hash;
        }),
      paths(size, wanted) {
        const { root, paths } = pathsOf(hashes(sqlite), size, wanted);
        return new Moved({ root, paths: [...paths.values()] }, []);
      },
      close: sqlite.close,
    };
  },
);

function* hashes(sqlite: Sqlite): Generator<string> {
  const page = sqlite.prepare<[number], { sequence: number; hash: string }>(
    'SELECT sequence, hash FROM audit_log WHERE sequence > ? ORDER BY sequence LIMIT 2000',
  );
  for (let after = 0; ; ) {
    const rows = page.all(after);
    const last = rows.at(-1);
    if (last === undefined) return;
    for (const { hash } of rows) yield hash;
    after = last.sequence;
  }
}

interface Counted {
  readonly action: string;
  readonly person: string | null;
  readonly name: string | null;
  readonly count: number;
  readonly last: number;
}

/** What occurs in the log, counted once and then on from there. */
function createFacets(sqlite: Sqlite) {
  const actions = new Map<string, number>();
  const people = new Map<string, { name: string | null; count: number }>();
  let counted = 0;
  return (): { readonly view: AuditFacets; readonly actions: readonly string[] } => {
    const rows = sqlite.all(
      `SELECT action, json_extract(facts, '$.by') AS person, json_extract(facts, '$.byName') AS name,
         count(*) AS count, max(sequence) AS last
       FROM audit_log WHERE sequence > ? AND json_valid(facts) GROUP BY 1, 2, 3 ORDER BY last`,
      [counted],
    ) as Counted[];
    for (const { action, person, name, count, last } of rows) {
      counted = Math.max(counted, last);
      actions.set(action, (actions.get(action) ?? 0) + count);
      if (person === null) continue;
      const before = people.get(String(person));
      people.set(String(person), {
        name: name ?? before?.name ?? null,
        count: (before?.count ?? 0) + count,
      });
    }
    const kinds = new Map<string, number>();
    for (const [action, count] of actions) {
      const kind = auditKindOf(action);
      kinds.set(kind, (kinds.get(kind) ?? 0) + count);
    }
    return {
      actions: [...actions.keys()],
      view: {
        kinds: [...kinds].map(([kind, count]) => ({ kind, count })),
        people: [...people].map(([by, facts]) => ({ by, ...facts })),
      },
    };
  };
}

function conditionsOf(filter: AuditFilter, actions: readonly string[]) {
  const conditions: string[] = ['1'];
  const values: string[] = [];
  const add = (condition: string, ...more: readonly string[]) => {
    conditions.push(condition);
    values.push(...more);
  };
  const { kind, by, from, to, record, search } = filter;
  if (kind !== null) {
    const some = actions.filter((action) => auditKindOf(action) === kind);
    add('action IN (SELECT value FROM json_each(?))', JSON.stringify(some));
  }
  if (by !== null) add("json_valid(facts) AND json_extract(facts, '$.by') = ?", by);
  if (from !== null) add('at >= ?', from);
  if (to !== null) add('at < ?', to);
  if (record !== '') add('instr(facts, ?) > 0', JSON.stringify(record));
  for (const word of search.toLowerCase().split(/\s+/).filter(Boolean)) {
    const named = actions.filter((action) => auditLabel(action).toLowerCase().includes(word));
    add(
      '(instr(lower(facts), ?) > 0 OR action IN (SELECT value FROM json_each(?)))',
      JSON.stringify(word).slice(1, -1),
      JSON.stringify(named),
    );
  }
  return { where: conditions.join(' AND '), values };
}
