/** For tests: whether what a page is told of runs is so. */
import { expect } from 'vitest';
import type { BulkRun, BulkRunRow } from '../../../../bridge/bulk.ts';
import type { SimulatedConsole } from './simulated-console.ts';
import { isDoubtful, type SimulatedService } from './simulated-service.ts';
import type { WantedRun, Wishes } from './wishes.ts';

const states = ['waiting', 'sending', 'created', 'refused', 'unknown', 'unsent'] as const;

/** What a row may be called where its request stands so. */
const called: Readonly<Record<string, readonly BulkRunRow['state'][]>> = {
  journalled: ['sending', 'unknown'],
  created: ['created', 'sending', 'unknown'],
  exists: ['created'],
  refused: ['refused', 'sending', 'unknown', 'unsent'],
  unknown: ['unknown', 'sending'],
  absent: ['unsent'],
  'not-sent': ['unsent', 'sending'],
};

/** How many were created when it was last looked at, and how many words were taken back until then. */
const seen = new WeakMap<WantedRun, { created: number; takenBack: number; state: string }>();

export function checkRuns(
  { bulk, disk }: SimulatedConsole,
  wishes: Wishes,
  service: SimulatedService,
  takenBack: number,
): void {
  if (disk.isDead()) return;
  const standing = wishes.standing();
  const all = bulk.runs.list({ offset: 0, limit: 99 }).rows;
  expect(all.filter(({ state }) => state === 'running').length).toBeLessThan(2);
  const unused: string[] = [];
  for (const view of all) {
    const run = wishes.runs.find(({ id }) => id === view.id);
    if (run === undefined) continue;
    if (view.state !== 'running' && wishes.going === run) wishes.going = null;
    const { rows } = bulk.runs.rows({ id: view.id, state: null, offset: 0, limit: 99 });
    checkCounts(view, rows, run, takenBack);
    for (const row of rows) checkRow(row, run, standing, { wishes, service });
    unused.push(...unusedLabels(rows, run, standing));
  }
  for (const label of new Set(unused)) {
    const used = service.got.filter((got) => got.label === label && isDoubtful(got)).length;
    const waiting = unused.filter((one) => one === label).length;
    expect(used, `${label} waits, and was sent`).toBeLessThanOrEqual(
      wishes.wanted(label) - waiting,
    );
  }
}

/** Labels of rows that wait or were never sent. */
const unusedLabels = (
  rows: readonly BulkRunRow[],
  run: WantedRun,
  standing: ReadonlyMap<string, string>,
): string[] =>
  rows
    .filter((row) => row.state === 'waiting' || isNeverSent(row, standing))
    .flatMap(({ row }) => run.rows.find((one) => one.row === row)?.label ?? []);

/** Whether a row was never sent. A row that was sent and marked as not created is left out: its request says more. */
export const isNeverSent = (
  { state, intentKeys }: Pick<BulkRunRow, 'state' | 'intentKeys'>,
  standing: ReadonlyMap<string, string>,
): boolean => state === 'unsent' && standing.get(intentKeys[0] ?? '') !== 'absent';

function checkCounts(
  view: BulkRun,
  rows: readonly BulkRunRow[],
  run: WantedRun,
  takenBack: number,
): void {
  const { counts, total } = view;
  expect(rows.map(({ row }) => row)).toEqual(run.told);
  expect(total).toBe(run.rows.length);
  expect(counts.leftOut).toBe(run.told.length - run.rows.length);
  expect(states.reduce((sum, state) => sum + counts[state], 0)).toBe(total);
  for (const state of states)
    expect(counts[state], state).toBe(rows.filter((row) => row.state === state).length);
  const before = seen.get(run);
  if (before !== undefined && before.takenBack === takenBack)
    expect(counts.created).toBeGreaterThanOrEqual(before.created);
  if (before?.state === 'done' || before?.state === 'stopped')
    expect(view.state).toBe(before.state);
  seen.set(run, { created: counts.created, takenBack, state: view.state });
  if (view.state === 'done') expect(counts.waiting + counts.sending).toBe(0);
  if (view.state === 'stopped') expect(counts.waiting + counts.sending).toBe(0);
}

function checkRow(
  { row, state, intentKeys, resourceId }: BulkRunRow,
  run: WantedRun,
  standing: ReadonlyMap<string, string>,
  { wishes, service }: { wishes: Wishes; service: SimulatedService },
): void {
  const wanted = run.rows.find((one) => one.row === row);
  expect(state === 'left-out', `row ${row}`).toBe(wanted === undefined);
  if (wanted === undefined) return;
  const is = standing.get(intentKeys[0] ?? '');
  if (is !== undefined && state !== 'waiting')
    expect(called[is], `row ${row}, ${is}`).toContain(state);
  if (['created', 'refused', 'unknown', 'sending'].includes(state)) expect(is).toBeDefined();
  if (state === 'created') {
    const resource = service.resources.get(resourceId ?? '');
    expect(resource).toMatchObject({ label: wanted.label, sameness: wanted.sameness });
  }
  const end = wishes.gotOf(intentKeys[0] ?? '')?.end;
  // The other two where the disk took the answer late: it waits again once the run is looked at anew.
  const mayBeLate = wishes.wasDiskFull && (end === '401' || end === '429');
  if (state === 'refused' && !mayBeLate) expect(end).toBe('400');
  // What nobody looked at waited once more.
  if (state === 'unsent' && is === 'refused') expect(['401', '429']).toContain(end);
}
