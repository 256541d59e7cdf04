/** Which entries follow from what a person decided, so that they name the person (`by` in their facts). */
import { writes } from '../../../contract/writes.ts';

/** What Causeway or the service does by itself, or may do: nobody is named for it. */
const byItself: ReadonlySet<string> = new Set([
  ...['console.started', 'console.stopped', 'token.proof', 'tunnel.proof'],
  ...['bulk.paused', 'bulk.done', 'bank-account.looked-up'],
  ...['bank-accounts.refresh-ended', 'deliveries.judged-again', 'forward.given-back'],
  ...['forward.replay-failed', 'reconciliation.matched', 'sandbox.samples.failed'],
  'virtual-account.mismatch',
  // A person's is the request; what came of it is the service's.
  ...Object.values(writes).flatMap(({ action }) =>
    ['created', 'refused', 'not-sent', 'unknown'].map((state) => `${action}.${state}`),
  ),
]);

export const isOfPerson = (action: string): boolean => !byItself.has(action);
