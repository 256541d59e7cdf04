/** How an export is written, piece by piece, so that it is never held whole. */
import type { TimelineFilter, TimelineRow } from '../../../../bridge/timeline.ts';

/** What an export says of itself. */
export interface ExportFacts {
  readonly profileName: string;
  /** One line each. */
  readonly filter: readonly string[];
  /** ISO 8601 UTC: when it was begun. */
  readonly madeAt: string;
  readonly total: number;
  /** Events by the first word of their name, the most frequent first. */
  readonly families: readonly { readonly family: string; readonly count: number }[];
}

export interface RowsAsked {
  /** The moment that the person looks back to, ISO 8601; null is now. */
  readonly knownAt: string | null;
  readonly signal: AbortSignal;
}

export interface ExportFormat {
  readonly ending: string;
  /** Media type of the file. */
  readonly type: string;
  /** Events that one file of this format holds at most. */
  readonly most: number;
  /** What stands before the rows. */
  head(facts: ExportFacts): string;
  /** One page of rows, newest first. */
  rows(rows: readonly TimelineRow[], asked: RowsAsked): Promise<string>;
  /** What stands behind the rows. */
  foot(facts: ExportFacts): string;
}

export type ExportFilter = TimelineFilter & { readonly knownAt: string };
