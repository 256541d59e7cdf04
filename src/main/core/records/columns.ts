/**
 * Keeps the columns of lists true to the records, across the kinds: a virtual account and a bank
 * account show their customer's name, a customer the number of its virtual accounts.
 */
import { z } from 'zod';
import { otherKinds } from '../../../contract/other-kinds.ts';
import type { ResourceKind } from '../../../contract/resources.ts';
import type { Queries } from '../../../platform/queries.ts';
import { createCustomerColumns } from './customer-columns.ts';
import { type FreshHistory, freshHistory } from './fresh-history.ts';
import { createListTable, listTables } from './list-table.ts';
import { type MadeHistory, madeAt } from './made-at.ts';
import { customerOf, type NameOf, namedRow } from './named-customer.ts';
import { createOnboardingColumns, type OnboardingHistory } from './onboarding-columns.ts';
import { createOtherColumns, type StateHistory } from './other-columns.ts';
import type { OwnNames } from './own-names.ts';
import type { PlacedObservation } from './place-observation.ts';
import type { StoredRecord } from './records-repository.ts';
import type { RecordsSchema } from './schema.ts';
import { createSearchIndex, type SearchIndex } from './search-index.ts';
import type { BankAccountQuery, FilterValues, VirtualAccountQuery } from './types.ts';

const customerRow = z.object({ customer_id: z.string().nullable() });
const own = z.object(namedRow).transform((row) => ({ customerName: row.customer_name }));

function createVirtualAccountColumns(
  queries: Queries<RecordsSchema>,
  search: SearchIndex,
  history: MadeHistory,
) {
  const sorts = { customerName: 'customer_name_sort' };
  const table = createListTable({ kind: 'virtualAccount', queries, search, own, sorts });
  return {
    ...table,

    /** The customer that is named; null when none is, or the account is not known. */
    customerOf(id: string): string | null {
      const row = queries.sqlite.first(
        'SELECT customer_id FROM virtual_account_columns WHERE id = ?',
        [id],
      );
      return row === undefined ? null : customerRow.parse(row).customer_id;
    },

    /** Gives the customer that is named. `fresh`: there was nothing of the record before. */
    put(record: StoredRecord, nameOf: NameOf, fresh: FreshHistory | null = null): string | null {
      const { id, name, columns } = customerOf('virtualAccount', record, nameOf);
      const made_at = madeAt(record, fresh ?? history);
      table.put(record, { ...columns, made_at }, [name], fresh !== null);
      return id;
    },

    page: ({ sort = 'created', ...query }: VirtualAccountQuery) =>
      table.page(
        { ...query, sort },
        {
          customer_id: query.customerId,
          destination_currency: query.currency,
          network: query.network,
        },
      ),

    filterValues: (): FilterValues['virtualAccount'] => ({
      currencies: table.distinct('destination_currency'),
      networks: table.distinct('network'),
    }),
  };
}

function createBankAccountColumns(queries: Queries<RecordsSchema>, search: SearchIndex) {
  const sorts = { customerName: 'customer_name_sort', lastLearnedAt: 'last_learned_at' };
  const table = createListTable({ kind: 'bankAccount', queries, search, own, sorts });
  return {
    ...table,

    put(record: StoredRecord, nameOf: NameOf, isNew = false): void {
      const { name, columns } = customerOf('bankAccount', record, nameOf);
      table.put(record, { ...columns, last_learned_at: record.lastLearnedAt }, [name], isNew);
    },

    page: ({ sort = 'lastLearnedAt', ...query }: BankAccountQuery) =>
      table.page({ ...query, sort }, { customer_id: query.customerId, status: query.status }),

    filterValues: (): FilterValues['bankAccount'] => ({ statuses: table.distinct('status') }),
  };
}

