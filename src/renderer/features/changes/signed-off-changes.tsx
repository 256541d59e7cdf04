/** Changes that a person signed off, the newest sign-off first. */
import type { ReportedChangeView } from '../../../bridge/changes.ts';
import { ChangeView } from '../../components/changes/change-view.tsx';
import { LongMoment } from '../../components/moment.tsx';
import { ChangeHead } from './change-head.tsx';
import classes from './changes.module.css';
import { changesTexts } from './texts.ts';

export function SignedOffChanges({ rows }: { rows: readonly ReportedChangeView[] }) {
  return (
    <ul className={classes['changes']} aria-label={changesTexts.listLabel}>
      {rows.map((change) => (
        <li key={change.id}>
          <ChangeHead change={change} />
          <ChangeView change={change} />
          {change.signedOff !== null && (
            <p className={classes['signedOff']}>
              {changesTexts.signedOffAt}{' '}
              {change.signedOff.isHere ? changesTexts.here : changesTexts.elsewhere},{' '}
              <LongMoment at={change.signedOff.at} />
              {change.signedOff.note !== '' && <q>{change.signedOff.note}</q>}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
