/**
 * What every request has to get past before anything looks at it: the right host name, the right
 * origin, and no other site behind it. DNS rebinding fails on Host; other sites, and other ports of
 * this machine, fail on Origin and on the browser's own fetch metadata.
 */
import type { IncomingMessage } from 'node:http';

/** The part of a request that the checks read. Headers as pairs, so that repeats are seen. */
export interface Head {
  readonly method: string;
  readonly rawHeaders: readonly string[];
  /** Whether it asks to become a WebSocket. */
  readonly upgrade: boolean;
}

export const headOf = (request: IncomingMessage, upgrade: boolean): Head => ({
  method: request.method ?? '',
  rawHeaders: request.rawHeaders,
  upgrade,
});

/** Names under which a browser on this machine may reach the port. */
const hostNames = ['127.0.0.1', 'localhost'] as const;

/** Whether the request may go on. `port` is the one that the server listens on. */
export function passes(head: Head, port: number): boolean {
  const host = only(head, 'host');
  if (host === null || !hostNames.some((name) => host === `${name}:${port}`)) return false;
  return isFromOwnOrigin(head, host) && isFromOwnSite(head);
}

/** Origin, where a browser has to send it; where it need not, it must not be another's. */
function isFromOwnOrigin(head: Head, host: string): boolean {
  const origin = headerValues(head, 'origin');
  if (origin.length === 0) return isPlainRead(head);
  return origin.length === 1 && origin[0] === `http://${host}`;
}

/**
 * Fetch metadata, where the browser sends it. `none` is a person's own doing: a typed address, a
 * link from another program. `same-site` is another port of this machine, so it is no better than
 * `cross-site`.
 */
function isFromOwnSite(head: Head): boolean {
  const sites = headerValues(head, 'sec-fetch-site');
  if (sites.length === 0) return true;
  if (sites.length > 1) return false;
  return sites[0] === 'same-origin' || (sites[0] === 'none' && isPlainRead(head));
}

/**
 * Whether a browser asks in order to show the answer as a document of its own, in a window or tab:
 * nothing that a script reads and nothing inside another page. Who sends no fetch metadata is no
 * browser, and no script of a page.
 */
export function isForOwnDocument(head: Pick<Head, 'rawHeaders'>): boolean {
  const isOnly = (name: string, value: string) =>
    headerValues(head, name).every((one, at) => at === 0 && one === value);
  return isOnly('sec-fetch-mode', 'navigate') && isOnly('sec-fetch-dest', 'document');
}

const isPlainRead = (head: Head): boolean =>
  !head.upgrade && (head.method === 'GET' || head.method === 'HEAD');

/** The value of a header that stands exactly once, else null. */
export function only(head: Pick<Head, 'rawHeaders'>, name: string): string | null {
  const values = headerValues(head, name);
  return values.length === 1 ? (values[0] ?? null) : null;
}

function headerValues({ rawHeaders }: Pick<Head, 'rawHeaders'>, name: string): string[] {
  const values: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() === name) values.push(rawHeaders[at + 1] ?? '');
  }
  return values;
}
