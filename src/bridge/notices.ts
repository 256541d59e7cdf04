/** Notices of the system: which of what needs a person is told outside the page, and when. */
import { z } from 'zod';
import { openedDocument } from './documents.ts';
import { asks, reads, writesHere } from './procedure.ts';
import { instant, ofProfile } from './scalars.ts';

export const noticeKinds = [
  'payoutsFailed',
  'kycRejected',
  'mismatches',
  'unresolved',
  'approvalsWaiting',
  'approvalsToSend',
  'approvalsRefused',
  'tunnels',
  'token',
] as const;
export const noticeKind = z.enum(noticeKinds);
export type NoticeKind = z.infer<typeof noticeKind>;

/** Wall clock, `22:00`. */
const wallTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

const isZone = (zone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: zone }).format(0) !== '';
  } catch {
    return false;
  }
};

/** From `from` on and before `to`, in the zone; over midnight where `to` is the earlier one. */
export const quietHours = z
  .strictObject({ from: wallTime, to: wallTime, zone: z.string().max(100).refine(isZone) })
  .refine(({ from, to }) => from !== to);
export type QuietHours = z.infer<typeof quietHours>;

export const noticeSettings = z.strictObject({
  /** None: nothing is told. */
  kinds: z.array(noticeKind).max(noticeKinds.length),
  /** null: none. What is new meanwhile is told after them. */
  quiet: quietHours.nullable(),
  /** Names and amounts may stand in a notice. */
  hasDetails: z.boolean(),
});
export type NoticeSettings = z.infer<typeof noticeSettings>;

/** Where a notice leads: to one record, or to all of its kind. Never an action. */
export const noticePlace = z.object({
  kind: noticeKind,
  one: z.object({ id: z.string(), at: instant }).nullable(),
});
export type NoticePlace = z.infer<typeof noticePlace>;

export const shownNotice = z.object({
  id: z.int().min(1),
  title: z.string(),
  body: z.string(),
  place: noticePlace,
});
export type ShownNotice = z.infer<typeof shownNotice>;

export const noticesContract = {
  settings: reads.output(
    z.object({
      settings: noticeSettings,
      /** Who shows notices: the system for Electron, else the page that is open. */
      shownBy: z.enum(['system', 'page']),
    }),
  ),
  /**
   * What is there already of a kind that is chosen anew is not told. Where this turns details on, a person
   * confirms: `saved` is null then, and the document as in openedDocument.
   */
  save: asks
    .input(z.strictObject({ settings: noticeSettings, ...ofProfile }))
    .output(openedDocument.extend({ saved: noticeSettings.nullable() })),
  /** How much waits for the page, and how much is there of the kinds that are told; 0 where the system counts. */
  waiting: reads.output(z.object({ count: z.int().min(0), badge: z.int().min(0) })),
  /** Hands over what waits, once, to the first page that asks. */
  take: writesHere.input(z.strictObject(ofProfile)).output(
    z.object({
      notices: z.array(shownNotice),
      /** A person pressed a notice of the system: the page goes there. */
      open: noticePlace.nullable(),
    }),
  ),
};
