/** One change: the field, and both values whole, each with who said it and when. */
import type { ChangeSide, ReportedChangeView } from '../../../bridge/changes.ts';
import { fieldLabel } from '../../../contract/fields.ts';
import { changesTexts } from '../../features/changes/texts.ts';
import { asSeen } from '../../format/hidden-characters.ts';
import { sourceTexts } from '../../texts/states.ts';
import { GroupedAddress } from '../identifier.tsx';
import { LongMoment } from '../moment.tsx';
import { OutsideText } from '../outside-text.tsx';
import classes from './changes.module.css';

/** `/fees/other` → `fees › other` where the field has no name of its own. */
export function labelOfField(path: string): string {
  const keys = path
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  return fieldLabel(keys.join('.')) ?? keys.join(' › ');
}

export function ChangeView({ change }: { change: ReportedChangeView }) {
  const isAddress = change.path === '/destination/walletAddress';
  return (
    <dl className={classes['sides']}>
      <Side
        name={changesTexts.was}
        when={changesTexts.lastTold}
        side={change.was}
        {...{ isAddress }}
      />
      <Side
        name={changesTexts.is}
        when={changesTexts.firstTold}
        side={change.is}
        {...{ isAddress }}
      />
    </dl>
  );
}

function Side(props: { name: string; when: string; side: ChangeSide; isAddress: boolean }) {
  const { side } = props;
  return (
    <div className={classes['side']}>
      <dt>{props.name}</dt>
      <dd>
        <Value value={side.value} isAddress={props.isAddress} />
        <span className={classes['told']} data-plain>
          {sourceTexts.sources[side.source]} · {props.when}{' '}
          <LongMoment at={side.happenedAt ?? side.observedAt} />
        </span>
        {side.eventId !== null && (
          <span className={classes['told']} data-plain>
            {sourceTexts.event} <span className="mono">{asSeen(side.eventId)}</span>
          </span>
        )}
      </dd>
    </div>
  );
}

function Value({ value, isAddress }: { value: ChangeSide['value']; isAddress: boolean }) {
  if (value === null) return <span className="dimmed">{changesTexts.nothing}</span>;
  if (typeof value === 'string' && isAddress) return <GroupedAddress address={value} />;
  const text = typeof value === 'string' && value !== '' ? value : JSON.stringify(value, null, 1);
  return (
    <span className={classes['value']}>
      <OutsideText text={text} />
    </span>
  );
}
