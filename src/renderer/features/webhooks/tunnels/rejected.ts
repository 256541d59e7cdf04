/** What the receiver did not take, in the order in which a person should look at it. */
import type { RejectedView } from '../../../../bridge/webhooks.ts';
import type { Tone } from '../../../components/status-mark.tsx';

/**
 * The service's own deliveries may be among the first ones (it is asked to send them again); the others
 * are most likely not of the service at all.
 */
const order: readonly (readonly [reason: keyof RejectedView, tone: Tone])[] = [
  ['notDurable', 'red'],
  ['holdFull', 'amber'],
  ['noRoom', 'amber'],
  ['connectionsRefused', 'amber'],
  ['timedOut', 'amber'],
  ['tooLarge', 'amber'],
  ['wrongPath', 'grey'],
  ['wrongMethod', 'grey'],
  ['malformed', 'grey'],
];

export interface RejectedReason {
  readonly reason: keyof RejectedView;
  readonly tone: Tone;
  readonly count: number;
}

/** Those that happened at all. */
export const rejectedReasons = (dropped: RejectedView): RejectedReason[] =>
  order
    .map(([reason, tone]) => ({ reason, tone, count: dropped[reason] }))
    .filter(({ count }) => count > 0);
