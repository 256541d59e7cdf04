/** Brings the record that is open into sight in its list, once for each record. */
import { useEffect, useRef } from 'react';

export interface ShownSelection<Row> {
  selectedId: string | null;
  total: number;
  rowAt: (index: number) => Row | undefined;
  idOf: (row: Row) => string;
  /** Scrolls as little as brings that row into sight. */
  show: (index: number) => void;
}

export function useShownSelection<Row>(list: ShownSelection<Row>): void {
  const { selectedId, total } = list;
  const shown = useRef<string | null>(null);
  // A new record comes to the list after its detail was opened: then the total changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other parts are new on every render
  useEffect(() => {
    if (selectedId === null || shown.current === selectedId) {
      shown.current = selectedId;
      return;
    }
    const index = indexOfRow(list, selectedId);
    if (index === null) return;
    shown.current = selectedId;
    list.show(index);
  }, [selectedId, total]);
}

/** Where the record stands among the rows that are held; null when it is not among them. */
export function indexOfRow<Row>(
  { total, rowAt, idOf }: Pick<ShownSelection<Row>, 'total' | 'rowAt' | 'idOf'>,
  id: string,
): number | null {
  for (let index = 0; index < total; index += 1) {
    const row = rowAt(index);
    if (row !== undefined && idOf(row) === id) return index;
  }
  return null;
}

/**
 * What React knows the rows in the page by: a record's ID where it stands first; its place where it stands
 * again, or is not read yet. Two pages of a list are read at two moments, so the same record may stand in
 * both; of two rows with one key React leaves one in the page for good.
 */
export function rowKeys<Row>(
  places: readonly number[],
  rowAt: (index: number) => Row | undefined,
  idOf: (row: Row) => string,
): string[] {
  const seen = new Set<string>();
  return places.map((index) => {
    const row = rowAt(index);
    const id = row === undefined ? null : idOf(row);
    // An ID may be a number.
    if (id === null || seen.has(id)) return `place ${index}`;
    seen.add(id);
    return id;
  });
}
