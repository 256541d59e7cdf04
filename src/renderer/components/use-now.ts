/** The time by the page's clock, renewed in steps. */
import { useEffect, useState } from 'react';
import { useEnvironment } from '../app/environment/environment-context.ts';
import { useKnownAt } from '../stores/known-at.ts';

const renewal = 30_000;

/** The last half minute that began: the same all over the page, so that no two ages disagree. */
export const lastRenewal = (now: number): number => Math.floor(now / renewal) * renewal;

/** Renewed every half minute, for ages and "as of" lines. */
export function useNow(): number {
  const { clock } = useEnvironment();
  const [now, setNow] = useState(() => lastRenewal(clock()));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const renew = (): void => {
      const time = clock();
      setNow(lastRenewal(time));
      timer = setTimeout(renew, lastRenewal(time) + renewal - time);
    };
    renew();
    return () => clearTimeout(timer);
  }, [clock]);
  return now;
}

/** The moment that the window shows: the chosen one where it looks back, else now. For how long something waits. */
export function useShownMoment(): number {
  const now = useNow();
  const { knownAt } = useKnownAt();
  return knownAt === null ? now : Date.parse(knownAt);
}

/** Renewed every second: only for the few words that count seconds. */
export function useSeconds(): number {
  const { clock } = useEnvironment();
  const [now, setNow] = useState(clock);
  useEffect(() => {
    const timer = setInterval(() => setNow(clock()), 1_000);
    return () => clearInterval(timer);
  }, [clock]);
  return now;
}
