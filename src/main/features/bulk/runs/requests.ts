/** A row as the write that is journalled and sent. */
import { createCustomerInput } from '../../../../contract/customer.ts';
import { createVirtualAccountInput } from '../../../../contract/virtual-account.ts';
import type { Clock } from '../../../../platform/clock.ts';
import { mismatchesOf } from '../../../core/creates/mismatches.ts';
import {
  customerEffects,
  customerMismatches,
  isOfTwoCustomers,
  virtualAccountEffects,
} from '../../../core/creates/response-effects.ts';
import { textAt } from '../../../core/creates/values.ts';
import type { AnyRequest, Intents } from '../../../core/intents/types.ts';
import type { WriteOutcome } from '../../../core/service/outcomes.ts';
import type { ServiceClient } from '../../../core/service/service-client.ts';
import type { StoredRun, WaitingRow } from './stored-rows.ts';

export interface RequestParts {
  readonly client: Pick<ServiceClient, 'createCustomer' | 'createVirtualAccount'>;
  readonly intents: Pick<Intents, 'answeredBefore'>;
  readonly clock: Clock;
  /** Trips are told by it. */
  readonly steady: Clock;
  /** The answer to this key departs from what was sent. Told as soon as it comes. */
  readonly onMismatch: (key: string) => void;
  /** The service answered this key; times in milliseconds. Told as soon as the answer comes. */
  readonly onTrip: (key: string, trip: Trip) => void;
}

export interface Trip {
  readonly sentAt: number;
  readonly answeredAt: number;
}

type Answered = Extract<WriteOutcome, { kind: 'answered' }>;
type Departs = (answer: Answered, row: WaitingRow) => boolean;

/** Also one that was returned for another request. */
function customersDeparting(intents: RequestParts['intents']): Departs {
  /** Also of answers that no step kept yet. */
  const sent = new Map<string, Parameters<typeof isOfTwoCustomers>[0]>();
  return (answer, row) => {
    const { id } = answer.resource;
    const before =
      sent.get(id) ?? intents.answeredBefore({ key: row.key, operation: 'createCustomer' }, id);
    sent.set(id, before ?? row);
    const isShared = before !== null && isOfTwoCustomers(before, row);
    return isShared || customerMismatches(answer, row.input).length > 0;
  };
}

/** Also one that was returned for another customer, by this run or by whatever request the journal has. */
function accountsDeparting(intents: RequestParts['intents']): Departs {
  /** Also of answers that no step kept yet. */
  const owners = new Map<string, string>();
  return ({ resource: { id, body } }, { key, input }) => {
    const sent = textAt(input, 'customerId') ?? '';
    const ownerBefore = () => {
      const before = intents.answeredBefore({ key, operation: 'createVirtualAccount' }, id);
      return textAt(before?.input, 'customerId');
    };
    const owner = owners.get(id) ?? ownerBefore() ?? sent;
    owners.set(id, owner);
    return owner !== sent || mismatchesOf({ body, entered: input }).length > 0;
  };
}

/** Where the journal can't be read, a person looks before more is sent; the answer is kept all the same. */
function mayDepart(departs: Departs, answer: Answered, row: WaitingRow): boolean {
  try {
    return departs(answer, row);
  } catch {
    return true;
  }
}

export function createRequests(kind: StoredRun['kind'], parts: RequestParts) {
  const { client, clock, intents, steady, onMismatch, onTrip } = parts;
  const learnAccount = virtualAccountEffects(clock);
  const accountDeparts = accountsDeparting(intents);
  const learnCustomer = customerEffects(intents, clock);
  const customerDeparts = customersDeparting(intents);

  /** Before the next step, which would send more of the same. */
  const looking =
    (row: WaitingRow, departs: Departs, send: () => Promise<WriteOutcome>) =>
    async (): Promise<WriteOutcome> => {
      const { key } = row;
      const sentAt = steady.now();
      const outcome = await send();
      onTrip(key, { sentAt, answeredAt: steady.now() });
      if (outcome.kind === 'answered' && mayDepart(departs, outcome, row)) onMismatch(key);
      return outcome;
    };

  /** Throws when what is stored is no input of its kind. */
  return (row: WaitingRow): AnyRequest => {
    const { key, fingerprint, input: stored } = row;
    if (kind === 'customer') {
      const input = createCustomerInput.parse(stored);
      const send = looking(row, customerDeparts, () => client.createCustomer(input));
      const operation = 'createCustomer';
      return { key, operation, input, fingerprint, send, onAnswer: learnCustomer };
    }
    const input = createVirtualAccountInput.parse(stored);
    const send = looking(row, accountDeparts, () => client.createVirtualAccount(input));
    const operation = 'createVirtualAccount';
    return { key, operation, input, fingerprint, send, onAnswer: learnAccount };
  };
}
