/** What every screen may use of the bridge, by context. */
import type { RouterUtils } from '@orpc/tanstack-query';
import { createContext, useContext } from 'react';
import type { StoreApi } from 'zustand/vanilla';
import type { Bridge } from '../../../bridge/contract.ts';
import type { BridgeState } from './reconnecting-link.ts';

/** The bridge's procedures as queries and mutations. */
export type BridgeQueries = RouterUtils<Bridge>;

export interface BridgeStatus {
  state: BridgeState;
  /** When the connection was lost, milliseconds since the epoch; null while it is there. */
  lostAt: number | null;
}

export interface BridgeAccess {
  /** Names its profile in every call, or none above the frame. */
  bridge: Bridge;
  /** Keys of what is of a profile carry the visit of that profile (query-keys.ts). */
  queries: BridgeQueries;
  /** The same for this profile: one visit for as long as no other one is asked for in between. */
  of: (profileId: string) => BridgeAccess;
  /** Ends the visit: what was kept for it is not found again, not even under the same profile. */
  leave: () => void;
  status: StoreApi<BridgeStatus>;
}

export const BridgeContext = createContext<BridgeAccess | null>(null);

export function useBridge(): BridgeAccess {
  const access = useContext(BridgeContext);
  if (access === null) throw new Error('There is no bridge above this component.');
  return access;
}
