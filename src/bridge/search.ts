/** Records and events by words or by ID, a few of each kind, and requests and bulk runs by their whole ID, for the palette. */
import { z } from 'zod';
import { otherKinds } from '../contract/other-kinds.ts';
import { reads } from './procedure.ts';
import { instant, knownAt } from './scalars.ts';

export const foundKinds = [
  'customer',
  'virtualAccount',
  'bankAccount',
  'payout',
  ...otherKinds,
  'webhook',
  'event',
  'request',
  'bulkRun',
] as const;
export const foundKind = z.enum(foundKinds);
export type FoundKind = z.infer<typeof foundKind>;

export const foundItem = z.object({
  kind: foundKind,
  id: z.string(),
  /** null where nothing but the ID names it. */
  title: z.string().nullable(),
  /** What a payout is titled with, in place of a title. */
  money: z.object({ amount: z.string(), currency: z.string().nullable() }).nullable(),
  /** Other texts that tell the item apart. */
  details: z.array(z.string()),
  /** State, as the service writes it. */
  state: z.string().nullable(),
  /** When an event occurred, else was received; a payout changed last; a request was stored; a bulk run was created. */
  at: instant.nullable(),
});
export type FoundItem = z.infer<typeof foundItem>;

export const searchContract = {
  /** The likeliest of a kind first. */
  find: reads
    .input(
      z.strictObject({
        /** Words or parts of words, or an ID. */
        search: z.string().trim().min(1).max(200),
        knownAt,
      }),
    )
    .output(
      z.object({
        items: z.array(foundItem),
        /** Kinds that could not be searched. */
        failed: z.array(foundKind),
      }),
    ),
};
