/** Puts a text on the clipboard and remembers for two seconds what came of it. */
import { useEffect, useState } from 'react';
import { stateTexts } from '../texts/states.ts';

export type CopyState = 'idle' | 'copied' | 'failed';

export function useCopy(text: string): {
  state: CopyState;
  /** What to say instead of the label; null while there is nothing to say. */
  words: string | null;
  copy: () => void;
} {
  const [state, setState] = useState<CopyState>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), 2_000);
    return () => clearTimeout(timer);
  }, [state]);

  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => setState('copied'),
      () => setState('failed'),
    );
  };
  const words =
    state === 'idle' ? null : state === 'copied' ? stateTexts.copied : stateTexts.copyFailed;
  return { state, words, copy };
}
