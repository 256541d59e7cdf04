/**
 * One way for every write that moves money or opens the way for it:
 *
 *     key known? ──yes──▶ what became of it (nothing is sent); INVALID where others told it and it was not sent here
 *        │no
 *     may we write? ──no──▶ NOT_SENT or LOCKED
 *        │yes
 *     anything alike that was not confirmed? ──yes──▶ ASKS_FIRST
 *        │no
 *     has the team to approve it, and has it not? ──yes──▶ NEEDS_APPROVAL   (approvals.ts; of a team alone)
 *        │no
 *     claimed by a colleague? ──yes──▶ ASKS_FIRST          (claims.ts; of a team alone)
 *        │no
 *     journal ─▶ send ─▶ outcome, observations and audit in one transaction (intents)
 */
import type { UpdateNotice, UpdateTopic } from '../../../bridge/updates.ts';
import type { WriteName } from '../../../contract/writes.ts';
import type { ApprovalsPlace } from './approvals.ts';
import { type ClaimsPlace, NotClaimed, type StandingClaim } from './claims.ts';
import { Failed, invalid } from './failed.ts';
import { retryAtOf } from './intent-view.ts';
import { contentOf } from './similar-intents.ts';
import {
  type Intent,
  IntentConflict,
  type IntentRequest,
  type Intents,
  NotStored,
} from './types.ts';

/** Something that the new one would be a second of. */
export interface PossibleDuplicates {
  readonly kind: 'record' | 'intent';
  readonly id: string;
}

/** Why nothing can be written now. */
export interface WriteBlock {
  readonly code: 'LOCKED' | 'NOT_SENT';
  readonly cause: string;
  readonly sentence: string;
}

export interface WritePathParts {
  readonly intents: Intents;
  /** Asked just before a write; null when nothing stands in the way. */
  readonly writeBlock: () => Promise<WriteBlock | null>;
  readonly approvals: ApprovalsPlace;
  readonly claims: ClaimsPlace;
  readonly notify: (notice: UpdateNotice) => void;
}

export interface WriteRequest<Operation extends WriteName>
  extends Pick<
    IntentRequest<Operation>,
    'key' | 'operation' | 'input' | 'send' | 'onAnswer' | 'repeats'
  > {
  readonly fingerprint: string | null;
  /** What the person was asked about and goes on in spite of: ids of what is alike. */
  readonly confirmed: readonly string[];
  /** Aborted when the page that asked is gone. */
  readonly signal?: AbortSignal | undefined;
  /** Records that look the same, from whatever source they are known. */
  readonly alikeRecords: () => readonly string[];
  /** Which screens show what is created. */
  readonly topic: UpdateTopic;
  /** What is asked when something is alike. */
  readonly question: string;
}

/**
 * Writes once per key and gives the id of what was created.
 * Throws Failed with NOT_SENT, REFUSED, UNKNOWN_OUTCOME, ASKS_FIRST, NEEDS_APPROVAL or LOCKED.
 */
export async function write<Operation extends WriteName>(
  request: WriteRequest<Operation>,
  parts: WritePathParts,
): Promise<string> {
  const { notify } = parts;
  const { running } = await begin(request, parts);
  notify({ topic: 'intents', ids: [request.key] });
  const intent = await settled(running, request.key).finally(() => {
    notify({ topic: 'intents', ids: [request.key] });
    notify({ topic: 'audit', ids: [] });
  });
  const id = createdId(intent);
  notify({ topic: request.topic, ids: [id] });
  return id;
}

/** Journals and sends, when nothing stands in the way. The key is looked up after everything that is awaited: the
 * other half of a double click may have come by meanwhile. */
async function begin<Operation extends WriteName>(
  request: WriteRequest<Operation>,
  { intents, writeBlock, approvals, claims }: WritePathParts,
): Promise<{ running: Promise<Intent> }> {
  const isNew = () => intents.get(request.key) === null;
  if (isNew()) await requireOpen(request, writeBlock);
  let stillApproved = () => {};
  if (isNew() && approvals.isUsed()) {
    askFirst(request, intents);
    stillApproved = await approvals.require(request);
    if (request.signal?.aborted) throw blocked(pageGone, request.key);
  }
  if (isNew() && claims.isUsed()) await claim(request, { intents, claims });
  try {
    // From here to the journal nothing is awaited, so that two equal forms can't pass each other.
    if (isNew()) {
      askFirst(request, intents);
      stillApproved();
    } else if (!intents.isSentHere(request.key)) {
      claims.release([request.key]);
      throw invalid(toldMeanwhile, 'key-used');
    }
    return { running: intents.run(request) };
  } finally {
    if (isNew()) claims.release([request.key]);
  }
}

/** Throws what stands in the way of `write` now, and what it would ask first. Sends nothing. */
export async function requireWritable<Operation extends WriteName>(
  request: WriteRequest<Operation>,
  { intents, writeBlock }: Pick<WritePathParts, 'intents' | 'writeBlock'>,
): Promise<void> {
  await requireOpen(request, writeBlock);
  askFirst(request, intents);
}

