/** Virtual accounts: list, get, create (Interface 2.4, 4.2). */
import type { z } from 'zod';
import type { OutputOf } from '../../../bridge/procedure.ts';
import { json } from '../../../bridge/scalars.ts';
import type {
  listVirtualAccountsInput,
  Mismatch,
  SignOff,
  VirtualAccountDetail,
  VirtualAccountRow,
  virtualAccountsContract,
} from '../../../bridge/virtual-accounts.ts';
import type { CreateVirtualAccountInput } from '../../../contract/virtual-account.ts';
import type { Clock } from '../../../platform/clock.ts';
import {
  annotatedQuery,
  type ListAnnotations,
  type RowExtras,
  rowExtras,
} from '../../core/annotations/row-extras.ts';
import { depositInstructions } from '../../core/creates/deposit-instructions.ts';
import { virtualAccountFingerprint } from '../../core/creates/fingerprints.ts';
import {
  type KnownBy,
  type KnownReadsParts,
  now,
  readKnown,
  requireNow,
} from '../../core/creates/known-reads.ts';
import { similarVirtualAccounts } from '../../core/creates/possible-duplicates.ts';
import {
  mismatchesAmong,
  mismatchesOfOne,
  notSignedOffOf,
} from '../../core/creates/reported-mismatches.ts';
import { virtualAccountEffects } from '../../core/creates/response-effects.ts';
import { digestOf, type SignOffs } from '../../core/creates/sign-offs/sign-offs.ts';
import type { Creation, Review } from '../../core/feature/offered-write.ts';
import { Failed, invalid } from '../../core/intents/failed.ts';
import {
  requireWritable,
  type WritePathParts,
  type WriteRequest,
  write,
} from '../../core/intents/write-path.ts';
import type { Lookups } from '../../core/records/lookups.ts';
import { sourceViews } from '../../core/records/source-view.ts';
import type {
  KnownRecord,
  ListedRecord,
  Observation,
  RecordReads,
  Records,
  VirtualAccountColumns,
} from '../../core/records/types.ts';
import type { ServiceClient } from '../../core/service/service-client.ts';
import type { AddressBook } from '../address-book/address-book.ts';
import { requireReviewed } from './require-review.ts';

/** Virtual accounts as screens read them (Interface 2.4). */

/** Mismatches of an account, and the sign-off of exactly these. */
interface MismatchState {
  readonly mismatches: readonly Mismatch[];
  readonly clearance: SignOff | null;
}

const virtualAccountRow = (
  record: ListedRecord,
  columns: VirtualAccountColumns,
  extras: RowExtras,
  { mismatches, clearance }: MismatchState,
): VirtualAccountRow => ({
  ...extras,
  id: record.id,
  ...columns,
  hasMismatch: clearance === null && mismatches.length > 0,
  lastLearnedAt: record.lastLearnedAt,
});

/** `observations` newest first. */
export const virtualAccountDetail = (
  record: KnownRecord,
  columns: VirtualAccountColumns,
  extras: RowExtras,
  observations: readonly Observation[],
  standing: MismatchState,
): VirtualAccountDetail => ({
  ...virtualAccountRow(record, columns, extras, standing),
  depositInstructions: depositInstructions(record.body),
  mismatches: [...standing.mismatches],
  mismatchDigest: digestOf(standing.mismatches),
  clearance: standing.clearance,
  learned: sourceViews(observations),
  asReceived: json.parse(record.body),
});

type ListOutput = OutputOf<typeof virtualAccountsContract.list>;

export interface VirtualAccounts {
  /** Rejects with Failed INVALID for a moment of knowledge that can't be one. */
  list(query: z.output<typeof listVirtualAccountsInput>, signal?: AbortSignal): Promise<ListOutput>;
  /** Rejects with Failed NOT_FOUND, and as list. */
  get(id: string, known?: KnownBy): Promise<VirtualAccountDetail>;
  /** Throws Failed: see write-path.ts and require-review.ts. */
  create(creation: VirtualAccountCreation): Promise<VirtualAccountDetail>;
  /** Throws what stands in the way of a create, and what it would ask first. Sends nothing. */
  requireCreatable(creation: VirtualAccountCreation): Promise<void>;
  /** Mismatches that nobody signed off, by ID of the virtual account; accounts without any are left out. */
  departing(ids: readonly string[]): ReadonlyMap<string, readonly Mismatch[]>;
  /** Throws Failed NOT_FOUND, and INVALID where the mismatches are others than those that were read. */
  signOffMismatch(said: {
    readonly id: string;
    readonly digest: string;
    readonly note: string;
    readonly knownAt: string | null;
  }): VirtualAccountDetail;
}

