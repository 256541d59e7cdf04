import type { OnboardingGroup } from '../../../bridge/onboarding.ts';
import { counted } from '../../../bridge/words.ts';

/** Texts of onboarding: whom each customer waits for. */
export const onboardingTexts = {
  part: 'Onboarding',
  parts: 'Customer views',
  list: 'All customers',
  question: 'Can this customer get an account today?',
  answers: {
    yes: 'Yes, verification is complete',
    no: 'Not yet',
    unknown: 'Not known',
  },
  decides: 'The service decides when you create the account.',
  groups: {
    us: 'Waiting on us',
    customer: 'Waiting on the customer',
    review: 'In review',
    unknown: 'Not known',
    ready: 'Ready',
  } satisfies Record<OnboardingGroup, string>,
  groupHints: {
    us: 'Verification is not known, was rejected with nothing left to supply, or needs data that is unconfirmed.',
    customer: 'The service still needs data that the customer has to supply.',
    review: 'Everything was supplied. The service is reviewing it.',
    unknown: 'The service reports a status that Causeway does not know.',
    ready: 'Every verification profile is approved and needs nothing more.',
  } satisfies Record<OnboardingGroup, string>,
  longer: (wait: string) => `Only customers waiting for longer than ${wait}.`,
  showAll: 'Show all',
  since: 'since',
  sinceLearned: 'since (received)',
  sinceLearnedHint: 'The service gave no time, so this is when Causeway received it.',
  reasons: {
    noProfile:
      'No verification profile is known. Wait for an event that reports one, or ask the service.',
    required: (profile: string, criteria: string) => `${profile} still needs: ${criteria}.`,
    held: (profile: string, criteria: string) =>
      `${profile} needs data that is unconfirmed: ${criteria}. Give it to the service yourself; Causeway can’t send it.`,
    review: (profile: string) => `The service is reviewing ${profile}.`,
    rejected: (profile: string) =>
      `${profile} was rejected, and the service needs nothing more. Ask the service why.`,
    approved: (profile: string) => `${profile} is approved.`,
    status: (profile: string, status: string) =>
      status === ''
        ? `${profile} has no status.`
        : `${profile} has the status “${status}”, which Causeway does not know.`,
    nothingListed: (profile: string) =>
      `${profile} is incomplete, but the service does not say what is missing.`,
    problems: (count: number) =>
      count === 1
        ? 'The service reports 1 problem, below.'
        : `The service reports ${count} problems, below.`,
    differ:
      'The verification profiles differ, and the API specification does not say which one an account needs.',
  },
  message: {
    open: 'Prepare message…',
    openAll: 'Prepare messages…',
    title: 'Messages to customers',
    lead: 'Read each text before you send it. Problems are in the service’s words; of the customer’s data, a text contains the name only.',
    greeting: (name: string | null) => `Dear ${name ?? 'customer'},`,
    needed: 'To complete your verification, we still need the following from you:',
    problems: 'The following needs correcting:',
    ending:
      'Please send this to us as soon as you can. If you have already sent it, you do not need to do anything more.',
    regards: 'Kind regards',
    /** As the customer is asked, where the name of the criterion says it otherwise. */
    criteria: {
      terms_of_service: 'Your acceptance of the terms of service',
    } as Readonly<Record<string, string>>,
    nothing: 'Nothing more is needed from these customers.',
    copyOne: (name: string) => `Copy message to ${name}`,
    recipients: (count: number) => `To ${count} customers:`,
    /** Above each of several messages that are copied together. */
    to: (recipient: string) => `To: ${recipient}`,
    unread: (count: number) =>
      `${counted(count, 'customer was', 'customers were')} not read, because the group changed meanwhile: close this and open it again.`,
    skipped: (count: number) =>
      count === 1
        ? '1 customer here needs nothing more.'
        : `${count} customers here need nothing more.`,
    copyAll: (count: number) => `Copy all ${count} messages`,
    copyThese: (count: number) => `Copy these ${count} messages`,
    collect: (total: string) => `Prepare all ${total} messages`,
    collected: (done: string, total: string) => `${done} of ${total} read`,
    part: (first: number, last: number, all: string) => `Customers ${first} to ${last} of ${all}`,
    before: 'Previous',
    next: 'Next',
  },
  mayBeOld: 'may be old',
  mayBeOldHint: (event: string) =>
    `${event} arrived later, without the verification profiles. This status may be old.`,
  newer: {
    came: 'arrived',
    without:
      'without the verification profiles. It does not say which profile it concerns, so this status may be old.',
  },
  listLabel: (group: string) => `Customers: ${group}`,
  search: 'Search name, email or ID',
  noun: { one: 'customer', many: 'customers' },
  failed: 'Onboarding can’t be read',
  columns: {
    name: 'Name',
    missing: 'Still needed',
    status: 'Status',
    age: 'Waiting since',
    accounts: 'Accounts',
  },
  nothingMissing: 'Nothing',
  noProfile: 'No verification profile known',
  emptyGroup: 'No customers here',
  emptyGroupBody: 'No customer is waiting in this group.',
  empty: {
    title: 'No customers yet',
    body: 'Customers are listed here by who has to act: you, the customer or the service.',
    action: 'Go to customers',
  },
} as const;
