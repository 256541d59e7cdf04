/**
 * What is being typed, and what became of sending it. A draft belongs to a profile, lives in memory
 * only (it holds personal data) and outlives its screen, an error, and a lost connection.
 *
 *     editing ──▶ reviewing ──▶ sending ──▶ created
 *        ▲            │            ├──▶ failed ──(changed, or sent again by a person)──▶ editing
 *        └────────────┘            ├──▶ asked ──(confirmed in the document: in the journal)──▶ created, failed
 *                                  └──▶ lost ──(looked up in the journal)──▶ created, failed, …
 *
 * The intent key is minted when the form opens, so a double click is one intent. An attempt that
 * ended without effect takes a new key, because the journal holds the old one as settled.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ShownFailure } from '../format/failures.ts';

export type Attempt =
  | { state: 'none' }
  | { state: 'sending' }
  /** In a document of main's own, at `path`; what comes of it is in the journal. */
  | { state: 'asked'; path: string | null }
  /** The console went away while it was sending; the journal knows. */
  | { state: 'lost' }
  | { state: 'failed'; failure: ShownFailure }
  | { state: 'created'; id: string };

export interface Draft<Values> {
  /** Grows when the values were replaced from outside of the form, which then fills itself anew. */
  edition: number;
  intentKey: string;
  /** Whom it was for last, also once nobody is chosen any more. */
  subject: string;
  values: Values;
  isReviewing: boolean;
  /** A person changed something in it. */
  isTyped: boolean;
  attempt: Attempt;
}

export interface DraftsState<Values> {
  /** Drafts by profile ID. */
  drafts: Readonly<Record<string, Draft<Values>>>;
  /**
   * The running draft of the profile, or a new one. A `seed` begins a form for what it names, or goes on
   * with one that was left for it; the running one of something else is put aside until then.
   */
  open(profileId: string, seed?: Partial<Values>): void;
  change(profileId: string, values: Values): void;
  review(profileId: string, isReviewing: boolean): void;
  attempt(profileId: string, attempt: Attempt): void;
  /** Puts an empty form in its place. */
  startOver(profileId: string): void;
  /** Handles `beforeunload`: asks where a draft, also one put aside, holds what was typed and is not created. */
  askBeforeUnload(event: Pick<Event, 'preventDefault'>): void;
}

export type DraftStore<Values> = StoreApi<DraftsState<Values>>;

/** Failures after which nothing exists at the service, so that a person may send again. */
const isWithoutEffect = ({ code }: ShownFailure): boolean =>
  code !== 'UNKNOWN_OUTCOME' && code !== 'BRIDGE_LOST' && code !== 'ASKS_FIRST';

/** The draft was sent, and its outcome is not known yet. */
export const isUnderWay = ({ state }: Attempt): boolean => state === 'sending' || state === 'lost';

/** The outcome of the attempt is still to be written into this draft. */
const isWaiting = (attempt: Attempt): boolean => isUnderWay(attempt) || attempt.state === 'asked';

const seeded = <Values>(draft: Draft<Values>, seed: Partial<Values> = {}): Draft<Values> => ({
  ...draft,
  values: { ...draft.values, ...seed },
  isReviewing: false,
});

/** It may exist: sending the same again is not offered. Another input is another intent once an answer is told. */
export const isOutcomeOpen = (attempt: Attempt): boolean =>
  attempt.state === 'lost' ||
  (attempt.state === 'failed' && attempt.failure.code === 'UNKNOWN_OUTCOME');

/** A person said under Unresolved that it was not created: nobody has to be told any more. */
export const isResolvedAsNotCreated = (attempt: Attempt): boolean =>
  attempt.state === 'failed' &&
  attempt.failure.code === 'NOT_SENT' &&
  typeof attempt.failure.intentKey === 'string';

/** What a draft is for, as a customer's account: nothing typed or confirmed for one goes to another. */
export interface DraftSubject<Values> {
  readonly of: (values: Values) => string;
  /** Values of a draft that is found again: without what was confirmed then. */
  readonly again: (values: Values) => Values;
}

