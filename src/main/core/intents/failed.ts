/** An expected failure: thrown where it is found, handed to the page as a declared error (src/bridge/errors.ts). */
import type { z } from 'zod';
import type { Failure, writeErrors } from '../../../bridge/errors.ts';

type Sparse = Pick<Failure, 'sentence'> & Partial<Failure>;
type Alike = z.infer<typeof writeErrors.ASKS_FIRST.data>['alike'];

/** What each code carries beside the failure. */
interface Extras {
  readonly LOCKED: unknown;
  readonly NOT_FOUND: unknown;
  readonly INVALID: unknown;
  readonly NOT_SENT: { readonly intentKey: string };
  readonly REFUSED: { readonly intentKey: string };
  readonly UNKNOWN_OUTCOME: { readonly intentKey: string };
  readonly ASKS_FIRST: {
    readonly intentKey: string;
    readonly asks: string[];
    readonly alike: Alike;
  };
  readonly NEEDS_APPROVAL: { readonly approvers: number; readonly reasons: string[] };
}
export type FailureCode = keyof Extras;

/** The message is the sentence; `data` is what the bridge declares for the code. */
export class Failed<Code extends FailureCode = FailureCode> extends Error {
  override readonly name = 'Failed';
  readonly code: Code;
  readonly data: Failure & Record<string, unknown>;

  constructor(code: Code, data: Sparse & Extras[Code], options?: ErrorOptions) {
    super(data.sentence, options);
    this.code = code;
    this.data = {
      canTryAgain: false,
      messages: [],
      requestId: null,
      status: null,
      cause: null,
      retryAt: null,
      ...data,
    };
  }
}

/** What can't be done as it was asked; `cause` tells sentences of one procedure apart. */
export const invalid = (
  sentence: string,
  cause: string | null = null,
  canTryAgain = false,
): Failed<'INVALID'> => new Failed('INVALID', { sentence, cause, canTryAgain });

/** `invalid` of one cause, for files that have several sentences of it. */
export const invalidOf =
  (cause: string, canTryAgain = false) =>
  (sentence: string): Failed<'INVALID'> =>
    invalid(sentence, cause, canTryAgain);
