/** Moves a customer's KYC or terms along the table and emits the event (decisions 15, 32). */
import type { Customer, VerificationProfile } from '../../contract/customer.ts';
import { customer as customerSchema } from '../../contract/customer.ts';
import type { Kyc, Terms } from '../../contract/transitions.ts';
import { kycTransitions, termsTransitions } from '../../contract/transitions.ts';
import { readJson } from '../../platform/json-column.ts';
import type { Service } from '../service.ts';
import type { CustomerRow } from '../state/records.ts';
import { requireUsualMove } from './require-usual-move.ts';
import { afterKyc, afterTerms } from './verification.ts';

export interface Move<State> {
  readonly to: State;
  /** Also a transition outside the table. */
  readonly force: boolean;
  /** The message in criteria.errors. */
  readonly message?: string | undefined;
}

export interface Moved {
  readonly row: CustomerRow;
  readonly eventId: string;
}

/** @throws Refusal 409 for a transition outside the table. */
export function moveKyc(service: Service, row: CustomerRow, move: Move<Kyc>): Moved {
  if (!move.force) {
    requireUsualMove(kycTransitions, { from: row.kyc, to: move.to }, 'KYC does not move');
  }
  const words = service.settings.current.profileStatusWords;
  return moved(service, { ...row, kyc: move.to }, `customer.kyc.${move.to}`, (profile) => {
    const after = afterKyc(profile, move.to, move.message);
    return { ...after, status: words[after.status] ?? after.status };
  });
}

/** @throws Refusal 409 for a transition outside the table. */
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
