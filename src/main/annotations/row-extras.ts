/** What rows and details say beside the record itself: labels, own reference, and whether it is by hand. */
import type { AnnotatedKind } from '../../bridge/annotations.ts';
import type { Annotations, RowAnnotations } from './annotations.ts';

export interface RowExtras extends RowAnnotations {
  /** Nothing but what a person entered is known of it. */
  readonly isByHand: boolean;
}

export type ListAnnotations = Pick<Annotations, 'ofRows' | 'labels' | 'withLabel' | 'found'>;

/** Of which records nothing is known but what a person entered. */
export interface ByHandReads {
  byHand(kind: AnnotatedKind, ids: readonly string[]): ReadonlySet<string>;
}

/** Notes, labels and references are as they are now, also where the records are of a moment. */
export function rowExtras(
  reads: ByHandReads,
  annotations: ListAnnotations,
  kind: AnnotatedKind,
  ids: readonly string[],
): (id: string) => RowExtras {
  const byHand = reads.byHand(kind, ids);
  const annotated = annotations.ofRows(kind, ids);
  return (id) => ({
    isByHand: byHand.has(id),
    labels: annotated.get(id)?.labels ?? [],
    reference: annotated.get(id)?.reference ?? null,
  });
}

/** A query of records that also finds by what people wrote beside them. */
export const annotatedQuery = <Query extends object>(
  annotations: ListAnnotations,
  kind: AnnotatedKind,
  { label, ...query }: Query & { readonly label: string | null },
) => ({
  ...query,
  only: label === null ? null : annotations.withLabel(kind, label),
  foundBy: (word: string) => annotations.found(kind, word),
});
