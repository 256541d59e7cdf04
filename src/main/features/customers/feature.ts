/** Customers of a profile. */
import { implement } from '@orpc/server';
import type { z } from 'zod';
import {
  type CustomerDetail,
  type CustomerRow,
  customersContract,
  type listCustomersInput,
  type VerificationProfileView,
} from '../../../bridge/customers.ts';
import type { OutputOf } from '../../../bridge/procedure.ts';
import { json } from '../../../bridge/scalars.ts';
import { type CreateCustomerInput, createCustomerInput } from '../../../contract/customer.ts';
import { fieldsOf } from '../../../contract/fields.ts';
import { isJsonObject } from '../../../contract/scalars.ts';
import type { Clock } from '../../../platform/clock.ts';
import { readReference } from '../../core/annotations/annotated-text.ts';
import type { Annotations } from '../../core/annotations/annotations.ts';
import {
  annotatedQuery,
  type ListAnnotations,
  type RowExtras,
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
import { customerEffects } from '../../core/creates/response-effects.ts';
import { inOrder, leavesOf, textAt, textOf, textsAt, valueAt } from '../../core/creates/values.ts';
import type { Feature } from '../../core/feature/feature.ts';
import { type Creation, offerWrite } from '../../core/feature/offered-write.ts';
import { Failed } from '../../core/intents/failed.ts';
import { requireNoSecret } from '../../core/intents/no-secret.ts';
import {
  requireWritable,
  type WritePathParts,
  type WriteRequest,
  write,
} from '../../core/intents/write-path.ts';
import type { Lookups } from '../../core/records/lookups.ts';
import { sourceViews } from '../../core/records/source-view.ts';
import type {
  CustomerColumns,
  KnownRecord,
  ListedRecord,
  Observation,
  RecordReads,
  Records,
} from '../../core/records/types.ts';
import type { ServiceClient } from '../../core/service/service-client.ts';

const customers = implement(customersContract);

export const customersFeature: Feature<'customers', Customers> = {
  open(core) {
    const api = createCustomers(core);
    const create = offerWrite({
      operation: 'createCustomer',
      input: createCustomerInput,
      by: () => api,
      titleOf: (input, ownName) => textAt(input, 'email') || ownName || 'Customer',
    });
    return { api, writes: [create] };
  },
  procedures: (api) => ({
    customers: {
      list: customers.list.handler(({ input, signal }) => api().list(input, signal)),
      get: customers.get.handler(({ input, signal }) =>
        api().get(input.id, { knownAt: input.knownAt, signal }),
      ),
      create: customers.create.handler(({ input, signal }) =>
        api(input.profileId).create({ ...input, signal }),
      ),
    },
  }),
};

/** In the order of the form: the address before the person. */
const fieldOrder = fieldsOf('customer')
  .map(({ name }) => name)
  .toSorted((one, other) => Number(isOfPerson(one)) - Number(isOfPerson(other)));

function isOfPerson(name: string): boolean {
  return name.startsWith('personalInformation.');
}

/** What a detail shows elsewhere than among its fields. */
const shownElsewhere = new Set(['id', 'type', 'verificationProfiles']);

const customerRow = (
  record: ListedRecord,
  columns: CustomerColumns,
  extras: RowExtras,
): CustomerRow => ({
  ...extras,
  id: record.id,
  ...columns,
  profiles: [...columns.profiles],
  firstLearnedAt: record.firstLearnedAt,
  lastLearnedAt: record.lastLearnedAt,
});

/** `observations` newest first. */
export const customerDetail = (
  record: KnownRecord,
  columns: CustomerColumns,
  extras: RowExtras,
  observations: readonly Observation[],
  erasure: CustomerDetail['erasure'],
): CustomerDetail => ({
  ...customerRow(record, columns, extras),
  verificationProfiles: verificationProfiles(record),
  fields: knownFields(record),
  erasure,
  learned: sourceViews(observations),
  asReceived: json.parse(record.body),
});

/** Every profile with a list for each criterion state, whatever of it came. */
function verificationProfiles({ body }: KnownRecord): VerificationProfileView[] {
  const profiles = valueAt(body, 'verificationProfiles');
  if (!Array.isArray(profiles)) return [];
  return profiles.map((profile: unknown, index) => ({
    name: textAt(profile, 'name') ?? `Profile ${index + 1}`,
    status: textAt(profile, 'status') ?? 'not given',
    complete: textsAt(profile, 'criteria.complete'),
    pending: textsAt(profile, 'criteria.pending'),
    required: textsAt(profile, 'criteria.required'),
    errors: criterionErrors(valueAt(profile, 'criteria.errors')),
  }));
}

type CriterionError = CustomerDetail['verificationProfiles'][number]['errors'][number];

function criterionErrors(errors: unknown): CriterionError[] {
  if (errors === undefined || errors === null) return [];
  const list: unknown[] = Array.isArray(errors) ? errors : [errors];
  return list.map(criterionError).filter((error) => error !== null);
}

/** `{name, message}` as the sandbox gives it (decisions 15), a bare text, or whatever came as JSON. */
function criterionError(error: unknown): CriterionError | null {
  const { name, message } = isJsonObject(error) ? error : {};
  if (typeof message === 'string' && message !== '')
    return { name: typeof name === 'string' && name !== '' ? name : null, message };
  const text = textOf(error);
  return text === null ? null : { name: null, message: text };
}

/** What the service said, then what was entered here and the service did not repeat. */
function knownFields({ body, entered }: KnownRecord): CustomerDetail['fields'] {
  const leaves = (source: KnownRecord['body'], confirmed: boolean) =>
    leavesOf(source)
      .filter(({ field }) => !shownElsewhere.has(field.split('.', 1)[0] ?? ''))
      .map((leaf) => ({ ...leaf, confirmed }));
  const confirmed = leaves(body, true);
  const said = new Map(confirmed.map(({ field, value }) => [field, value]));
  const unconfirmed = leaves(entered, false).filter(
    ({ field, value }) => said.get(field) !== value,
  );
  return inOrder([...confirmed, ...unconfirmed], fieldOrder);
}

type ListOutput = OutputOf<typeof customersContract.list>;

interface CustomerCreation extends Creation<CreateCustomerInput> {
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
  /** Throws what stands in the way of a create, and what it would ask first. Sends nothing. */
  requireCreatable(creation: CustomerCreation): Promise<void>;
}

interface CustomersParts extends WritePathParts, KnownReadsParts {
  readonly records: Records;
  readonly lookups: Lookups;
  readonly annotations: ListAnnotations & Pick<Annotations, 'setName'>;
  readonly clock: Clock;
  readonly client: Pick<ServiceClient, 'createCustomer'>;
}

function createCustomers(parts: CustomersParts): Customers {
  const { records, lookups, annotations, client, clock } = parts;
  /** Also of the past: what was known then is gone. */
  const erasureOf = (id: string): CustomerDetail['erasure'] => {
    const erasure = records.erased.of(id);
    if (erasure === null) return null;
    const { at, by, reason, liftedAt } = erasure;
    return { at, by, reason, liftedAt };
  };
  const detail = (records: RecordReads, id: string, { knownAt } = now): CustomerDetail => {
    const record = records.get('customer', id);
    const columns = records.columns('customer', id);
    if (record === null || columns === null) {
      throw new Failed('NOT_FOUND', {
        sentence: `This profile has no customer ${id}. Another profile may have it.`,
      });
    }
    const extras = rowExtras(records, annotations.at(knownAt), 'customer', [id])(id);
    const all = records.observations('customer', id);
    return customerDetail(record, columns, extras, all, erasureOf(id));
  };
  const requestFor = (creation: CustomerCreation): WriteRequest<'createCustomer'> => {
    const { intentKey, input, confirmed, repeats, signal } = creation;
    const { email } = input;
    return {
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
      onAnswer: customerEffects(parts.intents, clock),
    };
  };
  return {
    async requireCreatable(creation) {
      requireNow(creation.knownAt ?? null);
      readReference(creation.ownName ?? '');
      requireNoSecret(creation.input);
      await requireWritable(requestFor(creation), parts);
    },
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
    async create(creation) {
      requireNow(creation.knownAt ?? null);
      // Refused before anything is sent, if at all.
      const named = readReference(creation.ownName ?? '');
      const id = await write(requestFor(creation), parts);
      if (named !== null) annotations.setName({ kind: 'customer', id }, named);
      return detail(records, id);
    },
  };
}
