/** What the form of a new webhook holds: text as it was typed (Interface 4.4). */
import { createDraftStore } from '../../../stores/drafts.ts';
import { pageStore } from '../../../stores/made-once.ts';

export interface WebhookValues {
  name: string;
  description: string;
  url: string;
  /** Names of section 6, in its order. */
  events: string[];
}

export const emptyWebhookValues: WebhookValues = { name: '', description: '', url: '', events: [] };

export const useWebhookDrafts = pageStore(({ mintIntentKey }) =>
  createDraftStore(emptyWebhookValues, mintIntentKey),
);
