/** The view that the address asks for, and how it is changed. */
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useLocation } from 'wouter';
import { createStore } from 'zustand/vanilla';
import { withQuery } from '../../app/fragment.ts';
import { useHashSearch } from '../../app/hash-location.ts';
import { visitStore } from '../../stores/made-once.ts';
import { payoutPaths } from './paths.ts';
import { firstView, type PayoutsView, queryOf, viewOf } from './payouts-view.ts';

export interface PayoutsAddress {
  readonly view: PayoutsView;
  /** Changes some of the view; the payout that is open stays open. */
  readonly change: (patch: Partial<PayoutsView>) => void;
  /** Goes to the view of a query, as of a saved view. */
  readonly apply: (query: string) => void;
  readonly reset: () => void;
  /** Address of a payout beside the list as it is filtered. */
  readonly hrefOf: (id: string) => string;
  /** Address of the list alone. */
  readonly listHref: string;
}

/** The query that was in the address when the screen was left. */
const useLeftQuery = visitStore(() => createStore<{ query: string }>(() => ({ query: '' })));

export function usePayoutsView(selectedId: string | null): PayoutsAddress {
  const [, navigate] = useLocation();
  const left = useLeftQuery();
  const raw = useHashSearch();
  const view = useMemo(() => viewOf(raw), [raw]);
  const query = useMemo(() => queryOf(view), [view]);
  const place = selectedId === null ? payoutPaths.root : payoutPaths.one(selectedId);
  const apply = useCallback(
    (next: string) => navigate(withQuery(place, next), { replace: true }),
    [navigate, place],
  );

  // Back on the screen without a filter in the address: the one that was left goes on.
  const isBegun = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only where the address changes
  useEffect(() => {
    const before = isBegun.current ? '' : left.getState().query;
    isBegun.current = true;
    if (raw === '' && before !== '') apply(before);
    else left.setState({ query });
  }, [raw]);

  const current = useRef(view);
  useLayoutEffect(() => {
    current.current = view;
  }, [view]);
  const change = useCallback(
    (patch: Partial<PayoutsView>) => apply(queryOf({ ...current.current, ...patch })),
    [apply],
  );
  return {
    view,
    change,
    apply,
    reset: () => apply(queryOf({ ...firstView, sort: view.sort, direction: view.direction })),
    hrefOf: (id) => withQuery(payoutPaths.one(id), query),
    listHref: withQuery(payoutPaths.root, query),
  };
}
