/** What the receiver takes at most. None of it goes by a sender's address (decisions 34). */
import { maxRequestBytes } from '../../../../contract/limits.ts';

export interface ReceiverLimits {
  /** Bytes of a body; over it 413. */
  readonly bodyBytes: number;
  /** Bytes of all bodies under way and not durable yet; over it 503. */
  readonly underWayBytes: number;
  /** Of all servers; over it the one is closed that has brought nothing for the longest. */
  readonly connections: number;
  /** Milliseconds for the headers, and for a whole request. */
  readonly headersMs: number;
  readonly requestMs: number;
  /** Milliseconds after which a body that is not all there makes room for others. */
  readonly slowMs: number;
  /** Milliseconds that an idle connection is kept. */
  readonly keepAliveMs: number;
  /** Deliveries, and bytes of their bodies, in one commit. */
  readonly groupDeliveries: number;
  readonly groupBytes: number;
}

const MIB = 1024 * 1024;

export const defaultLimits: ReceiverLimits = {
  bodyBytes: maxRequestBytes,
  underWayBytes: 64 * MIB,
  connections: 512,
  headersMs: 10_000,
  requestMs: 30_000,
  slowMs: 2_000,
  keepAliveMs: 75_000,
  groupDeliveries: 512,
  groupBytes: 8 * MIB,
};
