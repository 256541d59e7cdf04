/** The highest number that a delivery or a later verdict of the inbox has; 0 before the first. */
import { z } from 'zod';
import type { Sqlite } from '../../../../platform/sqlite.ts';

const lastRow = z.object({ last: z.int() });

/** By the two keys alone, however many there are. */
export const lastSequence = (sqlite: Sqlite): number =>
  lastRow.parse(
    sqlite.first(
      `SELECT max((SELECT coalesce(max(arrival), 0) FROM deliveries),
         (SELECT coalesce(max(sequence), 0) FROM verdicts)) AS last`,
    ),
  ).last;
