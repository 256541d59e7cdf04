import { useCallback, useEffect, useRef, useState } from 'react';

/**
 * Values that a field passed on and that have not come back yet. One that comes late, after somebody
 * typed on, is told from one that was set elsewhere by being among them.
 */
export function createPassedOn() {
  let waiting: string[] = [];
  return {
    add(value: string): void {
      if (waiting.at(-1) !== value) waiting.push(value);
    },
    /** Takes off what came back, and what was passed on before it. */
    takeBack(value: string): boolean {
      const index = waiting.indexOf(value);
      waiting = index === -1 ? [] : waiting.slice(index + 1);
      return index !== -1;
    },
  };
}

/**
 * Text of a field whose value is kept elsewhere and comes back later. What was typed stays, with the
 * blank at its end that begins the next word; a value from elsewhere takes its place.
 */
export function useTyped(
  value: string,
  onChange: (value: string) => void,
  onReplaced?: () => void,
): { typed: string; setTyped: (text: string) => void; passOn: (value: string) => void } {
  const [typed, setTyped] = useState(value);
  const [passedOn] = useState(createPassedOn);
  const last = useRef(value);
  useEffect(() => {
    if (value === last.current) return;
    last.current = value;
    if (passedOn.takeBack(value)) return;
    onReplaced?.();
    setTyped(value);
  }, [value, passedOn, onReplaced]);
  const passOn = useCallback(
    (next: string) => {
      passedOn.add(next);
      onChange(next);
    },
    [onChange, passedOn],
  );
  return { typed, setTyped, passOn };
}
