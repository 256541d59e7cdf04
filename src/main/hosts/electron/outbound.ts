/** Calls to the service through Chromium: the system's proxy and certificates apply. */
import type { Net } from 'electron';
import { OfflineError } from '../../core/service/network-failure.ts';

/**
 * Chromium's switches for its calls. Over HTTP/2 and QUIC all requests share a connection, whatever a request says,
 * and Chromium sends a write again by itself when that breaks before the response.
 */
export const networkSwitches = ['disable-http2', 'disable-quic'] as const;

/**
 * A fetch for the service client. Where the system says that there is no network nothing is tried:
 * Chromium's own error for it does not tell whether anything had been sent. Loopback needs none.
 */
export function createOutboundFetch(net: Pick<Net, 'fetch' | 'isOnline'>): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (!isLoopback(url.hostname) && !net.isOnline()) throw new OfflineError();
    return await net.fetch(input instanceof URL ? input.href : input, init);
  };
}

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
