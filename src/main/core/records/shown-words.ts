/** What kinds of records and outcomes of requests are called in main's own documents. */
import { writes } from '../../../contract/writes.ts';

const kinds = new Map<string, string>([
  ...Object.values(writes).map(({ creates, noun }) => [creates, noun] as const),
  ...Object.entries({ bankAccount: 'bank account', paymentLink: 'payment link' }),
]);

/** Within a sentence: `virtual account`. */
export const kindInWords = (kind: string): string => kinds.get(kind) ?? kind;

const outcomes = new Map<string, string>(
  Object.entries({
    journalled: 'Being sent',
    created: 'Created',
    refused: 'Refused',
    'not-sent': 'Not sent',
    unknown: 'Outcome unknown',
    exists: 'Confirmed created',
    absent: 'Confirmed not created',
    found: 'Found',
    'not-found': 'Not found',
    failed: 'Failed',
  }),
);

/** A request's state, what a person said of it, or what a lookup found. */
export const outcomeInWords = (state: string): string => outcomes.get(state) ?? state;
