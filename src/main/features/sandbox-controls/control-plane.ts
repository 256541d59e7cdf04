/** Calls the control plane of a sandbox (docs/sandbox.md). */
import { z } from 'zod';
import type { Environment } from '../../../bridge/profiles.ts';
import { refusedTokenCause } from '../../../bridge/sandbox-tables.ts';
import type { ProfileCore } from '../../core/feature/feature.ts';
import { Failed, invalid } from '../../core/intents/failed.ts';
import { receiveBody } from '../../core/service/response-body.ts';

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

/** No call takes longer than this. */
const timeoutMs = 10_000;

/** Forms 7.1 and 7.2 of the API specification. */
const refusal = z.object({
  error: z.object({
    general: z.string().optional(),
    message: z.string().optional(),
    information: z.array(z.string()).default([]),
  }),
});

/** What every sandbox tells of itself (`GET /state`). */
export const sandboxCounts = z.object({ customers: z.int(), events: z.int() });

export interface ControlCallParts extends Pick<ProfileCore, 'control' | 'fetch'> {
  readonly environment: Environment;
  /** What to do where the token is refused; null where a person is entering it. */
  readonly onRefusedToken: string | null;
}

/** What to do where a token is refused that the sandbox took before. */
export const replaceToken =
  'The sandbox was probably restarted and has a new control token. Replace it under Settings, Profiles.';

export const createControlCall =
  ({ environment, control, fetch, onRefusedToken }: ControlCallParts): CallControl =>
  async (method, path, shape, body) => {
    if (control === null && environment !== 'built-in')
      throw invalid('No control plane of this profile is known. Nothing was sent.', 'no-controls');
    if (control === null)
      throw invalid(
        'The built-in sandbox is not running. The log has the details.',
        'not-running',
        true,
      );
    const response = await fetch(`${control.controlUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${control.controlToken}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch((cause: unknown) => {
      const sentence = 'The control plane of the sandbox did not respond. Try again.';
      throw new Failed('INVALID', { sentence, cause: 'no-response', canTryAgain: true }, { cause });
    });
    const given = jsonIn((await receiveBody(response)).bytes);
    if (response.ok) {
      const read = shape.safeParse(given);
      if (read.success) return read.data;
      const sentence = 'The response of the control plane can’t be read.';
      throw new Failed('INVALID', { sentence, cause: 'unreadable' }, { cause: read.error });
    }
    throw refused(response.status, refusal.safeParse(given).data?.error, onRefusedToken);
  };

function jsonIn(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return null;
  }
}

const sentences: Readonly<Record<number, string>> = {
  401: 'The control plane refused its token. Nothing was changed.',
  404: 'The sandbox does not have this record. Nothing was changed.',
};

function refused(
  status: number,
  error: z.infer<typeof refusal>['error'] | undefined,
  onRefusedToken: string | null,
): Failed {
  if (status === 401 && onRefusedToken !== null)
    return invalid(`${sentences[401]} ${onRefusedToken}`, refusedTokenCause);
  const { general, message, information = [] } = error ?? {};
  const messages = [general, message, ...information].filter((it) => it !== undefined);
  const sentence = sentences[status] ?? 'The sandbox refused this. Nothing was changed.';
  return new Failed(status === 404 ? 'NOT_FOUND' : 'INVALID', {
    sentence,
    messages,
    status,
    cause: 'sandbox-refused',
  });
}

/** An ID encoded for a URL path. */
export const inPath = (id: string): string => encodeURIComponent(id.toWellFormed());
