/** Filters of a list that a person gave a name. */
import { z } from 'zod';
import { reads, writesHere } from './procedure.ts';

const viewedList = z.enum(['timeline', 'payouts', 'otherRecords']);
export type ViewedList = z.infer<typeof viewedList>;

export const savedView = z.object({
  id: z.string().regex(/^[0-9a-f]{16}$/),
  name: z.string().min(1).max(80),
  /** The filter as a query without its leading `?`, as it stands in the address of a list that has it there. */
  query: z.string().max(4000),
});
export type SavedView = z.infer<typeof savedView>;

const ofList = { list: viewedList };

export const savedViewsContract = {
  list: reads.input(z.strictObject(ofList)).output(z.array(savedView)),
  /** INVALID for a name that another one of the list has, and when there are as many as there may be. */
  save: writesHere.input(savedView.extend(ofList)).output(savedView),
  remove: writesHere
    .input(z.strictObject({ ...ofList, id: savedView.shape.id }))
    .output(z.object({ removed: z.boolean() })),
};
