/** Where something that exists departs from what was sent (decisions 27), and what is the same in both. */
import { longInstant } from '../../../bridge/instants.ts';
import type { Mismatch } from '../../../bridge/virtual-accounts.ts';
import { isJsonObject, type JsonObject } from '../../../contract/scalars.ts';
import { mismatchesOf } from '../../core/creates/mismatches.ts';
import { isSameEmail } from '../../core/creates/same-value.ts';
import { leavesOf, textAt, textsAt } from '../../core/creates/values.ts';
import type { Intent } from '../../core/intents/types.ts';
import { instantOf } from '../../core/records/order.ts';

/** What was sent, under the request's keys. */
export const sentBy = ({ input }: Pick<Intent, 'input'>): JsonObject =>
  isJsonObject(input) ? input : {};

/** How far behind this clock the service's may stand, in milliseconds: a computer's clock may be ahead for long. */
export const clocksApart = 15 * 60_000;

export interface Found {
  readonly body: JsonObject;
  /** When the service says that it came to be; null where it does not say. */
  readonly createdAt: string | null;
}

/** In the order of what was sent; empty when nothing departs. */
export function mismatchesFrom(
  intent: Pick<Intent, 'operation' | 'input' | 'journalledAt'>,
  { body, createdAt }: Found,
): Mismatch[] {
  return [...contentMismatches(intent, body), ...tooEarly(intent, createdAt)];
}

/** The same without a look at when it came to be. */
export function contentMismatches(
  intent: Pick<Intent, 'operation' | 'input'>,
  body: JsonObject,
): Mismatch[] {
  const entered = sentBy(intent);
  if (intent.operation === 'createVirtualAccount') {
    const other = otherCustomer(entered, body);
    // Whose it is known to be says more than that the answer names another.
    const rest = mismatchesOf({ body, entered }).filter(
      ({ field }) => !other.some((one) => one.field === field),
    );
    return [...other, ...rest];
  }
  return shared(entered, body)
    .filter((both) => !isSame(both))
    .map(({ field, sent, received }) => ({
      field,
      sent,
      received,
      sentence: `The ${wordsOf(field)} in the request was ${sent}; in this record it is ${received}.`,
    }));
}

/**
 * Whose account it is, as far as somebody told: the answer does not name the customer (Interface 2.4),
 * and many customers may pay into one wallet.
 */
export function otherCustomer(entered: JsonObject, known: JsonObject): Mismatch[] {
  const field = 'customerId';
  const sent = textAt(entered, field);
  const received = textAt(known, field);
  if (sent === null || received === null || sent === received) return [];
  const sentence = `The request was for customer ${sent}; Causeway knows this account as one of ${received}.`;
  return [{ field, sent, received, sentence }];
}

/** It can't have been created by what was sent afterwards. */
function tooEarly({ journalledAt }: Pick<Intent, 'journalledAt'>, createdAt: string | null) {
  const created = instantOf(createdAt);
  const sent = instantOf(journalledAt);
  if (created === null || sent === null || created >= sent - clocksApart) return [];
  const sentence = `The service reports that the record was created at ${longInstant(createdAt ?? '')}, before the request was sent at ${longInstant(journalledAt)}.`;
  return [{ field: 'created', sent: journalledAt, received: createdAt, sentence }];
}

/** Words on what is the same in both; empty where nothing can be compared. */
export function sameIn(intent: Pick<Intent, 'operation' | 'input'>, body: JsonObject): string[] {
  const entered = sentBy(intent);
  if (intent.operation === 'createVirtualAccount') {
    const known = [
      ['customerId', 'customer'],
      ['depositInstructions.currency', 'source currency'],
      ['destination.currency', 'destination currency'],
      ['destination.network', 'network'],
      ['destination.walletAddress', 'wallet address'],
      ['fees.integratorFee.bpsRate', 'integrator fee'],
    ] as const;
    return known.filter(([field]) => textAt(body, field) !== null).map(([, words]) => words);
  }
  return shared(entered, body)
    .filter(isSame)
    .map(({ field }) => wordsOf(field));
}

/** What is sent may come back in another case. */
const isSame = ({ field, sent, received }: ReturnType<typeof shared>[number]): boolean =>
  sent === received || (field === 'email' && isSameEmail(sent, received));

/** Fields that both speak of. The service repeats little of a customer (Interface 2.1). */
function shared(entered: JsonObject, body: JsonObject) {
  return leavesOf(entered).flatMap(({ field, value }) => {
    if (Array.isArray(entered[field])) return lists(field, entered, body);
    const received = textAt(body, field);
    return received === null ? [] : [{ field, sent: value, received }];
  });
}

/** Lists are sets here: the order of events says nothing. */
function lists(field: string, entered: JsonObject, body: JsonObject) {
  if (!Array.isArray(body[field])) return [];
  const text = (side: JsonObject) => textsAt(side, field).toSorted().join(', ');
  return [{ field, sent: text(entered), received: text(body) }];
}

/** `personalInformation.firstName` → `first name`. */
const wordsOf = (field: string): string =>
  (field.split('.').at(-1) ?? field).replaceAll(/([A-Z])/g, ' $1').toLowerCase();
