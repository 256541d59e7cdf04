/** Which headers of a delivery go along with its bytes: what says how to read and check them. */
import { headers as headerNames } from '../../../../contract/headers.ts';
import type { RawHeaders } from '../inbox/types.ts';
import type { SignatureCheckKind } from '../signature-checks/types.ts';

/** About the connection that it came on, not about the bytes (RFC 9110, 7.6.1). */
const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Digests of the content and of what it represents (RFC 9530), and the older one (RFC 3230). */
const digests: ReadonlySet<string> = new Set(['content-digest', 'repr-digest', 'digest']);

/**
 * The signature and every header about the content (`Content-Type`, `Content-Encoding`, …), with
 * their values as they came. `Content-Length` follows from the bytes. Of a header that has one value
 * and came several times the first is taken, as servers do; of others each line.
 * Where the bytes that go on are not the ones that came, only the signature and the type still fit them.
 */
export function forwardedHeaders(raw: RawHeaders, kind: SignatureCheckKind): RawHeaders {
  const named = raw.map(([name, value]) => [name.toLowerCase(), value] as const);
  const ofConnection = new Set(
    named
      .filter(([name]) => name === 'connection')
      .flatMap(([, value]) => value.split(',').map((one) => one.trim().toLowerCase())),
  );
  return named.filter(
    ([name], place) =>
      (kind === 'genuine' ? isAboutContent(name) : stillFits(name)) &&
      !hopByHop.has(name) &&
      !ofConnection.has(name) &&
      !(name === headerNames.contentType && named.findIndex(([one]) => one === name) < place),
  );
}

const stillFits = (name: string): boolean =>
  name === headerNames.signature || name === headerNames.contentType;

const isAboutContent = (name: string): boolean =>
  name === headerNames.signature ||
  digests.has(name) ||
  (name.startsWith('content-') && name !== 'content-length');
