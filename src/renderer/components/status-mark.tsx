/** A status: its colour always comes with an icon and a word. */
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleMinus,
  IconCircleX,
  IconClock,
  IconInfoCircle,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { allSeen } from './outside-text.tsx';
import classes from './status-mark.module.css';

/** green done, blue in progress, amber needs someone, red failed, grey unknown. */
export type Tone = 'green' | 'blue' | 'amber' | 'red' | 'grey';

const icons = {
  green: IconCircleCheck,
  blue: IconClock,
  amber: IconAlertTriangle,
  red: IconCircleX,
  grey: IconCircleMinus,
} as const;

export interface StatusMarkProps {
  tone: Tone;
  /** It is a sentence: it goes on in the next line where it has no room. */
  wraps?: boolean;
  children: ReactNode;
}

export function StatusMark({ tone, wraps = false, children }: StatusMarkProps) {
  return (
    <span className={classes['mark']} data-tone={tone} data-wraps={wraps} data-plain>
      <ToneIcon tone={tone} isState />
      <span>{allSeen(children)}</span>
    </span>
  );
}

export interface ToneIconProps {
  tone: Tone;
  size?: number;
  /** It stands before a state: grey is one, elsewhere what is only to be known. */
  isState?: boolean;
}

export function ToneIcon({ tone, size = 15, isState = false }: ToneIconProps) {
  const Icon = tone === 'grey' && !isState ? IconInfoCircle : icons[tone];
  return (
    <Icon size={size} stroke={1.75} aria-hidden className={classes['icon']} data-tone={tone} />
  );
}
