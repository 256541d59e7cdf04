import type { KeyboardEvent } from 'react';

/**
 * How many rows a key goes: one, a window of them, or to an end of the list. null for any other key, and with Ctrl,
 * say, which is a key of the browser.
 */
export function rowStep(event: KeyboardEvent<HTMLElement>, rowHeight: number): number | null {
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return null;
  const page = Math.max(1, Math.floor(event.currentTarget.clientHeight / rowHeight) - 1);
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: page,
    PageUp: -page,
    Home: -Number.POSITIVE_INFINITY,
    End: Number.POSITIVE_INFINITY,
  };
  return steps[event.key] ?? null;
}
