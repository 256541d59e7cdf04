/** A sandbox's options. */
import type { Clock } from '../platform/clock.ts';
import { systemClock } from '../platform/clock.ts';
import type { Random } from '../platform/random.ts';
import { pooledRandom } from '../platform/random.ts';
import type { SandboxLog } from './log.ts';
import { silentLog } from './log.ts';

/** The two environments of the service (Interface, conventions). A token is valid for one of them. */
export type Environment = 'sandbox' | 'production';

/** An origin that deliveries may reach although its address is not public. */
export interface DeliveryOrigin {
  /** For example `https://127.0.0.1:8443`. */
  readonly origin: string;
  /** PEM authorities of this origin's certificate, beside the public ones. */
  readonly ca?: string | null;
}

export interface SandboxOptions {
  /** 0 (the default) takes any free port. */
  readonly port?: number;
  /** Default 127.0.0.1. The control plane accepts only loopback callers, whatever this is. */
  readonly host?: string;
  /** Directory of the state. null (the default) keeps it in memory. */
  readonly dataDir?: string | null;
  /** 32 bytes that encrypt the state in dataDir. null (the default) leaves it readable. */
  readonly databaseKey?: Uint8Array | null;
  /** Divides the delays between delivery attempts, and nothing else (decisions 10). Default 1. */
  readonly timeScale?: number;
  /** PEM certificates that deliveries trust beside the public ones. */
  readonly trustCa?: string | null;
  /** Deliveries may reach private and loopback addresses. Default false. */
  readonly allowPrivateDeliveries?: boolean;
  /** Origins that deliveries may reach whatever their address. */
  readonly allowedDeliveryOrigins?: readonly (string | DeliveryOrigin)[];
  /** How long a receiver may take to answer, in milliseconds. Default 15,000 (decisions 10). */
  readonly deliveryTimeoutMs?: number;
  /** This server's environment. Default `sandbox`. */
  readonly environment?: Environment;
  readonly log?: SandboxLog;
  readonly clock?: Clock;
  readonly random?: Random;
}

export type ResolvedOptions = Required<SandboxOptions>;

export const resolveOptions = (options: SandboxOptions): ResolvedOptions => ({
  port: options.port ?? 0,
  host: options.host ?? '127.0.0.1',
  dataDir: options.dataDir ?? null,
  databaseKey: options.databaseKey ?? null,
  timeScale: options.timeScale ?? 1,
  trustCa: options.trustCa ?? null,
  allowPrivateDeliveries: options.allowPrivateDeliveries ?? false,
  allowedDeliveryOrigins: options.allowedDeliveryOrigins ?? [],
  deliveryTimeoutMs: options.deliveryTimeoutMs ?? 15_000,
  environment: options.environment ?? 'sandbox',
  log: options.log ?? silentLog,
  clock: options.clock ?? systemClock,
  random: options.random ?? pooledRandom(),
});
