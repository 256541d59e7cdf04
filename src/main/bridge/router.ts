/**
 * The bridge (src/bridge/contract.ts) over its parts, each implemented beside what it asks: a call is for
 * the profile that it names, and whatever a handler throws becomes a declared error.
 */
import { implement, type Router } from '@orpc/server';
import { bridgeContract } from '../../bridge/contract.ts';
import type { Area, Routes } from '../core/feature/feature.ts';
import type { Log } from '../core/foundation/log.ts';
import type { KnownSecrets } from '../core/foundation/secrets/known-secrets.ts';
import { withoutKnown } from '../core/foundation/secrets/without-known.ts';
import { bridgeError } from './failures.ts';
import { type CallContext, type CallScope, runNamed } from './named-profile.ts';

export type BridgeRouter = Router<typeof bridgeContract, CallContext>;

export interface BridgeRouterParts {
  readonly log: Log;
  /** Cut by value out of everything that the page gets. */
  readonly known: Pick<KnownSecrets, 'values'>;
  readonly calls: CallScope;
}

/** Inputs and outputs are parsed. Lines serve it with `readsNames` (named-profile.ts). */
export const createBridgeRouter = (
  { log, known, calls }: BridgeRouterParts,
  routes: Routes<Area>,
): BridgeRouter =>
  implement(bridgeContract)
    .$context<CallContext>()
    .use(async ({ next, path, context }) => {
      try {
        const answered = await runNamed(calls, context, path, async () => await next({ context }));
        return { ...answered, output: withoutKnown(answered.output, known.values()) };
      } catch (error) {
        throw bridgeError(error, path, log, known.values());
      }
    })
    .router(routes);
