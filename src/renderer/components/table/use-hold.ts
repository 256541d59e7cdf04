/**
 * Whether somebody is about to press something in a list: the pointer is over it, or a key was pressed
 * in it. A list that is held moves no row then.
 */
import { type FocusEvent, useEffect, useMemo, useRef, useState } from 'react';

/**
 * A pointer that has rested for so long, in milliseconds, is left there: the list goes on until it
 * moves or is pressed again.
 */
const restMs = 15_000;
/** The finger of a tap is gone before its click comes, in milliseconds. */
const leaveMs = 300;

export interface Hold {
  isHeld: boolean;
  /** For the element around the list. */
  events: {
    onPointerMove: () => void;
    onPointerDown: () => void;
    onPointerLeave: () => void;
    onKeyDownCapture: () => void;
    onBlur: (event: FocusEvent) => void;
  };
}

export function useHold(): Hold {
  const [isHeld, setHeld] = useState(false);
  const isByKey = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const events = useMemo(() => {
    const endIn = (time: number): void => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setHeld(false), time);
    };
    const begin = (byKey: boolean): void => {
      isByKey.current = byKey;
      setHeld(true);
      endIn(restMs);
    };
    return {
      onPointerMove: () => begin(false),
      onPointerDown: () => begin(false),
      onPointerLeave: () => endIn(leaveMs),
      onKeyDownCapture: () => begin(true),
      // A key opened a detail; the pointer that clicked is still there.
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (isByKey.current && !currentTarget.contains(relatedTarget)) endIn(leaveMs);
      },
    };
  }, []);
  return { isHeld, events };
}
