/**
 * Whether what the first frame can do without is to be shown: once that frame was painted, in small steps and
 * behind whatever a person does.
 */
import { createContext, startTransition, useContext, useEffect, useState } from 'react';
import { afterPaint } from '../after-paint.ts';

export const IsLater = createContext(false);

export const useIsLater = (): boolean => useContext(IsLater);

/** For the frame, which tells all within it at once. */
export function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => afterPaint(window, () => startTransition(() => setPainted(true))), []);
  return isPainted;
}
