/**
 * Brings the book up to what is known: from the observations of virtual accounts, and from creates
 * whose outcome nobody knows. Each stretch is one transaction together with the cursor behind it.
 */
import { z } from 'zod';
import { json } from '../../../bridge/scalars.ts';
import { jsonText } from '../../../platform/json-column.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { textAt } from '../../core/creates/values.ts';
import type { Records } from '../../core/records/types.ts';
import type { AddressBookRepository, NewUse } from './address-book-repository.ts';

const cursorRow = z.object({ arrival: z.number(), sequence: z.number() });
const observedRow = z.object({ arrival: z.number(), id: z.string(), at: z.string() });
const intentRow = z.object({
  sequence: z.number(),
  key: z.string(),
  state: z.string(),
  input: jsonText.pipe(json),
  at: z.string(),
});
const endRow = z.object({ end: z.number() });

/** How many accounts or intents one stretch takes in: well under 10 ms of work. */
const stretch = 100;
/** How many observations of any kind it passes over to find them. */
const maxPassed = 1_000;

export interface FollowParts {
  readonly sqlite: Sqlite;
  readonly records: Pick<Records, 'get' | 'columns'>;
  readonly repository: AddressBookRepository;
}

/** Follows one stretch; false when there was nothing left to follow. */
export function followTimeRange({ sqlite, records, repository }: FollowParts): boolean {
  return sqlite.transaction(() => {
    const cursor = cursorRow.parse(
      sqlite.first('SELECT arrival, sequence FROM address_book_cursor'),
    );
    const observed = observedAfter(sqlite, cursor.arrival);
    const intents = settledAfter(sqlite, cursor.sequence);
    if (observed.end === cursor.arrival && intents.end === cursor.sequence) return false;
    repository.putUses([
      ...observed.rows.flatMap(({ id, at }) => useOfRecord(records, id, at)),
      ...intents.rows.flatMap(useOfIntent),
    ]);
    sqlite.run('UPDATE address_book_cursor SET arrival = ?, sequence = ?', [
      observed.end,
      intents.end,
    ]);
    return true;
  });
}

function observedAfter(sqlite: Sqlite, arrival: number) {
  const rows = sqlite.all(
    `SELECT arrival, id, observed_at AS at FROM observations NOT INDEXED
     WHERE kind = 'virtualAccount' AND arrival > ? AND arrival <= ? ORDER BY arrival LIMIT ${stretch}`,
    [arrival, arrival + maxPassed],
  );
  const found = z.array(observedRow).parse(rows);
  if (found.length === stretch) return { rows: found, end: found.at(-1)?.arrival ?? arrival };
  const { end } = endRow.parse(
    sqlite.first('SELECT coalesce(max(arrival), 0) AS "end" FROM observations'),
  );
  return { rows: found, end: Math.max(arrival, Math.min(end, arrival + maxPassed)) };
}

/** Stops before a write that is still under way: what becomes of it decides. */
function settledAfter(sqlite: Sqlite, sequence: number) {
  const all = z.array(intentRow).parse(
    sqlite.all(
      `SELECT sequence, key, state, input, journalled_at AS at FROM intents
       WHERE operation = 'createVirtualAccount' AND sequence > ? ORDER BY sequence LIMIT ${stretch}`,
      [sequence],
    ),
  );
  const running = all.findIndex(({ state }) => state === 'journalled');
  const settled = running < 0 ? all : all.slice(0, running);
  return {
    rows: settled.filter(({ state }) => state === 'unknown'),
    end: settled.at(-1)?.sequence ?? sequence,
  };
}

/** What was entered comes first: an answer with another address makes that one no known address. */
function useOfRecord(records: FollowParts['records'], id: string, observedAt: string): NewUse[] {
  const record = records.get('virtualAccount', id);
  const columns = records.columns('virtualAccount', id);
  if (record === null || columns === null) return [];
  const network = textAt(record.entered, 'network') ?? columns.network;
  const address = textAt(record.entered, 'walletAddress') ?? columns.walletAddress;
  if (!network || !address) return [];
  const { customerId } = columns;
  return [{ kind: 'record', id, network, address, customerId, at: columns.created ?? observedAt }];
}

function useOfIntent({ key, input, at }: z.output<typeof intentRow>): NewUse[] {
  const network = textAt(input, 'network');
  const address = textAt(input, 'walletAddress');
  if (!network || !address) return [];
  const customerId = textAt(input, 'customerId');
  return [{ kind: 'intent', id: key, network, address, customerId, at }];
}
