/** Calls the control plane of the built-in sandbox (docs/sandbox.md). */
import { z } from 'zod';
import type { ProfileCore } from '../../core/feature/feature.ts';
import { Failed } from '../../core/intents/failed.ts';

/**
 * @param shape of the response; what it does not name is dropped
 * @throws Failed INVALID where the profile has no control plane, where it does not respond, and in its own
 *   words where it refuses; NOT_FOUND for a record that is not there
 */
export type CallControl = <Result>(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  shape: z.ZodType<Result>,
  body?: object,
) => Promise<Result>;

/** No call takes longer than this; it is on this computer. */
const timeoutMs = 10_000;

/** Forms 7.1 and 7.2 of the API specification. */
const refusal = z.object({
  error: z.object({
    general: z.string().optional(),
    message: z.string().optional(),
    information: z.array(z.string()).default([]),
  }),
});

export const createControlCall =
  ({ profile, sandbox, fetch }: Pick<ProfileCore, 'profile' | 'sandbox' | 'fetch'>): CallControl =>
  async (method, path, shape, body) => {
    if (profile.environment !== 'built-in') {
      const sentence = 'Only the built-in sandbox can be controlled. Nothing was sent.';
      throw new Failed('INVALID', { sentence, cause: 'no-controls' });
    }
    if (sandbox === null) {
      const sentence = 'The built-in sandbox is not running. The log has the details.';
      throw new Failed('INVALID', { sentence, cause: 'not-running', canTryAgain: true });
    }
    const response = await fetch(`${sandbox.controlUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${sandbox.controlToken}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      signal: AbortSignal.timeout(timeoutMs),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch((cause: unknown) => {
      const sentence = 'The built-in sandbox did not respond. Try again.';
      throw new Failed('INVALID', { sentence, cause: 'no-response', canTryAgain: true }, { cause });
    });
    const given: unknown = await response.json().catch(() => null);
    if (response.ok) return shape.parse(given);
    throw refused(response.status, refusal.safeParse(given).data?.error);
  };

function refused(status: number, error: z.infer<typeof refusal>['error'] | undefined): Failed {
  const { general, message, information = [] } = error ?? {};
  const messages = [general, message, ...information].filter((it) => it !== undefined);
  const sentence =
    status === 404
      ? 'The sandbox does not have this record. Nothing was changed.'
      : 'The sandbox refused this. Nothing was changed.';
  return new Failed(status === 404 ? 'NOT_FOUND' : 'INVALID', {
    ...{ sentence, messages, status, cause: 'sandbox-refused' },
  });
}

/** Of an id in a path. */
export const inPath = encodeURIComponent;
