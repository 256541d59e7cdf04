/**
 * "Can this customer get an account today?": what verification says (Interface 2.1), who must act and
 * since when. The statuses are an open set and no operation says who gets an account, so the service
 * decides (decisions 15, 22); what is not known is shown as it came.
 */
import { z } from 'zod';
import { onboardingGroups } from './onboarding-groups.ts';
import { reads } from './procedure.ts';
import { instant, knownAt, page } from './scalars.ts';
import { listFacts } from './source.ts';

/**
 * Whom a customer waits on, the most urgent first:
 * - `us`: no profile is known, what is asked for is held here by hand alone, or it was rejected and nothing is asked for;
 * - `customer`: the service still asks for something;
 * - `review`: all was supplied, the service looks at it;
 * - `unknown`: a status that is not known;
 * - `ready`: every profile is approved and asks for nothing.
 */
export const onboardingGroup = z.enum(onboardingGroups);
export type OnboardingGroup = z.infer<typeof onboardingGroup>;

export const verificationProfileState = z.object({
  name: z.string(),
  /** Status as the service wrote it. */
  status: z.string(),
  group: onboardingGroup,
  /** Criteria as the service names them. */
  required: z.array(z.string()),
  pending: z.array(z.string()),
  /** Criteria of `required` whose data a person entered by hand, which the service has not confirmed. */
  held: z.array(z.string()),
  /** How many problems the service names. */
  problems: z.int().min(0),
});
export type VerificationProfileState = z.infer<typeof verificationProfileState>;

/** An event about a customer's verification that came without its profiles. */
export const newerEvent = z.object({
  eventId: z.string(),
  /** Name of the event, as Interface 6 has it. */
  name: z.string(),
  /** The service's time where it told one, else when it was learned. */
  at: instant,
});
export type NewerEvent = z.infer<typeof newerEvent>;

const standingFacts = {
  group: onboardingGroup,
  /** When this began: the service's time where it told one, else when it was learned. */
  since: instant,
  isSinceTold: z.boolean(),
  /**
   * The newest one since the profiles were told, so that what is known of them may be old; null when
   * there is none. It moves nobody: nothing says which profile it is about (decisions 15).
   */
  newerEvent: newerEvent.nullable(),
};

export const onboardingView = z.object({
  ...standingFacts,
  /** What verification says; `unknown` where profiles differ, their status is not known, or it may be old. */
  answer: z.enum(['yes', 'no', 'unknown']),
  profiles: z.array(verificationProfileState),
});
export type OnboardingView = z.infer<typeof onboardingView>;

export const onboardingRow = z.object({
  customerId: z.string(),
  customerName: z.string().nullable(),
  /** Name and email stand only on what was entered here. */
  isUnconfirmed: z.boolean(),
  ...standingFacts,
  /** Criteria that the customer or we have to supply, each once. */
  missing: z.array(z.string()),
  /** Statuses that occur, each once, as they came. */
  statuses: z.array(z.string()),
  virtualAccounts: z.int().min(0),
});
export type OnboardingRow = z.infer<typeof onboardingRow>;

export const listOnboardingInput = z.strictObject({
  ...page,
  group: onboardingGroup,
  /** Words or parts of words of name, email or id. */
  search: z.string().max(200).default(''),
  /** Those alone who wait for longer than so many hours, counted to `knownAt`, else to now. */
  longerHours: z.number().positive().max(1_000_000).nullable().default(null),
  knownAt,
});
export type ListOnboardingInput = z.input<typeof listOnboardingInput>;

export const onboardingContract = {
  /** Those of one group, whoever waits longest first. */
  list: reads.input(listOnboardingInput).output(
    z.object({
      rows: z.array(onboardingRow),
      ...listFacts,
      /** Customers of each group that match the search. */
      counts: z.record(onboardingGroup, z.int().min(0)),
    }),
  ),
  standing: reads.input(z.strictObject({ customerId: z.string(), knownAt })).output(onboardingView),
};
