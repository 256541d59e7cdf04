/** Which part of the screen an address leads to: `/bulk/<part>/<id>/<step>/<rows>`. */
import type { BulkKind, BulkRowState, BulkRun } from '../../../bridge/bulk.ts';

/** Which states of rows a run offers to look at. */
export const countOfState = (counts: BulkRun['counts'], state: BulkRowState): number =>
  state === 'left-out' ? counts.leftOut : counts[state];

/** Those that have rows, and the one that is looked at. */
export const shownStates = (
  counts: BulkRun['counts'],
  looked: BulkRowState | null,
): BulkRowState[] =>
  rowStates.filter((state) => state === looked || countOfState(counts, state) > 0);

/** The one that runs, else the newest that waits for someone; null when all are over. */
export const runToShow = (runs: readonly BulkRun[]): BulkRun | null =>
  runs.find(({ state }) => state === 'running') ??
  runs.find(({ state }) => state === 'paused' || state === 'interrupted') ??
  null;

export type DraftStep = 'columns' | 'check' | 'review';
/** Rows of a draft that are shown together. */
export type DraftRowsOf = 'bad' | 'duplicate' | 'hidden' | 'warned' | 'to-send';

export type Place =
  | { part: 'runs' }
  | { part: 'new'; kind: BulkKind }
  | { part: 'draft'; id: string; step: DraftStep; rows: DraftRowsOf | null }
  | { part: 'run'; id: string; rows: BulkRowState | null };

const kinds: Readonly<Record<string, BulkKind>> = {
  customers: 'customer',
  'virtual-accounts': 'virtualAccount',
};
const steps: readonly DraftStep[] = ['columns', 'check', 'review'];
export const draftRowsOf: readonly DraftRowsOf[] = [
  'bad',
  'duplicate',
  'hidden',
  'warned',
  'to-send',
];
export const rowStates: readonly BulkRowState[] = [
  'created',
  'refused',
  'unknown',
  'sending',
  'waiting',
  'unsent',
  'left-out',
];

const isId = (id: string): boolean => /^[0-9a-f]{32}$/.test(id);

const oneOf = <Value extends string>(
  values: readonly Value[],
  value: string | undefined,
): Value | null => values.find((known) => known === value) ?? null;

/** `rest` is what follows `/bulk/`. What leads nowhere shows the runs. */
export function placeOf(rest: string): Place {
  const [part, id = '', third, fourth] = rest.split('/').filter((word) => word !== '');
  if (part === 'new') return { part: 'new', kind: kinds[id] ?? 'virtualAccount' };
  if (part === 'drafts' && isId(id)) {
    const step = oneOf(steps, third) ?? 'columns';
    return { part: 'draft', id, step, rows: oneOf(draftRowsOf, fourth) };
  }
  if (part === 'runs' && isId(id)) return { part: 'run', id, rows: oneOf(rowStates, third) };
  return { part: 'runs' };
}
