/** The webhooks of a profile, as far as gaps depend on them. */
import type { ResourceKind } from '../../../../contract/resources.ts';
import type { AsOfRecords } from '../../../core/records/as-of.ts';
import { instantOf } from '../../../core/records/order.ts';
import type { KnownRecord, Records } from '../../../core/records/types.ts';
import type { Inbox } from '../../webhooks/inbox/types.ts';
import { knownWebhook } from '../../webhooks/register/known-webhook.ts';
import { readWebhookUrl, webhookUrl } from '../../webhooks/register/webhook-url.ts';

/** A webhook whose deliveries arrive here. */
export interface ListeningWebhook {
  readonly id: string;
  /** Since when it can deliver here; milliseconds since 1970. */
  readonly since: number;
  /** Where it is registered; null when that goes through something that is not ours to prove. */
  readonly address: string | null;
  /** Event names that it listens to; null where that is not known. */
  readonly events: readonly string[] | null;
}

export interface ListeningParts {
  readonly profileId: string;
  readonly inbox: Pick<Inbox, 'slots'>;
  readonly records: Pick<Records, 'get'>;
  readonly asOf: Pick<AsOfRecords, 'fold'>;
}

/** As they were known at a moment (ISO 8601 with a zone). */
export async function listeningWebhooksThen(
  parts: ListeningParts,
  knownAt: string,
): Promise<ListeningWebhook[]> {
  const known = new Map<string, KnownRecord>();
  for (const { webhookId: id } of parts.inbox.slots(parts.profileId)) {
    const record = id === null ? null : await parts.asOf.fold('webhook', id, knownAt);
    if (id !== null && record !== null) known.set(id, record);
  }
  const get = (_kind: ResourceKind, id: string) => known.get(id) ?? null;
  return listeningWebhooks({ ...parts, records: { get } });
}

/** Those that are tied to a path of this computer. */
export function listeningWebhooks(parts: Omit<ListeningParts, 'asOf'>): ListeningWebhook[] {
  const { inbox, records, profileId } = parts;
  return inbox.slots(profileId).flatMap(({ webhookId, path, reservedAt }): ListeningWebhook[] => {
    const record = webhookId === null ? null : records.get('webhook', webhookId);
    if (webhookId === null || record === null) return [];
    const { url, events, created } = knownWebhook(record, []);
    const read = url === null ? null : readWebhookUrl(url);
    const known = Date.parse(record.firstLearnedAt);
    // One that was made elsewhere delivers here since its path is.
    const since = Math.max(Date.parse(reservedAt), Math.min(instantOf(created) ?? known, known));
    const address = read?.slotPath === path ? webhookUrl(read.origin, path) : null;
    return [{ id: webhookId, since, events, address }];
  });
}

/** Whether it listens to events of this name; where that is not known, it may. */
export const listensTo = ({ events }: ListeningWebhook, name: string): boolean =>
  events === null || events.includes(name);

/** What it listens to, for comparing; a list that is not known stands for itself alone. */
export const interestsOf = ({ id, events }: ListeningWebhook): readonly string[] =>
  events ?? [`all of ${id}`];
