/** Bank accounts as lists read them. */
import { sql } from 'kysely';
import { z } from 'zod';
import { folded } from '../../../platform/folded-text.ts';
import type { Queries } from '../../../platform/queries.ts';
import { totalRow, valuesOf } from './customer-columns.ts';
import { projectBankAccount } from './projections.ts';
import type { StoredRecord } from './records-repository.ts';
import type { RecordsSchema } from './schema.ts';
import type { SearchIndex } from './search-index.ts';
import { idAmong, searchConditions } from './search-text.ts';
import type { BankAccountColumns, BankAccountQuery, FilterValues } from './types.ts';

const columnsRow = z
  .object({
    id: z.string(),
    status: z.string().nullable(),
    bank_name: z.string().nullable(),
    account_holder_name: z.string().nullable(),
    customer_id: z.string().nullable(),
    customer_name: z.string().nullable(),
    currency: z.string().nullable(),
    account_number: z.string().nullable(),
  })
  .transform((row): { readonly id: string; readonly columns: BankAccountColumns } => ({
    id: row.id,
    columns: {
      status: row.status,
      bankName: row.bank_name,
      accountHolderName: row.account_holder_name,
      customerId: row.customer_id,
      customerName: row.customer_name,
      currency: row.currency,
      accountNumber: row.account_number,
    },
  }));

const sortColumns = {
  customerName: 'customer_name_sort',
  bankName: 'bank_name_sort',
  accountHolderName: 'account_holder_name_sort',
  status: 'status',
  lastLearnedAt: 'last_learned_at',
} as const;

const foldedOrNull = (text: string | null): string | null => (text === null ? null : folded(text));

export function createBankAccountColumns(queries: Queries<RecordsSchema>, search: SearchIndex) {
  const { build } = queries;

  function matching(query: BankAccountQuery) {
    let rows = build.selectFrom('bank_account_columns');
    if (query.customerId != null) rows = rows.where('customer_id', '=', query.customerId);
    if (query.status != null) rows = rows.where('status', '=', query.status);
    if (query.only != null) rows = rows.where(idAmong(query.only));
    for (const condition of searchConditions(query.search ?? '', query.foundBy)) {
      rows = rows.where(condition);
    }
    return rows;
  }

  return {
    get(id: string): BankAccountColumns | null {
      const row = queries.first(
        build.selectFrom('bank_account_columns').selectAll().where('id', '=', id),
      );
      return row === undefined ? null : columnsRow.parse(row).columns;
    },

    put(record: StoredRecord, customerNameOf: (customerId: string) => string | null): void {
      const { accountName, ...columns } = projectBankAccount(record);
      const { customerId } = columns;
      const customerName = customerId === null ? null : customerNameOf(customerId);
      const row = {
        id: record.id,
        record: record.record,
        status: columns.status,
        bank_name: columns.bankName,
        account_holder_name: columns.accountHolderName,
        customer_id: customerId,
        customer_name: customerName,
        currency: columns.currency,
        account_number: columns.accountNumber,
        last_learned_at: record.lastLearnedAt,
        bank_name_sort: foldedOrNull(columns.bankName),
        account_holder_name_sort: foldedOrNull(columns.accountHolderName),
        customer_name_sort: foldedOrNull(customerName),
      };
      queries.run(
        build
          .insertInto('bank_account_columns')
          .values(row)
          .onConflict((conflict) => conflict.column('id').doUpdateSet(row)),
      );
      search.put(record.record, [
        record.id,
        columns.bankName,
        columns.accountHolderName,
        accountName,
        customerId,
        customerName,
        columns.accountNumber,
      ]);
    },

    /** Ids of the bank accounts that name this customer. */
    ofCustomer(customerId: string): string[] {
      return valuesOf(
        queries.all(
          build
            .selectFrom('bank_account_columns')
            .select('id as value')
            .where('customer_id', '=', customerId)
            .orderBy('id'),
        ),
      );
    },

    page(query: BankAccountQuery) {
      const direction = query.direction === 'descending' ? 'desc' : 'asc';
      const rows = queries.all(
        matching(query)
          .selectAll()
          .orderBy(sortColumns[query.sort ?? 'lastLearnedAt'], direction)
          .orderBy('id', direction)
          .limit(query.limit)
          .offset(query.offset),
      );
      const total = queries.first(matching(query).select(sql<number>`count(*)`.as('total')));
      return { rows: z.array(columnsRow).parse(rows), total: totalRow.parse(total).total };
    },

    filterValues: (): FilterValues['bankAccount'] => ({
      statuses: valuesOf(
        queries.all(
          build
            .selectFrom('bank_account_columns')
            .select('status as value')
            .distinct()
            .where('status', 'is not', null)
            .orderBy('status'),
        ),
      ),
    }),

    clear(): void {
      queries.run(build.deleteFrom('bank_account_columns'));
    },
  };
}
