/** In a list: that something of a record changed at the service and nobody has signed it off. */
import type { ReactNode } from 'react';
import type { ChangeKind, ChangeWeight } from '../../../bridge/changes.ts';
import { changesTexts } from '../../features/changes/texts.ts';
import { StatusMark, type Tone } from '../status-mark.tsx';
import { useChangesOf } from './use-open-changes.ts';

export const toneOfWeight: Readonly<Record<ChangeWeight, Tone>> = {
  destination: 'red',
  grave: 'red',
  notable: 'amber',
};

export interface ChangeMarkProps {
  kind: ChangeKind;
  id: string;
  /** What stands there where nothing changed. */
  otherwise?: ReactNode;
}

export function ChangeMark({ kind, id, otherwise }: ChangeMarkProps) {
  const weight = useChangesOf(kind, id);
  if (weight === null) return otherwise;
  return <StatusMark tone={toneOfWeight[weight]}>{changesTexts.mark[weight]}</StatusMark>;
}
