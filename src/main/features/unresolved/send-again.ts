/**
 * Sends again what a person settled as not existing: a new intent under a new key, by the same write
 * path with its own questions, that names the one it repeats. Never by itself.
 */
import { jsonObject } from '../../../contract/scalars.ts';
import { canonicalJson } from '../../../platform/canonical-json.ts';
import { requireNow } from '../../core/creates/known-reads.ts';
import { type OfferedWrite, type WriteForm, writeOf } from '../../core/feature/offered-write.ts';
import { Failed, invalid } from '../../core/intents/failed.ts';
import type { Resolutions } from '../../core/intents/resolutions.ts';
import type { Intent, Intents } from '../../core/intents/types.ts';
import type { ErasedSubjects } from '../../core/records/erased/erased-subjects.ts';
import { lasting } from '../../core/records/erased/lasting.ts';

export interface SendAgainParts {
  readonly intents: Pick<Intents, 'get'>;
  readonly records: { readonly erased: Pick<ErasedSubjects, 'list' | 'names'> };
  readonly resolutionLog: Pick<Resolutions, 'repeatsOf'>;
  /** Whether something speaks against what was said of it. */
  readonly isContradicted: (intent: Intent) => Promise<boolean>;
  /** Name of the computer that sent it, where that was another one; null where it was this one. */
  readonly sentBy: (intent: Intent) => string | null;
  readonly writes: readonly OfferedWrite[];
}

export const conflictingMatchMessage =
  'A possible match arrived after this request was marked not created. Decide first whether it is this request’s result.';

export interface Sending extends Omit<WriteForm, 'input' | 'ownName'> {
  readonly repeats: string;
  readonly knownAt: string | null;
}

export interface SendAgain {
  /** Why it can't be sent again; null when it can. */
  blocked(intent: Intent): string | null;
  /** Gives the id of what was created. Throws Failed: see write-path.ts, and INVALID as `blocked`. */
  send(sending: Sending): Promise<string>;
}

export function createSendAgain(parts: SendAgainParts): SendAgain {
  const { intents, records, resolutionLog, writes } = parts;
  const { isContradicted, sentBy } = parts;
  /** Key of the one that is sent again → key under which that is under way here. */
  const underWay = new Map<string, string>();

  /** Whether what was sent is what an erasure leaves: the same again would leave the same. */
  const isErased = ({ input }: Intent): boolean => {
    if (records.erased.list().length === 0) return false;
    const figures = new Set(records.erased.names().figures);
    const sent = jsonObject.parse(input);
    return canonicalJson(lasting(sent, { figures, isOfBefore: true })) === canonicalJson(sent);
  };

  const blocked = (intent: Intent): string | null => {
    if (intent.state !== 'absent') {
      return 'Only a request that was not created can be sent again. Resolve this request first.';
    }
    const elsewhere = sentBy(intent);
    if (elsewhere !== null) {
      return `The request was sent from another computer (${elsewhere}), where it may be sent again meanwhile. Send it again there. If nobody does, create a new one here.`;
    }
    const { notAgain } = writeOf(writes, intent.operation);
    if (notAgain !== null) return notAgain;
    if (isErased(intent)) {
      return 'The request’s content was erased with the customer’s personal data. Create a new request if you still need one.';
    }
    const states = resolutionLog.repeatsOf(intent.key).map((key) => intents.get(key)?.state);
    if (states.some((state) => state === 'journalled' || state === 'unknown')) {
      return 'The request was already sent again, and that outcome is not known yet.';
    }
    if (states.some((state) => state === 'created' || state === 'exists')) {
      return 'The request was already sent again, and its record was created.';
    }
    return null;
  };

  const requirePossible = ({ repeats, intentKey }: Sending): Intent => {
    const intent = intents.get(repeats);
    if (intent === null) {
      throw new Failed('NOT_FOUND', { sentence: 'No request has this key.' });
    }
    // The same key again is the other half of a double click: the journal says what became of it.
    if (intents.get(intentKey)?.repeats === repeats) return intent;
    const other = underWay.get(repeats);
    const why =
      other !== undefined && other !== intentKey
        ? 'The request is being sent again.'
        : blocked(intent);
    if (why === null) return intent;
    throw notAgain(why);
  };

  return {
    blocked,
    async send(sending) {
      requireNow(sending.knownAt);
      const intent = requirePossible(sending);
      underWay.set(sending.repeats, sending.intentKey);
      try {
        const isNew = intents.get(sending.intentKey) === null;
        if (isNew && (await isContradicted(intent))) throw notAgain(conflictingMatchMessage);
        const { create } = writeOf(writes, intent.operation);
        return (await create({ ...sending, input: intent.input })).id;
      } finally {
        if (underWay.get(sending.repeats) === sending.intentKey) underWay.delete(sending.repeats);
      }
    },
  };
}

const notAgain = (why: string): Failed => invalid(`Nothing was sent. ${why}`, 'not-again');
