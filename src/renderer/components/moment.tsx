/** A moment in local time, with the ISO form on hover. */
import { longInstant } from '../../bridge/instants.ts';
import { exactAge } from '../format/exact-age.ts';
import { ageOf, shortInstant } from '../format/instants.ts';
import { useNow, useSeconds } from './use-now.ts';

export function ShortMoment({ at }: { at: string }) {
  const now = useNow();
  return (
    <time dateTime={at} title={at}>
      {shortInstant(at, now)}
    </time>
  );
}

export function LongMoment({ at }: { at: string }) {
  const now = useNow();
  return <WithAge at={at} age={ageOf(at, now)} />;
}

/** For what happens every few seconds: the age, or what is left, counts along. */
export function ExactMoment({ at }: { at: string }) {
  const now = useSeconds();
  return <WithAge at={at} age={exactAge(at, now)} />;
}

function WithAge({ at, age }: { at: string; age: string }) {
  return (
    <time dateTime={at} title={at}>
      <span className="unbroken">{longInstant(at)}</span>{' '}
      <span className="unbroken dimmed">· {age}</span>
    </time>
  );
}