/** Lists of records that name a customer, in the order in which they are gone through. */
const namingLists = ['virtualAccount', 'bankAccount', ...otherKinds] as const;
const ofCustomerSql = `${namingLists
  .map((kind) => `SELECT '${kind}' AS kind, id FROM ${listTables[kind]} WHERE customer_id = ?`)
  .join(' UNION ALL ')}`;
const namingRows = z.array(z.object({ kind: z.enum(namingLists), id: z.string() }));
const ofCustomer = ({ sqlite }: Queries<RecordsSchema>, customerId: string) =>
  namingRows.parse(
    sqlite.all(
      ofCustomerSql,
      namingLists.map(() => customerId),
    ),
  );

export function createColumns(
  queries: Queries<RecordsSchema>,
  getRecord: (kind: ResourceKind, id: string) => StoredRecord | null,
  history: OnboardingHistory & MadeHistory & StateHistory,
  ownNames: Pick<OwnNames, 'nameOf'>,
) {
  const search = createSearchIndex(queries);
  const customers = createCustomerColumns(queries, search, history, ownNames);
  const queue = createOnboardingColumns(queries, history);
  const virtualAccounts = createVirtualAccountColumns(queries, search, history);
  const bankAccounts = createBankAccountColumns(queries, search);
  const others = createOtherColumns(queries, search, history);
  /** Lists that name the customer of each row. */
  const naming = { virtualAccount: virtualAccounts, bankAccount: bankAccounts, ...others };

  const customerNameOf = (customerId: string) => customers.nameOf(customerId);

  function putCustomer(
    record: StoredRecord,
    added: PlacedObservation | null,
    fresh: FreshHistory | null = null,
  ): void {
    const nameBefore = fresh === null ? customerNameOf(record.id) : null;
    const name = customers.put(record, fresh);
    queue.put(record, added, fresh);
    if (name === nameBefore) return;
    for (const { kind, id } of ofCustomer(queries, record.id)) {
      const named = getRecord(kind, id);
      if (named !== null) naming[kind].put(named, customerNameOf);
    }
  }

  function putVirtualAccount(record: StoredRecord): void {
    const customerBefore = virtualAccounts.customerOf(record.id);
    const customerAfter = virtualAccounts.put(record, customerNameOf);
    if (customerBefore === customerAfter) return;
    // By one, because counting again goes over all accounts of a customer, who may have thousands.
    if (customerBefore !== null) customers.addToCount(customerBefore, -1);
    if (customerAfter !== null) customers.addToCount(customerAfter, 1);
  }

  function putNewVirtualAccount(record: StoredRecord, fresh: FreshHistory): void {
    const customerId = virtualAccounts.put(record, customerNameOf, fresh);
    if (customerId !== null) customers.addToCount(customerId, 1);
  }

  /** `added`: the one observation that came to the record, where it is the last in their order. */
  function put(record: StoredRecord, added: PlacedObservation | null = null): void {
    if (record.kind === 'customer') putCustomer(record, added);
    else if (record.kind === 'virtualAccount') putVirtualAccount(record);
    else if (isNaming(record.kind)) naming[record.kind].put(record, customerNameOf);
  }
  const isNaming = (kind: ResourceKind): kind is keyof typeof naming => Object.hasOwn(naming, kind);

  return {
    customers,
    queue,
    virtualAccounts,
    bankAccounts,
    others,
    put,
    /** Adds a record of which nothing was known before. `all`: the observations that it was folded from. */
    putNew(record: StoredRecord, all: readonly PlacedObservation[]): void {
      if (record.kind === 'customer') putCustomer(record, null, freshHistory(all));
      else if (record.kind === 'virtualAccount') putNewVirtualAccount(record, freshHistory(all));
      else if (isNaming(record.kind)) naming[record.kind].put(record, customerNameOf, true);
    },
    clear(): void {
      customers.clear();
      queue.clear();
      virtualAccounts.clear();
      bankAccounts.clear();
      for (const kind of otherKinds) others[kind].clear();
      search.clear();
    },
  };
}

export type Columns = ReturnType<typeof createColumns>;
