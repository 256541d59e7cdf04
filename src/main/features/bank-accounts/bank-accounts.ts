/** Bank accounts of one profile: list, get, look up, refresh one or all (Interface 2.5, 4.3). */
import type { z } from 'zod';
import type {
  BankAccountDetail,
  BankAccountRow,
  bankAccountsContract,
  listBankAccountsInput,
  RefreshView,
} from '../../../bridge/bank-accounts.ts';
import type { OutputOf } from '../../../bridge/procedure.ts';
import { json } from '../../../bridge/scalars.ts';
import type { UpdateNotice } from '../../../bridge/updates.ts';
import { fieldsOf } from '../../../contract/fields.ts';
import { maskedNumber, wholeNumbers, withMaskedNumbers } from '../../../contract/masked-numbers.ts';
import type { JsonObject } from '../../../contract/scalars.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import {
  annotatedQuery,
  type ListAnnotations,
  type RowExtras,
  rowExtras,
} from '../../core/annotations/row-extras.ts';
import { inOrder, leavesOf } from '../../core/creates/values.ts';
import type { Log } from '../../core/foundation/log.ts';
import { Failed, invalid } from '../../core/intents/failed.ts';
import { readFailure } from '../../core/intents/intent-view.ts';
import { withMaskedChange } from '../../core/records/field-changes.ts';
import { sourceViews } from '../../core/records/source-view.ts';
import type {
  BankAccountColumns,
  KnownRecord,
  ListedRecord,
  Observation,
  RecordReads,
  Records,
} from '../../core/records/types.ts';
import { type CheckFacts, historyOf, openChecks, type Pair } from './checks.ts';
import { ask, askedUnder, type LookupParts } from './lookup.ts';
import { mismatchesFrom } from './mismatches.ts';
import { type Round, startRound } from './refresh-all.ts';

/** A detail shows so many changes and observations; all of them are in the record. */
const maxShown = 100;

const bankAccountRow = (
  record: ListedRecord & Pick<KnownRecord, 'body'>,
  columns: BankAccountColumns,
  checks: CheckFacts,
  extras: RowExtras,
): BankAccountRow => ({
  id: record.id,
  ...columns,
  accountNumber: columns.accountNumber === null ? null : maskedNumber(columns.accountNumber),
  mismatches: mismatchesFrom(record.body, checks.foundUnder),
  lastCheckedAt: checks.lastCheckedAt,
  missingSince: checks.missingSince,
  lastLearnedAt: record.lastLearnedAt,
  ...extras,
  labels: [...extras.labels],
});

interface DetailParts {
  readonly record: KnownRecord;
  readonly columns: BankAccountColumns;
  readonly checks: CheckFacts;
  readonly extras: RowExtras;
  readonly askedUnder: string | null;
  /** A person asked for the numbers that the service did not mask. */
  readonly whole: boolean;
  /** Newest first. */
  readonly observations: readonly Observation[];
}

export function bankAccountDetail(parts: DetailParts): BankAccountDetail {
  const { record, columns, checks, observations, whole } = parts;
  const history = historyOf(observations);
  const body = whole ? record.body : (withMaskedNumbers(record.body) as JsonObject);
  return {
    ...bankAccountRow(record, columns, checks, parts.extras),
    isWhole: whole && wholeNumbers(record.body).length > 0,
    fields: knownFields(body),
    askedUnder: parts.askedUnder,
    lastCheck: checks.last,
    history: history
      .slice(0, maxShown)
      .map((change) =>
        whole ? change : { ...change, fields: change.fields.map(withMaskedChange) },
      ),
    changes: history.length,
    learned: sourceViews(observations.slice(0, maxShown)),
    observations: record.observations,
    asReceived: json.parse(body),
  };
}

/** Everything that the service said but the id, in the order of Interface 2.5, whatever its shape. */
const knownFields = (body: JsonObject): BankAccountDetail['fields'] =>
  inOrder(
    leavesOf(body).filter(({ field }) => field !== 'id'),
    fieldsOf('bankAccount').map(({ name }) => name),
  );

type Contract = typeof bankAccountsContract;

/** Whose knowledge is asked for: null is now. */
export interface KnownBy {
  readonly knownAt: string | null;
  readonly signal?: AbortSignal | undefined;
}

export interface BankAccounts {
  /** Rejects with Failed INVALID for a moment of knowledge that can't be one. */
  list(
    query: z.output<typeof listBankAccountsInput>,
    signal?: AbortSignal,
  ): Promise<OutputOf<Contract['list']>>;
  /**
   * Rejects with Failed NOT_FOUND, and as list.
   * @param whole shows the numbers that the service did not mask
   */
  get(id: string, known: KnownBy, whole: boolean): Promise<BankAccountDetail>;
  /** Rejects with Failed: INVALID for ids of another form or out of the past, else as the service says. */
  lookUp(pair: Pair, knownAt: string | null): Promise<OutputOf<Contract['lookUp']>>;
  /** As lookUp, and INVALID where no customer is known of it. */
  refresh(id: string, knownAt: string | null): Promise<OutputOf<Contract['refresh']>>;
  /** Joins a round that runs. Throws Failed INVALID out of the past. */
  refreshAll(knownAt: string | null): RefreshView;
  refreshState(): RefreshView | null;
  cancelRefresh(): RefreshView | null;
  /** What is under way is not kept any more. Idempotent. */
  close(): void;
}

