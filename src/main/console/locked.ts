/** What every call says while Causeway is locked. */
import { Failed } from '../core/intents/failed.ts';

export const lockedMessage =
  'Causeway is locked, so no profile can be read or changed. Unlock it first.';

export const locked = (): Failed =>
  new Failed('LOCKED', { sentence: lockedMessage, canTryAgain: true });
