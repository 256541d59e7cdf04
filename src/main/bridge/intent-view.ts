/** An intent as the page reads it. */
import type { IntentView } from '../../bridge/intents.ts';
import { retryAtOf } from '../core/intents/retry-at.ts';
import type { Intent } from '../core/intents/types.ts';

export const intentViewOf = (intent: Intent): IntentView => ({
  ...intent,
  retryAt: retryAtOf(intent),
});
