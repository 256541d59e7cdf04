/** The time by the page's clock, renewed every half minute, for ages and "as of" lines. */
import { useEffect, useState } from 'react';
import { useEnvironment } from '../app/environment/environment-context.ts';

const renewal = 30_000;

/** The last half minute that began: the same all over the page, so that no two ages disagree. */
export const lastRenewal = (now: number): number => Math.floor(now / renewal) * renewal;

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
