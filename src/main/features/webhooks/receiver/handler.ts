/**
 * What becomes of one request:
 *
 *     path not ours → 404 · method not POST → 405 · nonce waited for, and no signature → 204
 *     the path of proofs without one → 404
 *     body over 1 MiB → 413 · no room → 503 · too slow while there is none → 408
 *     judged → committed: kept, repeat, held → 200 · quarantined → 401 · hold full, failed → 503
 */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { headers } from '../../../../contract/headers.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { ReplyTime } from '../inbox/types.ts';
import { probePath } from '../inbox/webhook-paths.ts';
import type { CheckSignature } from '../signature-checks/check-signature.ts';
import type { NewSignatureCheck, SecretLookup } from '../signature-checks/types.ts';
import type { Crowd } from './crowd.ts';
import type { Committed, DeliveryGroups } from './delivery-groups.ts';
import type { DropReason } from './drops.ts';
import { type Budget, readBody } from './request-body.ts';
import { checkHeader, hooksPrefix, type ReceiverInbox, type ReceiverPath } from './types.ts';

export interface HandlerParts {
  readonly inbox: Pick<ReceiverInbox, 'slot'>;
  readonly judge: CheckSignature;
  readonly secrets: SecretLookup;
  readonly commits: DeliveryGroups;
  /** Fields of the answer to this nonce on this path; null where it is none of ours. */
  readonly answerCheck: (path: string, nonce: string) => OutgoingHttpHeaders | null;
  readonly answerTimes: ReplyTimes;
  readonly budget: Budget;
  readonly crowd: Pick<Crowd, 'isAtWork' | 'wasAnswered'>;
  readonly clock: Clock;
  readonly bodyBytes: number;
  readonly isStopping: () => boolean;
  readonly onAnswer: (status: number) => void;
  readonly onDrop: (reason: DropReason) => void;
  /** Secrets could not be looked up; once, until it goes well again. */
  readonly onUnjudged: (error: unknown) => void;
}

const statusOf: Readonly<Record<Committed, number>> = {
  kept: 200,
  repeat: 200,
  held: 200,
  quarantined: 401,
  'hold-full': 503,
  failed: 503,
};

const dropOf: Readonly<Partial<Record<Committed, DropReason>>> = {
  'hold-full': 'holdFull',
  failed: 'notDurable',
};

const nothing: OutgoingHttpHeaders = { 'content-length': '0' };
const later: OutgoingHttpHeaders = { 'content-length': '0', 'retry-after': '5' };

