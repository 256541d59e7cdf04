/** Rows of a long list, read a page at a time: only the pages near the window are held. */
import {
  keepPreviousData,
  type QueryFunction,
  type QueryKey,
  useQueries,
  useQuery,
} from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { pageSize, pagesNear } from './paging.ts';
import type { WindowedRows } from './windowed-rows.ts';

/** Pages out of the window are let go after this time, in milliseconds. */
const heldFor = 15_000;

/** What every page of a list has. */
export interface Page {
  rows: unknown[];
  total: number;
}

type RowOf<Data extends Page> = Data['rows'][number];

export interface PageQuery<Data> {
  queryKey: QueryKey;
  queryFn: QueryFunction<Data>;
}

export interface PagedRows<Data extends Page> extends WindowedRows<RowOf<Data>> {
  /** The first page, with what the list says of itself; undefined before it came. */
  first: Data | undefined;
  error: unknown;
  refetch: () => void;
}

export function usePagedRows<Data extends Page>(
  pageQuery: (offset: number) => PageQuery<Data>,
): PagedRows<Data> {
  const [range, setRange] = useState({ from: 0, to: 0 });
  const first = useQuery({ ...pageQuery(0), placeholderData: keepPreviousData });
  const total = first.data?.total ?? 0;
  const pages = pagesNear(range, total, pageSize).filter((page) => page > 0);
  const others = useQueries({
    queries: pages.map((page) => ({ ...pageQuery(page * pageSize), gcTime: heldFor })),
  });

  const rowAt = (index: number): RowOf<Data> | undefined => {
    const page = Math.floor(index / pageSize);
    const data = page === 0 ? first.data : others[pages.indexOf(page)]?.data;
    return data?.rows[index % pageSize];
  };
  const onRange = useCallback((from: number, to: number) => {
    setRange((current) => (current.from === from && current.to === to ? current : { from, to }));
  }, []);

  return {
    first: first.data,
    total,
    rowAt,
    onRange,
    error: first.error ?? others.find((page) => page.error !== null)?.error ?? null,
    isBehind: first.isPlaceholderData,
    refetch: () => void Promise.all([first.refetch(), ...others.map((page) => page.refetch())]),
  };
}
