/** An intent as the page reads it, with when the service asked to be tried again. */
import type { IntentView } from '../../../bridge/intents.ts';
import type { Intent } from './types.ts';

/** The moment as an ISO instant; null when it named none, or one that no calendar holds. */
export function retryAtOf({
  settledAt,
  retryAfterMs,
}: Pick<Intent, 'settledAt' | 'retryAfterMs'>): string | null {
  if (settledAt === null || retryAfterMs === null) return null;
  const at = new Date(Date.parse(settledAt) + retryAfterMs);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}

export const intentViewOf = (intent: Intent): IntentView => ({
  ...intent,
  retryAt: retryAtOf(intent),
});