/** What its response says would not be recorded. */
function requireNotErased(erased: Pick<Records['erased'], 'of'>, customerId: string): void {
  const erasure = erased.of(customerId);
  if (erasure === null || erasure.liftedAt !== null) return;
  throw invalid(
    'The personal data of this customer is erased. To create an account, select Record personal data again on the customer’s page first.',
    'erased',
  );
}

export interface VirtualAccountCreation extends Creation<CreateVirtualAccountInput> {
  /** What the person read and confirmed; without the whole address nothing is sent. */
  readonly review: Review;
}

export interface VirtualAccountsParts extends WritePathParts, KnownReadsParts {
  readonly records: Records;
  readonly lookups: Lookups;
  readonly annotations: ListAnnotations;
  readonly clock: Clock;
  readonly client: Pick<ServiceClient, 'createVirtualAccount'>;
  readonly signOffs: SignOffs;
  readonly addressBook: Pick<AddressBook, 'check'>;
}

export function createVirtualAccounts(parts: VirtualAccountsParts): VirtualAccounts {
  const { records, lookups, annotations, client, clock, signOffs, notify } = parts;
  const standingOf = (id: string, mismatches: readonly Mismatch[], knownAt: string | null) => ({
    mismatches,
    clearance: signOffs.find(id, mismatches, knownAt),
  });
  const detail = (records: RecordReads, id: string, { knownAt } = now): VirtualAccountDetail => {
    const record = records.get('virtualAccount', id);
    const columns = records.columns('virtualAccount', id);
    if (record === null || columns === null) {
      throw new Failed('NOT_FOUND', {
        sentence: `This profile has no virtual account ${id}. Another profile may have it.`,
      });
    }
    const extras = rowExtras(records, annotations.at(knownAt), 'virtualAccount', [id])(id);
    const observations = records.observations('virtualAccount', id);
    const standing = standingOf(id, mismatchesOfOne(records, record), knownAt);
    return virtualAccountDetail(record, columns, extras, observations, standing);
  };
  const requestFor = (creation: VirtualAccountCreation): WriteRequest<'createVirtualAccount'> => {
    const { intentKey, input, confirmed, repeats, signal } = creation;
    return {
      key: intentKey,
      operation: 'createVirtualAccount',
      input,
      confirmed,
      repeats: repeats ?? null,
      signal,
      topic: 'virtual-accounts',
      fingerprint: virtualAccountFingerprint(input),
      alikeRecords: () => similarVirtualAccounts(lookups, input),
      question:
        'A virtual account for this customer, currency pair and wallet exists or may exist. Nothing was sent. Continue only if you want a second one.',
      send: () => client.createVirtualAccount(input),
      onAnswer: virtualAccountEffects(clock),
    };
  };
  const requireSound = async (creation: VirtualAccountCreation): Promise<void> => {
    const { intentKey, input, knownAt, review } = creation;
    requireNow(knownAt ?? null);
    requireNotErased(records.erased, input.customerId);
    // What was journalled is not asked about again: the journal says what became of it.
    if (parts.intents.get(intentKey) === null) {
      await requireReviewed(input, review, parts.addressBook.check);
    }
  };
  return {
    async requireCreatable(creation) {
      await requireSound(creation);
      await requireWritable(requestFor(creation), parts);
    },
    get: (id, known = now) => readKnown(parts, known, (reads) => detail(reads, id, known)),
    list: ({ knownAt, ...query }, signal) =>
      readKnown(parts, { knownAt, signal }, (reads) => {
        const written = annotations.at(knownAt);
        const page = reads.list('virtualAccount', annotatedQuery(written, 'virtualAccount', query));
        const ids = page.records.map(({ id }) => id);
        const extrasOf = rowExtras(reads, written, 'virtualAccount', ids);
        const departures = mismatchesAmong(reads, ids);
        const { currencies, networks } = reads.filterValues('virtualAccount');
        return {
          rows: page.records.map((record) => {
            const standing = standingOf(record.id, departures.get(record.id) ?? [], knownAt);
            return virtualAccountRow(record, record.columns, extrasOf(record.id), standing);
          }),
          total: page.total,
          known: page.known,
          asOf: page.asOf,
          currencies,
          networks,
          labels: written.labels('virtualAccount'),
        };
      }),
    async create(creation) {
      await requireSound(creation);
      const id = await write(requestFor(creation), parts);
      return detail(records, id);
    },
    departing: (ids) => notSignedOffOf(records, signOffs, ids),
    signOffMismatch({ id, digest, note, knownAt }) {
      requireNow(knownAt);
      const { mismatches } = detail(records, id);
      signOffs.clear(id, mismatches, { digest, note });
      notify({ topic: 'virtual-accounts', ids: [id] });
      notify({ topic: 'audit', ids: [] });
      return detail(records, id);
    },
  };
}
