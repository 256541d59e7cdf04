/**
 * The events that pass a filter: their number, the rows near the window, and what came since it was
 * held still. While it is held, its newest row is fixed, and new events wait above it.
 */
import {
  keepPreviousData,
  type QueryFunction,
  type QueryKey,
  useQuery,
} from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Bridge } from '../../../../bridge/contract.ts';
import type { TimelineFilter, TimelineRow } from '../../../../bridge/timeline.ts';
import { nextFrame } from '../../../app/after-paint.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { queryOf } from '../view/filter-address.ts';
import { createAskedRows } from './asked-rows.ts';
import { createEventPages, type EventPages, type LoaderOf, rowAt as rowOf } from './event-pages.ts';
import { pageRows } from './page-runs.ts';

/** Rows that take longer are not waited for: the list says that it is behind. In milliseconds. */
const patience = 50;

function whenPainted<Data>(options: { queryKey: QueryKey; queryFn: QueryFunction<Data> }): {
  queryKey: QueryKey;
  queryFn: QueryFunction<Data>;
} {
  const { queryKey, queryFn } = options;
  return {
    queryKey,
    queryFn: async (context) => {
      await nextFrame();
      return await queryFn(context);
    },
  };
}

export interface EventList {
  /** Asks for the first rows of a filter, and draws nothing. Resolves when they are there, or late. */
  readonly ask: (next: TimelineFilter) => Promise<void>;
  /** Shows a filter that is about to be in the address. */
  readonly begin: (next: TimelineFilter) => void;
  /** The query of the filter whose rows are shown. */
  readonly of: string;
  /** Rows of the list as it is shown. */
  readonly total: number;
  /** All that pass the filter, those that wait among them; null while that is not known. */
  readonly counted: number | null;
  /** All events of the profile. */
  readonly known: number | null;
  /** Words of the search that are found only whole. */
  readonly wholeWords: readonly string[];
  readonly pages: ReadonlyMap<number, readonly TimelineRow[]>;
  readonly rowAt: (index: number) => TimelineRow | undefined;
  readonly onRange: (from: number, to: number) => void;
  /** New events that wait above a list that is held. */
  readonly waiting: number;
  /** Shows them: the list begins with the newest again. */
  readonly showWaiting: () => void;
  /** When the index was read last: grows with what it takes in. */
  readonly readAt: number;
  readonly isThere: boolean;
  readonly isBehind: boolean;
  readonly error: unknown;
  readonly refetch: () => void;
}

/** @param readOf the query of the list in which something is being read, which must not move; null when none is */
export function useEventList(
  filter: TimelineFilter,
  isPaused: boolean,
  readOf: string | null,
): EventList {
  const { bridge, queries } = useBridge();
  const [pages] = useState(() =>
    createEventPages<TimelineRow>((task) => void nextFrame().then(task)),
  );
  const state = useStore(pages.store);
  const { held } = state;
  const key = queryOf(filter);

  // When the rows are painted: what is asked first is answered first.
  const count = useQuery({
    ...whenPainted(queries.timeline.count.queryOptions({ input: { filter } })),
    placeholderData: keepPreviousData,
    enabled: state.of === key,
  });
  // Held rows of a filter that is not in the address yet would be counted by another one.
  const isHeld = held !== null && state.of === key;
  const newer = useQuery({
    ...queries.timeline.count.queryOptions({ input: { filter, after: held?.key ?? null } }),
    enabled: isHeld,
  });
  const waiting = isHeld ? (newer.data?.total ?? 0) : 0;

  const [asked] = useState(() => createAskedRows<TimelineRow>());
  const ask = useCallback(
    async (next: TimelineFilter) => {
      const there = asked.ask(queryOf(next), loaderFor(bridge, next)(null));
      await Promise.race([there, new Promise((late) => setTimeout(late, patience))]);
    },
    [bridge, asked],
  );
  const begin = useCallback(
    (next: TimelineFilter) => {
      const of = queryOf(next);
      pages.show(of, asked.before(of, loaderFor(bridge, next)), asked.take(of));
      asked.giveUp();
    },
    [bridge, pages, asked],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says the filter
  useLayoutEffect(() => begin(filter), [begin, key]);
  useEffect(
    () => () => {
      asked.giveUp();
      pages.dispose();
    },
    [asked, pages],
  );

  const of = state.of ?? key;
  const isStill = isPaused || readOf === of;
  // Held as soon as there is something to hold, once more after what waited was shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever changes of the list may be that
  useEffect(() => {
    if (isStill) pages.hold();
    else pages.letGo();
  }, [isStill, state, pages]);

  const counted = count.isPlaceholderData ? null : (count.data?.total ?? null);
  const isCurrent = state.of === key && counted !== null;
  useReadAgain(pages, key, isCurrent ? count : null);

  const length = lengthOf(state, isCurrent ? counted - waiting : null);
  // As long as rows of the filter before are shown, so is their number.
  const shown = useRef(length);
  const total = state.isBehind ? shown.current : length;
  useLayoutEffect(() => {
    shown.current = total;
  }, [total]);
  const onRange = useCallback(
    (from: number, to: number) => pages.want({ from, to }, total),
    [pages, total],
  );
  const rowAt = useMemo(() => (index: number) => rowOf(state.pages, index), [state.pages]);

  return {
    ask,
    begin,
    of,
    total,
    counted,
    known: count.data?.known ?? null,
    wholeWords: count.data?.wholeWords ?? [],
    pages: state.pages,
    rowAt,
    onRange,
    waiting,
    showWaiting: pages.letGo,
    readAt: count.dataUpdatedAt,
    isThere: state.isThere,
    isBehind: state.isBehind,
    error: state.error ?? count.error,
    refetch: () => {
      void count.refetch();
      pages.refresh();
    },
  };
}

/**
 * Reads the rows again when the count was: a change notice made it. With another filter both were
 * read just now, unless something was taken in between.
 */
function useReadAgain(
  pages: EventPages<TimelineRow>,
  key: string,
  count: { data: { known: number } | undefined; dataUpdatedAt: number } | null,
): void {
  const before = useRef<{ key: string; known: number; at: number } | null>(null);
  const known = count?.data?.known ?? null;
  const at = count?.dataUpdatedAt ?? 0;
  useEffect(() => {
    if (known === null) return;
    const last = before.current;
    before.current = { key, known, at };
    const isSame = last?.key === key ? last.at === at : last?.known === known;
    if (!isSame) pages.refresh();
  }, [pages, key, known, at]);
}

const loaderFor =
  (bridge: Bridge, filter: TimelineFilter): LoaderOf<TimelineRow> =>
  (held) =>
  (offset, limit, signal) =>
    bridge.timeline.list(
      { filter, before: held === null ? null : held.key + 1, offset, limit },
      { signal },
    );

/** By the end that was seen, else by the count; before either is known, as far as rows were read. */
function lengthOf(
  state: { pages: ReadonlyMap<number, readonly TimelineRow[]>; end: number | null },
  counted: number | null,
): number {
  if (state.end !== null) return state.end;
  const read = Math.max(
    0,
    ...[...state.pages].map(([page, { length }]) => page * pageRows + length),
  );
  if (counted !== null) return Math.max(counted, read);
  return read === 0 ? 0 : read + 1;
}
