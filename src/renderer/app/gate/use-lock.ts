/** Locking: the page is blank at once, and forgets what it has read; main does the rest. */
import { useHotkeys } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { useBridge } from '../bridge/bridge-context.ts';
import { areaOf } from '../bridge/query-keys.ts';

/** What the screen of a locked Causeway reads. Nothing else is kept. */
const keptAreas = ['vault', 'connection'];

export function useLock(): () => void {
  const { bridge, queries } = useBridge();
  const client = useQueryClient();
  return useCallback(() => {
    const { queryKey } = queries.vault.status.queryOptions();
    void client.cancelQueries({ queryKey });
    // Not after main's answer: nothing may be seen meanwhile.
    const vault = client.getQueryData(queryKey);
    if (vault?.state === 'unlocked') client.setQueryData(queryKey, { ...vault, state: 'locked' });
    // Its answer or its failure: what main says of the vault then is what is shown.
    const ask = () => client.invalidateQueries({ queryKey });
    void bridge.vault.lock().then(ask, ask);
  }, [bridge, queries, client]);
}

/** In fields too: there is no other use of these keys. */
export function useLockByKeys(): void {
  useHotkeys([['mod+shift+L', useLock()]], []);
}

/** How often main hears that somebody is here, in milliseconds. */
const tellingMs = 15_000;

/** Whoever moves, types or scrolls delays the lock. */
export function useTellActive(): void {
  const { bridge } = useBridge();
  useEffect(() => {
    let toldAt = Number.NEGATIVE_INFINITY;
    const tell = (): void => {
      if (performance.now() - toldAt < tellingMs) return;
      toldAt = performance.now();
      bridge.lock.active().catch(() => undefined);
    };
    const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;
    for (const sign of signs) addEventListener(sign, tell, { passive: true });
    return () => {
      for (const sign of signs) removeEventListener(sign, tell);
    };
  }, [bridge]);
}

/**
 * Forgets what was read and where the page was, which may name a customer; once unlocked it is there again.
 * Whether the place is not back yet.
 */
export function useBlankWhileLocked(isLocked: boolean): boolean {
  const client = useQueryClient();
  const { leave } = useBridge();
  const [place, setPlace] = useState<string | null>(null);
  useLayoutEffect(() => {
    if (!isLocked) return;
    leave();
    const isRead = ({ queryKey }: { readonly queryKey: readonly unknown[] }) =>
      !keptAreas.includes(areaOf(queryKey) ?? '');
    const read = client.getQueryCache().findAll({ predicate: isRead });
    // What a screen lets go of later would be kept by a timer for as long.
    for (const each of [...read, ...client.getMutationCache().getAll()]) each.gcTime = 0;
    client.removeQueries({ predicate: isRead });
    client.getMutationCache().clear();
    document.title = 'Causeway';
    setPlace(location.hash);
    showPlace('');
  }, [isLocked, leave, client]);
  // A link that is pasted, or a way back, while it is locked: not shown before either, and led to then.
  useEffect(() => {
    if (!isLocked) return;
    const hide = (): void => {
      if (location.hash === '') return;
      setPlace(location.hash);
      showPlace('');
    };
    addEventListener('hashchange', hide);
    return () => removeEventListener('hashchange', hide);
  }, [isLocked]);
  useLayoutEffect(() => {
    if (isLocked || place === null) return;
    showPlace(place);
    setPlace(null);
  }, [isLocked, place]);
  return place !== null;
}

/** Not by the router, which would show another screen first. */
function showPlace(hash: string): void {
  history.replaceState(history.state, '', `${location.pathname}${location.search}${hash}`);
}
