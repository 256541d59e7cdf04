/** Calls to the service through Chromium: the system's proxy and certificates apply. */
import type { Net, Session } from 'electron';
import { OfflineError } from '../../core/service/network-failure.ts';

/**
 * Chromium's switches for its calls. Over HTTP/2 and QUIC all requests share a connection, whatever a request says,
 * and Chromium sends a write again by itself when that breaks before the response.
 */
export const networkSwitches = ['disable-http2', 'disable-quic'] as const;

/** A session in memory. */
type Line = Pick<Session, 'fetch' | 'closeAllConnections'>;

/**
 * A fetch for the service client. Where the system says that there is no network nothing is tried:
 * Chromium's own error for it does not tell whether anything had been sent. Loopback needs none.
 *
 * A call that asks for a connection of its own has a session of its own meanwhile, and what an earlier call left
 * there is closed first. A call that is given up while it connects, and one that connects slowly, leaves a connection
 * that was never used. Chromium takes it for the next call, and where it breaks sends a write a second time by itself.
 *
 * @param sessionOf a session by its name, made where there is none
 */
export function createOutboundFetch(
  net: Pick<Net, 'fetch' | 'isOnline'>,
  sessionOf: (name: string) => Line,
): typeof fetch {
  const free: Line[] = [];
  let made = 0;
  const newLine = (): Line => {
    made += 1;
    return sessionOf(`service-${made}`);
  };
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const given = input instanceof URL ? input.href : input;
    if (isLoopback(url.hostname)) return await net.fetch(given, init);
    if (!net.isOnline()) throw new OfflineError();
    if (!asksForItsOwn(init)) return await net.fetch(given, init);
    const line = free.pop() ?? newLine();
    try {
      await line.closeAllConnections();
      return onceRead(await line.fetch(given, init), () => free.push(line));
    } catch (error) {
      free.push(line);
      throw error;
    }
  };
}

const asksForItsOwn = (init: RequestInit | undefined): boolean =>
  new Headers(init?.headers).get('connection') === 'close';

/** Told when the last of it was read, or nobody wants the rest. */
function onceRead(response: Response, tell: () => void): Response {
  const { body, status, headers } = response;
  if (body === null) {
    tell();
    return response;
  }
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const passedOn = new Response(readable, { status, headers });
  body.pipeTo(writable).then(tell, tell);
  return passedOn;
}

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
