/** One stream of small notices: main tells, the renderer asks again for what it shows. */
import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { reads } from './procedure.ts';

export const updateTopics = [
  'customers',
  'virtual-accounts',
  'bank-accounts',
  'changes',
  'address-book',
  'intents',
  'profiles',
  'connection',
  'vault',
  'backups',
  'handover',
  'team',
  'approvals',
  'audit',
  'webhooks',
  'deliveries',
  'tunnels',
  'forwarding',
  'timeline',
  'payouts',
  'other-records',
  'reports',
  'reconcile',
  'exports',
  'deposit-sheets',
  'annotations',
  'imports',
  'bulk',
  'sandbox',
  'overview',
  'notices',
  'retention',
  'links',
  /** Everything may have changed: a profile was switched, or notices were missed. */
  'everything',
] as const;

export const updateNotice = z.object({
  topic: z.enum(updateTopics),
  /** Ids that changed; empty when any may have. */
  ids: z.array(z.string()),
});
export type UpdateNotice = z.infer<typeof updateNotice>;
export type UpdateTopic = UpdateNotice['topic'];

export const updatesContract = {
  /**
   * Never ends by itself. Every notice carries an event id; a reconnect with `lastEventId` gets what
   * was missed, or one `everything` where that is no longer held.
   */
  watch: reads.output(eventIterator(updateNotice)),
};
