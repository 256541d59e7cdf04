/**
 * What a bulk run came to, held against what the service has and what was sent:
 * - no row has two accounts at the service, and every account there belongs to a row;
 * - a row ends once, in whichever run: created, as the account that the service has and a record here,
 *   or unknown, and then alone it may or may not exist;
 * - a row was sent once an intent, and only what the service refused was sent again;
 * - what a run tells as not sent was not there when that run was over;
 * - the audit log fits, and no room stays held.
 */
import { z } from 'zod';
import type { BulkRunRow } from '../../../src/bridge/bulk.ts';
import { verifyLog } from '../../../src/main/core/audit/verify-log.ts';
import type { Running } from '../../../src/sandbox/testing/harness.ts';
import { rowOf } from './accounts-file.ts';
import { type BulkHost, openBulkHost } from './host.ts';

/** Rows that a run may have stored and not ended (src/main/features/bulk/runs/runner.ts). */
export const MOST_UNDER_WAY = 96;
const PAGE = 200;

export interface InspectParts {
  readonly directory: string;
  readonly service: Running;
  /** Requests of each row. */
  readonly sent: ReadonlyMap<number, number>;
  /** By the id of a run that was over: rows that the service had before the next one began. */
  readonly thereBefore: ReadonlyMap<string, ReadonlySet<number>>;
}

type Check = (holds: boolean, breach: string) => void;

interface Account {
  readonly id: string;
  readonly row: number;
}

const page = z.looseObject({
  items: z.array(
    z.looseObject({
      record: z.looseObject({
        id: z.string(),
        destination: z.looseObject({ walletAddress: z.string() }),
      }),
    }),
  ),
  next: z.union([z.string(), z.number()]).nullable(),
});

/** Every account that the service has. Rejects when one belongs to no row. */
export async function accountsOf(service: Running): Promise<Account[]> {
  const accounts: Account[] = [];
  for (let before: string | number | null = ''; before !== null; ) {
    const query = before === '' ? '' : `&before=${before}`;
    const { body } = await service.control('GET', `/list/virtual-accounts?limit=1000${query}`);
    const { items, next } = page.parse(body);
    for (const { record } of items) {
      const row = rowOf(record.destination.walletAddress);
      if (row === null) throw new Error(`${record.id} belongs to no row.`);
      accounts.push({ id: record.id, row });
    }
    before = next;
  }
  return accounts;
}

export async function inspect(parts: InspectParts) {
  const breaches: string[] = [];
  const check: Check = (holds, breach) => {
    if (!holds) breaches.push(breach);
  };
  const accounts = await accountsOf(parts.service);
  const there = new Map(accounts.map(({ row, id }) => [row, id]));
  check(there.size === accounts.length, `${accounts.length - there.size} rows have two accounts`);
  const host = openBulkHost(parts.directory, parts.service.sandbox);
  try {
    const { rows, total, stopped } = rowsOf(host, parts, check);
    const seen = { created: 0, unknown: 0, 'unknown there': 0, stopped };
    for (const [row, shown] of rows) {
      const end = inspectRow(row, shown, host, check);
      const id = there.get(row) ?? null;
      const most = shown.reduce((sum, { intentKeys }) => sum + intentKeys.length, 0);
      const times = parts.sent.get(row) ?? 0;
      check(times <= most, `row ${row} was sent ${times} times for ${most} intents`);
      if (end === null) continue;
      seen[end.state] += 1;
      if (end.state === 'unknown') seen['unknown there'] += id === null ? 0 : 1;
      else check(id === end.resourceId, `row ${row} is ${end.resourceId} here and ${id} there`);
    }
    check(rows.size === total, `${total - rows.size} rows are in no run`);
    check(
      accounts.length === seen.created + seen['unknown there'],
      'the service has accounts of rows that are neither created nor unknown',
    );
    check(verifyLog(host.sqlite).brokenAt === null, 'the audit log is broken');
    check(host.sqlite.all('SELECT key FROM intent_room').length === 0, 'room stays held');
    return { ...seen, breaches };
  } finally {
    await host.close();
  }
}

/** How every row stands in the runs that it was part of; all of them are in the first. */
function rowsOf({ bulk }: BulkHost, { thereBefore }: InspectParts, check: Check) {
  const rows = new Map<number, BulkRunRow[]>();
  const runs = bulk.runs.list({ offset: 0, limit: 1_000 }).rows.toReversed();
  let stopped = 0;
  for (const { id, state } of runs) {
    check(state === 'done' || state === 'stopped', `a run is ${state}`);
    const shown = everyRow(bulk, id).filter((row) => row.state !== 'left-out');
    for (const row of shown) rows.set(row.row, [...(rows.get(row.row) ?? []), row]);
    const unsent = shown.filter((row) => row.state === 'unsent');
    stopped += unsent.length;
    for (const { row, sentence } of unsent) {
      check(sentence !== null, `row ${row} was not sent, and nothing says so`);
      const wasThere = thereBefore.get(id)?.has(row) ?? true;
      check(!wasThere, `row ${row} is told as not sent, and was there`);
    }
  }
  return { rows, total: runs[0]?.total ?? 0, stopped };
}

function everyRow(bulk: BulkHost['bulk'], id: string): BulkRunRow[] {
  const all: BulkRunRow[] = [];
  for (;;) {
    const { rows } = bulk.runs.rows({ id, state: null, offset: all.length, limit: PAGE });
    if (rows.length === 0) return all;
    all.push(...rows);
  }
}

/** What it came to; null when that can't be said, which is a breach. */
function inspectRow(
  row: number,
  shown: readonly BulkRunRow[],
  { intents, records }: BulkHost,
  check: Check,
) {
  const ends = shown.filter(({ state }) => state !== 'unsent');
  check(ends.length === 1, `row ${row} is in ${ends.length} runs: ${ends.map((one) => one.state)}`);
  const [end] = ends;
  if (end === undefined) return null;
  const { state, resourceId, intentKeys } = end;
  // What went before must have been refused: all else may exist.
  const earlier = shown.flatMap((one) => one.intentKeys).filter((key) => key !== intentKeys[0]);
  for (const key of earlier) {
    const was = intents.get(key)?.state;
    check(was === 'refused' || was === 'not-sent', `row ${row} was ${was}, and sent again`);
  }
  if (state !== 'created' && state !== 'unknown') {
    check(false, `row ${row} is ${state}`);
    return null;
  }
  const isKnown = records.get('virtualAccount', resourceId ?? '') !== null;
  check(isKnown === (state === 'created'), `row ${row} is ${state}, and a record: ${isKnown}`);
  return { state, resourceId };
}
