/** Virtual accounts as lists read them. */
import { sql } from 'kysely';
import { z } from 'zod';
import { folded } from '../../../platform/folded-text.ts';
import type { Queries } from '../../../platform/queries.ts';
import { totalRow, valuesOf } from './customer-columns.ts';
import { type MadeHistory, madeAt } from './made-at.ts';
import { instantOf } from './order.ts';
import { depositNumber, projectVirtualAccount } from './projections.ts';
import type { StoredRecord } from './records-repository.ts';
import type { RecordsSchema } from './schema.ts';
import type { SearchIndex } from './search-index.ts';
import { idAmong, rateSortKey, searchConditions } from './search-text.ts';
import type { FilterValues, VirtualAccountColumns, VirtualAccountQuery } from './types.ts';

const customerRow = z.object({ customer_id: z.string().nullable() });
const columnsRow = z
  .object({
    id: z.string(),
    customer_id: z.string().nullable(),
    customer_name: z.string().nullable(),
    source_currency: z.string().nullable(),
    destination_currency: z.string().nullable(),
    network: z.string().nullable(),
    wallet_address: z.string().nullable(),
    total_bps_rate: z.string().nullable(),
    active: z.number().nullable(),
    created: z.string().nullable(),
  })
  .transform((row): { readonly id: string; readonly columns: VirtualAccountColumns } => ({
    id: row.id,
    columns: {
      customerId: row.customer_id,
      customerName: row.customer_name,
      sourceCurrency: row.source_currency,
      destinationCurrency: row.destination_currency,
      network: row.network,
      walletAddress: row.wallet_address,
      totalBpsRate: row.total_bps_rate,
      active: row.active === null ? null : row.active === 1,
      created: row.created,
    },
  }));

const sortColumns = {
  customerName: 'customer_name_sort',
  network: 'network',
  totalBpsRate: 'total_bps_sort',
  created: 'created_sort',
} as const;

const putColumns = [
  'id',
  'record',
  'customer_id',
  'customer_name',
  'source_currency',
  'destination_currency',
  'network',
  'wallet_address',
  'total_bps_rate',
  'active',
  'created',
  'customer_name_sort',
  'total_bps_sort',
  'created_sort',
  'made_at',
] as const;
const putSql = `
  INSERT INTO virtual_account_columns (${putColumns.join(', ')})
  VALUES (${putColumns.map(() => '?').join(', ')})
  ON CONFLICT (id) DO UPDATE SET ${putColumns.map((column) => `${column} = excluded.${column}`).join(', ')}`;

type NameOf = (customerId: string) => string | null;

export function createVirtualAccountColumns(
  queries: Queries<RecordsSchema>,
  search: SearchIndex,
  history: MadeHistory,
) {
  const { build } = queries;

  function matching(query: VirtualAccountQuery) {
    let rows = build.selectFrom('virtual_account_columns');
    if (query.customerId != null) rows = rows.where('customer_id', '=', query.customerId);
    if (query.currency != null) rows = rows.where('destination_currency', '=', query.currency);
    if (query.network != null) rows = rows.where('network', '=', query.network);
    if (query.only != null) rows = rows.where(idAmong(query.only));
    for (const condition of searchConditions(query.search ?? '', query.foundBy)) {
      rows = rows.where(condition);
    }
    return rows;
  }

  const distinct = (column: 'destination_currency' | 'network'): string[] =>
    valuesOf(
      queries.all(
        build
          .selectFrom('virtual_account_columns')
          .select(`${column} as value`)
          .distinct()
          .where(column, 'is not', null)
          .orderBy(column),
      ),
    );

  /** Keeps the columns, and gives the customer that is named and what the record is found by. */
  function keep(record: StoredRecord, customerNameOf: NameOf) {
    const columns = projectVirtualAccount(record);
    const { customerId } = columns;
    const customerName = customerId === null ? null : customerNameOf(customerId);
    const row = {
      id: record.id,
      record: record.record,
      customer_id: customerId,
      customer_name: customerName,
      source_currency: columns.sourceCurrency,
      destination_currency: columns.destinationCurrency,
      network: columns.network,
      wallet_address: columns.walletAddress,
      total_bps_rate: columns.totalBpsRate,
      active: columns.active === null ? null : Number(columns.active),
      created: columns.created,
      customer_name_sort: customerName === null ? null : folded(customerName),
      total_bps_sort: rateSortKey(columns.totalBpsRate),
      created_sort: instantOf(columns.created),
      made_at: madeAt(record, history),
    };
    queries.sqlite.run(
      putSql,
      putColumns.map((column) => row[column]),
    );
    const found = [
      record.id,
      customerId,
      customerName,
      columns.walletAddress,
      depositNumber(record),
    ];
    return { customerId, found };
  }

  return {
    get(id: string): VirtualAccountColumns | null {
      const row = queries.sqlite.first('SELECT * FROM virtual_account_columns WHERE id = ?', [id]);
      return row === undefined ? null : columnsRow.parse(row).columns;
    },

    /** The customer that is named; null when none is, or the account is not known. */
    customerOf(id: string): string | null {
      const row = queries.sqlite.first(
        'SELECT customer_id FROM virtual_account_columns WHERE id = ?',
        [id],
      );
      return row === undefined ? null : customerRow.parse(row).customer_id;
    },

    /** Gives the customer that is named. */
    put(record: StoredRecord, customerNameOf: NameOf): string | null {
      const { customerId, found } = keep(record, customerNameOf);
      search.put(record.record, found);
      return customerId;
    },

    /** As put, for a record that there was nothing of before. */
    putNew(record: StoredRecord, customerNameOf: NameOf): string | null {
      const { customerId, found } = keep(record, customerNameOf);
      search.putNew(record.record, found);
      return customerId;
    },

    /** Ids of the virtual accounts that name this customer. */
    ofCustomer(customerId: string): string[] {
      return valuesOf(
        queries.all(
          build
            .selectFrom('virtual_account_columns')
            .select('id as value')
            .where('customer_id', '=', customerId)
            .orderBy('id'),
        ),
      );
    },

    page(query: VirtualAccountQuery) {
      const direction = query.direction === 'descending' ? 'desc' : 'asc';
      const rows = queries.all(
        matching(query)
          .selectAll()
          .orderBy(sortColumns[query.sort ?? 'created'], direction)
          .orderBy('id', direction)
          .limit(query.limit)
          .offset(query.offset),
      );
      const total = queries.first(matching(query).select(sql<number>`count(*)`.as('total')));
      return { rows: z.array(columnsRow).parse(rows), total: totalRow.parse(total).total };
    },

    filterValues: (): FilterValues['virtualAccount'] => ({
      currencies: distinct('destination_currency'),
      networks: distinct('network'),
    }),

    clear(): void {
      queries.run(build.deleteFrom('virtual_account_columns'));
    },
  };
}
