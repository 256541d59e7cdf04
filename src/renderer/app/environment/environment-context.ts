/** What the page gets from around it, passed in once so that nothing reads it by itself. */
import { createContext, useContext } from 'react';
import type { PageClock } from '../clock.ts';

export interface PageEnvironment {
  clock: PageClock;
  /** A new intent key: 128 random bits as 32 hex digits. */
  mintIntentKey: () => string;
  /** Kept in this browser. */
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  /** Tells `beforeunload`. */
  window: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
}

export const EnvironmentContext = createContext<PageEnvironment | null>(null);

export function useEnvironment(): PageEnvironment {
  const environment = useContext(EnvironmentContext);
  if (environment === null) throw new Error('There is no page environment above this component.');
  return environment;
}
