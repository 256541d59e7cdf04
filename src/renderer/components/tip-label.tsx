/** The words of a tip (tip.tsx). */
import { Tooltip } from '@mantine/core';
import type { RefObject } from 'react';

export interface TipLabelProps {
  label: string;
  /** A sentence, not a name. */
  isSentence?: boolean;
  target: RefObject<HTMLElement | null>;
}

export function TipLabel({ target, label, isSentence = false }: TipLabelProps) {
  const asSentence = isSentence ? { multiline: true, w: 260, withArrow: true } : {};
  return <Tooltip target={target} label={label} {...asSentence} />;
}
