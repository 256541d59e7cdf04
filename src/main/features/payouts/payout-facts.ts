/** Payouts reduced to what other lists are compared with, by when they were created. */
import type { PayoutAmount } from '../../../bridge/payouts.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';

export interface PayoutFacts {
  readonly id: string;
  readonly in: PayoutAmount;
  readonly out: PayoutAmount;
  readonly state: string;
  readonly reference: string | null;
  readonly transaction: string | null;
  readonly walletAddress: string | null;
  readonly virtualAccountId: string | null;
  readonly created: string | null;
  readonly updated: string | null;
}

/** Milliseconds since 1970: from one on, and before the other. */
export interface CreatedBetween {
  readonly from: number;
  readonly to: number;
}

/** Rows of one step. */
const PART = 100;
const names = [
  'in.amount',
  'in.currency',
  'out.amount',
  'out.currency',
  'state',
  'reference',
  'transaction',
  'walletAddress',
  'virtualAccountId',
  'created',
  'updated',
];
const facts = `json_extract(view, ${names.map((name) => `'$.${name}'`).join(', ')}) AS facts`;

interface FactsRow {
  readonly id: string;
  readonly created_at: number | null;
  readonly facts: string;
}

/** Those of which no time of creation was found come first. */
export function* factsOf(
  sqlite: Pick<Sqlite, 'prepare'>,
  { from, to }: CreatedBetween,
): Generator<readonly PayoutFacts[], void> {
  const without = sqlite.prepare<[string], FactsRow>(
    `SELECT id, created_at, ${facts} FROM payout_columns
     WHERE created_at IS NULL AND id > ? ORDER BY id LIMIT ${PART}`,
  );
  for (let after = ''; ; ) {
    const rows = without.all(after);
    if (rows.length > 0) yield rows.map(read);
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last.id;
  }
  const created = sqlite.prepare<[number, string, number], FactsRow>(
    `SELECT id, created_at, ${facts} FROM payout_columns
     WHERE (created_at, id) > (?, ?) AND created_at < ? ORDER BY created_at, id LIMIT ${PART}`,
  );
  for (let after: readonly [number, string] = [from, '']; ; ) {
    const rows = created.all(...after, to);
    if (rows.length > 0) yield rows.map(read);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = [last.created_at ?? 0, last.id];
  }
}

/** The row was written by this feature alone (payout-table.ts). */
function read({ id, facts: text }: FactsRow): PayoutFacts {
  const [inAmount, inCurrency, outAmount, outCurrency, state, ...rest] = JSON.parse(text) as (
    | string
    | null
  )[];
  const [reference, transaction, walletAddress, virtualAccountId, created, updated] = rest;
  return {
    id,
    in: { amount: inAmount ?? null, currency: inCurrency ?? null },
    out: { amount: outAmount ?? null, currency: outCurrency ?? null },
    state: state ?? '',
    reference: reference ?? null,
    transaction: transaction ?? null,
    walletAddress: walletAddress ?? null,
    virtualAccountId: virtualAccountId ?? null,
    created: created ?? null,
    updated: updated ?? null,
  };
}
