/** Which tone a status of the service has. The sets are open (Interface 2): what is not known is grey. */
import type { Tone } from '../components/status-mark.tsx';
import { sentenceCase } from './words.ts';

const tones: Readonly<Record<string, Tone>> = {
  approved: 'green',
  active: 'green',
  complete: 'green',
  completed: 'green',
  successful: 'green',
  healthy: 'green',
  pending: 'blue',
  processing: 'blue',
  submitted: 'blue',
  incomplete: 'amber',
  degraded: 'amber',
  rejected: 'red',
  failed: 'red',
  failing: 'red',
  dead: 'red',
};

export const toneOfStatus = (status: string): Tone =>
  (Object.hasOwn(tones, status.toLowerCase()) ? tones[status.toLowerCase()] : undefined) ?? 'grey';

/** `active` → `Active`; a status that is not known stays as it came. */
export const statusWords = (status: string): string =>
  Object.hasOwn(tones, status.toLowerCase()) ? sentenceCase(status) : status;

const stateTones: Readonly<Record<string, Tone>> = {
  cancelled: 'red',
  refunded: 'amber',
  additionalReviewRequired: 'amber',
  created: 'blue',
  funded: 'blue',
};

/** Tone of a state that an event names, such as `funded` (Interface 3). */
export const toneOfState = (state: string): Tone =>
  (Object.hasOwn(stateTones, state) ? stateTones[state] : undefined) ?? toneOfStatus(state);
