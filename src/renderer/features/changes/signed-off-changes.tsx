/** Changes that a person signed off, the newest sign-off first. */
import type { DriftView } from '../../../bridge/changes.ts';
import { ChangeView } from '../../components/changes/change-view.tsx';
import { LongMoment } from '../../components/moment.tsx';
import { ChangeHead } from './change-head.tsx';
import classes from './changes.module.css';
import { driftTexts } from './texts.ts';

export function SignedOffChanges({ rows }: { rows: readonly DriftView[] }) {
  return (
    <ul className={classes['changes']} aria-label={driftTexts.listLabel}>
      {rows.map((change) => (
        <li key={change.id}>
          <ChangeHead change={change} />
          <ChangeView change={change} />
          {change.signedOff !== null && (
            <p className={classes['signedOff']}>
              {driftTexts.signedOffAt}{' '}
              {change.signedOff.isHere ? driftTexts.here : driftTexts.elsewhere},{' '}
              <LongMoment at={change.signedOff.at} />
              {change.signedOff.note !== '' && <q>{change.signedOff.note}</q>}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
