/** Webhooks as they were known at a moment: what stands on observations alone (Interface 2.6). */
import type { OutputOf } from '../../../../bridge/procedure.ts';
import type { Json } from '../../../../bridge/scalars.ts';
import type {
  PastWebhookDetail,
  PastWebhookRow,
  webhooksContract,
} from '../../../../bridge/webhooks.ts';
import { Failed } from '../../../core/intents/failed.ts';
import type { AsOfRecords } from '../../../core/records/as-of.ts';
import { sourceViews } from '../../../core/records/source-view.ts';
import type { KnownRecord, Observation, Records } from '../../../core/records/types.ts';
import { knownWebhook, newestRead } from './known-webhook.ts';

export type PastWebhookList = OutputOf<typeof webhooksContract.past.list>;

export interface PastWebhooks {
  /** `knownAt` is ISO 8601 with a zone. Rejects with Failed INVALID for one that is none or not past. */
  list(knownAt: string, signal?: AbortSignal): Promise<PastWebhookList>;
  /** Also NOT_FOUND, when nothing of it was known by then. */
  get(id: string, knownAt: string, signal?: AbortSignal): Promise<PastWebhookDetail>;
}

export interface PastWebhooksParts {
  readonly records: Pick<Records, 'ids'>;
  readonly asOf: Pick<AsOfRecords, 'fold' | 'observations'>;
  /** Throws Failed INVALID for what is no moment, or one that has not come. */
  readonly requirePast: (knownAt: string) => void;
}

interface KnownThen {
  readonly record: KnownRecord;
  readonly newest: readonly Observation[];
}

export function createPastWebhooks({
  records,
  asOf,
  requirePast,
}: PastWebhooksParts): PastWebhooks {
  const knownThen = async (
    id: string,
    knownAt: string,
    signal: AbortSignal | undefined,
  ): Promise<KnownThen | null> => {
    const record = await asOf.fold('webhook', id, knownAt, signal);
    if (record === null) return null;
    const newest = await asOf.observations('webhook', id, knownAt, newestRead, signal);
    return { record, newest };
  };

  return {
    async list(knownAt, signal) {
      requirePast(knownAt);
      const rows: PastWebhookRow[] = [];
      for (const id of records.ids('webhook')) {
        const known = await knownThen(id, knownAt, signal);
        if (known !== null) rows.push(pastRow(known));
      }
      const learnedAt = rows.map(({ lastLearnedAt }) => lastLearnedAt).sort();
      return { rows, asOf: learnedAt.at(-1) ?? null };
    },

    async get(id, knownAt, signal) {
      requirePast(knownAt);
      const known = await knownThen(id, knownAt, signal);
      if (known === null) {
        const sentence = `The webhook ${id} was not known to Causeway at that time.`;
        throw new Failed('NOT_FOUND', { sentence });
      }
      return {
        ...pastRow(known),
        learned: sourceViews(known.newest),
        observations: known.record.observations,
        asReceived: known.record.body as Json,
      };
    },
  };
}

function pastRow({ record, newest }: KnownThen): PastWebhookRow {
  const webhook = knownWebhook(record, newest);
  return { ...webhook, events: [...(webhook.events ?? [])] };
}
