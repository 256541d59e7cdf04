/** Virtual accounts and bank accounts as lists read them: beside the catalogue's columns, their customer's name. */
import { z } from 'zod';
import { fieldsOf, readField, readText } from '../../../contract/fields.ts';
import type { Queries } from '../../../platform/queries.ts';
import { createListTable, foldedOrNull } from './list-table.ts';
import { type MadeHistory, madeAt } from './made-at.ts';
import type { StoredRecord } from './records-repository.ts';
import type { RecordsSchema } from './schema.ts';
import type { SearchIndex } from './search-index.ts';
import type { BankAccountQuery, FilterValues, VirtualAccountQuery } from './types.ts';

const customerRow = z.object({ customer_id: z.string().nullable() });
const own = z
  .object({ customer_name: z.string().nullable() })
  .transform((row) => ({ customerName: row.customer_name }));

type NameOf = (customerId: string) => string | null;

/** The customer that is named, and its name. */
function customerOf(record: StoredRecord, nameOf: NameOf) {
  const field = fieldsOf(record.kind === 'bankAccount' ? 'bankAccount' : 'virtualAccount').find(
    ({ kind }) => kind === 'customerId',
  );
  const id = field === undefined ? null : readText(readField(field, record));
  const name = id === null ? null : nameOf(id);
  return { id, name, columns: { customer_name: name, customer_name_sort: foldedOrNull(name) } };
}

export function createVirtualAccountColumns(
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

    /** Gives the customer that is named. `isNew`: there was nothing of the record before. */
    put(record: StoredRecord, nameOf: NameOf, isNew = false): string | null {
      const { id, name, columns } = customerOf(record, nameOf);
      table.put(record, { ...columns, made_at: madeAt(record, history) }, [name], isNew);
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

export function createBankAccountColumns(queries: Queries<RecordsSchema>, search: SearchIndex) {
  const sorts = { customerName: 'customer_name_sort', lastLearnedAt: 'last_learned_at' };
  const table = createListTable({ kind: 'bankAccount', queries, search, own, sorts });
  return {
    ...table,

    put(record: StoredRecord, nameOf: NameOf): void {
      const { name, columns } = customerOf(record, nameOf);
      table.put(record, { ...columns, last_learned_at: record.lastLearnedAt }, [name]);
    },

    page: ({ sort = 'lastLearnedAt', ...query }: BankAccountQuery) =>
      table.page({ ...query, sort }, { customer_id: query.customerId, status: query.status }),

    filterValues: (): FilterValues['bankAccount'] => ({ statuses: table.distinct('status') }),
  };
}
