/** What a row brings beside what it creates: an own reference, and an own name for a customer. */
import type { BulkKind } from '../../../../bridge/bulk.ts';
import { type Clock, isoNow } from '../../../../platform/clock.ts';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import { keepReference } from '../../../core/annotations/keep-reference.ts';
import type { Records } from '../../../core/records/types.ts';
import type { OwnTexts } from '../values-of.ts';

/** Keeps what nobody wrote by hand by now. Joins a running transaction. */
export type KeepOwn = (
  record: { readonly kind: BulkKind; readonly id: string },
  own: OwnTexts,
) => void;

export type OwnNamesOfRun = Pick<Records, 'ownName' | 'giveOwnName'>;

export interface KeepOwnParts {
  readonly sqlite: Sqlite;
  readonly names: OwnNamesOfRun;
  readonly clock: Clock;
}

export const keepingOwn =
  ({ sqlite, names, clock }: KeepOwnParts): KeepOwn =>
  (record, { reference, ownName }) => {
    const at = isoNow(clock);
    if (reference !== null) keepReference(sqlite, record, reference, at);
    if (ownName !== null && record.kind === 'customer' && names.ownName(record.id) === null) {
      names.giveOwnName(record.id, ownName, at);
    }
  };
