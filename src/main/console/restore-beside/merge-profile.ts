/**
 * Adds to a profile's database what a copy of it from a backup has beside it, in one transaction: all of it
 * comes, or nothing. Nothing that is here changes. Both have the schema of now.
 */
import { z } from 'zod';
import type { JsonObject } from '../../../contract/scalars.ts';
import { systemClock } from '../../../platform/clock.ts';
import { openSqlite, type Sqlite, type SqlValue } from '../../../platform/sqlite.ts';
import { standLatestLabel } from '../../core/annotations/address-labels.ts';
import { writeSearchText } from '../../core/annotations/search-text.ts';
import { openAudit } from '../../core/audit/audit.ts';
import type { Person } from '../../core/audit/types.ts';
import { cleanWithText } from '../../core/foundation/clean-json.ts';
import { noChangedValues, watchValues } from '../../core/records/changed-values.ts';
import { observationRow, resourceKind } from '../../core/records/observation-rows.ts';
import { effectiveAt, instantOf, rankOf } from '../../core/records/order.ts';
import { openRecords } from '../../core/records/records.ts';
import { kindInWords, outcomeInWords } from '../../core/records/shown-words.ts';
import type { Records } from '../../core/records/types.ts';
import type { DatabaseFile } from '../database-file.ts';
import { beginPurge, eraseAgain, eraseInBoth } from '../erasure/erase-again.ts';
import { emptyFreePages } from '../erasure/erase-records.ts';
import { createGoneTexts } from '../erasure/gone-texts.ts';
import { erasuresIn, type LedgerEntry } from '../erasure/ledger.ts';
import { type ErasedFacts, erasedFactsOf } from './erased-facts.ts';
import { mergeAudit } from './merge-audit.ts';
import { type MergeRule, mergeRules } from './merge-rules.ts';
import { type Difference, type MergeCounts, type Merged, noCounts } from './outcome.ts';
import { type ownParts, takeParts } from './own-parts.ts';

export interface MergeOrder {
  readonly from: DatabaseFile;
  readonly into: DatabaseFile;
  /** Named in the audit log. */
  readonly backup: { readonly id: string; readonly createdAt: string };
  readonly person: Person | null;
  /** The list of erasures here and beside the backup. */
  readonly ledger: readonly LedgerEntry[];
}

/** With what the deliveries of both are read by. */
export interface MergedProfile extends Merged {
  readonly known: ErasedFacts;
}

export const restoredAction = 'backup.restored';
/** Differences that are told one by one. */
const toldDifferences = 100;
const page = 500;

type Row = Readonly<Record<string, SqlValue>>;
const rows = z.array(
  z.record(z.string(), z.union([z.string(), z.number(), z.null(), z.instanceof(Uint8Array)])),
);
const bytes = z.instanceof(Uint8Array);

/** Throws WrongDatabaseKey, or what the disk says; then nothing was changed. */
export function mergeProfile({ from, into, backup, person, ledger }: MergeOrder): MergedProfile {
  const source = openSqlite(from);
  try {
    const target = openSqlite({ ...into, waitMs: 10_000 });
    try {
      let purge: ReturnType<typeof beginPurge> | undefined;
      const done = target.transaction(() => {
        const listed = [from, into].flatMap(({ sealKey }) => erasuresIn(ledger, sealKey));
        const gone = createGoneTexts();
        const erased = eraseInBoth(source, target, listed, gone);
        const known = erasedFactsOf(gone, source, target);
        const merged = { ...mergeInto(source, target), erased, known };
        if (erased > 0) purge = beginPurge(target);
        const { brought, differing, differences } = merged;
        if (differing > 0 || Object.values(brought).some((count) => count > 0)) {
          const facts: JsonObject = {
            backup: backup.id,
            createdAt: backup.createdAt,
            ...brought,
            differing,
            differs: differences.map(({ what, of }) => `${what} of ${of}`),
          };
          openAudit({ sqlite: target, clock: systemClock, person: () => person }).append({
            action: restoredAction,
            facts,
          });
        }
        return merged;
      });
      purge?.(target);
      return done;
    } finally {
      target.close();
    }
  } finally {
    source.close();
  }
}

