/** A report as it is set on paper: a title, facts and tables. */
import type { Letterhead, Paper } from '../types.ts';

export interface Report {
  readonly letterhead: Letterhead;
  readonly paper: Paper;
  /** The profile is a sandbox: every page says so. */
  readonly isTest: boolean;
  /** ISO 8601 UTC: the moment that the data is of. */
  readonly createdAt: string;
  readonly title: string;
  /** Empty where there is none. */
  readonly subtitle: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly sections: readonly ReportSection[];
  /** Text on the left of every foot. */
  readonly foot: string;
}

export interface ReportSection {
  readonly title: string;
  /** What is counted, or why there is no table; empty where there is nothing to say. */
  readonly lead: string;
  /** null where there are no rows. */
  readonly table: ReportTable | null;
}

export interface ReportTable {
  readonly columns: readonly ReportColumn[];
  /** Rows of as many cells as columns; line breaks are lines. */
  readonly rows: readonly (readonly string[])[];
  /** Totals, under a stronger rule and in bold. */
  readonly totals: readonly (readonly string[])[];
}

export interface ReportColumn {
  readonly label: string;
  /** Share of the width, of the sum of all. */
  readonly share: number;
  /** Amounts and counts stand at the right. */
  readonly isNumber?: boolean;
}