export function createHandler(parts: HandlerParts) {
  const { inbox, judge, secrets, commits, answerTimes, budget, clock } = parts;

  const answer = (response: ServerResponse, status: number, fields = nothing): void => {
    parts.onAnswer(status);
    if (parts.isStopping()) response.setHeader('connection', 'close');
    response.writeHead(status, fields);
    response.end();
  };
  /** Without having read the body: the connection can't be used again. */
  const refuse = (response: ServerResponse, status: number, fields = nothing): void =>
    answer(response, status, { ...fields, connection: 'close' });
  const drop = (response: ServerResponse, status: number, why: DropReason, fields = nothing) => {
    parts.onDrop(why);
    refuse(response, status, fields);
  };

  let isJudging = true;
  /** Where the secrets can't be had, it is held as if they were locked, and judged later. */
  const judgeNow = (
    slot: ReceiverPath,
    body: Uint8Array,
    signature: string | undefined,
  ): NewSignatureCheck => {
    try {
      const verdict = judge.judge(body, signature, secrets.secretsOf(slot));
      isJudging = true;
      return verdict;
    } catch (error) {
      if (isJudging) parts.onUnjudged(error);
      isJudging = false;
      return judge.judge(body, signature, 'locked');
    }
  };

  const take = (
    slot: ReceiverPath,
    request: IncomingMessage,
    body: Uint8Array,
    settle: (committed: Committed) => void,
  ): void => {
    const verdict = judgeNow(slot, body, signatureOf(request));
    const receivedAt = clock.now();
    const { rawHeaders } = request;
    commits.add({ slotPath: slot.path, receivedAt, rawHeaders, body, verdict }, (committed) => {
      budget.giveBack(body.length);
      settle(committed);
    });
  };

  const answerOf = (path: string, request: IncomingMessage): OutgoingHttpHeaders | null => {
    const nonce = request.headers[checkHeader];
    // A check is not signed. Whatever is may be a delivery, and is never answered unless it is stored.
    if (typeof nonce !== 'string' || signatureOf(request) !== undefined) return null;
    return parts.answerCheck(path, nonce);
  };

  /** Nothing that comes here is judged or stored. */
  const receiveProbe = (request: IncomingMessage, response: ServerResponse): void => {
    const fields = answerOf(probePath, request);
    if (fields !== null) refuse(response, 204, fields);
    else drop(response, 404, 'wrongPath');
  };

  const receive = (
    slot: ReceiverPath,
    request: IncomingMessage,
    response: ServerResponse,
  ): void => {
    const startedAt = clock.now();
    readBody(request, { most: parts.bodyBytes, budget }, (read) => {
      if (read.kind === 'too-large') drop(response, 413, 'tooLarge');
      else if (read.kind === 'too-slow') drop(response, 408, 'timedOut');
      else if (read.kind === 'busy') {
        parts.onDrop('noRoom');
        answer(response, 503, later);
      } else {
        const fields = answerOf(slot.path, request);
        if (fields !== null) {
          budget.giveBack(read.bytes.length);
          answer(response, 204, fields);
          return;
        }
        parts.crowd.isAtWork(request.socket);
        take(slot, request, read.bytes, (committed) => {
          const status = statusOf[committed];
          const why = dropOf[committed];
          if (why !== undefined) parts.onDrop(why);
          answer(response, status, status === 503 ? later : nothing);
          answerTimes.add(slot.path, clock.now() - startedAt);
        });
      }
    });
  };

  return (request: IncomingMessage, response: ServerResponse): void => {
    // A sender that went away while its answer was written is no failure of ours.
    response.on('error', () => undefined);
    response.on('close', () => parts.crowd.wasAnswered(request.socket));
    const path = pathOf(request.url ?? '');
    const slot = path === null ? null : inbox.slot(path);
    const isPost = request.method === 'POST';
    if (parts.isStopping()) refuse(response, 503, later);
    else if (path === probePath && isPost) receiveProbe(request, response);
    else if (slot === null) drop(response, 404, 'wrongPath');
    else if (!isPost) drop(response, 405, 'wrongMethod', { ...nothing, allow: 'POST' });
    else receive(slot, request, response);
  };
}

/** What stands after `/hooks/`; null for anything else. */
function pathOf(url: string): string | null {
  if (!url.startsWith(hooksPrefix)) return null;
  const end = url.indexOf('?');
  return url.slice(hooksPrefix.length, end === -1 ? undefined : end);
}

function signatureOf(request: IncomingMessage): string | undefined {
  const value = request.headers[headers.signature];
  return typeof value === 'string' ? value : value?.join(', ');
}

/** How long answers took, by webhook, since they were last written down (Interface 6, rule 4). */
export function createReplyTimes() {
  let times = new Map<string, { answers: number; totalMs: number }>();
  return {
    add(slotPath: string, milliseconds: number): void {
      const time = times.get(slotPath) ?? { answers: 0, totalMs: 0 };
      time.answers += 1;
      // A clock that was set back took no time.
      time.totalMs += Math.max(0, milliseconds);
      times.set(slotPath, time);
    },
    /** What was added since the last call. */
    take(): readonly ReplyTime[] {
      const taken = [...times].map(([slotPath, time]) => ({ slotPath, ...time }));
      times = new Map();
      return taken;
    },
    /** They were not written down after all. */
    giveBack(taken: readonly ReplyTime[]): void {
      for (const { slotPath, answers, totalMs } of taken) {
        const time = times.get(slotPath) ?? { answers: 0, totalMs: 0 };
        times.set(slotPath, {
          answers: time.answers + answers,
          totalMs: time.totalMs + totalMs,
        });
      }
    },
  };
}

type ReplyTimes = ReturnType<typeof createReplyTimes>;
