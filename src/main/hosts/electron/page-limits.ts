/**
 * What a page may do. Its window shows what it was opened with, goes nowhere else, and sends no datagrams past
 * its policy; it loads what is ours; and all permissions, which Electron approves by default, are denied but one.
 */
import type { App, Event, Session, WebContents } from 'electron';
import { isUnder, pageHost } from './origins.ts';

/** What the page may do by itself: put a text on the clipboard (deposit instructions, identifiers). */
const granted: ReadonlySet<string> = new Set(['clipboard-sanitized-write']);

/** Where a request comes from, as Electron tells it. */
interface Asking {
  readonly isMainFrame: boolean;
  readonly requestingUrl?: string;
}

const isGranted = (permission: string, { isMainFrame, requestingUrl = '' }: Asking): boolean =>
  granted.has(permission) && isMainFrame && isUnder(pageHost, requestingUrl);

/** Answers requests and checks by the list, and denies devices and screen capture, on the session. */
export function enablePermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) =>
    answer(isGranted(permission, details)),
  );
  session.setPermissionCheckHandler((_contents, permission, origin, details) =>
    isGranted(permission, { ...details, requestingUrl: details.requestingUrl ?? origin }),
  );
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => answer({}));
}

export interface NavigationRules {
  /** Opens an address in the person's own browser. */
  openExternal(url: string): Promise<void>;
  /** Whether this window may go to the address itself (the forms for secrets post to their own origin). */
  mayNavigate(contents: WebContents, url: string): boolean;
  /** Whether this window asks by the address to be printed. */
  asksToPrint(contents: WebContents, url: string): boolean;
  /** Hosts whose https addresses may be opened outside. */
  readonly externalHosts: readonly string[];
}

/** Installs the rules on every web contents that the application makes. */
export function enableNavigationRules(app: App, rules: NavigationRules): void {
  app.on('web-contents-created', (_event, contents) => {
    const confine = (event: Event, url: string) => {
      if (!rules.mayNavigate(contents, url)) event.preventDefault();
    };
    contents.on('will-navigate', (details) => {
      confine(details, details.url);
      if (rules.asksToPrint(contents, details.url)) contents.print();
    });
    contents.on('will-frame-navigate', (details) => confine(details, details.url));
    contents.on('will-redirect', (details) => confine(details, details.url));
    contents.on('will-attach-webview', (event) => event.preventDefault());
    // WebRTC would send datagrams that neither the page's policy nor the session's requests see.
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
    contents.setWindowOpenHandler(({ url }) => {
      if (isExternal(url, rules.externalHosts)) void rules.openExternal(url);
      return { action: 'deny' };
    });
  });
}

/** https, without credentials, on a listed host. */
export function isExternal(address: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return (
    url.protocol === 'https:' &&
    url.username === '' &&
    url.password === '' &&
    hosts.includes(url.host)
  );
}

/** What a session of a window may load: what is ours. A page in it downloads nothing. */
interface RequestRules {
  /** Whether a page of this session may ask for the address. */
  readonly mayLoad: (url: string) => boolean;
}

/**
 * Under the policy of each document, and for what a policy does not reach. Requests of main itself, which
 * go out by Electron's net over the page's session, belong to no contents and pass.
 */
export function enableRequestRules(
  session: Pick<Session, 'on' | 'webRequest'>,
  { mayLoad }: RequestRules,
): void {
  session.webRequest.onBeforeRequest(({ url, webContentsId }, answer) =>
    answer({ cancel: webContentsId !== undefined && !mayLoad(url) }),
  );
  // Main writes exports itself, where a person chose.
  session.on('will-download', (event) => event.preventDefault());
}

/** `origin`: of the development server, whose scripts and socket the page needs; null in a package. */
export function isOfPage(url: string, isUnderPage: boolean, origin: string | null): boolean {
  if (isUnderPage) return true;
  if (origin === null || !URL.canParse(url)) return false;
  return new URL(url).origin === origin || new URL(url).origin === origin.replace(/^http/, 'ws');
}
