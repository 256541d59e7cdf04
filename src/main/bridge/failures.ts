/** Every error becomes a declared one, or INTERNAL: masked for the page, logged once with its cause. */
import { ORPCError, ValidationError } from '@orpc/server';
import { commonErrors, type Failure, writeErrors } from '../../bridge/errors.ts';
import { AnnotationError } from '../core/annotations/annotation-error.ts';
import { ExportError } from '../core/exports/export-files.ts';
import type { Log } from '../core/foundation/log.ts';
import { withoutKnown } from '../core/foundation/secrets/without-known.ts';
import { Failed, type FailureCode } from '../core/intents/failed.ts';
import { ProfileError } from '../core/profiles/profile-error.ts';
import { VaultError } from '../core/vault/vault-error.ts';

const statusOf = (code: FailureCode): number => ({ ...commonErrors, ...writeErrors })[code].status;

/** What the page may know of a failure that nobody expected. */
export const internalFailure: Failure = {
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
export function bridgeError(
  error: unknown,
  path: readonly string[],
  log: Log,
  known: readonly string[] = [],
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
  log.error({ procedure: path.join('.'), err: error }, 'a call of the page failed');
  return new ORPCError('INTERNAL', {
    status: 500,
    message: internalFailure.sentence,
    data: internalFailure,
  });
}

/** Errors of the rooms that say in a sentence what is the matter. */
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
  return null;
}
