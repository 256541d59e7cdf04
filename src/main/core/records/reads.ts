/** Reading records, whatever database they stand in. */
import type { Columns } from './columns.ts';
import { inOneGo } from './fold-observations.ts';
import { newestObservations } from './newest-observations.ts';
import type { ObservationsRepository } from './observations-repository.ts';
import type { RecordsRepository, StoredRecord } from './records-repository.ts';
import type {
  ColumnsOf,
  FilterValues,
  KnownRecord,
  ListedKind,
  QueryOf,
  RecordReads,
  Records,
} from './types.ts';

/** What a kind that has columns can be asked for. */
interface ListedColumns<Kind extends ListedKind> {
  get(id: string): ColumnsOf[Kind] | null;
  page(query: QueryOf[Kind]): {
    readonly rows: readonly { readonly id: string; readonly columns: ColumnsOf[Kind] }[];
    readonly total: number;
  };
  filterValues(): FilterValues[Kind];
}

export interface ReadsParts {
  readonly observations: Pick<
    ObservationsRepository,
    'list' | 'newest' | 'byHand' | 'fromSources' | 'eventSinceProfiles'
  >;
  readonly stored: Pick<RecordsRepository, 'get' | 'contents' | 'moments' | 'facts'>;
  readonly columns: Columns;
  readonly find: Records['find'];
}

type Reads = Pick<Records, keyof RecordReads>;

export function createReads({ observations, stored, columns, find }: ReadsParts): Reads {
  const listed: { readonly [Kind in ListedKind]: ListedColumns<Kind> } = {
    customer: columns.customers,
    virtualAccount: columns.virtualAccounts,
    bankAccount: columns.bankAccounts,
    ...columns.others,
  };
  return {
    get: (kind, id) => withoutRow(stored.get(kind, id)),

    contents: (kind, ids) => stored.contents(kind, ids),

    columns: (kind, id) => listed[kind].get(id),

    customerNames: columns.customers.names,

    list: (kind, query) => {
      const { rows, total } = listed[kind].page(query);
      const moments = stored.moments(
        kind,
        rows.map(({ id }) => id),
      );
      const records = rows.flatMap(({ id, columns: shown }) => {
        const record = moments.get(id);
        return record === undefined ? [] : [{ ...record, columns: shown }];
      });
      return { records, total, ...stored.facts(kind) };
    },

    find,

    filterValues: (kind) => listed[kind].filterValues(),

    byHand: (kind, ids) => observations.byHand(kind, ids),

    fromSources: (kind, ids, sources) => observations.fromSources(kind, ids, sources),

    queue: (query) => ({ ...columns.queue.page(query), ...stored.facts('customer') }),

    newerEvent: (customerId) => observations.eventSinceProfiles(customerId),

    madeBetween: (kind, from, to) =>
      kind === 'customer'
        ? columns.customers.madeBetween(from, to)
        : columns.virtualAccounts.madeBetween(from, to),

    standing(customerId) {
      const record = stored.get('customer', customerId);
      return record === null ? null : columns.queue.standing(record);
    },

    observations: (kind, id, limit) =>
      limit === undefined
        ? observations.list({ kind, id })
        : inOneGo(newestObservations(observations, { kind, id }, limit)),
  };
}

/** A record without what only its database says of it. */
export function withoutRow(record: StoredRecord | null): KnownRecord | null {
  if (record === null) return null;
  const { record: _row, ...known } = record;
  return known;
}
