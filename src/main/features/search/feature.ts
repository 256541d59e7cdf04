/** What the palette finds. */
import { implement } from '@orpc/server';
import type { PayoutAmount } from '../../../bridge/payouts.ts';
import type { OutputOf } from '../../../bridge/procedure.ts';
import { type FoundItem, type FoundKind, searchContract } from '../../../bridge/search.ts';
import { timelineFilter } from '../../../bridge/timeline.ts';
import { readColumns } from '../../../contract/fields.ts';
import { nounOf, writes } from '../../../contract/writes.ts';
import { folded } from '../../../platform/folded-text.ts';
import type { Annotations } from '../../core/annotations/annotations.ts';
import { type KnownReadsParts, readKnown, requirePast } from '../../core/creates/known-reads.ts';
import type { Feature } from '../../core/feature/feature.ts';
import type { Log } from '../../core/foundation/log.ts';
import type { Intents } from '../../core/intents/types.ts';
import type { AsOfRecords } from '../../core/records/as-of.ts';
import { listedKinds } from '../../core/records/list-table.ts';
import type { FoundRecord, RecordReads } from '../../core/records/types.ts';
import type { Bulk } from '../bulk/bulk.ts';
import type { Payouts } from '../payouts/payouts.ts';
import type { TimelineApi } from '../timeline/feature.ts';
import type { Timeline } from '../timeline/timeline.ts';

const search = implement(searchContract);

interface Uses {
  readonly bulk: Pick<Bulk, 'runs'>;
  readonly payouts: Pick<Payouts, 'find'>;
  readonly timeline: TimelineApi;
}

export const searchFeature: Feature<'search', Search, Uses> = {
  open: (core, { bulk: { runs }, payouts, timeline }) => ({
    api: createSearch({ ...core, runs, payouts, timeline: () => timeline.demand().timeline }),
  }),
  procedures: (api) => ({
    search: {
      find: search.find.handler(({ input, signal }) => api().find({ ...input, signal })),
    },
  }),
};

type Found = OutputOf<typeof searchContract.find>;

interface SearchQuery {
  readonly search: string;
  /** ISO 8601 with a zone; null is now. */
  readonly knownAt: string | null;
  readonly signal?: AbortSignal | undefined;
}

interface SearchParts extends KnownReadsParts {
  readonly asOf: Pick<AsOfRecords, 'read' | 'fold'>;
  readonly annotations: Pick<Annotations, 'at'>;
  readonly intents: Pick<Intents, 'get'>;
  readonly runs: Pick<Bulk['runs'], 'has' | 'get'>;
  readonly payouts: Pick<Payouts, 'find'>;
  /** Throws where events can't be read. */
  readonly timeline: () => Pick<Timeline, 'list'>;
  readonly log: Pick<Log, 'warn'>;
}

export interface Search {
  /** Rejects with Failed INVALID for a moment that can't be one. */
  find(query: SearchQuery): Promise<Found>;
}

/** Most of one kind. */
const LIMIT = 6;

type Finder = (query: SearchQuery) => Promise<FoundItem[]>;

function createSearch(parts: SearchParts): Search {
  /** In the order of results. Another kind is one more line. */
  const finders: readonly { readonly kinds: readonly FoundKind[]; readonly find: Finder }[] = [
    {
      kinds: listedKinds,
      find: (query) => findRecords(parts, query),
    },
    { kinds: ['payout'], find: (query) => findPayouts(parts, query) },
    { kinds: ['webhook'], find: (query) => findWebhooks(parts, query) },
    { kinds: ['event'], find: (query) => findEvents(parts, query) },
    { kinds: ['request', 'bulkRun'], find: async (query) => findByKey(parts, query) },
  ];
  return {
    async find(query) {
      if (query.knownAt !== null) requirePast(parts.clock, query.knownAt);
      const found = await Promise.allSettled(finders.map(({ find }) => find(query)));
      query.signal?.throwIfAborted();
      const failed = found.flatMap((result, index) => {
        if (result.status === 'fulfilled') return [];
        const kinds = finders[index]?.kinds ?? [];
        parts.log.warn({ err: result.reason, kinds }, 'a kind could not be searched');
        return kinds;
      });
      return {
        items: found.flatMap((result) => (result.status === 'fulfilled' ? result.value : [])),
        failed,
      };
    },
  };
}

const findRecords = (parts: SearchParts, { search, knownAt, signal }: SearchQuery) =>
  readKnown(parts, { knownAt, signal }, (reads) => {
    const annotations = parts.annotations.at(knownAt);
    const written = (words: readonly string[]) =>
      listedKinds.flatMap((kind) => annotations.found(kind, ...words));
    const found = reads.find({ search, limit: LIMIT, written });
    return listedKinds.flatMap((kind) =>
      found.filter((record) => record.kind === kind).map((record) => itemOf(reads, record)),
    );
  });

type Text = string | null | undefined;
const textsOf = (...texts: readonly Text[]): string[] =>
  texts.filter((text) => text != null && text !== '').map(String);

