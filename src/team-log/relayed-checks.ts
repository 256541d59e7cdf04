/** Content of a `verdicts` entry: what a computer with the secret judged of deliveries that a relay took. */
import { z } from 'zod';
import { readJson } from '../platform/json-column.ts';
import { hex16, hex32 } from './entry.ts';

const contents = z.strictObject({
  version: z.literal(1),
  of: z
    .array(
      z.strictObject({
        /** The relay's entry. */
        author: hex32,
        sequence: z.int().min(1),
        path: hex16,
        /** One letter for each of its deliveries on that path: genuine, genuine after re-serialising, not verified. */
        kinds: z.string().regex(/^[grx]+$/),
      }),
    )
    .min(1)
    .max(1_000),
});
export type RelayedChecks = z.infer<typeof contents>['of'][number];

export const relayedChecksBytes = (of: readonly RelayedChecks[]): Uint8Array =>
  Buffer.from(JSON.stringify({ version: 1, of }));

/** Throws for another form. */
export const readRelayedChecks = (bytes: Uint8Array): readonly RelayedChecks[] =>
  readJson(contents, bytes).of;
