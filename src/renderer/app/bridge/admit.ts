/**
 * How a page of the browser host is let in: its session, and at once the socket of it, before the
 * code that speaks over the socket is there. Imports next to nothing, so that it comes first.
 */
import { browserHostPaths, electronPageOrigin, socketProtocol } from '../../../bridge/transport.ts';
import { openSession, type Session, type SessionEnvironment } from './session.ts';

export interface Admission {
  session: Session;
  environment: SessionEnvironment;
  /** The first socket. null where the token has to be asked about first, or is refused. */
  socket: WebSocket | null;
}

/** In those of before, only a site that took part in a trial could say where its page may connect. */
const leastChromium = 152;

/** What Chromium's engines say of themselves, each as they like. */
interface Engine {
  readonly userAgentData?: {
    readonly brands?: readonly { readonly brand: string; readonly version: string }[];
  };
}

/**
 * Chromium alone keeps a page from leading elsewhere by a link or over WebRTC (reply.ts of the browser
 * host). Of all engines it alone names itself here, in pages as ours.
 */
export const holdsItsPage = (navigator: object): boolean =>
  (navigator as Engine).userAgentData?.brands?.some(
    ({ brand, version }) => brand === 'Chromium' && Number(version) >= leastChromium,
  ) ?? false;

/** Compared by text: the origin of a scheme like `app:` is the string `null` in some engines. */
export const isElectronPage = (href: string): boolean => href.startsWith(`${electronPageOrigin}/`);

/** @param home where a page begins that is opened by a link */
export async function admit(page: Window, home: string): Promise<Admission> {
  const environment = {
    location: page.location,
    history: page.history,
    storage: page.sessionStorage,
    fetch: (path: string, init?: RequestInit) => page.fetch(path, init),
  };
  // Before the code is spent: the link can still be opened in another browser.
  const session: Session = holdsItsPage(page.navigator)
    ? await openSession(environment, home)
    : { state: 'other-engine' };
  const socket =
    session.state === 'fresh' ? connectSocket(page.location.href, session.token) : null;
  return { session, environment, socket };
}

export const socketUrlOf = (pageUrl: string): string => {
  const url = new URL(browserHostPaths.socket, pageUrl);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
};

/** The socket on the page's own origin. A token that is not known closes it without a word. */
export const connectSocket = (pageUrl: string, token: string): WebSocket =>
  new WebSocket(socketUrlOf(pageUrl), [socketProtocol, `${socketProtocol}.${token}`]);
