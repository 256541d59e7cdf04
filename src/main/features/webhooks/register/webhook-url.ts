/** A webhook's URL: `<public origin>/hooks/<path of a slot>`. */
import { hooksPrefix } from '../receiver/types.ts';

export interface WebhookUrl {
  readonly origin: string;
  /** 32 hex digits where the URL has the form of ours; else null. */
  readonly slotPath: string | null;
}

export const webhookUrl = (origin: string, slotPath: string): string =>
  `${origin}${hooksPrefix}${slotPath}`;

/** null when it is no web address. */
export function readWebhookUrl(text: string): WebhookUrl | null {
  if (!URL.canParse(text)) return null;
  const { origin, pathname } = new URL(text);
  const path = pathname.startsWith(hooksPrefix) ? pathname.slice(hooksPrefix.length) : '';
  return { origin, slotPath: /^[0-9a-f]{32}$/.test(path) ? path : null };
}
