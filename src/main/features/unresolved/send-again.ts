/**
 * Sends again what a person settled as not existing: a new intent under a new key, by the same write
 * path with its own questions, that names the one it repeats. Never by itself.
 */
import { createCustomerInput } from '../../../contract/customer.ts';
import { jsonObject } from '../../../contract/scalars.ts';
import { createVirtualAccountInput } from '../../../contract/virtual-account.ts';
import { canonicalJson } from '../../../platform/canonical-json.ts';
import { requireNow } from '../../core/creates/known-reads.ts';
import { Failed } from '../../core/intents/failed.ts';
import type { Resolutions } from '../../core/intents/resolutions.ts';
import type { Intent, Intents } from '../../core/intents/types.ts';
import type { ErasedSubjects } from '../../core/records/erased/erased-subjects.ts';
import { lasting } from '../../core/records/erased/lasting.ts';
import type { Customers } from '../customers/customers.ts';
import type { Review } from '../virtual-accounts/require-review.ts';
import type { VirtualAccounts } from '../virtual-accounts/virtual-accounts.ts';

export interface SendAgainParts {
  readonly intents: Pick<Intents, 'get'>;
  readonly records: { readonly erased: Pick<ErasedSubjects, 'list' | 'names'> };
  readonly resolutionLog: Pick<Resolutions, 'repeatsOf'>;
  /** Whether something speaks against what was said of it. */
  readonly isContradicted: (intent: Intent) => Promise<boolean>;
  /** Name of the computer that sent it, where that was another one; null where it was this one. */
  readonly sentBy: (intent: Intent) => string | null;
  readonly customers: Pick<Customers, 'create'>;
  readonly virtualAccounts: Pick<VirtualAccounts, 'create'>;
}

export const conflictingMatchMessage =
  'A possible match arrived after this request was marked not created. Decide first whether it is this request’s result.';

export interface Sending {
  /** Of the new intent. */
  readonly intentKey: string;
  /** Key of the one that is sent again. */
  readonly repeats: string;
  readonly confirmed: readonly string[];
  /** Of a virtual account: what the person read and confirmed of it. */
  readonly review: Review;
  readonly knownAt: string | null;
  readonly signal?: AbortSignal | undefined;
}

export interface SendAgain {
  /** Why it can't be sent again; null when it can. */
  blocked(intent: Intent): string | null;
  /** Gives the id of what was created. Throws Failed: see write-path.ts, and INVALID as `blocked`. */
  send(sending: Sending): Promise<string>;
}

export function createSendAgain(parts: SendAgainParts): SendAgain {
  const { intents, records, resolutionLog, customers, virtualAccounts } = parts;
  const { isContradicted, sentBy } = parts;
  /** Key of the one that is sent again → key under which that is under way here. */
  const underWay = new Map<string, string>();

  /** Whether what was sent is what an erasure leaves: the same again would leave the same. */
  const isErased = ({ input }: Intent): boolean => {
    if (records.erased.list().length === 0) return false;
    const figures = new Set(records.erased.names().figures);
    const sent = jsonObject.parse(input);
    return canonicalJson(lasting(sent, { figures })) === canonicalJson(sent);
  };

  const blocked = (intent: Intent): string | null => {
    if (intent.state !== 'absent') {
      return 'Only a request that was not created can be sent again. Resolve this request first.';
    }
    const elsewhere = sentBy(intent);
    if (elsewhere !== null) {
      return `The request was sent from another computer (${elsewhere}), where it may be sent again meanwhile. Send it again there. If nobody does, create a new one here.`;
    }
    if (intent.operation === 'createWebhook') {
      return 'Causeway does not send a webhook again with the same URL: if the first one exists after all, you could not tell the two apart. Create another webhook at a new URL.';
    }
    if (isErased(intent)) {
      return 'What was sent is no longer stored, because the customer’s personal data was erased. Create a new one if it is still needed.';
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

  const create = async (intent: Intent, sending: Sending): Promise<string> => {
    switch (intent.operation) {
      case 'createCustomer': {
        const input = createCustomerInput.parse(intent.input);
        return (await customers.create({ ...sending, input })).id;
      }
      case 'createVirtualAccount': {
        const input = createVirtualAccountInput.parse(intent.input);
        return (await virtualAccounts.create({ ...sending, input })).id;
      }
      default:
        throw new TypeError(`${intent.operation} is not sent again.`);
    }
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
        return await create(intent, sending);
      } finally {
        if (underWay.get(sending.repeats) === sending.intentKey) underWay.delete(sending.repeats);
      }
    },
  };
}

const notAgain = (why: string): Failed =>
  new Failed('INVALID', { sentence: `Nothing was sent. ${why}`, cause: 'not-again' });
