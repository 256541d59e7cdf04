/** Fills the index of signatures from what is stored, when the writer opens. */
import { z } from 'zod';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import { isDamage } from './damage.ts';
import { createSignatureIndex, type SignatureIndex } from './signature-index.ts';

const lastRow = z.object({ last: z.int() });

/** Few at a time: what stands in memory for longer is not given back at once. */
const PAGE = 250;

/** As much of it as the index takes, and the arrival, as one text: objects and buffers would cost several times as much. */
const TAKEN = 'hex(substr(signature, 1, 8)) || arrival';
const DIGITS = 16;

/** By the number under which each became genuine: of two with one signature the later one supersedes. */
const LAST = `
  SELECT max((SELECT coalesce(max(arrival), 0) FROM deliveries),
             (SELECT coalesce(max(sequence), 0) FROM verdicts)) AS last`;
const GENUINE = `
  SELECT taken FROM (
    SELECT arrival AS number, ${TAKEN} AS taken FROM deliveries
    WHERE keeping = 'kept' AND arrival BETWEEN ? AND ?
    UNION ALL
    SELECT sequence, ${TAKEN} FROM verdicts
    WHERE signature IS NOT NULL AND sequence BETWEEN ? AND ?)
  ORDER BY number`;

/** The newest of them, as many as the capacity allows. */
export function rememberSignatures(sqlite: Sqlite, capacity: number): SignatureIndex {
  const index = createSignatureIndex(capacity);
  const { last } = lastRow.parse(sqlite.first(LAST));
  let after = Math.max(0, last - capacity);
  for (; after < last; after += PAGE) {
    for (const one of readable(sqlite, after + 1, after + PAGE)) {
      index.add(one.slice(0, DIGITS), Number(one.slice(DIGITS)));
    }
  }
  return index;
}

/** Without what is damaged: of that a repeat is stored again, which is as well. */
function readable(sqlite: Sqlite, first: number, last: number): readonly string[] {
  try {
    return sqlite.texts(GENUINE, [first, last, first, last]);
  } catch (error) {
    if (!isDamage(error)) throw error;
    if (first === last) return [];
    const middle = Math.floor((first + last) / 2);
    return [...readable(sqlite, first, middle), ...readable(sqlite, middle + 1, last)];
  }
}
