/** What the form of a new webhook holds: text as it was typed (Interface 4.4). */
export interface WebhookValues {
  name: string;
  description: string;
  url: string;
  /** Names of section 6, in its order. */
  events: string[];
}

export const emptyWebhookValues: WebhookValues = { name: '', description: '', url: '', events: [] };
