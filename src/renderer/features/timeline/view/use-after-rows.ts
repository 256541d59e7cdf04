/**
 * The filter whose rows have been shown for a moment. What costs more than rows, and is looked at after
 * them, is read for it alone: not for every letter of a search.
 */
import { useEffect, useState } from 'react';
import type { TimelineFilter } from '../../../../bridge/timeline.ts';

/** In milliseconds. */
const moment = 150;

/** @param areThere whether the rows of that filter are shown */
export function useAfterRows(filter: TimelineFilter, areThere: boolean): TimelineFilter {
  const [ready, setReady] = useState(filter);
  useEffect(() => {
    if (!areThere || ready === filter) return;
    const timer = setTimeout(() => setReady(filter), moment);
    return () => clearTimeout(timer);
  }, [filter, areThere, ready]);
  return ready;
}
