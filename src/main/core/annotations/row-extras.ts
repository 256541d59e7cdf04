/** What rows and details say beside the record itself: labels, own reference, and whether it is by hand. */
import type { AnnotatedKind } from '../../../bridge/annotations.ts';
import type { AnnotationLists, RowAnnotations } from './annotations.ts';

export interface RowExtras extends RowAnnotations {
  /** Nothing but what a person entered is known of the record. */
  readonly isRecordUnconfirmed: boolean;
}

/** Annotations of now, and of an earlier moment: a list shows those of its own. */
export interface ListAnnotations extends AnnotationLists {
  at(knownAt: string | null): AnnotationLists;
}

/** Finds the records of which nothing is known but what a person entered. */
export interface UnconfirmedReads {
  byHand(kind: AnnotatedKind, ids: readonly string[]): ReadonlySet<string>;
}

/** `annotations` are of the moment of the records. */
export function rowExtras(
  reads: UnconfirmedReads,
  annotations: AnnotationLists,
  kind: AnnotatedKind,
  ids: readonly string[],
): (id: string) => RowExtras {
  const byHand = reads.byHand(kind, ids);
  const annotated = annotations.ofRows(kind, ids);
  return (id) => ({
    isRecordUnconfirmed: byHand.has(id),
    labels: annotated.get(id)?.labels ?? [],
    reference: annotated.get(id)?.reference ?? null,
  });
}

/** A query of records that also finds by what people wrote beside them. */
export const annotatedQuery = <Query extends object>(
  annotations: AnnotationLists,
  kind: AnnotatedKind,
  { label, ...query }: Query & { readonly label: string | null },
) => ({
  ...query,
  only: label === null ? null : annotations.withLabel(kind, label),
  foundBy: (word: string) => annotations.found(kind, word),
});
