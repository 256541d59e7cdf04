/** What a person gives of a webhook that exists already. */
import { webhookId as webhookIdSchema, webhookSecret } from '../../../../contract/ids.ts';
import { Failed } from '../../../core/intents/failed.ts';
import type { WebhookPath } from '../inbox/types.ts';
import type { ExistingWebhook } from './types.ts';
import { readWebhookUrl } from './webhook-url.ts';

const invalid = (sentence: string) => new Failed('INVALID', { sentence, cause: 'webhook' });

export interface CheckedAddress {
  readonly url: string;
  /** Where it has the form of ours. */
  readonly slotPath: string | null;
}

/** Throws Failed INVALID with a sentence on what is wrong. `knownUrl` counts where none was given. */
export function checkExisting(
  { webhookId, url, secret }: ExistingWebhook,
  knownUrl: string | null,
): CheckedAddress {
  if (!webhookIdSchema.safeParse(webhookId).success) {
    throw invalid('Enter a webhook ID. It starts with webhook_.');
  }
  if (!webhookSecret.safeParse(secret).success) {
    throw invalid('Enter the webhook’s secret. It starts with secret_.');
  }
  const address = url ?? knownUrl ?? '';
  const read = readWebhookUrl(address);
  if (read === null || !read.origin.startsWith('https://')) {
    throw invalid('Enter the https:// URL that the webhook is registered with.');
  }
  return { url: address, slotPath: read.slotPath };
}

/** Throws Failed INVALID where the path is of another profile or of another webhook. */
export function requireOwn(slot: WebhookPath | null, profileId: string, webhookId: string): void {
  if (slot === null) return;
  if (slot.profileId !== profileId) throw invalid('This URL belongs to another profile.');
  if (slot.webhookId === null || slot.webhookId === webhookId) return;
  throw invalid(`This URL belongs to the webhook ${slot.webhookId}.`);
}

/** What the create will be answered is the webhook of that path. */
export const stillCreating = (): Failed =>
  invalid('A webhook with this URL is being created. Wait for the outcome.');
