/**
 * Which profile a call is for. Every line hands it on beside the call (`profileHeader`), and main refuses
 * what names another profile than the open one, or none: reads too, so that no page shows the records of
 * one profile under the name of another.
 */
import type { StandardHandlerInterceptorOptions } from '@orpc/server/standard';
import { areasOfInstallation, profileHeader } from '../../bridge/transport.ts';

export interface CallContext {
  /** null: whichever is open, for callers in this process. Empty: named nowhere. */
  readonly profileId: string | null;
}

/** The profile was closed while work for it ran; `cause` is what the work rejected with. */
export class ClosedMeanwhile extends Error {
  override readonly name = 'ClosedMeanwhile';
}

/** Runs work for a profile. */
export interface CallScope {
  /**
   * Failed INVALID `other-profile` unless it is the open one; waits for one that is being opened. What the
   * work rejects with after that was closed is the cause of ClosedMeanwhile.
   */
  inOpen<Result>(profileId: string, work: () => Promise<Result>): Promise<Result>;
  /** Refuses what the work does with the open profile once another profile is open. */
  named<Result>(profileId: string, work: () => Promise<Result>): Promise<Result>;
}

/** For callers in this process. */
export const ownCalls: CallContext = { profileId: null };
/** For lines: each call brings its own name with it. */
export const namedByCall: CallContext = { profileId: '' };

/** Options of every handler that serves the bridge over a line. */
export const readsNames = {
  interceptors: [
    async <Result>(
      options: StandardHandlerInterceptorOptions<CallContext> & {
        next(options: StandardHandlerInterceptorOptions<CallContext>): Promise<Result>;
      },
    ): Promise<Result> => {
      const { next, ...call } = options;
      const profileId = call.request.headers[profileHeader];
      if (typeof profileId !== 'string') return await next(call);
      return await next({ ...call, context: { profileId } });
    },
  ],
};

/** One call, for the profile that it names. */
export function runNamed<Result>(
  scope: CallScope,
  { profileId }: CallContext,
  path: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  if (profileId === null) return work();
  if (!areasOfInstallation.includes(path[0] ?? '')) return scope.inOpen(profileId, work);
  return profileId === '' ? work() : scope.named(profileId, work);
}
