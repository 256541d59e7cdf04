/** Bank accounts as screens read them (Interface 2.5). */
import type { BankAccountDetail, BankAccountRow } from '../../../bridge/bank-accounts.ts';
import { json } from '../../../bridge/scalars.ts';
import { fieldsOf } from '../../../contract/fields.ts';
import { maskedNumber, wholeNumbers, withMaskedNumbers } from '../../../contract/masked-numbers.ts';
import type { JsonObject } from '../../../contract/scalars.ts';
import type { RowExtras } from '../../core/annotations/row-extras.ts';
import { inOrder, leavesOf } from '../../core/creates/values.ts';
import { withMaskedChange } from '../../core/records/field-changes.ts';
import { sourceViews } from '../../core/records/source-view.ts';
import type { BankAccountColumns, KnownRecord, Observation } from '../../core/records/types.ts';
import type { CheckFacts } from './checks.ts';
import { historyOf } from './history.ts';
import { mismatchesFrom } from './mismatches.ts';

/** A detail shows so many changes and observations; all of them are in the record. */
const maxShown = 100;

export const bankAccountRow = (
  record: KnownRecord,
  columns: BankAccountColumns,
  checks: CheckFacts,
  extras: RowExtras,
): BankAccountRow => ({
  id: record.id,
  ...columns,
  accountNumber: columns.accountNumber === null ? null : maskedNumber(columns.accountNumber),
  departures: mismatchesFrom(record.body, checks.foundUnder),
  lastCheckedAt: checks.lastCheckedAt,
  missingSince: checks.missingSince,
  lastLearnedAt: record.lastLearnedAt,
  ...extras,
  labels: [...extras.labels],
});

export interface DetailParts {
  readonly record: KnownRecord;
  readonly columns: BankAccountColumns;
  readonly checks: CheckFacts;
  readonly extras: RowExtras;
  readonly askedUnder: string | null;
  /** A person asked for the numbers that the service did not mask. */
  readonly whole: boolean;
  /** Newest first. */
  readonly observations: readonly Observation[];
}

export function bankAccountDetail(parts: DetailParts): BankAccountDetail {
  const { record, columns, checks, observations, whole } = parts;
  const history = historyOf(observations);
  const body = whole ? record.body : (withMaskedNumbers(record.body) as JsonObject);
  return {
    ...bankAccountRow(record, columns, checks, parts.extras),
    isWhole: whole && wholeNumbers(record.body).length > 0,
    fields: knownFields(body),
    askedUnder: parts.askedUnder,
    lastCheck: checks.last,
    history: history
      .slice(0, maxShown)
      .map((change) =>
        whole ? change : { ...change, fields: change.fields.map(withMaskedChange) },
      ),
    changes: history.length,
    learned: sourceViews(observations.slice(0, maxShown)),
    observations: record.observations,
    asReceived: json.parse(body),
  };
}

/** Everything that the service said but the id, in the order of Interface 2.5, whatever its shape. */
const knownFields = (body: JsonObject): BankAccountDetail['fields'] =>
  inOrder(
    leavesOf(body).filter(({ field }) => field !== 'id'),
    fieldsOf('bankAccount').map(({ name }) => name),
  );
