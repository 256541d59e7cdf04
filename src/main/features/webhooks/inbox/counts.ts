/** Durable counts of a slot, gathered over a group and written once. */
import { z } from 'zod';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import { type SignatureCheckKind, signatureCheckKinds } from '../signature-checks/types.ts';

export type CountName =
  | SignatureCheckKind
  /** Genuine and stored, at once or later. */
  | 'kept'
  | 'repeats'
  | 'dropped-from-quarantine'
  | 'refused-hold-full'
  | 'answers'
  | 'answer-microseconds';

/** Gathers, then writes each count with one statement. */
export function createTally() {
  const slots = new Map<number, Map<CountName, number>>();
  return {
    add(slot: number, name: CountName, amount = 1): void {
      const counts = slots.get(slot) ?? new Map<CountName, number>();
      counts.set(name, (counts.get(name) ?? 0) + amount);
      slots.set(slot, counts);
    },
    write(sqlite: Sqlite): void {
      for (const [slot, counts] of slots) {
        for (const [name, amount] of counts) {
          sqlite.run(
            'INSERT INTO counts (slot, name, amount) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET amount = amount + excluded.amount',
            [slot, name, amount],
          );
        }
      }
    },
  };
}

const countRow = z.object({ name: z.string(), amount: z.int() });

/** All counts of a slot by name. */
export function readCounts(sqlite: Sqlite, slot: number): ReadonlyMap<string, number> {
  const rows = z
    .array(countRow)
    .parse(sqlite.all('SELECT name, amount FROM counts WHERE slot = ?', [slot]));
  return new Map(rows.map(({ name, amount }) => [name, amount]));
}

const amountRow = z.object({ amount: z.int() });

/** One count of several slots (their numbers as a JSON list) together. */
export function sumOfCounts(sqlite: Sqlite, slots: string, name: CountName): number {
  const row = sqlite.first(
    'SELECT coalesce(sum(amount), 0) AS amount FROM counts WHERE slot IN (SELECT value FROM json_each(?)) AND name = ?',
    [slots, name],
  );
  return amountRow.parse(row).amount;
}

export function signatureCheckCounts(
  counts: ReadonlyMap<string, number>,
): Record<SignatureCheckKind, number> {
  const zeros = Object.fromEntries(signatureCheckKinds.map((kind) => [kind, 0]));
  return {
    ...(zeros as Record<SignatureCheckKind, number>),
    ...Object.fromEntries(
      signatureCheckKinds.flatMap((kind) => {
        const amount = counts.get(kind);
        return amount === undefined ? [] : [[kind, amount]];
      }),
    ),
  };
}
