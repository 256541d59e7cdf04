/** How loud each kind of row is. */
import type { ImportView } from '../../../bridge/imports.ts';
import type { Tone } from '../../components/status-mark.tsx';

export const tones: Readonly<Record<keyof ImportView['counts'], Tone>> = {
  new: 'green',
  adds: 'green',
  changes: 'amber',
  same: 'grey',
  problems: 'red',
};
