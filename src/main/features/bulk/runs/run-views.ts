/** Runs and their rows as screens read them. */
import type { BulkRun, BulkRunRow } from '../../../../bridge/bulk.ts';
import { isoTime } from '../../../../platform/clock.ts';
import type { Intent } from '../../../core/intents/types.ts';
import { valuesOf } from '../values-of.ts';
import type { Runner } from './runner.ts';
import type { RunsRepository } from './runs-repository.ts';
import type { RowInState, StoredRun } from './stored-rows.ts';

/** Departing records that a run names. */
const MOST_NAMED = 20;

/** `departing`: ids of accounts that depart and that nobody cleared up, or of all customers that departed. */
export function runView(
  run: StoredRun,
  repository: Pick<RunsRepository, 'counts' | 'attemptsAgain' | 'countNeverSent'>,
  departing: readonly string[],
  runner: Pick<Runner, 'pacer' | 'rate' | 'steady'> | null,
  now: number,
): BulkRun {
  const counted = repository.counts(run.number);
  const count = (state: RowInState['state']) => counted.get(state) ?? 0;
  const leftOut = count('left-out');
  const total = [...counted.values()].reduce((sum, one) => sum + one, 0) - leftOut;
  const isRunning = run.state === 'running' && runner !== null;
  const steadyNow = runner?.steady.now() ?? now;
  const perSecond = isRunning ? runner.rate.perSecond(steadyNow) : null;
  const left = count('waiting') + count('sending');
  const waitsUntil = isRunning ? runner.pacer.waitsUntil(steadyNow) : null;
  return {
    id: run.id,
    kind: run.kind,
    fileName: run.fileName,
    sha256: run.sha256,
    state: run.state,
    createdAt: run.createdAt,
    stateSince: run.stateAt ?? run.createdAt,
    endedAt: run.endedAt,
    sentence: run.sentence,
    cause: run.cause,
    total,
    counts: {
      waiting: count('waiting'),
      sending: count('sending'),
      created: count('created'),
      refused: count('refused'),
      unknown: count('unknown'),
      unsent: count('unsent'),
      leftOut,
    },
    perSecond,
    secondsLeft: perSecond === null || perSecond === 0 ? null : Math.ceil(left / perSecond),
    pacedTo: isRunning ? runner.pacer.pacedTo() : null,
    waitsUntil: waitsUntil === null ? null : isoTime(now + waitsUntil - steadyNow),
    neverSent: repository.countNeverSent(run.number),
    attemptsAgain: repository.attemptsAgain(run.number),
    mismatches: run.kind === 'customer' ? 0 : departing.length,
    departing: departing.slice(0, MOST_NAMED),
  };
}

const stopped = 'The run was stopped before Causeway sent this row.';

/** `intent` is the one that stands for the row now; null when none was journalled. */
export function runRowView(
  kind: StoredRun['kind'],
  row: RowInState,
  earlierKeys: readonly string[],
  intent: Intent | null,
  isDeparting: boolean,
): BulkRunRow {
  const keys = intent === null ? earlierKeys : [intent.key, ...earlierKeys];
  const said = row.reason ?? intent?.sentence ?? (row.state === 'unsent' ? stopped : null);
  return {
    row: row.row,
    state: row.state,
    name: row.name,
    values: valuesOf(kind, row.input, row),
    intentKeys: [...keys],
    resourceId: row.resourceId,
    isDeparting,
    sentence: said,
    messages: [...(intent?.messages ?? [])],
    requestId: intent?.requestId ?? null,
  };
}
