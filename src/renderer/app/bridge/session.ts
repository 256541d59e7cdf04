/** How the page comes by its token in the browser host: a one-time code in the address, exchanged once. */
import { browserHostPaths, callTokenHeader } from '../../../bridge/transport.ts';

const storageKey = 'causeway.token';

/** Codes and tokens are 256 bits as base64url. */
const secretPattern = /^[A-Za-z0-9_-]{43}$/;

export interface SessionEnvironment {
  location: Pick<Location, 'hash' | 'pathname' | 'search'>;
  history: Pick<History, 'replaceState'>;
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  fetch: (path: string, init?: RequestInit) => Promise<Response>;
}

/** `fresh` tokens were just given out; `kept` ones survived a reload and may be forgotten by the host. */
export type Session =
  | { state: 'fresh'; token: string }
  | { state: 'kept'; token: string }
  | { state: 'refused' }
  /** Another engine than Chromium's: see holdsItsPage. */
  | { state: 'other-engine' };

/** The one-time code of an address fragment, or null. */
export function codeOf(hash: string): string | null {
  const code = new URLSearchParams(hash.replace(/^#/, '')).get('code');
  return code !== null && secretPattern.test(code) ? code : null;
}

/** @param home shown in the address in the code's place: each change of an address costs the browser milliseconds */
export async function openSession(environment: SessionEnvironment, home: string): Promise<Session> {
  const { location, history, storage } = environment;
  const code = codeOf(location.hash);
  if (code !== null) {
    // Out of the address before anything else, so that no reload and no history holds it.
    history.replaceState(null, '', `${location.pathname}${location.search}#${home}`);
    const token = await renewSession(code, environment);
    if (token !== null) return { state: 'fresh', token };
  }
  const kept = storage.getItem(storageKey);
  return kept === null ? { state: 'refused' } : { state: 'kept', token: kept };
}

/** The token for a code, kept for a reload; null when the code is spent or too old. */
export async function renewSession(
  code: string,
  environment: Pick<SessionEnvironment, 'fetch' | 'storage'>,
): Promise<string | null> {
  const token = await exchange(code, environment);
  if (token !== null) environment.storage.setItem(storageKey, token);
  return token;
}

/** Whether the host still knows the token. Rejects when nobody answers: then the token stays. */
export async function isTokenKnown(
  token: string,
  environment: Pick<SessionEnvironment, 'fetch' | 'storage'>,
): Promise<boolean> {
  const answer = await environment.fetch(browserHostPaths.exchange, {
    headers: { [callTokenHeader]: token },
  });
  if (answer.status === 403) environment.storage.removeItem(storageKey);
  return answer.status !== 403;
}

async function exchange(
  code: string,
  { fetch }: Pick<SessionEnvironment, 'fetch'>,
): Promise<string | null> {
  const answer = await fetch(browserHostPaths.exchange, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  if (!answer.ok) return null;
  const body: unknown = await answer.json();
  const token = typeof body === 'object' && body !== null && 'token' in body ? body.token : null;
  return typeof token === 'string' && secretPattern.test(token) ? token : null;
}
