/** What stops something of a team, for a person. */
import { AddressUnusable } from '../../../team-log/address.ts';
import {
  ChainConflict,
  InvitationUsed,
  TeamDatabaseAway,
  TeamDatabaseRefused,
} from '../../../team-log/errors.ts';
import { Failed } from '../../core/intents/failed.ts';

export const invalid = (sentence: string, canTryAgain = false): Failed =>
  new Failed('INVALID', { sentence, cause: 'team', canTryAgain });

export const isOfDatabase = (error: unknown): error is TeamDatabaseAway | TeamDatabaseRefused =>
  error instanceof TeamDatabaseAway || error instanceof TeamDatabaseRefused;

interface AwayStatus {
  readonly state: 'away' | 'refused';
  readonly sentence: string;
}

export type ExchangeStatus =
  | { readonly state: 'waiting' | 'connecting' | 'on' | 'removed' | 'conflict' }
  | AwayStatus;

/** How it stands after this error. */
export function awayWith(error: unknown): AwayStatus {
  if (error instanceof TeamDatabaseRefused)
    return { state: 'refused', sentence: `${error.message} ${error.change}` };
  const sentence = isOfDatabase(error)
    ? `${error.message} Causeway tries again by itself. If this lasts, tell whoever runs the database.`
    : 'The exchange with the team stopped. Causeway tries again by itself; the log has the details.';
  return { state: 'away', sentence };
}

const toldErrors = [TeamDatabaseAway, ChainConflict, AddressUnusable, InvitationUsed, RangeError];

/** Errors that are sentences for people, as Failed INVALID; others as they are. */
export function inWords(error: unknown): unknown {
  if (error instanceof TeamDatabaseRefused)
    return invalid(`${error.message} ${error.change}`, true);
  const isSentence = toldErrors.some((errorClass) => error instanceof errorClass);
  return error instanceof Error && isSentence ? invalid(error.message, true) : error;
}
