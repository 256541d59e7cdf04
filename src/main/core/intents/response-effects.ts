/** What an answer teaches, unless the caller says otherwise. */
import type { Answered, Intent, ResponseEffects } from './types.ts';

/** Name under which a webhook's secret is sealed (Interface 2.6). */
const WEBHOOK_SECRET = 'webhook.secret';

/**
 * Two observations of the resource: the input as it was entered, because often it is the only place
 * where a name or an email is known, and the answer. `at` is when it came, ISO 8601.
 */
export function effectsOf(intent: Intent, answer: Answered, at: string): ResponseEffects {
  const { kind, id, body, deviations } = answer.resource;
  const { secret } = body;
  return {
    resourceId: id,
    observations: [
      {
        kind,
        id,
        body: intent.input as Record<string, unknown>,
        source: 'entered',
        observedAt: intent.journalledAt,
        intentKey: intent.key,
      },
      {
        kind,
        id,
        body,
        source: 'create-answer',
        observedAt: at,
        intentKey: intent.key,
        deviations,
        raw: answer.bytes,
      },
    ],
    sealed: isSecret(secret) ? { [WEBHOOK_SECRET]: secret } : {},
  };
}

/** With nothing behind the prefix anybody could sign. */
export const isSecret = (secret: unknown): secret is string =>
  typeof secret === 'string' && secret.replace(/^secret_/, '').trim() !== '';
