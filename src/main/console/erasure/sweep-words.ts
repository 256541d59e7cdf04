/** Looks for what went in what people wrote elsewhere, in lines of statements, and in closed periods. */
import { deflateSync, inflateSync } from 'node:zlib';
import { z } from 'zod';
import { sha256Hex } from '../../../platform/canonical-json.ts';
import { folded } from '../../../platform/folded-text.ts';
import { jsonOrNull, readJson } from '../../../platform/json-column.ts';
import type { SqlValue } from '../../../platform/sqlite.ts';
import { standLatestLabel } from '../../core/annotations/address-labels.ts';
import { writeSearchText } from '../../core/annotations/search-text.ts';
import { standAgain } from '../../core/annotations/stand-again.ts';
import { ERASED } from '../../core/records/erased/left-of.ts';
import { closeCsv } from '../../features/reports/close-files.ts';
import { closeContent, erasedFact } from '../../features/reports/closes-table.ts';
import { words } from '../../features/reports/words.ts';
import { scrubJson } from './gone-texts.ts';
import type { Subject } from './survey.ts';

type Form = 'words' | 'json' | 'query';

type Column = readonly [table: string, column: string, at: string, form?: Form];
const atOfLine = 'SELECT created_at FROM reconciliations WHERE number = reconciliation';
/** Nobody kept when they were saved. */
const noTime = "''";

/** Columns of words, by table, each with when it was written. */
const columns: readonly Column[] = [
  ['overview_handled', 'note', 'at'],
  ['mismatch_clearances', 'note', 'cleared_at'],
  ['drift_sign_offs', 'note', 'at'],
  ['erasures', 'lift_reason', 'coalesce(lifted_at, at)'],
  ['intents', 'sentence', 'journalled_at'],
  ['bulk_runs', 'file_name', 'created_at'],
  ['reconciliations', 'file_name', 'created_at'],
  ['reconciliations', 'notes', 'created_at', 'json'],
  ['reconciliation_lines', 'note', `coalesce(decided_at, (${atOfLine}))`],
  ['reconciliation_lines', 'line', `(${atOfLine})`, 'json'],
  ['reconciliation_lines', 'match', `(${atOfLine})`, 'json'],
  ['team_problems', 'note', 'at'],
  ['team_acknowledged', 'note', 'at'],
  ['team_settlements', 'reason', 'at'],
  ['team_settlements', 'checked', 'at'],
  ['timeline_views', 'name', noTime],
  ['timeline_views', 'query', noTime, 'query'],
  ['payout_views', 'name', noTime],
  ['payout_views', 'query', noTime, 'query'],
  ['other_record_views', 'name', noTime],
  ['other_record_views', 'query', noTime, 'query'],
];
const wordRows = z.array(z.object({ key: z.string(), at: z.string(), text: z.string() }));
const viewRows = z.array(z.object({ key: z.string(), text: z.string() }));
const beside = z.object({
  sequence: z.number(),
  kind: z.string(),
  id: z.string(),
  text: z.string(),
  folded: z.string(),
  at: z.string(),
});
type Beside = z.output<typeof beside>;
const besideRows = z.array(beside);

export function sweepWords(subject: Subject): void {
  sweepLines(subject);
  sweepNotes(subject);
  for (const what of ['label', 'reference']) sweepVersions(subject, what);
  sweepAddressLabels(subject);
  for (const column of columns) sweepColumn(subject, column);
  for (const table of ['timeline_views', 'payout_views', 'other_record_views'])
    foldAgain(subject, table);
  sweepAuditWords(subject);
  sweepCloses(subject);
}

function sweepColumn({ sqlite, gone }: Subject, [table, column, at, form = 'words']: Column): void {
  const [key, match] = keyOf(table);
  const rows = wordRows.parse(
    sqlite.all(
      `SELECT ${key} AS key, ${at} AS at, ${column} AS text FROM ${table} WHERE ${column} IS NOT NULL`,
    ),
  );
  for (const row of rows) {
    const left = scrubIn[form](row.text, (text) => gone.scrub(text, row.at));
    if (left === row.text) continue;
    sqlite.run(`UPDATE ${table} SET ${column} = ? WHERE ${match}`, [left, row.key]);
    if (table === 'reconciliation_lines')
      sqlite.run(`UPDATE ${table} SET search = '' WHERE ${match}`, [row.key]);
  }
}

type Scrub = (text: string) => string;

