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

const sentences = [TeamDatabaseAway, ChainConflict, AddressUnusable, InvitationUsed, RangeError];

/** Errors that are sentences for people, as Failed INVALID; others as they are. */
export function inWords(error: unknown): unknown {
  if (error instanceof TeamDatabaseRefused)
    return invalid(`${error.message} ${error.change}`, true);
  const isSentence = sentences.some((one) => error instanceof one);
  return error instanceof Error && isSentence ? invalid(error.message, true) : error;
}
