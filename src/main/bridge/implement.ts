/** The contract, ready to be implemented: whatever a handler throws becomes a declared error. */
import { type ImplementerInternalWithMiddlewares, implement } from '@orpc/server';
import { bridgeContract } from '../../bridge/contract.ts';
import type { BridgeBackend } from './backend.ts';
import { bridgeError } from './failures.ts';

type NoContext = Record<never, never>;

/** Named, because written out it is longer than the compiler declares. */
export type ImplementedBridge = ImplementerInternalWithMiddlewares<
  typeof bridgeContract,
  NoContext,
  NoContext
>;

export const implementBridge = ({ log }: Pick<BridgeBackend, 'log'>): ImplementedBridge =>
  implement(bridgeContract).use(async ({ next, path }) => {
    try {
      return await next();
    } catch (error) {
      throw bridgeError(error, path, log);
    }
  });