async function requireOpen(
  { key, signal }: Pick<WriteRequest<WriteName>, 'key' | 'signal'>,
  writeBlock: WritePathParts['writeBlock'],
): Promise<void> {
  const block = await writeBlock();
  if (block !== null) throw blocked(block, key);
  // The page finds nothing in the journal when it comes back, and says that nothing was sent.
  if (signal?.aborted) throw blocked(pageGone, key);
}

const pageGone: WriteBlock = {
  code: 'NOT_SENT',
  cause: 'page-gone',
  sentence: 'The window closed before anything was sent.',
};

/** A claim tells the whole team the key. */
const toldMeanwhile =
  'Another computer told the team of a request under the same key before this one was sent. Nothing was sent. Check with the service whether it was carried out before you send it again.';

/** Asks about what is known here before it claims: what is not to be sent is claimed by nobody. */
async function claim<Operation extends WriteName>(
  request: WriteRequest<Operation>,
  { intents, claims }: Pick<WritePathParts, 'intents' | 'claims'>,
): Promise<void> {
  const { key, confirmed, signal } = request;
  askFirst(request, intents);
  const sameness = request.fingerprint ?? contentOf(request.input);
  const standing = await standingClaim(request, sameness, claims);
  if (standing !== undefined) {
    throw new Failed('ASKS_FIRST', {
      sentence: `${standing.sentence} Nothing was sent. ${standing.isNotCreated === true ? 'Continue to send it.' : 'Continue only if you want a second one.'}`,
      canTryAgain: true,
      intentKey: key,
      asks: [...new Set([...confirmed, standing.name])],
      alike: [],
    });
  }
  if (!signal?.aborted) return;
  claims.release([key]);
  throw blocked(pageGone, key);
}

async function standingClaim<Operation extends WriteName>(
  { key, operation, confirmed }: WriteRequest<Operation>,
  sameness: string,
  claims: ClaimsPlace,
): Promise<StandingClaim | undefined> {
  try {
    return (await claims.take([{ key, operation, sameness }], confirmed)).get(key);
  } catch (error) {
    if (!(error instanceof NotClaimed)) throw error;
    throw blocked({ code: 'NOT_SENT', cause: error.why, sentence: error.message }, key);
  }
}

function askFirst<Operation extends WriteName>(
  request: WriteRequest<Operation>,
  intents: Intents,
): void {
  const { operation, fingerprint, input } = request;
  // Where nothing tells two apart but what is sent, that does.
  const before =
    fingerprint === null
      ? intents.findSame(operation, input)
      : intents.findAlike(operation, fingerprint);
  const alike = new Map<string, PossibleDuplicates>();
  for (const id of request.alikeRecords()) alike.set(id, { kind: 'record', id });
  for (const intent of before) {
    const { resourceId } = intent;
    const found: PossibleDuplicates =
      resourceId === null ? { kind: 'intent', id: intent.key } : { kind: 'record', id: resourceId };
    alike.set(found.id, found);
  }
  const { confirmed } = request;
  if ([...alike.keys()].every((id) => confirmed.includes(id))) return;
  throw new Failed('ASKS_FIRST', {
    sentence: request.question,
    canTryAgain: true,
    intentKey: request.key,
    asks: [...new Set([...confirmed, ...alike.keys()])],
    alike: [...alike.values()],
  });
}

/** The two ways in which a journal refuses, told as what they mean: nothing was sent. */
async function settled(running: Promise<Intent>, intentKey: string): Promise<Intent> {
  try {
    return await running;
  } catch (error) {
    if (error instanceof IntentConflict) throw invalid(error.message, 'key-used');
    if (error instanceof NotStored) {
      const cause = error.isDiskFull ? 'disk-full' : 'not-journalled';
      const failure = { sentence: error.message, cause, canTryAgain: true, intentKey };
      throw new Failed('NOT_SENT', failure, { cause: error });
    }
    throw error;
  }
}

function blocked({ code, sentence, cause }: WriteBlock, intentKey: string): Failed {
  const failure = { sentence, cause, canTryAgain: true };
  return code === 'LOCKED'
    ? new Failed('LOCKED', failure)
    : new Failed('NOT_SENT', { ...failure, intentKey });
}

function createdId(intent: Intent): string {
  const isThere = intent.state === 'created' || intent.state === 'exists';
  if (isThere && intent.resourceId !== null) return intent.resourceId;
  throw new Failed(failureCodes[intent.state], {
    sentence: intent.state === 'absent' ? foundAbsent : intent.sentence,
    canTryAgain: intent.state === 'not-sent' || intent.cause === 'rate-limited',
    messages: [...intent.messages],
    requestId: intent.requestId,
    status: intent.status,
    cause: intent.cause,
    retryAt: retryAtOf(intent),
    intentKey: intent.key,
  });
}

const foundAbsent =
  'No usable response arrived, and someone marked the request as not created. Nothing was resent.';

/** `journalled`, `created` and `exists` don't end here; if they ever did, it may exist. */
const failureCodes = {
  journalled: 'UNKNOWN_OUTCOME',
  created: 'UNKNOWN_OUTCOME',
  exists: 'UNKNOWN_OUTCOME',
  unknown: 'UNKNOWN_OUTCOME',
  absent: 'NOT_SENT',
  'not-sent': 'NOT_SENT',
  refused: 'REFUSED',
} as const;
