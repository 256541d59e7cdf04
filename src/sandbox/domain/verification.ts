/** Verification profiles of a customer (Interface 2.1) and how KYC and terms move them (decisions 15). */
import {
  type CreateCustomerRequest,
  type Customer,
  customer as customerSchema,
  type VerificationProfile,
} from '../../contract/customer.ts';
import {
  type Kyc,
  kycStates,
  kycTransitions,
  type Terms,
  termsStates,
  termsTransitions,
} from '../../contract/transitions.ts';
import { readJson } from '../../platform/json-column.ts';
import type { Service } from '../service.ts';
import type { CustomerRow } from '../state/records.ts';
import { requireUsualMove } from './require-usual-move.ts';

/** Two profiles are returned on creation; one of them lists `proof_of_address` (Interface 2.1). */
const profileCriteria = {
  base: ['terms_of_service', 'email_address'],
  sepa: ['terms_of_service', 'email_address', 'proof_of_address'],
} as const;
const ofIndividuals = [
  'first_name',
  'last_name',
  'date_of_birth',
  'photo_id',
  'identification_document',
  'residential_address',
] as const;
const ofBusinesses = ['identification_document', 'residential_address'] as const;

const TERMS = 'terms_of_service';

const isFilled = (text: string | undefined): boolean => text !== undefined && text.trim() !== '';

/** Criteria that the create request satisfies. */
function suppliedBy(entered: CreateCustomerRequest): ReadonlySet<string> {
  const { email, address, personalInformation } = entered;
  const supplied: [string, boolean][] = [
    ['email_address', isFilled(email)],
    ['first_name', isFilled(personalInformation?.firstName)],
    ['last_name', isFilled(personalInformation?.lastName)],
    ['residential_address', Object.values(address ?? {}).some(isFilled)],
  ];
  return new Set(supplied.filter(([, isSupplied]) => isSupplied).map(([name]) => name));
}

/** The profiles of a new customer: criteria are complete for what was sent, else required. */
export function initialProfiles(entered: CreateCustomerRequest): VerificationProfile[] {
  const supplied = suppliedBy(entered);
  const typed = entered.type === 'individual' ? ofIndividuals : ofBusinesses;
  return Object.entries(profileCriteria).map(([name, own]) => {
    const criteria = [...own, ...typed];
    return {
      name,
      status: 'incomplete',
      criteria: {
        complete: criteria.filter((criterion) => supplied.has(criterion)),
        pending: [],
        required: criteria.filter((criterion) => !supplied.has(criterion)),
        errors: [],
      },
    };
  });
}

/** The default message of a KYC state in `criteria.errors`. */
const defaultProblems: Partial<Record<Kyc, string>> = {
  rejected: 'The document could not be verified.',
  additionalReviewRequired: 'The document needs another look.',
};

const profileStatus: Record<Kyc, string> = {
  none: 'incomplete',
  pending: 'pending',
  successful: 'approved',
  rejected: 'rejected',
  additionalReviewRequired: 'pending',
};

/** A profile once its customer's KYC is in `state`. Terms of service change separately. */
export function afterKyc(
  profile: VerificationProfile,
  state: Kyc,
  problem: string | undefined,
): VerificationProfile {
  const { complete, pending, required } = profile.criteria;
  const isTerms = (criterion: string): boolean => criterion === TERMS;
  const isOther = (criterion: string): boolean => criterion !== TERMS;
  const open = [...pending, ...required];
  const moved = {
    none: { complete, pending, required },
    pending: {
      complete,
      pending: [...pending, ...required.filter(isOther)],
      required: required.filter(isTerms),
    },
    successful: {
      complete: [...complete, ...open.filter(isOther)],
      pending: pending.filter(isTerms),
      required: required.filter(isTerms),
    },
    rejected: {
      complete,
      pending: pending.filter(isTerms),
      required: [...required, ...pending.filter(isOther)],
    },
    additionalReviewRequired: { complete, pending, required },
  }[state];
  const message = problem ?? defaultProblems[state];
  const errors =
    message === undefined || !(state in defaultProblems)
      ? []
      : [{ name: 'identification_document', message }];
  return { ...profile, status: profileStatus[state], criteria: { ...moved, errors } };
}

/** A profile once its customer's terms are in `state`. */
export function afterTerms(profile: VerificationProfile, state: Terms): VerificationProfile {
  const without = (list: readonly string[]): string[] => list.filter((name) => name !== TERMS);
  const { complete, pending, required, errors } = profile.criteria;
  const lists = {
    complete: without(complete),
    pending: without(pending),
    required: without(required),
  };
  const target = { none: 'required', pending: 'pending', successful: 'complete' } as const;
  lists[target[state]].push(TERMS);
  return { ...profile, criteria: { ...lists, errors } };
}

/** A move of a customer's KYC or terms along the table of transitions (decisions 15, 32). */
interface Move<State> {
  readonly to: State;
  /** Allows a transition outside the table, too. */
  readonly force: boolean;
  /** The message in criteria.errors. */
  readonly message?: string | undefined;
}

interface Moved {
  readonly row: CustomerRow;
  readonly eventId: string;
}

/** Emits the event. @throws Refusal 409 for a transition outside the table. */
export function moveKyc(service: Service, row: CustomerRow, move: Move<Kyc>): Moved {
  if (!move.force) {
    requireUsualMove(kycTransitions, { from: row.kyc, to: move.to }, 'KYC does not move');
  }
  return moved(service, { ...row, kyc: move.to }, `customer.kyc.${move.to}`, (profile) =>
    inWordsOf(service, afterKyc(profile, move.to, move.message)),
  );
}

/** A status in the words of the switch (decisions 15). */
function inWordsOf({ settings }: Service, profile: VerificationProfile): VerificationProfile {
  const { profileStatusWords: words } = settings.current;
  return { ...profile, status: words[profile.status] ?? profile.status };
}

/** Profiles of a made-up individual, once what an event is named for has happened: `kyc.pending`. */
export function sampleProfiles(service: Service, happened: string): VerificationProfile[] {
  const profiles = initialProfiles({ type: 'individual' });
  const kyc = kycStates.find((state) => happened === `kyc.${state}`);
  const terms = termsStates.find((state) => happened === `tos.${state}`);
  if (terms !== undefined) return profiles.map((profile) => afterTerms(profile, terms));
  if (kyc === undefined) return profiles;
  return profiles.map((profile) =>
    inWordsOf(service, afterKyc(afterKyc(profile, 'pending', undefined), kyc, undefined)),
  );
}

/** Emits the event. @throws Refusal 409 for a transition outside the table. */
export function moveTerms(service: Service, row: CustomerRow, move: Move<Terms>): Moved {
  if (!move.force) {
    requireUsualMove(termsTransitions, { from: row.terms, to: move.to }, 'Terms do not move');
  }
  return moved(service, { ...row, terms: move.to }, `customer.tos.${move.to}`, (profile) =>
    afterTerms(profile, move.to),
  );
}

function moved(
  { records, emitter }: Service,
  row: CustomerRow,
  eventName: string,
  change: (profile: VerificationProfile) => VerificationProfile,
): Moved {
  const before: Customer = readJson(customerSchema, row.body);
  const customer = { ...before, verificationProfiles: before.verificationProfiles.map(change) };
  const next = { ...row, body: JSON.stringify(customer) };
  records.updateCustomer(next);
  return {
    row: next,
    eventId: emitter.emit({ name: eventName, dataJson: `{"customer":${next.body}}`, mock: false }),
  };
}
