/** One stream of small notices: main tells, the renderer asks again for what it shows. */
import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';

export const changeTopics = [
  'customers',
  'virtual-accounts',
  'bank-accounts',
  'drift',
  'address-book',
  'intents',
  'profiles',
  'connection',
  'vault',
  'audit',
  'webhooks',
  'deliveries',
  'tunnels',
  'forwards',
  'timeline',
  'files',
  'annotations',
  'imports',
  'bulk',
  /** Everything may have changed: a profile was switched, or notices were missed. */
  'everything',
] as const;

export const changeNotice = z.object({
  topic: z.enum(changeTopics),
  /** Ids that changed; empty when any may have. */
  ids: z.array(z.string()),
});
export type ChangeNotice = z.infer<typeof changeNotice>;
export type ChangeTopic = ChangeNotice['topic'];

export const changesContract = {
  /**
   * Never ends by itself. Every notice carries an event id; a reconnect with `lastEventId` gets what
   * was missed, or one `everything` where that is no longer held.
   */
  watch: oc.output(eventIterator(changeNotice)),
};
