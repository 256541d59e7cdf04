/** What a person looked at, as one number: a start that names another is refused. */
import { canonicalJson, sha256Hex } from '../../../../platform/canonical-json.ts';
import type { CheckedFileRow } from '../checking/check-row.ts';

/** Made once a row: a list of 50,000 is asked for again and again. */
const prints = new WeakMap<CheckedFileRow, string>();

/** Of its number, what is sent and kept, what it repeats, and what it looks like. */
export function printOf(row: CheckedFileRow): string {
  const known = prints.get(row);
  if (known !== undefined) return known;
  const said = row.remarks
    .filter(({ severity, code }) => severity === 'duplicate' || code.includes('look-alike'))
    .map(({ code, sentence, like }) => ({ code, sentence, like }));
  const print = sha256Hex(
    canonicalJson({
      ...{ row: row.row, input: row.input, reference: row.reference, ownName: row.ownName },
      said,
    }),
  );
  prints.set(row, print);
  return print;
}
