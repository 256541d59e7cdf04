/**
 * Own references that two rows of the file have, or a record and a row: most often the same thing twice.
 * A person may mean it, so it is a warning.
 */
import type { BulkKind, RowIssue } from '../../../../bridge/bulk.ts';
import { folded } from '../../../../platform/folded-text.ts';
import { inParts } from '../../../../platform/slices.ts';
import type { CheckedFileRow } from './check-row.ts';
import { words } from './words.ts';

/** Records of the kind that carry one of these own references. */
export type KnownReferences = (
  kind: BulkKind,
  texts: readonly string[],
) => readonly { readonly id: string; readonly reference: string }[];

/** Rows of one step: each asks once. */
const PART = 200;

/** @param column heading of the column that the reference is read from */
export function* withSharedReferences(
  rows: readonly CheckedFileRow[],
  column: string | null,
  kind: BulkKind,
  known: KnownReferences,
): Generator<undefined, CheckedFileRow[]> {
  const first = new Map<string, number>();
  const marked: CheckedFileRow[] = [];
  for (const part of inParts(rows, PART)) {
    const references = part.flatMap(({ reference }) => reference ?? []);
    const carried = new Map(
      (references.length === 0 ? [] : known(kind, references)).map(({ id, reference }) => [
        folded(reference),
        id,
      ]),
    );
    for (const row of part) marked.push(withShared(row, column, first, carried));
    yield;
  }
  return marked;
}

function withShared(
  row: CheckedFileRow,
  column: string | null,
  first: Map<string, number>,
  carried: ReadonlyMap<string, string>,
): CheckedFileRow {
  if (row.reference === null || row.input === null) return row;
  const plain = folded(row.reference);
  const before = first.get(plain);
  if (before === undefined) first.set(plain, row.row);
  const id = carried.get(plain);
  const about = { severity: 'warning', field: 'reference', column, like: null } as const;
  const found: RowIssue[] = [
    ...(before === undefined
      ? []
      : [{ ...about, code: 'reference.row', sentence: words.sharedReferenceRow(before) }]),
    ...(id === undefined
      ? []
      : [{ ...about, code: 'reference.record', sentence: words.sharedReference(id) }]),
  ];
  return found.length === 0 ? row : { ...row, remarks: [...row.remarks, ...found] };
}
