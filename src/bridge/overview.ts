/** The start screen: what needs a person, and what moved. */
import { z } from 'zod';
import { needKinds } from './need-kinds.ts';
import { onboardingGroup } from './onboarding.ts';
import { payoutsMoved } from './payouts.ts';
import { reads, writesHere } from './procedure.ts';
import { instant, knownAt, ofProfile } from './scalars.ts';

export const needKind = z.enum(needKinds);

export const needItem = z.object({
  /** ID of a request, record, event's customer, delivery, tunnel or run; when a gap began; else a word of the kind. */
  id: z.string(),
  /** Since when. */
  at: instant,
  /** Name as lists show it; null where the item has none. */
  name: z.string().nullable(),
  /** What needs someone, as the kind spells it: missing criteria, the path of a changed field, a state. */
  what: z.array(z.string()),
  /** What a payout paid in, as the service wrote it; nothing where it was not found. */
  money: z.object({ amount: z.string(), currency: z.string().nullable() }).optional(),
});
export type NeedItem = z.infer<typeof needItem>;

/** One line: all of a kind that needs someone and is neither done nor snoozed. */
export const need = z.object({
  kind: needKind,
  count: z.int().min(1),
  /** There may be more than `count`. */
  isAtLeast: z.boolean(),
  /** When the oldest of them began to need someone. */
  since: instant,
  /** The oldest may date from before `since`. */
  isSinceAtLeast: z.boolean(),
  /** The newest of them, at most `shownItems`. */
  items: z.array(needItem),
  /** Names exactly what the line covers, for `handle`. */
  covers: z.string(),
});
export type Need = z.infer<typeof need>;

export const shownItems = 20;

/** All that a line covers, or one of the items that it lists. */
export const handledPart = z.union([
  z.strictObject({ covers: need.shape.covers }),
  z.strictObject({ item: needItem.pick({ id: true, at: true }).strict() }),
]);
export type HandledPart = z.infer<typeof handledPart>;

export const handledAs = z.enum(['done', 'snoozed']);

/** What a person has put aside. Whatever is new of its kind is a line all the same. */
export const handledView = z.object({
  id: z.int().min(1),
  kind: needKind,
  as: handledAs,
  /** How many it covered. */
  count: z.int().min(1),
  /** Those of them that are still there, the newest first, at most `shownItems`. */
  items: z.array(needItem),
  /** Who put it aside, as the system names them; null where it is not known. */
  by: z.string().nullable(),
  note: z.string(),
  at: instant,
  /** null where it is done. */
  until: instant.nullable(),
});
export type HandledView = z.infer<typeof handledView>;

/** After how long something that is under way needs someone, in hours. */
const hours = z.int().min(1).max(8_760);
export const limitHours = z.object({ payout: hours, kyc: hours });
export type LimitHours = z.infer<typeof limitHours>;

/** What a newcomer is led to: where to work, how events come in, and what calls them. */
export const firstStepNames = ['work', 'events', 'notices'] as const;
export const firstStep = z.enum(firstStepNames);
export type FirstStep = z.infer<typeof firstStep>;

export const firstSteps = z.strictObject({
  skipped: z.array(firstStep).max(firstStepNames.length),
  /** They do not come again unless a person asks for them. */
  isOver: z.boolean(),
});
export type FirstSteps = z.infer<typeof firstSteps>;

const movedInput = z.strictObject({
  from: instant,
  to: instant,
  /** Where the bars between them begin, ascending, the first at `from`. */
  bars: z.array(instant).min(1).max(100),
  knownAt,
});

export const overviewContract = {
  /** Answers within a quarter of a second: what takes longer is `pending`, and a notice tells when it is there. */
  needs: reads.input(z.strictObject({ knownAt })).output(
    z.object({
      needs: z.array(need),
      /** Newest first. */
      handled: z.array(handledView),
      pending: z.array(needKind),
      failed: z.array(needKind),
      /** Kinds that are known of now alone, while an earlier moment is asked for. */
      ofNowAlone: z.array(needKind),
      /** Since when nothing was looked at anew: of the kind that was looked at first. */
      checkedAt: instant,
      limits: limitHours,
    }),
  ),
  /** INVALID where the line covers something else, or the one is not in it by now, and out of the past. */
  handle: writesHere
    .input(
      z.strictObject({
        kind: needKind,
        of: handledPart,
        as: handledAs,
        /** Later than now; null where it is done. */
        until: instant.nullable(),
        note: z.string().max(500).default(''),
        ...ofProfile,
        knownAt,
      }),
    )
    .output(handledView),
  /** Its lines come back. */
  bringBack: writesHere
    .input(z.strictObject({ id: handledView.shape.id, ...ofProfile, knownAt }))
    .output(z.object({ isBack: z.boolean() })),
  setLimits: writesHere
    .input(z.strictObject({ limits: limitHours, ...ofProfile }))
    .output(limitHours),
  /**
   * A person looks at the overview. After half an hour in which nobody did it is another visit. Gives
   * when the visit before ended; null at the first one.
   */
  seen: writesHere
    .input(z.strictObject(ofProfile))
    .output(z.object({ lastVisitAt: instant.nullable() })),
  /** null while nobody has answered them. */
  firstSteps: reads.output(z.object({ steps: firstSteps.nullable() })),
  setFirstSteps: writesHere
    .input(z.strictObject({ steps: firstSteps, ...ofProfile }))
    .output(firstSteps),
  /** What moved from `from` on and before `to`. Moments are the page's: a day is a person's, in their zone. */
  moved: reads.input(movedInput).output(
    z.object({
      customers: z.object({ total: z.int().min(0), bars: z.array(z.int().min(0)) }),
      /** `known`: all virtual accounts, whenever they came to be. */
      accounts: z.object({
        total: z.int().min(0),
        bars: z.array(z.int().min(0)),
        known: z.int().min(0),
      }),
      /** All customers, by whom they wait on. */
      stages: z.record(onboardingGroup, z.int().min(0)),
    }),
  ),
  /** The money of it, which may take longer. */
  payoutsMoved: reads.input(movedInput).output(payoutsMoved),
};
