/**
 * What of a virtual account only a person gave, by an import or by hand: the service never said it
 * here, so nobody pays by it (Interface 2.4).
 */

import { isJsonObject } from '../../../contract/scalars.ts';
import type { RecordReads } from '../records/types.ts';
import { leavesOf, valueAt } from './values.ts';

const parts = { depositInstructions: 'deposit instructions', destination: 'destination' } as const;

/** Sources that a person's hand is behind. */
const byHand: ReadonlySet<string> = new Set(['entered', 'import']);

/**
 * Sentences; empty where the service itself said every deposit instruction and the whole destination
 * as they are known now.
 */
export function unconfirmedParts(records: RecordReads, id: string): string[] {
  const record = records.get('virtualAccount', id);
  if (record === null) return [];
  // Newest first: what the service said once and says otherwise now is none of its words.
  const told = records
    .observations('virtualAccount', id)
    .filter(({ source }) => !byHand.has(source))
    .map(({ body }) => body);
  const open = Object.entries(parts).filter(([part]) => {
    const leaves = leavesIn(valueAt(record.body, part));
    const said = new Map(told.flatMap((body) => leavesIn(valueAt(body, part))).toReversed());
    return leaves.length === 0 || leaves.some(([field, value]) => said.get(field) !== value);
  });
  return open.map(
    ([, name]) =>
      `Its ${name} were entered or imported, and the service has not reported them. Ask the service’s support to confirm them.`,
  );
}

const leavesIn = (value: unknown): (readonly [string, string])[] =>
  isJsonObject(value)
    ? leavesOf(value).map(({ field, value: text }) => [field, text] as const)
    : [];
