/** What a session of a window may load: what is ours. A page in it downloads nothing. */
import type { Session } from 'electron';

export interface RequestRules {
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
