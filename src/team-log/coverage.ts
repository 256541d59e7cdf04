/** Content of a `coverage` entry: when deliveries could arrive, as its author saw it. */
import { z } from 'zod';
import { readJson } from '../platform/json-column.ts';

const milliseconds = z.int().min(0);
const contents = z.strictObject({
  version: z.literal(1),
  spans: z
    .array(
      z.strictObject({
        /** URL of a webhook; null by a relay: whatever came to its public URL. */
        address: z.string().max(2_048).nullable(),
        /** Milliseconds since 1970, from the first on and before the second. */
        from: milliseconds,
        to: milliseconds,
      }),
    )
    .max(1_000),
});
export type CoverageSpan = z.infer<typeof contents>['spans'][number];

export const coverageBytes = (spans: readonly CoverageSpan[]): Uint8Array =>
  Buffer.from(JSON.stringify({ version: 1, spans }));

/** Throws for another form. */
export const readCoverage = (bytes: Uint8Array): readonly CoverageSpan[] =>
  readJson(contents, bytes).spans;

/** How often it is said; what is said to be newer than this is going on while its author is there. */
export const coverageEveryMs = 5 * 60_000;
