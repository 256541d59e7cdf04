/** A window shows the page it was opened with, goes nowhere else, and sends no datagrams past its policy. */
import type { App, Event, WebContents } from 'electron';

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
