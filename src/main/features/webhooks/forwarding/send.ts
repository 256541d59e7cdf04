/** One try: POST of the bytes that were verified. Redirects are not followed, the answer's body is not read. */
import { headers as headerNames } from '../../../../contract/headers.ts';
import type { Clock } from '../../../../platform/clock.ts';
import { causeOfThrown, type NetworkCause } from '../../../core/service/network-failure.ts';
import { readRetryAfter } from '../../../core/service/retry-after.ts';
import type { Send, SendResult } from './types.ts';

export interface SenderOptions {
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  /** From the connection to the head of the answer. */
  readonly timeoutMs: number;
  /** Ends every try under way. */
  readonly signal: AbortSignal;
}

/** Names the forward, so that a receiver can tell a replay and a second try from a new one. */
export const forwardHeader = 'causeway-forward';

/** Never rejects, but when `signal` is aborted. */
export function createSend({ fetch, clock, timeoutMs, signal }: SenderOptions): Send {
  return async (url, { body, headers }, { forwardId }) => {
    const began = performance.now();
    const timeout = AbortSignal.timeout(timeoutMs);
    const result = (outcome: Omit<SendResult, 'ms'>): SendResult => ({
      ...outcome,
      ms: Math.round((performance.now() - began) * 10) / 10,
    });
    try {
      const response = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        credentials: 'omit',
        headers: [
          ...headers.map(([name, value]): [string, string] => [name, value]),
          [forwardHeader, forwardId],
        ],
        body: new Uint8Array(body),
        signal: AbortSignal.any([signal, timeout]),
      });
      // The body is of no interest; leaving it unread would keep the connection busy.
      await response.body?.cancel().catch(() => undefined);
      return result(judged(response, clock));
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      return result({ ...failed, sentence: sentenceOf(error, timeout.aborted, timeoutMs) });
    }
  };
}

const failed = { isDelivered: false, isFinal: false, status: null, retryAfterMs: null } as const;

function judged(response: Response, clock: Clock): Omit<SendResult, 'ms'> {
  const { status, type } = response;
  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    const sentence =
      'The target redirects, and Causeway follows no redirects. Add the URL that it redirects to as a target.';
    return { ...failed, status: status === 0 ? null : status, sentence };
  }
  if (status >= 200 && status < 300) {
    const sentence = `Accepted with status ${status}.`;
    return { ...failed, isDelivered: true, isFinal: true, status, sentence };
  }
  if (status === 410) {
    return { ...failed, isFinal: true, status, sentence: 'Permanently refused with status 410.' };
  }
  const retryAfterMs = readRetryAfter(response.headers.get(headerNames.retryAfter), clock);
  return { ...failed, status, retryAfterMs, sentence: `Refused with status ${status}.` };
}

function sentenceOf(error: unknown, isTimeout: boolean, timeoutMs: number): string {
  if (isTimeout) return `No response within ${timeoutMs / 1_000} s.`;
  const cause = causeOfThrown(error);
  return sentences[cause] ?? 'The connection was lost before a response arrived.';
}

const sentences: Partial<Record<NetworkCause, string>> = {
  name: 'The target’s host name could not be found.',
  refused: 'The target refused the connection.',
  'no-route': 'This computer can’t reach the target. It may be offline.',
  'connect-timeout': 'The connection to the target timed out.',
  certificate: 'The target’s certificate is not trusted.',
  tls: 'A secure connection to the target could not be established.',
  proxy: 'This network’s proxy blocks the delivery.',
  redirected:
    'The target redirects, and Causeway follows no redirects. Add the URL that it redirects to as a target.',
  'no-address': 'The target’s URL can’t be used.',
};
