/**
 * The contract, ready to be implemented: a call is for the
 * profile that it names, and whatever a handler throws becomes a declared error.
 */
import { type ImplementerInternalWithMiddlewares, implement } from '@orpc/server';
import { bridgeContract } from '../../bridge/contract.ts';
import { withoutKnown } from '../core/foundation/secrets/without-known.ts';
import type { BridgeBackend } from './backend.ts';
import { bridgeError } from './failures.ts';
import { type CallContext, runNamed } from './named-profile.ts';

/** Named, because written out it is longer than the compiler declares. */
export type ImplementedBridge = ImplementerInternalWithMiddlewares<
  typeof bridgeContract,
  CallContext,
  CallContext
>;

export const implementBridge = ({
  log,
  calls,
  known,
}: Pick<BridgeBackend, 'log' | 'calls' | 'known'>): ImplementedBridge =>
  implement(bridgeContract)
    .$context<CallContext>()
    .use(async ({ next, path, context }) => {
      try {
        const answered = await runNamed(calls, context, path, async () => await next({ context }));
        return { ...answered, output: withoutKnown(answered.output, known.values()) };
      } catch (error) {
        throw bridgeError(error, path, log, known.values());
      }
    });