interface StampOrder extends Omit<MergeOrder, 'from'> {
  readonly parts: ReturnType<typeof ownParts>;
}

/** What a copy holds that comes whole; its audit log says where it came from. */
export function stampProfile({ into, backup, person, ledger, parts }: StampOrder): MergedProfile {
  const sqlite = openSqlite(into);
  try {
    takeParts(sqlite, parts);
    const gone = createGoneTexts();
    const erased = sqlite.transaction(() =>
      eraseAgain(sqlite, erasuresIn(ledger, into.sealKey), gone),
    );
    const known = erasedFactsOf(gone, sqlite);
    if (erased > 0) emptyFreePages(sqlite);
    // Where deliveries go, a person confirms at this computer.
    sqlite.run('UPDATE forward_targets SET is_removed = 1');
    const of = (table: string): number =>
      Number(sqlite.texts(`SELECT CAST(count(*) AS TEXT) FROM ${table}`)[0]);
    const brought = { ...noCounts(), records: of('records') };
    for (const [name, table] of [['observations'], ['requests', 'intents']] as const)
      brought[name] = of(table ?? name);
    for (const { counted, table } of mergeRules) brought[counted] += of(table);
    openAudit({ sqlite, clock: systemClock, person: () => person }).append({
      action: restoredAction,
      facts: { backup: backup.id, createdAt: backup.createdAt, isWhole: true, ...brought },
    });
    const nothing = { here: noCounts(), differing: 0, differences: [], changed: noChangedValues };
    return { brought, ...nothing, erased, known };
  } finally {
    sqlite.close();
  }
}

function mergeInto(source: Sqlite, target: Sqlite): Merged {
  const brought = noCounts();
  const here = noCounts();
  const differences: Difference[] = [];
  let differing = 0;
  const count = (name: keyof MergeCounts, isNew: boolean): void => {
    (isNew ? brought : here)[name] += 1;
  };
  const differ = (difference: Difference): void => {
    differing += 1;
    if (differences.length < toldDifferences) differences.push(difference);
  };
  const merging = { source, target, count, differ };
  for (const row of pagesOf(source, 'records', 'record')) count('records', !isKnown(target, row));
  const touched = mergeObservations(merging);
  mergeRequests(merging);
  const named: Resource[] = [];
  for (const rule of mergeRules) {
    for (const row of mergeRows(merging, rule)) {
      if (rule.counted === 'names') named.push(resourceOf('customer', row['customer_id']));
      settleRow(target, rule, row);
    }
  }
  brought.auditEntries += mergeAudit(source, target);
  const records = openRecords({ sqlite: target });
  const watched = watchValues(target);
  for (const resource of touched.values()) watched.add(resource);
  records.refold([...touched.values(), ...named.filter((one) => isKnown(target, one))]);
  // Changes are found again, with the sign-offs that came.
  if (brought.signOffs > 0) target.run('UPDATE drift_cursor SET derivation = -1');
  return { brought, here, differing, differences, changed: watched.changed(), erased: 0 };
}

/** What is found, and what stands, by a row that came. */
function settleRow(target: Sqlite, { table, counted }: MergeRule, row: Row): void {
  if (table.startsWith('annotation_'))
    writeSearchText(target, [row['kind'] ?? null, row['id'] ?? null]);
  // One that was erased is without its address.
  if (counted === 'addresses' && row['address'] !== '')
    standLatestLabel(target, String(row['network']), String(row['address']));
}

interface Merging {
  readonly source: Sqlite;
  readonly target: Sqlite;
  count(name: keyof MergeCounts, isNew: boolean): void;
  differ(difference: Difference): void;
}

type Resource = Parameters<Records['refold']>[0][number];
const resourceOf = (kind: SqlValue | undefined, id: SqlValue | undefined): Resource => ({
  kind: resourceKind.parse(kind),
  id: String(id),
});
const isKnown = (target: Sqlite, { kind, id }: Row | Resource): boolean =>
  target.first('SELECT 1 FROM records WHERE kind = ? AND id = ?', [kind ?? null, id ?? null]) !==
  undefined;

