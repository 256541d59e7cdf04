/**
 * Sends a draft and says in the store what became of it, whether or not its screen is still there.
 * Nothing is ever sent twice: when the console went away in between, the journal is asked instead.
 */
import type { OpenedDocument } from '../../bridge/documents.ts';
import type { IntentView } from '../../bridge/intents.ts';
import { type ShownFailure, toFailure } from '../format/failures.ts';
import type { Attempt, DraftStore } from './drafts.ts';

/** What every create goes with. */
export interface Sending {
  intentKey: string;
  /** Profile that the draft was filled in for. */
  profileId: string;
  /** What the person was asked about, and goes on. */
  confirmed: string[];
}

/** Gives what was created, or the document in which a person is asked first. */
export type CreateFromDraft<Values> = (
  values: Values,
  sending: Sending,
) => Promise<{ id: string } | OpenedDocument>;

export interface SendDraftOptions<Values> {
  store: DraftStore<Values>;
  profileId: string;
  create: CreateFromDraft<Values>;
  /** The person read the question of the last attempt and goes on. */
  goesOn?: boolean;
}

export async function sendDraft<Values>(options: SendDraftOptions<Values>): Promise<Attempt> {
  const { store, profileId, create, goesOn = false } = options;
  const draft = store.getState().drafts[profileId];
  if (draft === undefined) return { state: 'none' };
  // A double click finds the first one sending.
  if (draft.attempt.state === 'sending' || draft.attempt.state === 'created') return draft.attempt;
  const confirmed = goesOn && draft.attempt.state === 'failed' ? draft.attempt.failure.asks : [];
  const finish = (attempt: Attempt): Attempt => {
    store.getState().attempt(profileId, attempt);
    return attempt;
  };
  finish({ state: 'sending' });
  try {
    const { intentKey, values } = draft;
    const made = await create(values, { intentKey, profileId, confirmed });
    return finish('id' in made ? { state: 'created', id: made.id } : { state: 'asked', ...made });
  } catch (error) {
    return finish(attemptAfter(error));
  }
}

function attemptAfter(error: unknown): Attempt {
  const failure = toFailure(error);
  const wasUnderWay = failure.code === 'BRIDGE_LOST' && isMarkedArrived(error);
  return wasUnderWay ? { state: 'lost' } : { state: 'failed', failure };
}

const isMarkedArrived = (error: unknown): boolean =>
  error instanceof Error && 'mayHaveArrived' in error && error.mayHaveArrived === true;

/**
 * What the journal says of an intent whose call was cut off. `null`: still under way, ask again on
 * the next change. An intent that the journal has never seen was not sent.
 */
export function attemptFromIntent(intent: IntentView | null, notArrived: string): Attempt | null {
  if (intent === null) return { state: 'failed', failure: failureOf('NOT_SENT', notArrived) };
  switch (intent.state) {
    case 'journalled':
      return null;
    case 'created':
    case 'exists':
      return intent.resourceId === null
        ? { state: 'failed', failure: failureFromIntent('UNKNOWN_OUTCOME', intent) }
        : { state: 'created', id: intent.resourceId };
    case 'refused':
      return { state: 'failed', failure: failureFromIntent('REFUSED', intent) };
    case 'not-sent':
    case 'absent':
      return { state: 'failed', failure: failureFromIntent('NOT_SENT', intent) };
    case 'unknown':
      return { state: 'failed', failure: failureFromIntent('UNKNOWN_OUTCOME', intent) };
  }
}

const failureFromIntent = (code: ShownFailure['code'], intent: IntentView): ShownFailure => ({
  ...failureOf(code, intent.sentence),
  messages: intent.messages,
  requestId: intent.requestId,
  status: intent.status,
  retryAt: intent.retryAt,
  intentKey: intent.state === 'not-sent' ? null : intent.key,
});

const failureOf = (code: ShownFailure['code'], sentence: string): ShownFailure => ({
  code,
  sentence,
  canTryAgain: code !== 'UNKNOWN_OUTCOME',
  messages: [],
  requestId: null,
  status: null,
  cause: null,
  retryAt: null,
  alike: [],
  asks: [],
});
