/** What single events of payouts say was paid, for lists of events. */
import { z } from 'zod';
import type { PayoutAmount } from '../../../bridge/payouts.ts';
import { jsonObjectText } from '../../../platform/json-column.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import type { Choices } from './choices.ts';
import { payoutEventIn } from './payout-events.ts';
import { readPaidIn, readPaidOut } from './reading/read-fields.ts';

/** An event of a list. */
export interface AskedEvent {
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
