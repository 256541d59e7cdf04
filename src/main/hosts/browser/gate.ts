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

/** Whether the request may go on. `origin` is the one of this start, and no other name leads to it. */
export function passes(head: Head, origin: string): boolean {
  return isToHostOf(head, origin) && isFromOwnOrigin(head, origin) && isFromOwnSite(head);
}

/**
 * Whether a person's browser enters by a link, from wherever: a window of its own, nothing that a
 * page reads. What it gets there is not worth more than the link's code.
 */
export const passesToEnter = (head: Head, origin: string): boolean =>
  isToHostOf(head, origin) && head.method === 'GET' && !head.upgrade && isForOwnDocument(head);

const isToHostOf = (head: Head, origin: string): boolean =>
  only(head, 'host') === origin.replace('http://', '');

/** Origin, where a browser has to send it; where it need not, it must not be another's. */
function isFromOwnOrigin(head: Head, own: string): boolean {
  const origin = headerValues(head, 'origin');
  if (origin.length === 0) return isPlainRead(head);
  return origin.length === 1 && origin[0] === own;
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

/** Every value of a header, in order. */
export function headerValues({ rawHeaders }: Pick<Head, 'rawHeaders'>, name: string): string[] {
  const values: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() === name) values.push(rawHeaders[at + 1] ?? '');
  }
  return values;
}