const currencies = (from: string | null, to: string | null): string | null =>
  from === null && to === null ? null : `${from ?? '?'} → ${to ?? '?'}`;

function itemOf(reads: RecordReads, { kind, id }: FoundRecord): FoundItem {
  const item = (title: Text, ...details: readonly Text[]) => ({
    kind,
    id,
    at: null,
    money: null,
    state: null,
    title: title ?? null,
    details: textsOf(...details).filter((text) => text !== title),
  });
  if (kind === 'customer') {
    const columns = reads.columns(kind, id);
    return item(columns?.name, columns?.email);
  }
  if (kind === 'virtualAccount') {
    const columns = reads.columns(kind, id);
    const pair = currencies(columns?.sourceCurrency ?? null, columns?.destinationCurrency ?? null);
    return item(columns?.customerName ?? pair, pair, columns?.network);
  }
  if (kind === 'bankAccount') {
    const columns = reads.columns(kind, id);
    return item(
      columns?.customerName ?? columns?.accountHolderName,
      columns?.bankName,
      columns?.currency,
    );
  }
  if (kind === 'wallet') {
    const columns = reads.columns(kind, id);
    return item(columns?.nickname ?? columns?.address, columns?.network, columns?.customerName);
  }
  if (kind === 'paymentLink') {
    const columns = reads.columns(kind, id);
    const found = item(columns?.name ?? columns?.url, columns?.customerName);
    return { ...found, state: columns?.state ?? null };
  }
  const columns = reads.columns(kind, id);
  return { ...item(columns?.customerName), state: columns?.state ?? null };
}

/** All of them, because the service allows ten. */
async function findWebhooks(
  { records, asOf, annotations }: SearchParts,
  { search, knownAt, signal }: SearchQuery,
): Promise<FoundItem[]> {
  const words = folded(search).split(/\s+/u);
  const written = annotations.at(knownAt).found('webhook', ...words);
  const items: FoundItem[] = [];
  for (const id of records.ids('webhook')) {
    const record =
      knownAt === null
        ? records.get('webhook', id)
        : await asOf.fold('webhook', id, knownAt, signal);
    if (record === null) continue;
    const { name, description, url } = readColumns('webhook', record);
    const text = folded(textsOf(id, name, description, url).join('\n'));
    if (!words.every((word) => text.includes(word)) && !written.includes(id)) continue;
    const plain = { money: null, state: null, at: null };
    items.push({ kind: 'webhook', id, title: name, details: textsOf(url), ...plain });
  }
  return items.slice(0, LIMIT);
}

const moneyOf = ({ amount, currency }: PayoutAmount): FoundItem['money'] =>
  amount === null ? null : { amount, currency };

async function findPayouts(
  { payouts }: SearchParts,
  { search, knownAt, signal }: SearchQuery,
): Promise<FoundItem[]> {
  const rows = await payouts.find(search, LIMIT, { knownAt, signal });
  return rows.map((row) => ({
    kind: 'payout',
    id: row.id,
    at: row.updated,
    title: null,
    money: moneyOf(row.in) ?? moneyOf(row.out),
    details: textsOf(row.customerName),
    state: row.state,
  }));
}

async function findEvents(
  { timeline }: SearchParts,
  { search, knownAt, signal }: SearchQuery,
): Promise<FoundItem[]> {
  const filter = timelineFilter.parse({ search, knownAt });
  const { rows } = await timeline().list(
    { filter, before: null, after: null, offset: 0, limit: LIMIT },
    signal,
  );
  return rows.map((row) => ({
    kind: 'event',
    id: row.eventId,
    title: row.name,
    money: null,
    state: null,
    details: textsOf(row.customerName),
    at: row.happenedAt ?? row.heardAt,
  }));
}

const plain = { title: null, money: null, state: null, details: [] };

/** A request whose outcome is or was unknown, what another one created, or a bulk run. */
function findByKey({ intents, runs }: SearchParts, { search, knownAt }: SearchQuery): FoundItem[] {
  const id = search.toLowerCase();
  if (!/^[0-9a-f]{32}$/.test(id)) return [];
  const isKnown = ({ at }: FoundItem): boolean => at === null || knownAt === null || at <= knownAt;
  const found: FoundItem[] = [];
  const intent = intents.get(id);
  if (intent !== null) {
    const { creates } = writes[intent.operation];
    const { state, resourceId, journalledAt: at } = intent;
    if (['unknown', 'exists', 'absent'].includes(state))
      found.push({ ...plain, kind: 'request', id, details: [nounOf(creates)], at });
    else if (resourceId !== null) found.push({ ...plain, kind: creates, id: resourceId, at });
  }
  if (runs.has(id)) {
    const { fileName, state, createdAt } = runs.get(id);
    found.push({ ...plain, kind: 'bulkRun', id, title: fileName, state, at: createdAt });
  }
  return found.filter(isKnown);
}
