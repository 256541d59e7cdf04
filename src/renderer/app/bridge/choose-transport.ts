/** Which way to main there is: a port in the Electron host, a socket in the browser host. */
import { RPCLink } from '@orpc/client/message-port';
import { connectMessage } from '../../../bridge/transport.ts';
import type { Admission } from './admit.ts';
import { codeOf, isTokenKnown, renewSession } from './session.ts';
import { namingHeaders, type Transport } from './transport.ts';
import { createWebSocketTransport } from './web-socket-transport.ts';

/**
 * `admission` is null in the Electron host.
 * null: the host gives this page no session: a fresh link is needed, or another browser.
 */
export function chooseTransport(page: Window, admission: Admission | null): Transport | null {
  if (admission === null) return createMessagePortTransport(page);
  const { session, environment, socket } = admission;
  if (session.state === 'other-engine') return null;
  if (session.state === 'refused') {
    reloadOnFreshLink(page);
    return null;
  }
  let { token } = session;
  let renewal = Promise.withResolvers<void>();
  const renew = async (code: string): Promise<void> => {
    const renewed = await renewSession(code, environment).catch(() => null);
    if (renewed === null) return;
    token = renewed;
    renewal.resolve();
    renewal = Promise.withResolvers();
  };
  onFreshLink(page, (code) => void renew(code));
  return createWebSocketTransport({
    pageUrl: page.location.href,
    token: () => token,
    renewed: () => renewal.promise,
    first: socket,
    isTokenKnown: (token) => isTokenKnown(token, environment),
  });
}

/** The preload listens on the page's own window for the port (electron host). */
export function createMessagePortTransport(page: Pick<Window, 'postMessage'>): Transport {
  return {
    open: async () => {
      const { port1, port2 } = new MessageChannel();
      const { promise: closed, resolve } = Promise.withResolvers<void>();
      port1.addEventListener('close', () => resolve());
      const link = new RPCLink({ port: port1, headers: namingHeaders });
      port1.start();
      page.postMessage(connectMessage, '*', [port2]);
      return {
        link,
        closed,
        close: () => {
          port1.close();
          // The closing side hears no `close` event itself.
          resolve();
        },
      };
    },
  };
}

type FreshLinkPage = Pick<Window, 'addEventListener' | 'location' | 'history'>;

/**
 * A fresh link that is opened in a page that runs already. Only its fragment changes, so nothing is
 * loaded anew: the page takes the code, stays on its screen, and keeps what was typed.
 * Calls back with each code that arrives. Call before the router listens, which then hears nothing.
 */
export function onFreshLink(page: FreshLinkPage, take: (code: string) => void): void {
  page.addEventListener('hashchange', (event) => {
    const { location, history } = page;
    const code = codeOf(location.hash);
    if (code === null) return;
    event.stopImmediatePropagation();
    const before = new URL(event.oldURL).hash || '#/';
    history.replaceState(null, '', `${location.pathname}${location.search}${before}`);
    take(code);
  });
}

/** A page without a session has nothing to keep: it begins again with the code in its address. */
function reloadOnFreshLink(page: Window): void {
  page.addEventListener('hashchange', () => {
    if (codeOf(page.location.hash) !== null) page.location.reload();
  });
}
