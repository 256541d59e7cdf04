/** Opening a stored delivery where some may be damaged. */
import { isDamage } from './damage.ts';
import type { DeliveryContent, Inbox, StoredDelivery } from './types.ts';

export type OpenedDelivery =
  | { readonly kind: 'opened'; readonly stored: StoredDelivery; readonly content: DeliveryContent }
  /** Its row or its content can't be read, now or later. */
  | { readonly kind: 'damaged'; readonly error: unknown }
  /** It is not stored any more. */
  | { readonly kind: 'gone' };

/** Throws only what may go better the next time (a busy or closed database). */
export function openDelivery(
  inbox: Pick<Inbox, 'delivery' | 'content'>,
  arrival: number,
  privateKey: Uint8Array,
): OpenedDelivery {
  try {
    const stored = inbox.delivery(arrival);
    const content = stored === null ? null : inbox.content(arrival, privateKey);
    return stored === null || content === null
      ? { kind: 'gone' }
      : { kind: 'opened', stored, content };
  } catch (error) {
    if (!isDamage(error)) throw error;
    return { kind: 'damaged', error };
  }
}
