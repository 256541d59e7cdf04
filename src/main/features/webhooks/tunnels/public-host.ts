/** Whether a host can be reached by the service: what only this computer or its network knows can't. */
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isPublicAddress } from '../../../../platform/public-address.ts';

/** All addresses of a name, as this computer sees it. Rejects when it finds none. */
export type Resolve = (name: string) => Promise<readonly string[]>;

export const resolveName: Resolve = async (name) =>
  (await lookup(name, { all: true })).map(({ address }) => address);

/**
 * True when one of its addresses is private: which one is taken is not ours to say. False when none is
 * found, too: behind a proxy that is usual, and whoever calls it finds out.
 *
 * @throws the reason of `signal`, when that aborts.
 */
export async function leadsToPrivate(
  origin: string,
  resolve: Resolve,
  signal: AbortSignal,
): Promise<boolean> {
  const { hostname } = new URL(origin);
  const isAddress = hostname.startsWith('[') || isIP(hostname) !== 0;
  if (isAddress) return !isPublicHost(hostname);
  const found = await unlessAborted(
    resolve(hostname).catch(() => []),
    signal,
  );
  return found.some((address) => !isPublicHost(behindNat64(address)));
}

/** In networks of IPv6 alone, IPv4 stands in 64:ff9b::/96 (RFC 6052). */
function behindNat64(address: string): string {
  const found = /^64:ff9b::(?:([0-9a-f]{1,4}):)?([0-9a-f]{1,4})$/i.exec(address);
  if (found === null) return address;
  const [high, low] = [found[1] ?? '0', found[2] ?? '0'].map((part) => Number.parseInt(part, 16));
  const bytes = Buffer.alloc(4);
  bytes.writeUInt16BE(high ?? 0, 0);
  bytes.writeUInt16BE(low ?? 0, 2);
  return bytes.join('.');
}

const unlessAborted = <Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> =>
  new Promise((done, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    void work.then(done, reject).finally(() => signal.removeEventListener('abort', abort));
  });

/** Endings that no public name server answers for (RFC 6761, 6762, 7686, 8375; ICANN's `internal`). */
const localEndings =
  /(?:^|\.)(?:localhost|local|internal|intranet|private|corp|home|lan|home\.arpa|test|invalid|onion)$/;

/** `hostname` as `URL` gives it: in lower case, an IPv6 address in brackets. */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  if (isIP(host) !== 0) return isPublicAddress(host);
  return host.includes('.') && !localEndings.test(host);
}
