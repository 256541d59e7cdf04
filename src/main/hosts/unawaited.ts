/**
 * A failure that nobody awaited is logged, and the program goes on. What counts is stored in transactions and
 * before it is sent or acknowledged, so such a failure leaves nothing half stored, and a program that ended
 * would receive no delivery until a person unlocks the next one. An exception beside a promise ends it still.
 */
import type { Log } from '../core/foundation/log.ts';

export function logUnawaited(log: Pick<Log, 'error'>): void {
  process.on('unhandledRejection', (reason) => {
    log.error({ err: reason }, 'a failure that nobody awaited');
  });
}
