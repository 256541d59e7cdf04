/**
 * Decides where a delivery may connect to. A name is resolved here, its addresses are checked, and the
 * connection goes to the checked address: resolving again could return another.
 */
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isPublicAddress } from '../../platform/public-address.ts';
import type { DeliveryOrigin } from '../options.ts';
import { isLoopback } from './addresses.ts';

/** Why a delivery was not sent, in one sentence. */
export class DeliveryRefused extends Error {
  override readonly name = 'DeliveryRefused';
}

/** Where to connect. */
export interface Target {
  /** Checked, in the order to try them. Never empty. */
  readonly addresses: readonly string[];
  readonly port: number;
  /** The certificate's name; an address where the URL has one. */
  readonly hostname: string;
  /** PEM certificates to trust beside the public ones; null for none. */
  readonly ca: string | null;
}

/** Resolves a name to all its addresses. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

export interface GuardOptions {
  readonly allowPrivate: boolean;
  readonly trustCa: string | null;
  readonly allowedOrigins: readonly (string | DeliveryOrigin)[];
  readonly resolve?: Resolve;
}

export interface Guard {
  /** @throws DeliveryRefused */
  targetOf(url: string): Promise<Target>;
  allowOrigin(origin: string, ca: string | null): void;
  /** Undoes `allowOrigin`. Origins of the options stay allowed. */
  disallowOrigin(origin: string): void;
}

const MAX_ADDRESSES = 4;

export const systemResolve: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address);

export function createGuard(options: GuardOptions): Guard {
  const { allowPrivate, trustCa, resolve = systemResolve } = options;
  const origins = new Map<string, string | null>();
  const allowOrigin = (origin: string, ca: string | null): void => {
    origins.set(new URL(origin).origin, ca);
  };
  for (const entry of options.allowedOrigins) {
    if (typeof entry === 'string') allowOrigin(entry, null);
    else allowOrigin(entry.origin, entry.ca ?? null);
  }
  const configured = new Map(origins);
  const disallowOrigin = (text: string): void => {
    const { origin } = new URL(text);
    const before = configured.get(origin);
    if (before === undefined) origins.delete(origin);
    else origins.set(origin, before);
  };
  const resolveOnce = shared(resolve);

  return {
    allowOrigin,
    disallowOrigin,
    targetOf: async (text) => {
      const url = new URL(text);
      if (url.protocol !== 'https:') throw new DeliveryRefused('The address is not https.');
      const hostname = url.hostname.replace(/^\[(.*)\]$/, '$1');
      const found = isIP(hostname) === 0 ? await resolveOnce(hostname) : [hostname];
      const isOpen = allowPrivate || origins.has(url.origin);
      const addresses = isOpen ? found : found.filter(isPublicAddress);
      if (addresses.length === 0) {
        throw new DeliveryRefused(
          found.length === 0 ? 'The name has no address.' : 'The address is not a public one.',
        );
      }
      return {
        addresses: ipv4LoopbackFirst(addresses).slice(0, MAX_ADDRESSES),
        port: url.port === '' ? 443 : Number(url.port),
        hostname,
        ca: joined(trustCa, origins.get(url.origin) ?? null),
      };
    },
  };
}

/** `localhost` may be either family; receivers listen on 127.0.0.1 as a rule. */
const ipv4LoopbackFirst = (addresses: readonly string[]): readonly string[] =>
  addresses.every(isLoopback)
    ? addresses.toSorted((one, other) => isIP(one) - isIP(other))
    : addresses;

const joined = (one: string | null, other: string | null): string | null =>
  one !== null && other !== null ? `${one}\n${other}` : (one ?? other);

/** One lookup at a time per name: a name server that hangs must not take every thread. */
function shared(resolve: Resolve): Resolve {
  const running = new Map<string, Promise<readonly string[]>>();
  return (hostname) => {
    const known = running.get(hostname);
    if (known !== undefined) return known;
    const started = resolve(hostname).then(
      (addresses) => addresses,
      () => {
        throw new DeliveryRefused('The name could not be resolved.');
      },
    );
    running.set(hostname, started);
    const forget = (): void => void running.delete(hostname);
    started.then(forget, forget);
    return started;
  };
}
