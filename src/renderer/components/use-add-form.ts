import { useState } from 'react';

/**
 * A form that adds to a list on the same screen: it is open until the list has one more, and stays where one is removed.
 *
 * @param ids of the list; undefined while it is not read
 */
export function useAddForm(ids: readonly string[] | undefined) {
  const [before, setBefore] = useState<readonly string[] | null>(null);
  if (before !== null && ids?.some((id) => !before.includes(id))) setBefore(null);
  return {
    isOpen: before !== null,
    open: () => ids && setBefore(ids),
    close: () => setBefore(null),
  };
}
