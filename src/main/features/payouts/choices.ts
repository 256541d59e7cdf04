/** Where a person said that a notion stands: appended, the last word stands. */
import { z } from 'zod';
import { type FieldChoice, type PayoutAmount, payoutNotion } from '../../../bridge/payouts.ts';
import { type PayoutNotion, payoutNotions } from '../../../contract/payout-fields.ts';
import { jsonObjectText } from '../../../platform/json-column.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { payoutEventIn } from './payout-events.ts';
import {
  type ChosenField,
  type ChosenFields,
  readPaidIn,
  readPaidOut,
} from './reading/read-fields.ts';

/** An event of a list. */
interface AskedEvent {
  readonly eventId: string;
  readonly isMock: boolean;
}

/** Of an event by its ID: what it pays out, else what was paid in; nothing where neither was found. */
export type EventAmounts = (
  events: readonly AskedEvent[],
  knownAt: string | null,
) => ReadonlyMap<string, PayoutAmount>;

const eventRows = z.array(z.object({ id: z.string(), body: jsonObjectText }));

const paidIn = ({ amountIn, currencyIn }: ReturnType<typeof readPaidIn>): PayoutAmount => ({
  ...{ amount: amountIn.value, currency: currencyIn.value },
});

export const createEventAmounts =
  (sqlite: Sqlite, choices: Pick<Choices, 'fields'>): EventAmounts =>
  (events, knownAt) => {
    const asked = new Map(events.map(({ eventId, isMock }) => [eventId, isMock]));
    const moment = knownAt === null ? null : new Date(knownAt).toISOString();
    const rows = eventRows.parse(
      sqlite.all(
        `SELECT id, body FROM observations
         WHERE kind = 'event' AND id IN (SELECT value FROM json_each(?)) AND observed_at <= ?`,
        [JSON.stringify([...asked.keys()]), moment ?? '9999'],
      ),
    );
    const chosen = choices.fields(moment);
    const amounts = new Map<string, PayoutAmount>();
    for (const { id, body } of rows) {
      const found = payoutEventIn(body);
      // A mock one of the same ID is another event.
      if (found === null || found.isMock !== asked.get(id)) continue;
      const out = readPaidOut(found.body, chosen);
      const { amount, currency } =
        out.amountOut.value === null
          ? paidIn(readPaidIn(found.body, chosen))
          : { amount: out.amountOut.value, currency: out.currencyOut.value };
      if (amount !== null) amounts.set(id, { amount, currency });
    }
    return amounts;
  };

const rows = z.array(
  z.object({
    notion: payoutNotion,
    pointer: z.string(),
    decimals: z.number().nullable(),
    chosen_at: z.string(),
  }),
);

/** Names of the fields that any choice named last. */
export const chosenFields = (sqlite: Sqlite): string[] =>
  sqlite
    .texts("SELECT DISTINCT pointer FROM payout_field_choices WHERE pointer <> ''")
    .map((pointer) => pointer.slice(pointer.lastIndexOf('/') + 1));

export type Choices = ReturnType<typeof createChoices>;

export function createChoices(sqlite: Sqlite) {
  /** Those made by then (ISO 8601 UTC with milliseconds), null: all; in the order of the notions. */
  const list = (knownAt: string | null): FieldChoice[] => {
    const made = rows.parse(
      sqlite.all(
        `SELECT notion, pointer, decimals, chosen_at FROM payout_field_choices
         WHERE chosen_at <= ? ORDER BY sequence`,
        [knownAt ?? '9999'],
      ),
    );
    const last = new Map(made.map((choice) => [choice.notion, choice]));
    return payoutNotions.flatMap((notion) => {
      const choice = last.get(notion);
      if (choice === undefined || choice.pointer === '') return [];
      const { pointer, decimals, chosen_at } = choice;
      return [{ notion, pointer, decimals, chosenAt: chosen_at }];
    });
  };

  return {
    list,
    fields: (knownAt: string | null): ChosenFields =>
      new Map(
        list(knownAt).map(({ notion, pointer, decimals }) => [notion, { pointer, decimals }]),
      ),
    /** null: likely names again. */
    add(notion: PayoutNotion, field: ChosenField | null, at: string): void {
      sqlite.run(
        `INSERT INTO payout_field_choices (notion, pointer, decimals, chosen_at)
         VALUES (?, ?, ?, ?)`,
        [notion, field?.pointer ?? '', field?.decimals ?? null, at],
      );
    },
  };
}
