/** What the end of an intent makes of its row. */
import { type Random, randomHex } from '../../../../platform/random.ts';
import type { Intent } from '../../../core/intents/types.ts';
import type { RunsRepository } from './runs-repository.ts';
import type { RowEnd } from './stored-rows.ts';

/** `again`: nothing exists, and the row may be sent under a new key. */
export type EndOfRow =
  | { readonly is: 'again'; readonly wasRefused: boolean }
  | ({ readonly is: 'end' } & Pick<RowEnd, 'state' | 'resourceId'>);

export const unknownEnd: EndOfRow = { is: 'end', state: 'unknown', resourceId: null };

/** An intent that is journalled and not settled may exist: its row is unknown, and follows it. */
export function rowEndOf({ state, cause, resourceId }: Intent): EndOfRow {
  if (state === 'refused' && (cause === 'rate-limited' || cause === 'unauthorized')) {
    return { is: 'again', wasRefused: cause === 'rate-limited' };
  }
  if (state === 'not-sent') return { is: 'again', wasRefused: false };
  if (state === 'created' || state === 'refused') return { is: 'end', state, resourceId };
  return unknownEnd;
}

/** Joins a running transaction. */
export function keepRowEnd(
  repository: Pick<RunsRepository, 'again' | 'end'>,
  key: string,
  end: EndOfRow,
  random: Random,
  hasMismatch: boolean,
): void {
  if (end.is === 'again') repository.again(key, randomHex(random, 16), end.wasRefused);
  else repository.end({ key, state: end.state, resourceId: end.resourceId, hasMismatch });
}
