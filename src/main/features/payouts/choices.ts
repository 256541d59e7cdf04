/** Where a person said that a notion stands: appended, the last word stands. */
import { z } from 'zod';
import { type FieldChoice, payoutNotion } from '../../../bridge/payouts.ts';
import { fields } from '../../../contract/fields.ts';
import { type PayoutNotion, payoutNotions } from '../../../contract/payout-fields.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import type { ChosenField, ChosenFields } from './reading/read-fields.ts';

const rows = z.array(
  z.object({
    notion: payoutNotion,
    pointer: z.string(),
    decimals: z.number().nullable(),
    chosen_at: z.string(),
  }),
);

const amounts: ReadonlySet<PayoutNotion> = new Set(['amountIn', 'amountOut', 'feeAmount']);

/** Last parts of the names of all fields in the contract, in lower case: no choice makes an amount of one. */
const catalogued = new Set(
  Object.values(fields).flatMap((of) =>
    Object.keys(of).map((name) => name.slice(name.lastIndexOf('.') + 1).toLowerCase()),
  ),
);

/**
 * Names of the fields that a choice says now hold an amount: they stay where personal data is erased. The
 * page may choose, so a name that the contract has for something else is none.
 */
export const chosenFields = (sqlite: Sqlite): string[] => {
  const standing = createChoices(sqlite)
    .list(null)
    .filter(({ notion }) => amounts.has(notion))
    .map(({ pointer }) => pointer.slice(pointer.lastIndexOf('/') + 1));
  return [...new Set(standing)].filter((name) => !catalogued.has(name.toLowerCase()));
};

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
