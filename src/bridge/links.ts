/** Links to records that came from outside the page: they wait here until a page opens them. */
import { z } from 'zod';
import { reads, refusedToPages, writesHere } from './procedure.ts';
import { linkKinds } from './record-link.ts';

/** As parseLink gives it. */
const recordLink = z.object({
  kind: z.enum(linkKinds),
  id: z.string(),
  profile: z.string().nullable(),
});

export const linksContract = {
  waiting: reads.output(z.object({ isWaiting: z.boolean() })),
  /** Hands over the newest, once, to the first page that asks. */
  take: writesHere.output(
    z.object({
      isWaiting: z.boolean(),
      /** null: what came is no link. */
      link: recordLink.nullable(),
    }),
  ),
  /** For a second start, which hands its link to the first. */
  open: refusedToPages.input(z.strictObject({ text: z.string().max(4_096) })).output(z.object({})),
};
