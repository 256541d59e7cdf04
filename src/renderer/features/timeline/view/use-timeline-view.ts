/** The filter of the address, and how it is changed. */
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import type { TimelineFilter } from '../../../../bridge/timeline.ts';
import { nextFrame } from '../../../app/after-paint.ts';
import { withQuery } from '../../../app/fragment.ts';
import { useHashSearch } from '../../../app/hash-location.ts';
import { useKnownAt } from '../../../stores/known-at.ts';
import { timelinePaths } from '../paths.ts';
import { emptyFilter, filterOf, queryOf } from './filter-address.ts';
import { useTimelineStore } from './timeline-store.ts';

export type HrefOf = (event: { readonly eventId: string; readonly isApart?: boolean }) => string;

export interface TimelineAddress {
  readonly filter: TimelineFilter;
  /** The filter as it stands in the address, in its one form. */
  readonly query: string;
  /** Changes some of the filter; the event that is open stays open. */
  readonly change: (patch: Partial<TimelineFilter>) => void;
  /** The moment whose knowledge the window shows; null is now. */
  readonly setKnownAt: (knownAt: string | null) => void;
  /** Goes to the filter of a query, as of a saved view. */
  readonly apply: (query: string) => void;
  readonly clear: () => void;
  /** Address of an event beside the list as it is filtered. */
  readonly hrefOf: HrefOf;
  /** The event that is open is the mock one that stands apart from a real one of its id. */
  readonly isApart: boolean;
  /** Address of the list alone. */
  readonly listHref: string;
  /** Told of a filter before the address is: its rows are drawn first, then what else of the screen it changes. */
  readonly ahead: { current: ToldAhead | null };
}

interface ToldAhead {
  readonly ask: (next: TimelineFilter) => Promise<void>;
  readonly begin: (next: TimelineFilter) => void;
}

/** A mock event in production stands apart from a real one of its id, and has an address of its own. */
const apart = 'apart=yes';
const isApartIn = (query: string): boolean => new URLSearchParams(query).get('apart') === 'yes';
const joined = (query: string, isApart: boolean): string =>
  [query, isApart ? apart : ''].filter((part) => part !== '').join('&');

/** Address of an event beside the list of that query. */
export const eventHref = (
  query: string,
  { eventId, isApart = false }: Parameters<HrefOf>[0],
): string => withQuery(timelinePaths.event(eventId), joined(query, isApart));

export function useTimelineView(eventId: string | null): TimelineAddress {
  const [, navigate] = useLocation();
  const timelineView = useTimelineStore();
  const raw = useHashSearch();
  const kept = useStore(timelineView, (state) => state.query);
  const { knownAt, lookBack, backToNow } = useKnownAt();
  // The whole window looks back, and not this screen alone.
  const filter = useMemo(() => ({ ...filterOf(raw), knownAt }), [raw, knownAt]);
  const query = useMemo(() => queryOf(filter), [filter]);

  const isApart = eventId !== null && isApartIn(raw);
  const place = eventId === null ? timelinePaths.root : timelinePaths.event(eventId);
  const ahead = useRef<ToldAhead | null>(null);
  const go = useCallback(
    (next: TimelineFilter) => {
      ahead.current?.begin(next);
      // The moment belongs to the window: a filter that is taken up again brings none of its own.
      timelineView.getState().change({ query: queryOf({ ...next, knownAt: null }) });
      navigate(withQuery(place, joined(queryOf(next), isApart)), { replace: true });
    },
    [navigate, place, isApart, timelineView],
  );

  // Back on the screen without a filter in the address: the one that was left goes on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only where the screen begins
  useEffect(() => {
    const begun = filterOf(raw === '' ? kept : raw);
    go({ ...begun, knownAt: begun.knownAt ?? knownAt });
  }, []);

  // What the address asks for is followed, and the address follows what is chosen, here or elsewhere.
  const asked = useMemo(() => filterOf(raw).knownAt, [raw]);
  const told = useRef(knownAt);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whichever of the two changed leads
  useEffect(() => {
    const isChosen = told.current !== knownAt;
    told.current = knownAt;
    if (asked === knownAt) return;
    if (isChosen) go(filter);
    else if (asked !== null) lookBack(asked);
  }, [asked, knownAt]);

  const setKnownAt = useCallback(
    (next: string | null) => (next === null ? backToNow() : lookBack(next)),
    [backToNow, lookBack],
  );
  const current = useRef(filter);
  /** Chosen, and not in the address yet. */
  const chosen = useRef<TimelineFilter | null>(null);
  const shown = useRef(query);
  useLayoutEffect(() => {
    current.current = filter;
    // Another filter was gone to meanwhile, and stays.
    if (shown.current !== query) chosen.current = null;
    shown.current = query;
  }, [filter, query]);
  useEffect(
    () => () => {
      chosen.current = null;
    },
    [],
  );
  const goNow = useRef(go);
  useLayoutEffect(() => {
    goNow.current = go;
  }, [go]);
  const choose = useCallback((next: TimelineFilter) => {
    const show = async (): Promise<void> => {
      await ahead.current?.ask(next);
      if (chosen.current !== next) return;
      ahead.current?.begin(next);
      await nextFrame();
      if (chosen.current === next) goNow.current(next);
    };
    current.current = next;
    chosen.current = next;
    void show();
  }, []);
  const change = useCallback(
    (patch: Partial<TimelineFilter>) => choose({ ...current.current, ...patch }),
    [choose],
  );
  const apply = useCallback(
    (next: string) => choose({ ...filterOf(next), knownAt }),
    [choose, knownAt],
  );
  const clear = useCallback(() => choose({ ...emptyFilter, knownAt }), [knownAt, choose]);
  const hrefOf = useCallback<HrefOf>((event) => eventHref(query, event), [query]);
  const listHref = withQuery(timelinePaths.root, query);
  return useMemo(
    () => ({ filter, query, setKnownAt, change, apply, clear, hrefOf, isApart, listHref, ahead }),
    [filter, query, setKnownAt, change, apply, clear, hrefOf, isApart, listHref],
  );
}
