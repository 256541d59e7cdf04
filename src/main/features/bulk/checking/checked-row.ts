/** One row, judged by itself. */
import type { BulkConfirmation, BulkField, DraftRow, RowIssue } from '../../../../bridge/bulk.ts';
import type { CreateCustomerInput } from '../../../../contract/customer.ts';
import type { CreateVirtualAccountInput } from '../../../../contract/virtual-account.ts';
import type { OwnTexts } from '../values-of.ts';

export type BulkInput = CreateCustomerInput | CreateVirtualAccountInput;

/** What a row asks a person to confirm. */
export type Doubt = Exclude<BulkConfirmation['kind'], 'duplicates' | 'same-file'>;

export interface CheckedRow extends OwnTexts {
  readonly row: number;
  /** null when it can't be sent. */
  readonly input: BulkInput | null;
  /** What makes two rows alike; null when nothing does. */
  readonly fingerprint: string | null;
  readonly values: DraftRow['values'];
  readonly customerName: string | null;
  readonly remarks: readonly RowIssue[];
  readonly doubts: readonly Doubt[];
}

/** Text of each field that a column is read as; blank ones are left out. */
export type RowTexts = ReadonlyMap<BulkField, string>;

export interface RowIssues {
  /** @param column heading, where no field is read from it */
  add(
    severity: 'error' | 'warning',
    code: string,
    field: BulkField | null,
    sentence: string,
    column?: string,
  ): void;
  readonly all: readonly RowIssue[];
  hasError(): boolean;
}

/** @param headingOf heading of the column that a field is read from */
export function createIssues(headingOf: (field: BulkField) => string | null): RowIssues {
  const all: RowIssue[] = [];
  return {
    all,
    add(severity, code, field, sentence, heading) {
      const column = field === null ? (heading ?? null) : headingOf(field);
      all.push({ severity, code, field, column, sentence, like: null });
    },
    hasError: () => all.some(({ severity }) => severity === 'error'),
  };
}