export function createDraftStore<Values>(
  empty: Values,
  mintIntentKey: () => string,
  subject: DraftSubject<Values> = { of: () => '', again: (values) => values },
): DraftStore<Values> {
  /** Drafts of other subjects, by profile and subject. */
  const aside = new Map<string, Draft<Values>>();
  const fresh = (values: Values, edition: number): Draft<Values> => ({
    edition,
    intentKey: mintIntentKey(),
    subject: subject.of(values),
    values,
    isReviewing: false,
    isTyped: false,
    attempt: { state: 'none' },
  });

  const placeOf = (profileId: string, of: string): string => `${profileId} ${of}`;

  /** The running one where it is for the same, else one that was put aside or a new one. */
  const draftFor = (
    profileId: string,
    running: Draft<Values> | undefined,
    values: Values,
  ): Draft<Values> => {
    const wanted = subject.of(values);
    if (running !== undefined) {
      // A form in which nobody was chosen yet takes any.
      if (['', wanted].includes(running.subject)) return running;
      aside.set(placeOf(profileId, running.subject), running);
    }
    const left = aside.get(placeOf(profileId, wanted));
    aside.delete(placeOf(profileId, wanted));
    if (left === undefined) return fresh(values, 0);
    // What may exist is shown as it was sent.
    return isOutcomeOpen(left.attempt) ? left : { ...left, values: subject.again(left.values) };
  };

  return createStore<DraftsState<Values>>((set, get) => {
    const update = (profileId: string, change: (draft: Draft<Values>) => Draft<Values>): void => {
      const draft = get().drafts[profileId];
      if (draft === undefined) return;
      set((state) => ({ drafts: { ...state.drafts, [profileId]: change(draft) } }));
    };

    return {
      drafts: {},
      open: (profileId, seed) => {
        const last = get().drafts[profileId];
        const running = last?.attempt.state === 'created' ? undefined : last;
        if (running !== undefined && (seed === undefined || isWaiting(running.attempt))) return;
        const edition = (last?.edition ?? 0) + 1;
        const draft = { ...draftFor(profileId, running, { ...empty, ...seed }), edition };
        const next = draft.attempt.state === 'none' ? seeded(draft, seed) : draft;
        const subjectNow = subject.of(next.values) || next.subject;
        set((state) => ({
          drafts: { ...state.drafts, [profileId]: { ...next, subject: subjectNow } },
        }));
      },
      change: (profileId, values) =>
        update(profileId, (draft) => {
          const isTyped = JSON.stringify(values) !== JSON.stringify(empty);
          const next = { values, isTyped, subject: subject.of(values) || draft.subject };
          // What is under way keeps its key: a press right after a change finds it sending.
          if (draft.attempt.state === 'none' || isUnderWay(draft.attempt)) {
            return { ...draft, ...next };
          }
          // Another input under a key that the journal knows would be refused.
          return { ...fresh(values, draft.edition), ...next, isReviewing: draft.isReviewing };
        }),
      review: (profileId, isReviewing) => update(profileId, (draft) => ({ ...draft, isReviewing })),
      attempt: (profileId, attempt) =>
        update(profileId, (draft) => {
          if (attempt.state === 'created') aside.delete(placeOf(profileId, draft.subject));
          const isSettled = attempt.state === 'failed' && isWithoutEffect(attempt.failure);
          return { ...draft, attempt, intentKey: isSettled ? mintIntentKey() : draft.intentKey };
        }),
      startOver: (profileId) => update(profileId, (draft) => fresh(empty, draft.edition + 1)),
      askBeforeUnload: (event) => {
        const drafts = [...Object.values(get().drafts), ...aside.values()];
        if (drafts.some(({ isTyped, attempt }) => isTyped && attempt.state !== 'created'))
          event.preventDefault();
      },
    };
  });
}
