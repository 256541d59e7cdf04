/** What a button is, told beside it while the pointer is on it. */
import { cloneElement, type ReactElement, type Ref, Suspense, useRef, useState } from 'react';
import { screenFile } from '../app/feature.tsx';
import type { TipLabelProps } from './tip-label.tsx';

/** Most are never pointed at, and each takes more than its button does: it is made, and its file comes, then. */
const label = screenFile(async () => (await import('./tip-label.tsx')).TipLabel);

export interface TipProps extends Pick<TipLabelProps, 'isSentence'> {
  /** null: nothing is told. */
  label: string | null;
  children: ReactElement<{ ref?: Ref<HTMLElement>; onPointerEnter?: () => void }>;
}

export function Tip({ children, label: words, ...how }: TipProps) {
  const button = useRef<HTMLElement>(null);
  const [wasPointedAt, setWasPointedAt] = useState(false);
  return (
    <>
      {cloneElement(children, { ref: button, onPointerEnter: () => setWasPointedAt(true) })}
      {wasPointedAt && words !== null && (
        <Suspense>
          <label.Screen target={button} label={words} {...how} />
        </Suspense>
      )}
    </>
  );
}
