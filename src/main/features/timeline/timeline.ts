/** The timeline as the bridge shows it: the index, and what the records and the webhooks add to it. */
import type { z } from 'zod';
import { eachFlag, eventFlags } from '../../../bridge/event-flags.ts';
import type { OutputOf } from '../../../bridge/procedure.ts';
import type {
  IndexingView,
  TimelineRow,
  timelineContract,
  timelineListInput,
} from '../../../bridge/timeline.ts';
import { readColumns } from '../../../contract/fields.ts';
import type { Log } from '../../core/foundation/log.ts';
import type { AsOfRecords } from '../../core/records/as-of.ts';
import { projectCustomer } from '../../core/records/projections.ts';
import type { Records } from '../../core/records/types.ts';
import type { Payouts } from '../payouts/payouts.ts';
import type { Inbox } from '../webhooks/inbox/types.ts';
import type { IndexedEvent, TimelineIndex } from './types.ts';

type Contract = typeof timelineContract;

export interface Timeline {
  /** Events, newest first by when they occurred. */
  list(
    input: z.output<typeof timelineListInput>,
    signal?: AbortSignal,
  ): Promise<OutputOf<Contract['list']>>;
  count: TimelineIndex['count'];
  histogram: TimelineIndex['histogram'];
  /**
   * Values to filter by. As of an earlier moment only names, kinds and fixed flags are counted; other counts are null.
   */
  facets(knownAt: string | null): Promise<OutputOf<Contract['facets']>>;
  indexing(): IndexingView;
  /** Begins to make the index again, and says how far it is. */
  rebuild(): IndexingView;
  /**
   * With the amounts of payouts and the names of the customers, as the records know them now, or knew
   * them at a moment (ISO 8601 with a zone).
   */
  named(rows: readonly IndexedEvent[], knownAt: string | null): Promise<TimelineRow[]>;
}

export interface TimelineParts {
  readonly profileId: string;
  readonly index: TimelineIndex;
  readonly records: Pick<Records, 'customerNames' | 'ownName'>;
  readonly asOf: Pick<AsOfRecords, 'fold'>;
  readonly payouts: Pick<Payouts, 'eventAmounts'>;
  readonly inbox: Pick<Inbox, 'slot'>;
  /** Name of a webhook, where it is known. */
  readonly webhookName: (id: string) => string | null;
  readonly log: Pick<Log, 'error'>;
}

export function createTimeline(parts: TimelineParts): Timeline {
  const { index, records, asOf, payouts, inbox, webhookName, log, profileId } = parts;

  const namesThen = async (ids: readonly string[], knownAt: string) => {
    const names = new Map<string, string>();
    for (const id of ids) {
      const record = await asOf.fold('customer', id, knownAt);
      const own = records.ownName(id, new Date(knownAt).toISOString());
      const name = record === null ? null : projectCustomer(record, own).name;
      if (name !== null) names.set(id, name);
    }
    return names;
  };
  const webhookNamesThen = async (ids: readonly string[], knownAt: string) => {
    const names = new Map<string, string | null>();
    for (const id of ids) {
      const record = await asOf.fold('webhook', id, knownAt);
      names.set(id, record === null ? null : readColumns('webhook', record).name);
    }
    return names;
  };

  const named: Timeline['named'] = async (rows, knownAt) => {
    const ids = [...new Set(rows.flatMap(({ customerId }) => customerId ?? []))];
    const names = knownAt === null ? records.customerNames(ids) : await namesThen(ids, knownAt);
    const paid = rows.filter(({ family, isApart }) => family === 'payout' && !isApart);
    const webhookOf = ({ resourceKind, resourceId }: IndexedEvent): string | null =>
      resourceKind === 'webhook' ? resourceId : null;
    const webhookIds = [...new Set(rows.flatMap((row) => webhookOf(row) ?? []))];
    const webhookNames =
      knownAt === null
        ? new Map(webhookIds.map((id) => [id, webhookName(id)]))
        : await webhookNamesThen(webhookIds, knownAt);
    const amounts = paid.length === 0 ? null : payouts.eventAmounts(paid, knownAt);
    return rows.map((row) => ({
      ...row,
      amount: (row.isApart ? null : amounts?.get(row.eventId)) ?? null,
      customerName: row.customerId === null ? null : (names.get(row.customerId) ?? null),
      webhookName: webhookNames.get(webhookOf(row) ?? '') ?? null,
    }));
  };

  return {
    async list(input, signal) {
      const { rows, hasMore } = await index.list(input, signal);
      return { rows: await named(rows, input.filter.knownAt), hasMore };
    },
    count: index.count,
    histogram: index.histogram,
    async facets(knownAt) {
      const { slots, names, resourceKinds, proofs, flags } = await index.facets(knownAt);
      /** The index counts marks as they are now: of a moment they would be wrong. */
      const ofNow = (count: number): number | null => (knownAt === null ? count : null);
      const webhooks = new Map<string, number>();
      for (const { slotPath, count } of slots) {
        const webhookId = inbox.slot(slotPath)?.webhookId ?? null;
        if (webhookId !== null) webhooks.set(webhookId, (webhooks.get(webhookId) ?? 0) + count);
      }
      return {
        flags: eachFlag((flag) => (eventFlags[flag].isFixed ? flags[flag] : ofNow(flags[flag]))),
        names: [...names],
        resourceKinds: [...resourceKinds],
        proofs: proofs.map(({ proof, count }) => ({ proof, count: ofNow(count) })),
        webhooks: [...webhooks].map(([webhookId, count]) => ({
          webhookId,
          name: webhookName(webhookId),
          count: ofNow(count),
        })),
      };
    },
    indexing: index.indexing,
    rebuild() {
      index.rebuild().catch((error: unknown) => {
        log.error({ err: error, profileId }, 'the timeline could not be made again');
      });
      return index.indexing();
    },
    named,
  };
}
