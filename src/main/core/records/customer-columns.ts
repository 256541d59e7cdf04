/** Customers as lists read them. */
import { sql } from 'kysely';
import { z } from 'zod';
import { folded } from '../../../platform/folded-text.ts';
import { jsonText } from '../../../platform/json-column.ts';
import type { Queries } from '../../../platform/queries.ts';
import { type MadeHistory, madeAt } from './made-at.ts';
import type { OwnNames } from './own-names.ts';
import { projectCustomer } from './projections.ts';
import type { StoredRecord } from './records-repository.ts';
import type { RecordsSchema } from './schema.ts';
import type { SearchIndex } from './search-index.ts';
import { idAmong, searchConditions } from './search-text.ts';
import type { CustomerColumns, CustomerQuery, FilterValues } from './types.ts';

const columnsRow = z
  .object({
    id: z.string(),
    type: z.string().nullable(),
    name: z.string().nullable(),
    email: z.string().nullable(),
    is_unconfirmed: z.number(),
    is_own_name: z.number(),
    profiles: jsonText.pipe(z.array(z.object({ name: z.string(), status: z.string() }))),
    required_criteria: z.number(),
    virtual_accounts: z.number(),
  })
  .transform((row): { readonly id: string; readonly columns: CustomerColumns } => ({
    id: row.id,
    columns: {
      type: row.type,
      name: row.name,
      isOwnName: row.is_own_name === 1,
      email: row.email,
      isUnconfirmed: row.is_unconfirmed === 1,
      profiles: row.profiles,
      requiredCriteria: row.required_criteria,
      virtualAccounts: row.virtual_accounts,
    },
  }));
const nameRow = z.object({ name: z.string().nullable() });
const namesRows = z.array(z.object({ id: z.string(), name: z.string() }));
export const totalRow = z.object({ total: z.number() });

const sortColumns = {
  name: 'name_sort',
  email: 'email_sort',
  type: 'type',
  firstLearnedAt: 'first_learned_at',
  lastLearnedAt: 'last_learned_at',
} as const;

export function createCustomerColumns(
  queries: Queries<RecordsSchema>,
  search: SearchIndex,
  history: MadeHistory,
  ownNames: Pick<OwnNames, 'nameOf'>,
) {
  const { build } = queries;

  function matching(query: CustomerQuery) {
    let rows = build.selectFrom('customer_columns');
    if (query.type != null) rows = rows.where('type', '=', query.type);
    if (query.profileStatus != null) {
      const holders = build
        .selectFrom('customer_statuses')
        .select('customer_id')
        .where('status', '=', query.profileStatus);
      rows = rows.where('id', 'in', holders);
    }
    if (query.only != null) rows = rows.where(idAmong(query.only));
    for (const condition of searchConditions(query.search ?? '', query.foundBy)) {
      rows = rows.where(condition);
    }
    return rows;
  }

  return {
    /** Names of those of the customers that have one, for a page of rows that name them. */
    names(ids: readonly string[]): ReadonlyMap<string, string> {
      const rows = queries.all(
        build
          .selectFrom('customer_columns')
          .where('id', 'in', sql<string>`(SELECT value FROM json_each(${JSON.stringify(ids)}))`)
          .where('name', 'is not', null)
          .select(['id', 'name']),
      );
      return new Map(namesRows.parse(rows).map(({ id, name }) => [id, name]));
    },

    /** The columns of one customer; null when it is not known. */
    get(id: string): CustomerColumns | null {
      const row = queries.first(
        build.selectFrom('customer_columns').selectAll().where('id', '=', id),
      );
      return row === undefined ? null : columnsRow.parse(row).columns;
    },

    /** null when the customer is not known or has no name. */
    nameOf(id: string): string | null {
      const row = queries.sqlite.first('SELECT name FROM customer_columns WHERE id = ?', [id]);
      return row === undefined ? null : nameRow.parse(row).name;
    },

    put(record: StoredRecord): void {
      const { id } = record;
      const ownName = ownNames.nameOf(id);
      const columns = projectCustomer(record, ownName);
      const row = {
        id,
        record: record.record,
        type: columns.type,
        name: columns.name,
        email: columns.email,
        is_unconfirmed: Number(columns.isUnconfirmed),
        is_own_name: Number(columns.isOwnName),
        profiles: JSON.stringify(columns.profiles),
        required_criteria: columns.requiredCriteria,
        virtual_accounts: 0,
        name_sort: columns.name === null ? null : folded(columns.name),
        email_sort: columns.email === null ? null : folded(columns.email),
        first_learned_at: record.firstLearnedAt,
        last_learned_at: record.lastLearnedAt,
        made_at: madeAt(record, history),
      };
      queries.run(
        build
          .insertInto('customer_columns')
          .values(row)
          .onConflict((conflict) => conflict.column('id').doUpdateSet(row)),
      );
      queries.run(build.deleteFrom('customer_statuses').where('customer_id', '=', id));
      for (const status of new Set(columns.profiles.map((profile) => profile.status))) {
        queries.run(build.insertInto('customer_statuses').values({ status, customer_id: id }));
      }
      search.put(record.record, [id, columns.name, ownName, columns.email]);
    },

    /** Counts the customer's virtual accounts again. */
    recount(id: string): void {
      const count = sql<number>`(SELECT count(*) FROM virtual_account_columns WHERE customer_id = ${id})`;
      queries.run(
        build.updateTable('customer_columns').set({ virtual_accounts: count }).where('id', '=', id),
      );
    },

    /** One virtual account more, or one less. Of a customer who is not known nothing is counted. */
    addToCount(id: string, difference: 1 | -1): void {
      queries.sqlite.run(
        'UPDATE customer_columns SET virtual_accounts = virtual_accounts + ? WHERE id = ?',
        [difference, id],
      );
    },

    page(query: CustomerQuery) {
      const direction = query.direction === 'descending' ? 'desc' : 'asc';
      const rows = queries.all(
        matching(query)
          .selectAll()
          .orderBy(sortColumns[query.sort ?? 'firstLearnedAt'], direction)
          .orderBy('id', direction)
          .limit(query.limit)
          .offset(query.offset),
      );
      const total = queries.first(matching(query).select(sql<number>`count(*)`.as('total')));
      return { rows: z.array(columnsRow).parse(rows), total: totalRow.parse(total).total };
    },

    filterValues(): FilterValues['customer'] {
      const types = queries.all(
        build
          .selectFrom('customer_columns')
          .select('type as value')
          .distinct()
          .where('type', 'is not', null)
          .orderBy('type'),
      );
      const statuses = queries.all(
        build
          .selectFrom('customer_statuses')
          .select('status as value')
          .distinct()
          .orderBy('status'),
      );
      return { types: valuesOf(types), profileStatuses: valuesOf(statuses) };
    },

    clear(): void {
      queries.run(build.deleteFrom('customer_columns'));
      queries.run(build.deleteFrom('customer_statuses'));
    },
  };
}

/** Rows of one column named `value`. */
export const valuesOf = (rows: unknown[]): string[] =>
  z
    .array(z.object({ value: z.string() }))
    .parse(rows)
    .map((row) => row.value);
