/** Rows that can't be sent, corrected by hand: the file stays as it is, and what differs is known. */
import type { BulkField } from '../../../../bridge/bulk.ts';
import { invalidOf } from '../../../core/intents/failed.ts';
import { type Correction, textsOf } from '../checking/check-row.ts';
import { fieldsOf } from '../columns/fields.ts';
import type { DraftState } from './draft.ts';

/** More is mended in the file. */
const MOST_CORRECTED = 1_000;

const invalid = invalidOf('draft');

/**
 * The corrections of the draft with those of one row added; null: as the file says it. What is typed as
 * the file has it is no correction. Throws Failed INVALID.
 */
export function corrected(
  { file, table, columns, rows, corrections }: DraftState,
  row: number,
  values: Values | null,
): ReadonlyMap<number, Correction> {
  const inFile = table?.rows.find((one) => one.row === row);
  const judged = rows.find((one) => one.row === row);
  if (inFile === undefined || judged === undefined)
    throw invalid('The file does not have this row.');
  if (judged.input !== null && !corrections.has(row)) {
    throw invalid('You can correct only rows that can’t be sent. Change other rows in the file.');
  }
  const texts = textsOf(inFile, columns);
  const before = corrections.get(row) ?? new Map();
  const correction =
    values === null ? new Map() : withValues(before, values, texts, fieldsOf(file.kind));
  const all = new Map(corrections);
  if (correction.size === 0) all.delete(row);
  else all.set(row, correction);
  if (all.size > MOST_CORRECTED) {
    throw invalid(
      `At most ${MOST_CORRECTED.toLocaleString('en-US')} rows can be corrected in Causeway. Correct the others in the file.`,
    );
  }
  return all;
}

type Values = readonly { readonly field: BulkField; readonly value: string }[];

function withValues(
  before: Correction,
  values: Values,
  inFile: ReadonlyMap<BulkField, string>,
  fields: readonly { readonly field: BulkField }[],
): Correction {
  const correction = new Map(before);
  for (const { field, value } of values) {
    if (!fields.some((known) => known.field === field)) {
      throw invalid(`“${field}” is not a field of these rows.`);
    }
    const text = value.trim();
    if (text === (inFile.get(field) ?? '')) correction.delete(field);
    else correction.set(field, text);
  }
  return correction;
}
