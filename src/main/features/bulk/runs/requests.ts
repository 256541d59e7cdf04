/** A row as the write that is journalled and sent. */
import { createCustomerInput } from '../../../../contract/customer.ts';
import type { JsonObject } from '../../../../contract/scalars.ts';
import { createVirtualAccountInput } from '../../../../contract/virtual-account.ts';
import type { Clock } from '../../../../platform/clock.ts';
import { mismatchesOf } from '../../../core/creates/mismatches.ts';
import {
  customerMismatches,
  effectsWith,
  virtualAccountEffects,
} from '../../../core/creates/response-effects.ts';
import type { AnyRequest } from '../../../core/intents/types.ts';
import type { WriteOutcome } from '../../../core/service/outcomes.ts';
import type { ServiceClient } from '../../../core/service/service-client.ts';
import type { StoredRun, WaitingRow } from './stored-rows.ts';

export interface RequestParts {
  readonly client: Pick<ServiceClient, 'createCustomer' | 'createVirtualAccount'>;
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
type Departs = (answer: Answered, sent: JsonObject) => boolean;

const customerDeparts: Departs = (answer, sent) => customerMismatches(answer, sent).length > 0;

/** Also one that was returned for another customer's row. */
function accountsDeparting(): Departs {
  const owners = new Map<string, unknown>();
  return ({ resource: { id, body } }, sent) => {
    const owner = owners.get(id) ?? sent['customerId'];
    owners.set(id, owner);
    return owner !== sent['customerId'] || mismatchesOf({ body, entered: sent }).length > 0;
  };
}

export function createRequests(kind: StoredRun['kind'], parts: RequestParts) {
  const { client, clock, steady, onMismatch, onTrip } = parts;
  const accountEffects = virtualAccountEffects(clock);
  const accountDeparts = accountsDeparting();
  const customerEffects = effectsWith(customerMismatches, clock);

  /** Before the next step, which would send more of the same. */
  const looking =
    ({ key, input }: WaitingRow, departs: Departs, send: () => Promise<WriteOutcome>) =>
    async (): Promise<WriteOutcome> => {
      const sentAt = steady.now();
      const outcome = await send();
      onTrip(key, { sentAt, answeredAt: steady.now() });
      if (outcome.kind === 'answered' && departs(outcome, input)) onMismatch(key);
      return outcome;
    };

  /** Throws when what is stored is no input of its kind. */
  return (row: WaitingRow): AnyRequest => {
    const { key, fingerprint, input: stored } = row;
    if (kind === 'customer') {
      const input = createCustomerInput.parse(stored);
      const send = looking(row, customerDeparts, () => client.createCustomer(input));
      const operation = 'createCustomer';
      return { key, operation, input, fingerprint, send, onAnswer: customerEffects };
    }
    const input = createVirtualAccountInput.parse(stored);
    const send = looking(row, accountDeparts, () => client.createVirtualAccount(input));
    const operation = 'createVirtualAccount';
    return { key, operation, input, fingerprint, send, onAnswer: accountEffects };
  };
}
