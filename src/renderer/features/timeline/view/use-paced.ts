/** A callback that is called no faster than a pace (paced.ts), as long as its component is there. */
import { useEffect, useRef, useState } from 'react';
import { createPaced } from './paced.ts';

/** @param pace milliseconds between two calls, at least; the first one given is kept */
export function usePaced<Value>(
  call: (value: Value) => void,
  pace: number,
): (value: Value) => void {
  const current = useRef(call);
  useEffect(() => {
    current.current = call;
  });
  const [paced] = useState(() => createPaced<Value>((value) => current.current(value), pace));
  useEffect(() => paced.stop, [paced]);
  return paced.call;
}
