/** Telling what is damaged for good from what may go better the next time. */

/** A row that can't be what we wrote. */
export class UnreadableDelivery extends Error {
  override readonly name = 'UnreadableDelivery';
}

/** SQLite says these of pages that are not what was written. */
const damagedPages = /^SQLITE_(CORRUPT|NOTADB|IOERR_(DATA|CORRUPTFS|SHORT_READ))/;

/**
 * Whether reading this delivery fails again whenever it is tried: a damaged page or row, content that
 * the key does not open. A busy, full or closed database is none.
 */
export function isDamage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (code.startsWith('SQLITE')) return damagedPages.test(code);
  return !/database connection is not open|database connection is busy/.test(error.message);
}
