/** One change: the field, and both values whole, each with who said it and when. */
import type { DriftSide, DriftView } from '../../../bridge/changes.ts';
import { driftFields, driftTexts } from '../../features/changes/texts.ts';
import { asSeen } from '../../format/hidden-characters.ts';
import { learnedTexts } from '../../texts/states.ts';
import { GroupedAddress } from '../identifier.tsx';
import { LongMoment } from '../moment.tsx';
import { OutsideText } from '../outside-text.tsx';
import classes from './changes.module.css';

/** `/fees/other` → `fees › other` where the field has no name of its own. */
export const fieldInWords = (path: string): string =>
  driftFields[path] ??
  path
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join(' › ');

export function ChangeView({ change }: { change: DriftView }) {
  const isAddress = change.path === '/destination/walletAddress';
  return (
    <dl className={classes['sides']}>
      <Side name={driftTexts.was} when={driftTexts.lastTold} side={change.was} {...{ isAddress }} />
      <Side name={driftTexts.is} when={driftTexts.firstTold} side={change.is} {...{ isAddress }} />
    </dl>
  );
}

function Side(props: { name: string; when: string; side: DriftSide; isAddress: boolean }) {
  const { side } = props;
  return (
    <div className={classes['side']}>
      <dt>{props.name}</dt>
      <dd>
        <Value value={side.value} isAddress={props.isAddress} />
        <span className={classes['told']}>
          {learnedTexts.sources[side.source]} · {props.when}{' '}
          <LongMoment at={side.happenedAt ?? side.observedAt} />
        </span>
        {side.eventId !== null && (
          <span className={classes['told']}>
            {learnedTexts.event} <span className="mono">{asSeen(side.eventId)}</span>
          </span>
        )}
      </dd>
    </div>
  );
}

function Value({ value, isAddress }: { value: DriftSide['value']; isAddress: boolean }) {
  if (value === null) return <span className="dimmed">{driftTexts.nothing}</span>;
  if (typeof value === 'string' && isAddress) return <GroupedAddress address={value} />;
  const text = typeof value === 'string' && value !== '' ? value : JSON.stringify(value, null, 1);
  return (
    <span className={classes['value']}>
      <OutsideText text={text} />
    </span>
  );
}
