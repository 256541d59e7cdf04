/** Tells main that somebody looks, and gives when the visit before ended; null where there was none. */
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { visitStore } from '../../stores/made-once.ts';

/** While the screen stands there, somebody looks; after half an hour without that it is another visit. */
const tellingMs = 5 * 60_000;

const useVisit = visitStore(() =>
  createStore<{ lastVisitAt: string | null }>(() => ({ lastVisitAt: null })),
);

export function useLastVisit(): string | null {
  const { bridge } = useBridge();
  const profileId = useProfileId();
  const visit = useVisit();
  useEffect(() => {
    if (profileId === '') return;
    const tell = (): void => {
      if (document.visibilityState !== 'visible') return;
      bridge.overview.seen({ profileId }).then(visit.setState, () => undefined);
    };
    tell();
    const timer = setInterval(tell, tellingMs);
    return () => clearInterval(timer);
  }, [bridge, profileId, visit]);
  return useStore(visit).lastVisitAt;
}
