/** Answers as they came, for the page: without the token of the profile, and any other secret. */
import type { RawAnswer } from '../../bridge/raw-answer.ts';
import type { KnownSecrets } from '../core/foundation/secrets/known-secrets.ts';
import type { Intents } from '../core/intents/types.ts';
import { rawAnswerOf } from '../core/service/raw-answer.ts';
import { tokenIn } from './bound-tokens.ts';

export interface RawAnswersParts {
  /** The open profile. Throws Failed LOCKED when none is. */
  readonly session: () => {
    readonly profileId: string;
    readonly intents: Pick<Intents, 'readAnswer'>;
  };
  readonly vault: { readToken(profileId: string): Promise<string | null> };
  /** Of the console: it learns the token of the profile, which may not have been read yet. */
  readonly known: Pick<KnownSecrets, 'learn' | 'values'>;
}

export const createRawAnswers =
  ({ session, vault, known }: RawAnswersParts) =>
  async (intentKey: string): Promise<RawAnswer | null> => {
    const { intents, profileId } = session();
    const bytes = intents.readAnswer(intentKey);
    if (bytes === null) return null;
    const token = tokenIn(await vault.readToken(profileId));
    if (token !== null) known.learn(token);
    return rawAnswerOf(bytes, known.values());
  };
