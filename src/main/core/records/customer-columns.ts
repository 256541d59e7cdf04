/** Customers as lists read them. */
import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { jsonText } from '../../../platform/json-column.ts';
import type { Queries } from '../../../platform/queries.ts';
import type { FreshHistory } from './fresh-history.ts';
import { createListTable, distinctValues, foldedOrNull, totalOf } from './list-table.ts';
import { type MadeHistory, madeAt } from './made-at.ts';
import type { OwnNames } from './own-names.ts';
import { projectCustomer } from './projections.ts';
import type { StoredRecord } from './records-repository.ts';
import type { RecordsSchema } from './schema.ts';
import type { SearchIndex } from './search-index.ts';
import type { CustomerQuery, FilterValues } from './types.ts';

const own = z
  .object({
    name: z.string().nullable(),
    is_unconfirmed: z.number(),
    is_own_name: z.number(),
    profiles: jsonText.pipe(z.array(z.object({ name: z.string(), status: z.string() }))),
    required_criteria: z.number(),
    virtual_accounts: z.number(),
  })
  .transform((row) => ({
    name: row.name,
    isOwnName: row.is_own_name === 1,
    isUnconfirmed: row.is_unconfirmed === 1,
    profiles: row.profiles,
    requiredCriteria: row.required_criteria,
    virtualAccounts: row.virtual_accounts,
  }));
const nameRow = z.object({ name: z.string().nullable() });
const namesRows = z.array(z.object({ id: z.string(), name: z.string() }));

const accountsSql = 'SELECT count(*) AS total FROM virtual_account_columns WHERE customer_id = ?';

const sorts = {
  name: 'name_sort',
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

  const table = createListTable({ kind: 'customer', queries, search, own, sorts });

  return {
    ...table,

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

    /** null when the customer is not known or has no name. */
    nameOf(id: string): string | null {
      const row = queries.sqlite.first('SELECT name FROM customer_columns WHERE id = ?', [id]);
      return row === undefined ? null : nameRow.parse(row).name;
    },

    /** Gives its name. `fresh`: there was nothing of the record before. */
    put(record: StoredRecord, fresh: FreshHistory | null = null): string | null {
      const { id } = record;
      const ownName = ownNames.nameOf(id);
      const columns = projectCustomer(record, ownName);
      table.put(
        record,
        {
          name: columns.name,
          is_unconfirmed: Number(columns.isUnconfirmed),
          is_own_name: Number(columns.isOwnName),
          profiles: JSON.stringify(columns.profiles),
          required_criteria: columns.requiredCriteria,
          virtual_accounts: totalOf(queries.sqlite.first(accountsSql, [id])),
          name_sort: foldedOrNull(columns.name),
          first_learned_at: record.firstLearnedAt,
          last_learned_at: record.lastLearnedAt,
          made_at: madeAt(record, fresh ?? history),
        },
        [columns.name, ownName],
        fresh !== null,
      );
      if (fresh === null)
        queries.sqlite.run('DELETE FROM customer_statuses WHERE customer_id = ?', [id]);
      for (const status of new Set(columns.profiles.map((profile) => profile.status))) {
        queries.sqlite.run('INSERT INTO customer_statuses VALUES (?, ?)', [status, id]);
      }
      return columns.name;
    },

    /** One virtual account more, or one less. Of a customer who is not known nothing is counted. */
    addToCount(id: string, difference: 1 | -1): void {
      queries.sqlite.run(
        'UPDATE customer_columns SET virtual_accounts = virtual_accounts + ? WHERE id = ?',
        [difference, id],
      );
    },

    page({ sort = 'firstLearnedAt', ...query }: CustomerQuery) {
      const holders =
        query.profileStatus == null
          ? []
          : [
              sql<SqlBool>`id IN (SELECT customer_id FROM customer_statuses WHERE status = ${query.profileStatus})`,
            ];
      return table.page({ ...query, sort }, { type: query.type }, holders);
    },

    filterValues(): FilterValues['customer'] {
      return {
        types: table.distinct('type'),
        profileStatuses: distinctValues(queries.sqlite, 'customer_statuses', 'status'),
      };
    },

    clear(): void {
      table.clear();
      queries.run(build.deleteFrom('customer_statuses'));
    },
  };
}
