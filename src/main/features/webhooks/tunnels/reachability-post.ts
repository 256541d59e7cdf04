/** Sends a proof out, under public trust or under that of one certificate. */
import { request } from 'node:https';
import { connect } from 'node:net';

export interface ReachabilityRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

/** POSTs, follows no redirect, and resolves with the status of the answer. Rejects as the network does. */
export type ReachabilityPost = (proof: ReachabilityRequest) => Promise<number>;

/** Public trust: the certificates and the proxy of the host, as for the service itself. */
export const postWithFetch =
  (fetch: typeof globalThis.fetch): ReachabilityPost =>
  async ({ url, headers, body, signal }) => {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      signal,
      redirect: 'manual',
      cache: 'no-store',
      credentials: 'omit',
    });
    // What it says is of no interest, and must not be read without a bound.
    await response.body?.cancel();
    return response.status;
  };

/** Trusts this certificate (PEM) alone, on a connection of its own. */
export const postPinned =
  (certificate: string): ReachabilityPost =>
  ({ url, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const post = request(url, {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        agent: false,
        ca: certificate,
        signal,
      });
      post.once('response', (response) => {
        response.on('error', () => undefined);
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      post.once('error', reject);
      post.end(body);
    });

/**
 * Whether a TCP connection to the public side comes about. Tells a network that can't reach its own
 * public side from one where the answer does not come.
 */
export type CanConnect = (origin: string, signal: AbortSignal) => Promise<boolean>;

export const canConnect: CanConnect = (origin, signal) => {
  const { hostname, port } = new URL(origin);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return new Promise((resolve) => {
    const socket = connect({ host, port: port === '' ? 443 : Number(port) });
    const done = (came: boolean) => {
      signal.removeEventListener('abort', giveUp);
      socket.destroy();
      resolve(came);
    };
    const giveUp = () => done(false);
    socket.once('connect', () => done(true));
    socket.once('error', () => done(false));
    signal.addEventListener('abort', giveUp, { once: true });
    if (signal.aborted) giveUp();
  });
};
