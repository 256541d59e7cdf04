/** Customers: list, get, create (Interface 2.1, 4.1). */
import type { z } from 'zod';
import type {
  CustomerDetail,
  customersContract,
  listCustomersInput,
} from '../../../bridge/customers.ts';
import type { CreateCustomerInput } from '../../../contract/customer.ts';
import type { Clock } from '../../../platform/clock.ts';
import { readReference } from '../../core/annotations/annotated-text.ts';
import type { Annotations } from '../../core/annotations/annotations.ts';
import {
  annotatedQuery,
  type ListAnnotations,
  rowExtras,
} from '../../core/annotations/row-extras.ts';
import { customerFingerprint } from '../../core/creates/fingerprints.ts';
import {
  type KnownBy,
  type KnownReadsParts,
  now,
  readKnown,
  requireNow,
} from '../../core/creates/known-reads.ts';
import { customersWithEmail } from '../../core/creates/possible-duplicates.ts';
import { customerMismatches, effectsWith } from '../../core/creates/response-effects.ts';
import { Failed } from '../../core/intents/failed.ts';
import { type WritePathParts, write } from '../../core/intents/write-path.ts';
import type { Lookups } from '../../core/records/lookups.ts';
import type { RecordReads, Records } from '../../core/records/types.ts';
import type { ServiceClient } from '../../core/service/service-client.ts';
import { customerDetail, customerRow } from './customer-views.ts';

type ListOutput = z.input<NonNullable<(typeof customersContract.list)['~orpc']['outputSchema']>>;

/** One create as a form sends it. */
export interface Creation<Input> {
  readonly intentKey: string;
  readonly input: Input;
  /** Ids of what is alike that the person was asked about (ASKS_FIRST). */
  readonly confirmed: readonly string[];
  /** Key of the intent that is sent again. */
  readonly repeats?: string | null;
  /** The moment whose knowledge the page shows: nothing is sent unless that is now (null). */
  readonly knownAt?: string | null;
  /** Aborted when the page that asked is gone: what is not journalled by then is not sent. */
  readonly signal?: AbortSignal | undefined;
}

export interface CustomerCreation extends Creation<CreateCustomerInput> {
  /** The desk's own name for it: never sent, and kept once the service has answered. Blank for none. */
  readonly ownName?: string;
}

export interface Customers {
  /** Rejects with Failed INVALID for a moment of knowledge that can't be one. */
  list(query: z.output<typeof listCustomersInput>, signal?: AbortSignal): Promise<ListOutput>;
  /** Rejects with Failed NOT_FOUND, and as list. */
  get(id: string, known?: KnownBy): Promise<CustomerDetail>;
  /** Throws Failed: see write-path.ts. */
  create(creation: CustomerCreation): Promise<CustomerDetail>;
}

export interface CustomersParts extends WritePathParts, KnownReadsParts {
  readonly records: Records;
  readonly lookups: Lookups;
  readonly annotations: ListAnnotations & Pick<Annotations, 'setName'>;
  readonly clock: Clock;
  readonly client: Pick<ServiceClient, 'createCustomer'>;
}

export function createCustomers(parts: CustomersParts): Customers {
  const { records, lookups, annotations, client, clock } = parts;
  const detail = (records: RecordReads, id: string, { knownAt } = now): CustomerDetail => {
    const record = records.get('customer', id);
    const columns = records.columns('customer', id);
    if (record === null || columns === null) {
      throw new Failed('NOT_FOUND', { sentence: `Causeway does not know customer ${id}.` });
    }
    const extras = rowExtras(records, annotations.at(knownAt), 'customer', [id])(id);
    return customerDetail(record, columns, extras, records.observations('customer', id));
  };
  return {
    get: (id, known = now) => readKnown(parts, known, (reads) => detail(reads, id, known)),
    list: ({ knownAt, ...query }, signal) =>
      readKnown(parts, { knownAt, signal }, (reads) => {
        const written = annotations.at(knownAt);
        const page = reads.list('customer', annotatedQuery(written, 'customer', query));
        const ids = page.records.map(({ id }) => id);
        const extrasOf = rowExtras(reads, written, 'customer', ids);
        const { types, profileStatuses } = reads.filterValues('customer');
        return {
          rows: page.records.map((record) =>
            customerRow(record, record.columns, extrasOf(record.id)),
          ),
          total: page.total,
          known: page.known,
          asOf: page.asOf,
          types,
          profileStatuses,
          labels: written.labels('customer'),
        };
      }),
    async create({ intentKey, input, ownName, confirmed, repeats, knownAt, signal }) {
      requireNow(knownAt ?? null);
      // Refused before anything is sent, if at all.
      const named = readReference(ownName ?? '');
      const { email } = input;
      const id = await write(
        {
          key: intentKey,
          operation: 'createCustomer',
          input,
          confirmed,
          repeats: repeats ?? null,
          signal,
          topic: 'customers',
          fingerprint: customerFingerprint(input),
          alikeRecords: () => (email === undefined ? [] : customersWithEmail(lookups, email)),
          question:
            email === undefined
              ? 'An identical request was sent before, and without an email address you could not tell the two customers apart. Nothing was sent. Continue only if you want another customer.'
              : 'A customer with this email address exists or may exist. Nothing was sent. Continue only if you want another customer.',
          send: () => client.createCustomer(input),
          onAnswer: effectsWith(customerMismatches, clock),
        },
        parts,
      );
      if (named !== null) annotations.setName({ kind: 'customer', id }, named);
      return detail(records, id);
    },
  };
}
