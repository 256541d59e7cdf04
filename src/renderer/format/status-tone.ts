/** Which tone a status of the service has. The sets are open (Interface 2): what is not known is grey. */
import type { Tone } from '../components/status-mark.tsx';

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

export const toneOfStatus = (status: string): Tone => tones[status.toLowerCase()] ?? 'grey';
