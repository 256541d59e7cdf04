/** The bar of a run, its rate, the time that is left, and what the service asked of it. */
import type { BulkRun } from '../../../../bridge/bulk.ts';
import { longInstant } from '../../../../bridge/instants.ts';
import { formatSeconds } from '../../../format/durations.ts';
import { groupedCount } from '../../../format/words.ts';
import { bulkRunTexts } from '../run-texts.ts';
import classes from './run.module.css';
import { endedOf, formatFeeRate, sharesOf } from './run-shares.ts';

const texts = bulkRunTexts.progress;

export function RunProgress({ run }: { run: BulkRun }) {
  const ended = endedOf(run.counts);
  const words = texts.of(groupedCount(ended), groupedCount(run.total));
  return (
    <div className={classes['progress']}>
      <div
        className={classes['bar']}
        role="progressbar"
        aria-label={texts.label}
        aria-valuemin={0}
        aria-valuemax={run.total}
        aria-valuenow={ended}
        aria-valuetext={words}
      >
        {sharesOf(run).map(({ state, percent }) => (
          <span key={state} data-state={state} style={{ width: `${percent}%` }} />
        ))}
      </div>
      <div className={classes['numbers']}>
        <strong>{words}</strong>
        {run.perSecond !== null && <span>{texts.rate(formatFeeRate(run.perSecond))}</span>}
        {run.secondsLeft !== null && <span>{texts.left(formatSeconds(run.secondsLeft))}</span>}
      </div>
      <Pace run={run} />
    </div>
  );
}

function Pace({ run }: { run: BulkRun }) {
  const lines = [
    run.state === 'running' && run.waitsUntil !== null
      ? texts.waits(longInstant(run.waitsUntil))
      : null,
    run.state !== 'running' || run.pacedTo === null
      ? null
      : texts.paced(formatFeeRate(run.pacedTo)),
    run.attemptsAgain === 0 ? null : texts.again(run.attemptsAgain),
    run.state === 'running' ? texts.survives : null,
  ].filter((line) => line !== null);
  if (lines.length === 0) return null;
  return (
    <div className={classes['pace']}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}