/** Unchanged where nothing in it went. */
const scrubIn: Readonly<Record<Form, (text: string, scrub: Scrub) => string>> = {
  words: (text, scrub) => scrub(text),
  // A text as it is meant: in JSON a line break or a quote in it is written otherwise.
  json(text, scrub) {
    const whole = jsonOrNull(z.unknown(), text);
    // Where it is no JSON: nothing in it holds the rest up.
    if (whole === null) return scrub(text);
    const left = JSON.stringify(scrubJson(whole, scrub));
    return left === JSON.stringify(whole) ? text : left;
  },
  query(text, scrub) {
    const fields = [...new URLSearchParams(text)];
    const left = fields.map(([name, value]): [string, string] => [name, scrub(value)]);
    return left.every(([, value], at) => value === fields[at]?.[1])
      ? text
      : new URLSearchParams(left).toString();
  },
};

const auditRows = z.array(
  z.object({ sequence: z.number(), at: z.string(), words: z.string(), facts: z.string() }),
);

/** The log keeps its commitment to them: without the salt, that tells nothing. */
function sweepAuditWords({ sqlite, ends, gone }: Subject): void {
  const rows = auditRows.parse(
    sqlite.all(
      `SELECT audit_words.sequence, at, words, facts FROM audit_words
       JOIN audit_log ON audit_log.sequence = audit_words.sequence`,
    ),
  );
  for (const { sequence, at, words, facts } of rows) {
    const named = [...facts.matchAll(/"([^"\\]+)"/g)].some(
      ([, text]) => at < (ends.get(text ?? '') ?? ''),
    );
    if (!named && gone.scrub(words, at) === words) continue;
    sqlite.run('DELETE FROM audit_words WHERE sequence = ?', [sequence]);
  }
}

/** Takes erased texts out of notes on other records, and makes the search texts of those records anew. */
function sweepNotes({ sqlite, gone }: Subject): void {
  const rows = besideRows.parse(
    sqlite.all(
      "SELECT sequence, kind, id, text, '' AS folded, written_at AS at FROM annotation_notes",
    ),
  );
  for (const { sequence, text, kind, id, at } of rows) {
    const left = gone.scrub(text, at);
    if (left === text) continue;
    sqlite.run('UPDATE annotation_notes SET text = ? WHERE sequence = ?', [left, sequence]);
    writeSearchText(sqlite, [kind, id]);
  }
}

/** Labels and references of other records: those that were said, and those that stand. */
function sweepVersions({ sqlite, gone }: Subject, what: string): void {
  const rows = besideRows.parse(
    sqlite.all(
      `SELECT sequence, kind, id, ${what} AS text, folded, written_at AS at
       FROM annotation_${what}_versions`,
    ),
  );
  const leftOf = ({ text, folded: before, at }: Beside) => {
    const left = gone.scrub(text, at);
    return { left, name: text === '' ? gone.scrub(before, at) : folded(left) };
  };
  for (const row of rows) {
    const { sequence, text, folded: before, kind, id, at } = row;
    const { left, name } = leftOf(row);
    if (left === text && name === before) continue;
    // What was said of the same since stays under the name of then, so this one must not stand beside it.
    const isPast = rows.some(
      (one) =>
        one.id === id &&
        one.kind === kind &&
        one.folded === before &&
        one.at > at &&
        leftOf(one).name === before,
    );
    sqlite.run(
      `UPDATE annotation_${what}_versions SET ${what} = ?, folded = ? WHERE sequence = ?`,
      [isPast ? '' : left, name, sequence],
    );
    standAgain(sqlite, JSON.stringify([id]));
    writeSearchText(sqlite, [kind, id]);
  }
}

const labelRows = z.array(
  z.object({
    sequence: z.number(),
    network: z.string(),
    address: z.string(),
    label: z.string(),
    at: z.string(),
  }),
);

/** Takes erased texts out of labels of other people's addresses. */
function sweepAddressLabels({ sqlite, gone }: Subject): void {
  const rows = labelRows.parse(
    sqlite.all(
      `SELECT sequence, network, address, label, written_at AS at FROM address_labels
       WHERE label <> ''`,
    ),
  );
  for (const { sequence, network, address, label, at } of rows) {
    const left = gone.scrub(label, at);
    if (left === label) continue;
    sqlite.run('UPDATE address_labels SET label = ? WHERE sequence = ?', [left, sequence]);
    standLatestLabel(sqlite, network, address);
  }
}

/** Tables have a number each, but for those without one. */
function keyOf(table: string): [string, string] {
  const named = keys[table];
  return named === undefined
    ? ['CAST(rowid AS TEXT)', 'rowid = CAST(? AS INTEGER)']
    : [named, `${named} = ?`];
}

const keys: Readonly<Record<string, string>> = {
  reconciliation_lines: "reconciliation || ':' || row",
  team_acknowledged: "kind || ':' || stream || ':' || author || ':' || sequence",
};

