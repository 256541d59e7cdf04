/** Carries out the faults that apply to a request. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { maxResponseBytes } from '../../contract/limits.ts';
import type { OperationName } from '../../contract/operations.ts';
import type { Answer } from '../http/answers.ts';
import { refusals } from '../http/refusal.ts';
import type { Faults, RequestFault } from './rules.ts';

/** Runs a request under its faults. null: the connection is cut, without a response. */
export type Faulty = (
  request: IncomingMessage,
  response: ServerResponse,
  work: () => Answer | Promise<Answer>,
) => Promise<Answer | null>;

/** The faults that apply, each used once; null, the usual and fast case, without any. */
export function takeFaults(faults: Faults, operation: OperationName): Faulty | null {
  const taken = faults.takeForRequest(operation);
  if (taken.length === 0) return null;
  return async (request, response, work) => {
    for (const fault of taken) {
      if ((await before(fault)) === 'cut') return cut(request, response);
    }
    let answer = redirected(taken) ?? (await work());
    for (const fault of taken) {
      const changed = after(fault, answer);
      if (changed === 'cut') return cut(request, response);
      answer = changed;
    }
    return answer;
  };
}

function cut(request: IncomingMessage, response: ServerResponse): null {
  request.socket.destroy();
  response.destroy();
  return null;
}

async function before(fault: RequestFault): Promise<'cut' | 'go on'> {
  switch (fault.kind) {
    case 'delay':
      await wait(fault.ms);
      return 'go on';
    case 'drop':
      return fault.when === 'before' ? 'cut' : 'go on';
    case 'error':
      if (fault.when === 'before') throw refusals.internal(fault.status);
      return 'go on';
    case 'too-many-requests':
      throw refusals.tooManyRequests(fault.retryAfterSeconds);
    case 'expired-token':
      throw refusals.unauthorized('Token expired');
    default:
      return 'go on';
  }
}

function redirected(faults: readonly RequestFault[]): Answer | null {
  const fault = faults.find((one) => one.kind === 'redirect');
  return fault === undefined
    ? null
    : { status: 302, body: '', headers: { location: fault.location } };
}

function after(fault: RequestFault, answer: Answer): Answer | 'cut' {
  if (fault.kind === 'drop') return 'cut';
  if (fault.kind === 'error') throw refusals.internal(fault.status);
  if (fault.kind !== 'unparsable') return answer;
  return { ...answer, ...unparsable(fault.body, answer.body) };
}

function unparsable(
  form: Extract<RequestFault, { kind: 'unparsable' }>['body'],
  body: string,
): Partial<Answer> {
  switch (form) {
    case 'truncated':
      return { body: body.slice(0, Math.floor(body.length / 2)) };
    case 'html':
      return {
        body: '<!doctype html><title>Welcome</title><p>Please sign in to this network.</p>',
        contentType: 'text/html; charset=utf-8',
      };
    case 'empty':
      return { body: '' };
    case 'oversized':
      return { body: `${body.slice(0, -1)}${' '.repeat(maxResponseBytes)}${body.slice(-1)}` };
  }
}
