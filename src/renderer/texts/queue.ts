import type { QueueGroup } from '../../bridge/queue.ts';

/** Words for "Can this customer get an account today?". */
export const queueTexts = {
  part: 'Queue',
  parts: 'Parts of customers',
  list: 'All customers',
  question: 'Can this customer get an account today?',
  answers: {
    yes: 'Yes, as far as verification goes',
    no: 'Not yet',
    unknown: 'Not known',
  },
  decides: 'The service decides when the account is created.',
  groups: {
    us: 'Waiting on us',
    customer: 'Waiting on the customer',
    review: 'On review',
    unknown: 'Not known',
    ready: 'Ready',
  } satisfies Record<QueueGroup, string>,
  groupHints: {
    us: 'Verification is not known, was rejected without a way on, or asks for what is entered here by hand and the service has not confirmed.',
    customer: 'The service still asks for something that the customer has to give.',
    review: 'Everything was supplied. The service looks at it.',
    unknown: 'The service gives a status that is not known here.',
    ready: 'Every verification profile is approved and asks for nothing more.',
  } satisfies Record<QueueGroup, string>,
  since: 'since',
  sinceLearned: 'since (as learned here)',
  sinceLearnedHint: 'The service told no time, so this is when it was learned here.',
  reasons: {
    noProfile:
      'No verification profile is known. Wait for an event that tells of it, or ask the service.',
    required: (profile: string, criteria: string) => `${profile} still needs: ${criteria}.`,
    held: (profile: string, criteria: string) =>
      `${profile} asks for what is entered here by hand alone: ${criteria}. Give it to the service; nothing here can send it.`,
    review: (profile: string) => `${profile} is being reviewed by the service.`,
    rejected: (profile: string) =>
      `${profile} was rejected, and the service asks for nothing more. Ask the service why.`,
    approved: (profile: string) => `${profile} is approved.`,
    status: (profile: string, status: string) =>
      status === ''
        ? `${profile} has no status.`
        : `${profile} has the status “${status}”, which is not known here.`,
    nothingListed: (profile: string) =>
      `${profile} is incomplete, and the service lists nothing that is missing.`,
    problems: (count: number) =>
      count === 1
        ? 'The service names 1 problem, below.'
        : `The service names ${count} problems, below.`,
    differ: 'Profiles differ, and nothing says which account needs which profile.',
  },
  mayBeOld: 'may be old',
  mayBeOldHint: (event: string) =>
    `${event} came later, without the verification profiles. What is shown here may be old.`,
  newer: {
    came: 'came at',
    without:
      'without the verification profiles. Nothing says which profile it is about, so what is shown here may be old.',
  },
  listLabel: (group: string) => `Customers: ${group}`,
  search: 'Search name, email or id',
  noun: { one: 'customer', many: 'customers' },
  failed: 'The queue could not be read',
  columns: {
    name: 'Name',
    missing: 'Still needed',
    status: 'Status',
    age: 'Waiting',
    since: 'Since',
    accounts: 'Accounts',
  },
  nothingMissing: 'nothing',
  noProfile: 'no profile known',
  emptyGroup: 'Nobody is waiting here',
  emptyGroupBody: 'No customer is in this part of the queue.',
  empty: {
    title: 'No customers yet',
    body: 'Every known customer stands here by whom it waits on: us, the customer, or the service.',
    action: 'Go to customers',
  },
} as const;
