/**
 * The bridge: all that the renderer may ask of main. Inputs and outputs are both parsed; failures
 * are declared (errors.ts). The renderer imports types from here and nothing else at run time.
 */
import type { ContractRouterClient } from '@orpc/contract';
import * as parts from './parts.ts';
import type { BridgePart } from './procedure.ts';

// Named by its module: written out, the type of all parts is longer than the compiler takes.
export const bridgeContract: typeof parts = { ...(parts satisfies BridgePart) };

/** The bridge as the renderer calls it. */
export type Bridge = ContractRouterClient<typeof bridgeContract>;