/** Pages of a table by its own number. */
function* pagesOf(source: Sqlite, table: string, number: string): Generator<Row> {
  for (let after: SqlValue = 0; ; ) {
    const found = rows.parse(
      source.all(`SELECT * FROM ${table} WHERE ${number} > ? ORDER BY ${number} LIMIT ${page}`, [
        after,
      ]),
    );
    yield* found;
    const last = found.at(-1)?.[number];
    if (last === undefined) return;
    after = last;
  }
}

function insert(target: Sqlite, table: string, row: Row, isView = false): boolean {
  // No name of a column is the backup's own.
  const columns = columnsOf(target, table).filter((name) => row[name] !== undefined);
  const sql = `INSERT INTO ${table} (${columns.map((name) => `"${name}"`).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
  const once = isView ? sql : `${sql} ON CONFLICT DO NOTHING`;
  return target.run(once, valuesOf(row, columns)).changes === 1;
}

const columnsOf = (target: Sqlite, table: string): string[] =>
  target.texts('SELECT name FROM pragma_table_info(?)', [table]);

/** Sealed under the one database's key, and then under the other's. */
const resealed = ({ source, target }: Merging, context: string, sealed: SqlValue | undefined) =>
  sealed === null || sealed === undefined
    ? null
    : target.seal.seal(context, source.seal.open(context, bytes.parse(sealed)));

/** Resources of which something came. */
function mergeObservations(merging: Merging): ReadonlyMap<string, Resource> {
  const { source, target, count } = merging;
  const touched = new Map<string, Resource>();
  for (const { arrival: _, raw_sealed, ...row } of pagesOf(source, 'observations', 'arrival')) {
    const raw = resealed(merging, `observation:${row['observation_id']}`, raw_sealed);
    const isNew = insert(target, 'observations', {
      ...row,
      ...restoredObservation(row, systemClock.now()),
      raw_sealed: raw,
    });
    count('observations', isNew);
    if (isNew) touched.set(`${row['kind']} ${row['id']}`, resourceOf(row['kind'], row['id']));
  }
  return touched;
}

const underWay =
  'The backup was made while this request was under way, so its outcome is unknown here.';

/** As history: none of them is ever sent. */
function mergeRequests(merging: Merging): void {
  const { source, target, count, differ } = merging;
  for (const { sequence: _, answer_sealed, ...row } of pagesOf(source, 'intents', 'sequence')) {
    const key = String(row['key']);
    const wasUnderWay = row['state'] === 'journalled';
    const [known] = rows.parse(target.all('SELECT state FROM intents WHERE key = ?', [key]));
    count('requests', known === undefined);
    if (known !== undefined) {
      const there = String(row['state']);
      if (wasUnderWay || known['state'] === there) continue;
      differ({
        what: 'Outcome',
        of: `request ${key}`,
        here: outcomeInWords(String(known['state'])),
        there: outcomeInWords(there),
      });
      continue;
    }
    const settled = wasUnderWay
      ? { state: 'unknown', sentence: underWay, settled_at: row['journalled_at'] ?? null }
      : {};
    const answer = resealed(merging, `intent:${key}:answer`, answer_sealed);
    insert(target, 'intents', { ...row, ...settled, answer_sealed: answer });
    const secrets = rows.parse(source.all('SELECT * FROM intent_secrets WHERE key = ?', [key]));
    for (const secret of secrets) {
      const sealed = resealed(merging, `intent:${key}:${secret['name']}`, secret['sealed']);
      insert(target, 'intent_secrets', { ...secret, sealed });
    }
  }
}

const where = (columns: readonly string[]): string =>
  columns.map((column) => `${column} IS ?`).join(' AND ');
const valuesOf = (row: Row, columns: readonly string[]): SqlValue[] =>
  columns.map((column) => row[column] ?? null);

/** Gives what came. */
function* mergeRows(merging: Merging, rule: MergeRule): Generator<Row> {
  const { source, target } = merging;
  const { table, columns, group, order } = rule;
  const groups = rows.parse(
    source.all(`SELECT DISTINCT ${group.join(', ')} FROM ${table} ORDER BY ${group.join(', ')}`),
  );
  const sql = `SELECT ${columns.join(', ')} FROM ${table} WHERE ${where(group)} ORDER BY ${order}`;
  for (const one of groups) {
    const values = valuesOf(one, group);
    const there = rows.parse(source.all(sql, values));
    const here = rows.parse(target.all(sql, values));
    for (const row of wantedOf(merging, rule, there, here)) {
      insert(target, table, row, rule.isView);
      yield row;
    }
  }
}

function wantedOf(
  { target, count, differ }: Merging,
  rule: MergeRule,
  there: readonly Row[],
  here: readonly Row[],
): readonly Row[] {
  const { compared, counted } = rule;
  const textOf = (row: Row) => JSON.stringify(valuesOf(row, compared));
  const known = new Set(here.map(textOf));
  const isMore = there.filter((row) => !known.has(textOf(row)));
  const isBefore = here.every((row, index) => textOf(row) === textOf(there[index] ?? {}));
  const fits = isPossible(target, rule, there) && (rule.how === 'facts' || isBefore);
  for (const row of there) count(counted, fits && isMore.includes(row));
  if (fits) return isMore;
  const difference = differenceOf(rule, there, here);
  const isSame = rule.isByEnd === true && difference.here === difference.there;
  if (isMore.length > 0 && !isSame) differ(difference);
  return [];
}

/** A person resolves what is unknown, and nothing else. */
const isPossible = (target: Sqlite, { table }: MergeRule, [row = {}]: readonly Row[]): boolean =>
  table !== 'settlements' ||
  target.first("SELECT 1 FROM intents WHERE key = ? AND state = 'unknown'", [
    row['intent_key'] ?? null,
  ]) !== undefined;

function differenceOf(
  { counted, group, how, shown }: MergeRule,
  there: readonly Row[],
  here: readonly Row[],
): Difference {
  const [first = {}] = there;
  const kind = first['kind'];
  const id = first['id'];
  const textOf = (row: Row) => {
    const text = String(row[shown] ?? '');
    return codes.has(shown) ? outcomeInWords(text) : text;
  };
  const read = (all: readonly Row[]) =>
    (how === 'history' ? all.slice(-1) : all).map(textOf).join(', ');
  return {
    what: whats[counted] ?? counted,
    of: kind === undefined ? named(first, group) : `${kindInWords(String(kind))} ${id}`,
    here: read(here),
    there: read(there),
  };
}

/** Columns that hold no text of a person. */
const codes = new Set(['verdict', 'outcome']);

/** What a row without a record of its own is about. */
function named(row: Row, group: readonly string[]): string {
  const { canonical, intent_key: key } = row;
  if (key !== undefined) return `request ${key}`;
  return String(canonical ?? valuesOf(row, group).join(' '));
}

const whats: Partial<Readonly<Record<keyof MergeCounts, string>>> = {
  notes: 'Note',
  labels: 'Labels',
  references: 'Reference',
  names: 'Display name',
  resolutions: 'Resolution',
  lookups: 'Bank account lookup',
  addresses: 'Address book label',
};

/**
 * An observation of a backup, whose database anybody may have written: how much it weighs is worked out here. It tells
 * of no time to come, by which it would outrank all that the service says. Secrets are cut by their shape.
 */
function restoredObservation(row: Row, now: number): Row {
  const { source, observedAt, happenedAt, body } = observationRow.parse(row);
  const observed = instantOf(observedAt);
  if (observed === null) throw new TypeError('observedAt is not an ISO 8601 time with a zone.');
  const effective = effectiveAt(source, happenedAt, observed);
  return {
    effective_at: effective <= now ? effective : Math.min(observed, now),
    rank: rankOf(source),
    is_entered: source === 'entered' ? 1 : 0,
    body: cleanWithText(body).text,
  };
}
