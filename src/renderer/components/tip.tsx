/** What a button is, told beside it while the pointer is on it. */
import { cloneElement, type ReactElement, type Ref, useRef, useState } from 'react';
import { screenFile } from '../app/feature.tsx';
import type { TipLabelProps } from './tip-label.tsx';
import { useAskedFile } from './use-asked-file.ts';

/** Most are never pointed at, and each takes more than its button does: it is made, and its file comes, then. */
export const tipFile = screenFile(async () => (await import('./tip-label.tsx')).TipLabel);

export interface TipProps extends Pick<TipLabelProps, 'isSentence'> {
  /** null: nothing is told. */
  label: string | null;
  children: ReactElement<{ ref?: Ref<HTMLElement>; onPointerEnter?: () => void }>;
}

export function Tip({ children, label: words, ...how }: TipProps) {
  const button = useRef<HTMLElement>(null);
  /** How often it was pointed at. */
  const [pointedAt, setPointedAt] = useState(0);
  const isHere = useAskedFile(tipFile, pointedAt);
  const point = (): void => setPointedAt((times) => (isHere ? times : times + 1));
  return (
    <>
      {cloneElement(children, { ref: button, onPointerEnter: point })}
      {isHere && words !== null && <tipFile.Screen target={button} label={words} {...how} />}
    </>
  );
}
