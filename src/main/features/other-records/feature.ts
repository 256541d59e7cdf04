/** Records that events alone tell of: wallets, addresses and payment links. */
import { implement } from '@orpc/server';
import type { z } from 'zod';
import {
  type listOtherRecordsInput,
  type OtherRecordDetail,
  type OtherRecordRow,
  otherRecordsContract,
} from '../../../bridge/other-records.ts';
import type { OutputOf } from '../../../bridge/procedure.ts';
import { json } from '../../../bridge/scalars.ts';
import { fieldsOf, readColumns } from '../../../contract/fields.ts';
import type { OtherKind } from '../../../contract/other-kinds.ts';
import type { JsonObject } from '../../../contract/scalars.ts';
import {
  annotatedQuery,
  type ListAnnotations,
  type RowExtras,
  rowExtras,
} from '../../core/annotations/row-extras.ts';
import { type KnownBy, type KnownReadsParts, readKnown } from '../../core/creates/known-reads.ts';
import { inOrder, leavesOf } from '../../core/creates/values.ts';
import type { Feature } from '../../core/feature/feature.ts';
import { Failed } from '../../core/intents/failed.ts';
import { createdOf, instantOf } from '../../core/records/order.ts';
import { eventWord } from '../../core/records/other-columns.ts';
import { sourceViews } from '../../core/records/source-view.ts';
import type { ColumnsOf, ListedRecord, Observation } from '../../core/records/types.ts';

const otherRecords = implement(otherRecordsContract);

export const otherRecordsFeature: Feature<'otherRecords', OtherRecords> = {
  open: (core) => ({ api: createOtherRecords(core) }),
  procedures: (api) => ({
    otherRecords: {
      list: otherRecords.list.handler(({ input, signal }) => api().list(input, signal)),
      get: otherRecords.get.handler(({ input: { kind, id, knownAt }, signal }) =>
        api().get(kind, id, { knownAt, signal }),
      ),
    },
  }),
};

type ListOutput = OutputOf<typeof otherRecordsContract.list>;

export interface OtherRecords {
  /** Rejects with Failed INVALID for a moment of knowledge that can't be one. */
  list(query: z.output<typeof listOtherRecordsInput>, signal?: AbortSignal): Promise<ListOutput>;
  /** Rejects with Failed NOT_FOUND, and as list. */
  get(kind: OtherKind, id: string, known: KnownBy): Promise<OtherRecordDetail>;
}

interface OtherRecordsParts extends KnownReadsParts {
  readonly annotations: ListAnnotations;
}

/** A detail shows so many observations; all of them are in the record. */
const maxShown = 100;

type TellingState = OtherRecordDetail['eventList'][number];

const nothingKnown = { body: {}, entered: {} };
/** Columns that the kind lacks. */
const noColumns = {
  ...readColumns('address', nothingKnown),
  ...readColumns('paymentLink', nothingKnown),
  ...readColumns('wallet', nothingKnown),
};

const rowOf = <Kind extends OtherKind>(
  kind: Kind,
  { id, lastLearnedAt }: ListedRecord,
  columns: ColumnsOf[Kind],
  extras: RowExtras,
): OtherRecordRow => ({
  ...noColumns,
  id,
  kind,
  ...columns,
  lastLearnedAt,
  ...extras,
  labels: [...extras.labels],
});

/** Nulls are said too: the interface shows them as values of these records. */
const fieldsIn = (kind: OtherKind, body: JsonObject): OtherRecordDetail['fields'] =>
  inOrder(
    [
      ...leavesOf(body).filter(({ field }) => field !== 'id'),
      ...Object.entries(body).flatMap(([field, value]) =>
        value === null ? [{ field, value: null }] : [],
      ),
    ],
    fieldsOf(kind).map(({ name }) => name),
  );

export function createOtherRecords(parts: OtherRecordsParts): OtherRecords {
  const { records, annotations } = parts;

  function eventOf({ eventId, source, observedAt }: Observation): TellingState | null {
    const event = eventId === null ? null : (records.get('event', eventId)?.body ?? null);
    const name = event?.['name'];
    if (event === null || eventId === null || typeof name !== 'string') return null;
    const happened = instantOf(createdOf(event));
    return {
      eventId,
      name,
      state: eventWord(name),
      heardAt: observedAt,
      source,
      happenedAt: happened === null ? null : new Date(happened).toISOString(),
      isMock: event['mock'] === true,
    };
  }

  /** Each event once, as it was heard first. */
  function eventsOf(observations: readonly Observation[]): TellingState[] {
    const events = observations
      .map(eventOf)
      .filter((event) => event !== null)
      .toSorted((one, other) => (one.heardAt < other.heardAt ? 1 : -1));
    const byId = new Map(events.map((event) => [event.eventId, event]));
    const momentOf = ({ happenedAt, heardAt }: TellingState) => Date.parse(happenedAt ?? heardAt);
    return [...byId.values()].sort((one, other) => momentOf(one) - momentOf(other));
  }

  return {
    list: ({ knownAt, kind, ...query }, signal) =>
      readKnown(parts, { knownAt, signal }, (reads) => {
        const written = annotations.at(knownAt);
        const { records: found, ...facts } = reads.list(kind, annotatedQuery(written, kind, query));
        const ids = found.map(({ id }) => id);
        const extrasOf = rowExtras(reads, written, kind, ids);
        const knownOf = (one: OtherKind) =>
          one === kind ? facts.known : reads.list(one, { offset: 0, limit: 1 }).known;
        return {
          rows: found.map((record) => rowOf(kind, record, record.columns, extrasOf(record.id))),
          ...facts,
          counts: {
            wallet: knownOf('wallet'),
            address: knownOf('address'),
            paymentLink: knownOf('paymentLink'),
          },
          ...reads.filterValues(kind),
          labels: written.labels(kind),
        };
      }),

    get: (kind, id, known) =>
      readKnown(parts, known, (reads) => {
        const record = reads.get(kind, id);
        const columns = reads.columns(kind, id);
        if (record === null || columns === null) {
          throw new Failed('NOT_FOUND', {
            sentence: `This profile has no record of ${id}. Another profile may have it.`,
          });
        }
        const observations = reads.observations(kind, id);
        const extrasOf = rowExtras(reads, annotations.at(known.knownAt), kind, [id]);
        return {
          ...rowOf(kind, record, columns, extrasOf(id)),
          fields: fieldsIn(kind, record.body),
          eventList: eventsOf(observations),
          learned: sourceViews(observations.slice(0, maxShown)),
          observations: record.observations,
          asReceived: json.parse(record.body),
        };
      }),
  };
}
