/** Opening a stored delivery where some may be damaged. */
import { errorCode } from '../../../../platform/error-code.ts';
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

/** A row that can't be what we wrote. */
export class UnreadableDelivery extends Error {
  override readonly name = 'UnreadableDelivery';
}

/** SQLite says these of pages that are not what was written. */
const damagedPages = /^SQLITE_(CORRUPT|NOTADB|IOERR_(DATA|CORRUPTFS|SHORT_READ))/;

/**
 * What is damaged for good, not what may go better the next time: whether reading this delivery fails again whenever
 * it is tried: a damaged page or row, content that the key does not open. A busy, full or closed database is none.
 */
export function isDamage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = errorCode(error);
  if (code.startsWith('SQLITE')) return damagedPages.test(code);
  return !/database connection is not open|database connection is busy/.test(error.message);
}
