/** In a list: that something of a record changed at the service and nobody has signed it off. */
import type { ReactNode } from 'react';
import type { DriftKind, DriftWeight } from '../../../bridge/changes.ts';
import { driftTexts } from '../../features/changes/texts.ts';
import { StatusMark, type Tone } from '../status-mark.tsx';
import { useDriftOf } from './use-open-changes.ts';

export const toneOfWeight: Readonly<Record<DriftWeight, Tone>> = {
  destination: 'red',
  grave: 'red',
  notable: 'amber',
};

export interface DriftMarkProps {
  kind: DriftKind;
  id: string;
  /** What stands there where nothing changed. */
  otherwise?: ReactNode;
}

export function DriftMark({ kind, id, otherwise }: DriftMarkProps) {
  const weight = useDriftOf(kind, id);
  if (weight === null) return otherwise;
  return <StatusMark tone={toneOfWeight[weight]}>{driftTexts.mark[weight]}</StatusMark>;
}