/** Names of views are compared folded. */
function foldAgain({ sqlite }: Subject, table: string): void {
  const rows = viewRows.parse(
    sqlite.all(`SELECT id AS key, name AS text FROM ${table} WHERE instr(name, ?) > 0`, [ERASED]),
  );
  for (const { key, text } of rows)
    sqlite.run(`UPDATE ${table} SET name = ?, folded_name = ? WHERE id = ?`, [
      `${text} ${key.slice(0, 4)}`,
      folded(`${text} ${key.slice(0, 4)}`),
      key,
    ]);
}

const lineRows = z.array(
  z.object({
    reconciliation: z.number(),
    row: z.number(),
    line: z.string(),
    payout: z.string(),
    at: z.string(),
  }),
);

/** Empties statement lines that were matched with an erased customer's payouts. Amounts and days stay. */
function sweepLines({ sqlite, owners, ends }: Subject): void {
  const rows = lineRows.parse(
    sqlite.all(
      `SELECT reconciliation, row, line, payout, (${atOfLine}) AS at FROM reconciliation_lines
       WHERE payout IN (SELECT value FROM json_each(?))`,
      [JSON.stringify([...owners.keys()])],
    ),
  );
  for (const { reconciliation, row, line, payout, at } of rows) {
    if (at >= (ends.get(payout) ?? '')) continue;
    const left = {
      ...jsonOrNull(z.record(z.string(), z.unknown()), line),
      references: [],
      text: '',
      party: null,
      accounts: [],
      transaction: null,
      from: null,
      to: null,
    };
    sqlite.run(
      `UPDATE reconciliation_lines SET line = ?, search = '', note = ''
       WHERE reconciliation = ? AND row = ?`,
      [JSON.stringify(left), reconciliation, row],
    );
  }
}

const closeRows = z.array(
  z.object({
    id: z.string(),
    at: z.string(),
    content: z.string(),
    snapshot: z.instanceof(Uint8Array),
    note: z.string(),
  }),
);
const snapshotEntries = z.array(z.tuple([z.string(), z.unknown()]));

/**
 * A close keeps its sums and rows; names and wallets of theirs go out of it, so its digest is of what is left.
 * The audit log keeps the one of the day it was made.
 */
function sweepCloses(subject: Subject): void {
  const { sqlite, gone } = subject;
  for (const close of closeRows.parse(
    sqlite.all('SELECT id, closed_at AS at, content, snapshot, note FROM period_closes'),
  )) {
    const content = readJson(closeContent, close.content);
    const left = { ...content, ...leftOfClose(content, close.at, subject) };
    const snapshot = leftOfSnapshot(close.snapshot, close.at, subject);
    const note = gone.scrub(close.note, close.at);
    if (
      snapshot === null &&
      note === close.note &&
      JSON.stringify(left) === JSON.stringify(content)
    )
      continue;
    const marked = { ...left, facts: [...left.facts, erasedFact] };
    const values: SqlValue[] = [JSON.stringify(marked), snapshot ?? close.snapshot];
    sqlite.run(
      'UPDATE period_closes SET content = ?, snapshot = ?, note = ?, sha256 = ? WHERE id = ?',
      [...values, note, sha256Hex(closeCsv(marked)), close.id],
    );
    sqlite.run('DELETE FROM period_close_pdfs WHERE id = ?', [close.id]);
  }
}

type Content = Pick<z.output<typeof closeContent>, 'facts' | 'sections'>;

function leftOfClose({ facts, sections }: Content, at: string, { owners, gone }: Subject): Content {
  const leftOf = (cell: string, isTheirs: boolean): string =>
    isTheirs && at < gone.endOf(cell) ? ERASED : gone.scrub(cell, at);
  return {
    facts: facts.map(([name, value]) => [name, gone.scrub(value, at)] as const),
    sections: sections.map((section) => ({
      ...section,
      rows: section.rows.map((row) => {
        const isTheirs = row.some((cell) => owners.has(cell));
        return row.map((cell) => leftOf(cell, isTheirs));
      }),
    })),
  };
}

/** null where nothing of it goes. What went reads as it does of payouts that never told it. */
function leftOfSnapshot(
  snapshot: Uint8Array,
  at: string,
  { owners, gone }: Subject,
): Uint8Array | null {
  const entries = readJson(snapshotEntries, inflateSync(snapshot));
  const texts = gone.all().filter((text) => at < gone.endOf(text));
  const all = texts.toSorted((one, other) => other.length - one.length);
  const leftOf = (text: string): string => {
    const found = all.find((one) => text.endsWith(` ${one}`));
    return found === undefined ? text : `${text.slice(0, -found.length)}${words.notFound}`;
  };
  const left = entries.map(([id, said]) => [id, owners.has(id) ? scrubJson(said, leftOf) : said]);
  return JSON.stringify(left) === JSON.stringify(entries)
    ? null
    : deflateSync(Buffer.from(JSON.stringify(left), 'utf8'));
}
