/**
 * Where one start of the browser host is reached. Whoever takes the port of a process that ended also
 * takes its origin: a service worker, a cached file or a page that is still open would obey them. So
 * an origin is never served twice: its host name is a random label under `.localhost`, which browsers
 * resolve to this computer by themselves (RFC 6761).
 */
import { type Random, randomHex } from '../../../platform/random.ts';

export interface OriginChoice {
  readonly platform: NodeJS.Platform;
  /** As asked for; null or 0 is any. */
  readonly port: number | null;
}

export interface ServedName {
  readonly hostName: string;
  /** Every address that a browser may resolve the name to; all of them have to be ours. */
  readonly addresses: readonly string[];
  /** No other program ever served it, so a browser keeps nothing of others under it. */
  readonly isNew: boolean;
  /** What the headers of a request may take, in bytes. */
  readonly maxHeaderSize: number;
}

/**
 * Cookies of an address cross its ports, so another program can give the browser as many of them as
 * it keeps of one host: a page with them still has to get in.
 */
const numeric: ServedName = {
  hostName: '127.0.0.1',
  addresses: ['127.0.0.1'],
  isNew: false,
  maxHeaderSize: 1024 * 1024,
};

/**
 * A new name. Safari leaves names under `.localhost` to the system, which may not know them, so on
 * macOS it is the address itself, under a port that is new at each start; a port that was asked for
 * is not new, so there too it gets a name.
 */
export function newServedName(random: Random, { platform, port }: OriginChoice): ServedName {
  const isPortNew = port === null || port === 0;
  if (platform === 'darwin' && isPortNew) return numeric;
  // Chromium tries ::1 before 127.0.0.1.
  return {
    hostName: `${randomHex(random, 16)}.localhost`,
    addresses: ['127.0.0.1', '::1'],
    isNew: true,
    maxHeaderSize: 16 * 1024,
  };
}
