/**
 * The bridge (src/bridge/contract.ts) over its parts, each implemented beside what it asks: a call is for
 * the profile that it names, and whatever a handler throws becomes a declared error.
 */
import { isContractProcedure } from '@orpc/contract';
import { implement, ORPCError, type Router, ValidationError } from '@orpc/server';
import { bridgeContract } from '../../bridge/contract.ts';
import { commonErrors, type Failure, writeErrors } from '../../bridge/errors.ts';
import { isReading, type Need, type Unasked } from '../../bridge/procedure.ts';
import { isDamaged, isDiskFull } from '../../platform/sqlite.ts';
import { AnnotationError } from '../core/annotations/annotated-text.ts';
import { ExportError } from '../core/exports/export-files.ts';
import type { Area, Routes } from '../core/feature/feature.ts';
import type { Log } from '../core/foundation/log.ts';
import type { KnownSecrets } from '../core/foundation/secrets/known-secrets.ts';
import { withoutKnown } from '../core/foundation/secrets/without-known.ts';
import { Failed, type FailureCode, invalid } from '../core/intents/failed.ts';
import { ProfileError } from '../core/profiles/profile-file.ts';
import { VaultError } from '../core/vault/vault-error.ts';
import { type CallContext, type CallScope, ClosedMeanwhile, runNamed } from './named-profile.ts';

/** Every error becomes a declared one, or INTERNAL: masked for the page, logged once with its cause. */
const statusOf = (code: FailureCode): number => ({ ...commonErrors, ...writeErrors })[code].status;

/** What the page may know of a failure that nobody expected. */
const internalFailure: Failure = {
  sentence: 'Causeway failed. The log has the details. Requests stored before are kept.',
  canTryAgain: false,
  messages: [],
  requestId: null,
  status: null,
  cause: null,
  retryAt: null,
};

/**
 * The error as the bridge declares it, without what is known to be secret. `path` names the procedure
 * in the log.
 */
function bridgeError(
  error: unknown,
  path: readonly string[],
  log: Log,
  known: readonly string[],
): ORPCError<string, unknown> {
  const failed = expected(error);
  if (failed !== null) {
    return new ORPCError(failed.code, {
      status: statusOf(failed.code),
      ...withoutKnown({ message: failed.message, data: failed.data }, known),
    });
  }
  // Where what the page sent does not parse it may know which field, and nothing is wrong in main.
  const isOfCall = error instanceof ORPCError && error.status === 400;
  if (error instanceof ORPCError && (isOfCall || !(error.cause instanceof ValidationError))) {
    const { code, status, defined, message, data } = error;
    const clean = withoutKnown({ message, data }, known);
    return clean.message === message && clean.data === data
      ? error
      : new ORPCError(code, { status, defined, ...clean });
  }
  // The page wants the answer no longer, for example of a search that was typed over.
  const isLeft = error instanceof Error && error.name === 'AbortError';
  if (!isLeft) log.error({ procedure: path.join('.'), err: error }, 'a call of the page failed');
  return new ORPCError('INTERNAL', {
    status: 500,
    message: internalFailure.sentence,
    data: internalFailure,
  });
}

/** Errors of the modules that say in a sentence what is the matter. */
function expected(error: unknown): Failed | null {
  if (error instanceof Failed) return error;
  if (error instanceof VaultError) {
    const code = error.code === 'locked' ? 'LOCKED' : 'INVALID';
    return new Failed(code, { sentence: error.message, cause: error.code });
  }
  if (error instanceof ProfileError) {
    const code = error.code === 'not-found' ? 'NOT_FOUND' : 'INVALID';
    return new Failed(code, { sentence: error.message, cause: error.code });
  }
  if (error instanceof AnnotationError) {
    const code = error.code === 'not-found' ? 'NOT_FOUND' : 'INVALID';
    return new Failed(code, { sentence: error.message, cause: error.code });
  }
  if (error instanceof ExportError) {
    const isUnknown = error.code === 'not-found';
    return new Failed(isUnknown ? 'NOT_FOUND' : 'INVALID', {
      sentence: error.message,
      canTryAgain: !isUnknown,
    });
  }
  // What is sent is stored before, and says by itself what became of it.
  if (isDiskFull(error)) {
    return new Failed('INVALID', {
      sentence:
        'The disk of this computer is full, so Causeway can’t store anything more. Free some disk space, then try again.',
      canTryAgain: true,
      cause: 'disk-full',
    });
  }
  return null;
}

export type BridgeRouter = Router<typeof bridgeContract, CallContext>;

export interface BridgeRouterParts {
  readonly log: Log;
  /** Cut by value out of everything that the page gets. */
  readonly known: Pick<KnownSecrets, 'values'>;
  readonly calls: CallScope;
  /** Throws Failed where the mode of the open profile does not allow it. */
  readonly requireAllowed: (need: Need | undefined) => void;
  /** A call met a page of a database that can't be read. */
  readonly onDamage?: () => void;
  /** Throws Failed LOCKED for what is not to be asked while Causeway is locked. */
  readonly requireUnlocked: (path: readonly string[]) => void;
}

/** What a procedure declares. */
function declaredBy(path: readonly string[]): Unasked | null {
  const found = path.reduce<unknown>(
    (part, name) => (typeof part === 'object' && part !== null ? Reflect.get(part, name) : null),
    bridgeContract,
  );
  return isContractProcedure(found) ? (found['~orpc'].meta as Unasked) : null;
}

/** How a read ends that a switch or a lock came before: what its parts say as they close is no fault. */
const cutOff = (error: unknown): unknown =>
  error instanceof ORPCError || expected(error) !== null
    ? error
    : invalid('This profile was closed meanwhile. Open it, then try again.', 'other-profile', true);

/** Inputs and outputs are parsed. Lines serve it with `readsNames` (named-profile.ts). */
export const createBridgeRouter = (
  { log, known, calls, requireAllowed, requireUnlocked, onDamage }: BridgeRouterParts,
  routes: Routes<Area>,
): BridgeRouter =>
  implement(bridgeContract)
    .$context<CallContext>()
    .use(async ({ next, path, context }) => {
      try {
        requireUnlocked(path);
        const answered = await runNamed(calls, context, path, async () => {
          requireAllowed(declaredBy(path)?.needs);
          return await next({ context });
        });
        return { ...answered, output: withoutKnown(answered.output, known.values()) };
      } catch (thrown) {
        const isClosed = thrown instanceof ClosedMeanwhile;
        const error = isClosed ? thrown.cause : thrown;
        if (isDamaged(error)) onDamage?.();
        const isCutOff = isClosed && isReading(declaredBy(path));
        throw bridgeError(isCutOff ? cutOff(error) : error, path, log, known.values());
      }
    })
    .router(routes);
