/** Virtual accounts as screens read them (Interface 2.4). */
import { json } from '../../../bridge/scalars.ts';
import type {
  Mismatch,
  SignOff,
  VirtualAccountDetail,
  VirtualAccountRow,
} from '../../../bridge/virtual-accounts.ts';
import { depositFields } from '../../../contract/fields.ts';
import type { JsonObject } from '../../../contract/scalars.ts';
import type { RowExtras } from '../../core/annotations/row-extras.ts';
import { digestOf } from '../../core/creates/sign-offs/sign-offs.ts';
import { inOrder, isObject, leavesOf, textOf, valueAt } from '../../core/creates/values.ts';
import { sourceViews } from '../../core/records/source-view.ts';
import type { KnownRecord, Observation, VirtualAccountColumns } from '../../core/records/types.ts';

const instructionOrder = depositFields.map(({ key }) => key);

/** Where it departs (departures.ts), and what a person said of these very departures. */
export interface MismatchState {
  readonly mismatches: readonly Mismatch[];
  readonly clearance: SignOff | null;
}

export const virtualAccountRow = (
  record: KnownRecord,
  columns: VirtualAccountColumns,
  extras: RowExtras,
  { mismatches, clearance }: MismatchState,
): VirtualAccountRow => ({
  ...extras,
  id: record.id,
  ...columns,
  hasMismatch: clearance === null && mismatches.length > 0,
  lastLearnedAt: record.lastLearnedAt,
});

/** `observations` newest first. */
export const virtualAccountDetail = (
  record: KnownRecord,
  columns: VirtualAccountColumns,
  extras: RowExtras,
  observations: readonly Observation[],
  standing: MismatchState,
): VirtualAccountDetail => ({
  ...virtualAccountRow(record, columns, extras, standing),
  depositInstructions: depositInstructions(record.body),
  mismatches: [...standing.mismatches],
  mismatchDigest: digestOf(standing.mismatches),
  clearance: standing.clearance,
  learned: sourceViews(observations),
  asReceived: json.parse(record.body),
});

function depositInstructions(body: JsonObject): VirtualAccountDetail['depositInstructions'] {
  const instructions = valueAt(body, 'depositInstructions');
  if (isObject(instructions)) return inOrder(leavesOf(instructions), instructionOrder);
  const text = textOf(instructions);
  return text === null ? [] : [{ field: 'depositInstructions', value: text }];
}
