import { useState } from 'react';

/** What is chosen shows at once; what is given follows when its rows are there. */
export function useShownChoice<Value extends object>(
  given: Value,
): [shown: Value, show: (next: Value) => void] {
  const [choice, setChoice] = useState({ over: given, shown: given });
  return [
    choice.over === given ? choice.shown : given,
    (shown) => setChoice({ over: given, shown }),
  ];
}