export interface BankAccountsParts extends Omit<LookupParts, 'checks' | 'isClosed' | 'records'> {
  /** The profile's database, with bankAccountMigrations applied. */
  readonly sqlite: Sqlite;
  readonly records: Records;
  readonly annotations: ListAnnotations;
  readonly log: Log;
  readonly notify: (notice: UpdateNotice) => void;
  /** Reads records as they are known now, or as they were known at a moment. */
  readonly readKnown: <Result>(
    known: KnownBy,
    read: (records: RecordReads) => Result,
  ) => Promise<Result>;
}

/** A round tells of its steps at most this often, in milliseconds. */
const TELLING_MS = 250;

export function createBankAccounts(parts: BankAccountsParts): BankAccounts {
  const { records, annotations, clock, log, notify, audit } = parts;
  const checks = openChecks(parts.sqlite);
  let isClosed = false;
  const asking = { ...parts, checks, isClosed: () => isClosed };
  let round: Round | null = null;
  const tell = (ids: readonly string[]): void => {
    notify({ topic: 'bank-accounts', ids: [...ids] });
    notify({ topic: 'audit', ids: [] });
  };

  const lookUp: BankAccounts['lookUp'] = async (pair, knownAt) => {
    requireNow(knownAt);
    const asked = await ask(pair, asking, true);
    tell([pair.bankAccountId]);
    if (asked.kind === 'failed') throw readFailure(asked.outcome, clock.now());
    const fields = asked.fields.map(withMaskedChange);
    return { id: pair.bankAccountId, wasKnown: asked.wasKnown, fields };
  };

  function begin(): Round {
    const known = records.ids('bankAccount').map((id) => ({ id, under: askedUnder(id, asking) }));
    const pairs = known.flatMap(({ id, under }) =>
      under === null ? [] : [{ customerId: under, bankAccountId: id }],
    );
    audit.append({ action: 'bank-accounts.refresh-started', facts: { accounts: pairs.length } });
    let toldAt = clock.now();
    const started = startRound({
      pairs,
      withoutCustomer: known.length - pairs.length,
      clock,
      ask: (pair) => ask(pair, asking, false),
      onStep() {
        if (isClosed || clock.now() - toldAt < TELLING_MS) return;
        toldAt = clock.now();
        notify({ topic: 'bank-accounts', ids: [] });
      },
      onError(error, { bankAccountId }) {
        if (!isClosed) log.error({ err: error, bankAccountId }, 'a bank account was not refreshed');
      },
    });
    void started.ended.then(() => {
      if (isClosed) return;
      const { state, done, found, changed, missing, failed } = started.view();
      const facts = { state, done, found, changed, missing, failed };
      try {
        audit.append({ action: 'bank-accounts.refresh-ended', facts });
      } catch (error) {
        log.error({ err: error }, 'the end of a round could not be written to the audit log');
      }
      tell([]);
    });
    return started;
  }

  return {
    list: ({ knownAt, ...query }, signal) =>
      parts.readKnown({ knownAt, signal }, (reads) => {
        const written = annotations.at(knownAt);
        const { records: found, ...page } = reads.list(
          'bankAccount',
          annotatedQuery(written, 'bankAccount', query),
        );
        const ids = found.map(({ id }) => id);
        const extrasOf = rowExtras(reads, written, 'bankAccount', ids);
        const contents = reads.contents('bankAccount', ids);
        return {
          rows: found.map((record) =>
            bankAccountRow(
              { ...record, body: contents.get(record.id)?.body ?? {} },
              record.columns,
              checks.of(record.id, knownAt),
              extrasOf(record.id),
            ),
          ),
          ...page,
          statuses: reads.filterValues('bankAccount').statuses,
          labels: written.labels('bankAccount'),
        };
      }),

    get: (id, known, whole) =>
      parts.readKnown(known, (reads) => {
        const record = reads.get('bankAccount', id);
        const columns = reads.columns('bankAccount', id);
        if (record === null || columns === null) {
          const sentence = `This profile has no bank account ${id}. Another profile may have it.`;
          throw new Failed('NOT_FOUND', { sentence });
        }
        return bankAccountDetail({
          record,
          columns,
          checks: checks.of(id, known.knownAt),
          extras: rowExtras(reads, annotations.at(known.knownAt), 'bankAccount', [id])(id),
          askedUnder: askedUnder(id, asking),
          whole,
          observations: reads.observations('bankAccount', id),
        });
      }),

    lookUp,

    async refresh(id, knownAt) {
      requireNow(knownAt);
      const customerId = askedUnder(id, asking);
      if (customerId === null)
        throw invalid(
          'The customer of this bank account is not known, and the service returns a bank account only with its customer. Look it up with the customer. Nothing was sent.',
          'no-customer',
        );
      return await lookUp({ customerId, bankAccountId: id }, knownAt);
    },

    refreshAll(knownAt) {
      requireNow(knownAt);
      const running = round?.view().state === 'running' ? round : begin();
      round = running;
      notify({ topic: 'bank-accounts', ids: [] });
      return running.view();
    },

    refreshState: () => round?.view() ?? null,

    cancelRefresh() {
      round?.cancel();
      notify({ topic: 'bank-accounts', ids: [] });
      return round?.view() ?? null;
    },

    close() {
      isClosed = true;
      round?.cancel();
    },
  };
}

function requireNow(knownAt: string | null): void {
  if (knownAt === null) return;
  throw invalid('Nothing was sent: you are viewing earlier data. Return to now first.', 'as-of');
}
