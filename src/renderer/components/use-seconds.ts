/** The time by the page's clock, renewed every second: only for the few words that count seconds. */
import { useEffect, useState } from 'react';
import { useEnvironment } from '../app/environment/environment-context.ts';

export function useSeconds(): number {
  const { clock } = useEnvironment();
  const [now, setNow] = useState(clock);
  useEffect(() => {
    const timer = setInterval(() => setNow(clock()), 1_000);
    return () => clearInterval(timer);
  }, [clock]);
  return now;
}
