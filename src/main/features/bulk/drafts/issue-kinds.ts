/** The remarks of a list, folded by what they have in common: 10,000 rows with one problem are one line. */
import type { DuplicateIssues, RowIssue } from '../../../../bridge/bulk.ts';
import { kindOf } from '../checking/in-common.ts';
import type { RowsOf } from './rows-of.ts';

/** The remarks that make a row part of a list; of other lists they are not what one looks for. */
const severities: Readonly<Partial<Record<RowsOf, RowIssue['severity']>>> = {
  bad: 'error',
  duplicate: 'duplicate',
  hidden: 'hidden',
  warned: 'warning',
};

export interface IssueKinds {
  /** Of one row; more than one remark of a kind counts once. */
  add(remarks: readonly RowIssue[]): void;
  /** What most rows have comes first. */
  all(): DuplicateIssues[];
}

export function createIssueKinds(list: RowsOf): IssueKinds {
  const wanted = severities[list];
  const kinds = new Map<string, DuplicateIssues>();
  return {
    add(remarks) {
      const counted = new Set<string>();
      for (const remark of remarks) {
        if (remark.severity !== wanted) continue;
        const { severity, field, column } = remark;
        const { code, sentence } = kindOf(remark);
        const key = `${code} ${sentence}`;
        if (counted.has(key)) continue;
        counted.add(key);
        const known = kinds.get(key);
        if (known === undefined) {
          kinds.set(key, { code, sentence, severity, field, column, count: 1 });
        } else {
          known.count += 1;
        }
      }
    },
    all: () => [...kinds.values()].toSorted((one, other) => other.count - one.count),
  };
}
