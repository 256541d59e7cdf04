/**
 * Everything below is of one profile: its calls name it, what they read is kept apart, and lists, filters
 * and the past view begin anew with it. Whatever was under way in the profile that was left ends unseen.
 */
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Router, useLocation } from 'wouter';
import { useUnsavedStore } from '../stores/unsaved.ts';
import { type BridgeAccess, BridgeContext, useBridge } from './bridge/bridge-context.ts';
import { visitIn } from './bridge/query-keys.ts';
import { placeAfterSwitch } from './features.ts';
import { isElsewhere, LeaveQuestion } from './leave/leave-question.tsx';
import { useProfileId } from './shell/use-profile-id.ts';

type AroundNavigation = NonNullable<Parameters<typeof Router>[0]['aroundNav']>;

export function ProfileScope({ children }: { children: ReactNode }) {
  const access = useBridge().of(useProfileId());
  const [visit, setVisit] = useState(() => begin(access));
  // Begun before anything below is rendered for it.
  if (visit.access !== access) setVisit(begin(access));
  useLeave(visit);
  const unsaved = useUnsavedStore();
  const whileShown: AroundNavigation = (go, to, options) => {
    // An answer that comes after its profile was left leads nowhere.
    const leave = (): void => {
      if (!visit.isLeft) go(to, options);
    };
    if (!(isElsewhere(to) && unsaved.getState().asks(leave))) leave();
  };
  return (
    <BridgeContext value={visit.access}>
      <Router aroundNav={whileShown}>
        {children}
        <LeaveQuestion />
      </Router>
    </BridgeContext>
  );
}

/** One profile, from when the page shows it until it shows another one. */
interface Visit {
  access: BridgeAccess;
  isLeft: boolean;
}

const begin = (access: BridgeAccess): Visit => ({ access, isLeft: false });

/** Forgets what was read in other visits, before anything of this one is painted. */
function useLeave(visit: Visit): void {
  const client = useQueryClient();
  const [location, navigate] = useLocation();
  const shown = useRef(visit);
  useLayoutEffect(() => {
    visit.isLeft = false;
    return () => {
      visit.isLeft = true;
    };
  }, [visit]);
  useLayoutEffect(() => {
    if (shown.current === visit) return;
    shown.current = visit;
    const own = visitIn(visit.access.queries.intents.key());
    client.removeQueries({
      predicate: ({ queryKey }) => ![own, null].includes(visitIn(queryKey)),
    });
    // The record that was open is not known here, and nothing of it is filtered by: its list is shown.
    navigate(placeAfterSwitch(location), { replace: true });
  }, [visit, client, location, navigate]);
}
