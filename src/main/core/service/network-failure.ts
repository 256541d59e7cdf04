/**
 * What a thrown fetch means. Node (undici) tells by a `code` in the chain of causes, Electron's
 * net.fetch by a `net::ERR_…` name in the message. Whatever is not surely "no connection" is read
 * as something that may have reached the service (decisions 30).
 */
import { type NotSentCause, notConnectedCauses, type UnknownCause } from './causes.ts';

export type NetworkCause = NotSentCause | UnknownCause;

/**
 * Set on an error that ended the making of a connection: the request was not yet written then.
 * createNodeFetch sets it, because the codes of TLS alone don't tell a handshake that failed from
 * a line that broke later.
 */
const whileConnecting = Symbol('whileConnecting');

export function markWhileConnecting(error: object): void {
  Object.defineProperty(error, whileConnecting, { value: true, configurable: true });
}

/** Thrown by a host that knows that there is no network, before it hands anything to fetch. */
export class OfflineError extends Error {
  override readonly name = 'OfflineError';
}

/** Never throws; what it can't place is `network`, the most careful reading. */
export function causeOfThrown(thrown: unknown): NetworkCause {
  for (const error of chainOf(thrown)) {
    const cause = causeOf(error);
    if (cause !== null) return cause;
  }
  return 'network';
}

/** The error and its causes, outermost first. A chain that bites its tail ends. */
function chainOf(thrown: unknown): object[] {
  const chain: object[] = [];
  let next = thrown;
  while (typeof next === 'object' && next !== null && chain.length < 10) {
    chain.push(next);
    next = 'cause' in next ? next.cause : null;
  }
  return chain;
}

function causeOf(error: object): NetworkCause | null {
  if (error instanceof OfflineError) return 'no-route';
  if (error instanceof AggregateError) return causeOfAll(error.errors);
  const message = textAt(error, 'message');
  const chromium = /^net::(ERR_[A-Z0-9_]+)/.exec(message)?.[1];
  if (chromium !== undefined) return causeOfChromium(chromium);
  return causeOfCode(error, textAt(error, 'code')) ?? causeOfMessage(message);
}

/** Several addresses were tried: nothing was sent only when that is sure for each of them. */
function causeOfAll(errors: readonly unknown[]): NetworkCause | null {
  const causes = errors.map(causeOfThrown);
  const doubtful = causes.find((cause) => !isNoConnection(cause));
  return doubtful ?? causes[0] ?? null;
}

const noConnection: ReadonlySet<NetworkCause> = new Set<NetworkCause>(notConnectedCauses);
const isNoConnection = (cause: NetworkCause): boolean => noConnection.has(cause);

function textAt(error: object, key: 'message' | 'code' | 'syscall'): string {
  const value: unknown = Reflect.get(error, key);
  return typeof value === 'string' ? value : '';
}

const wayCodes = new Set([
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'EACCES',
  'EPERM',
]);
const cutCodes = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE', 'ECONNABORTED']);
const timeoutCodes = new Set(['ETIMEDOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

/** Verdicts of OpenSSL on a certificate, as Node spells them. All fall before anything is sent. */
const certificateCode =
  /^(?:UNABLE_TO_(?:GET|DECRYPT|DECODE|VERIFY)_\w+|(?:CERT|CRL)_\w+|ERROR_IN_(?:CERT|CRL)_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|HOSTNAME_MISMATCH|INVALID_(?:CA|PURPOSE)|PATH_LENGTH_EXCEEDED|ERR_TLS_CERT_ALTNAME_INVALID)$/;

function causeOfCode(error: object, code: string): NetworkCause | null {
  if (code === 'ENOTFOUND' || code.startsWith('EAI_')) return 'name';
  if (code === 'ECONNREFUSED') return 'refused';
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return 'connect-timeout';
  // The same code on a line that stood before would leave open what had been sent on it.
  const ofConnect = textAt(error, 'syscall') === 'connect' ? causeOfConnect(code) : null;
  if (ofConnect !== null) return ofConnect;
  if (certificateCode.test(code)) return 'certificate';
  if (/^(?:ERR_SSL_|ERR_TLS_|EPROTO$)/.test(code)) {
    return whileConnecting in error ? 'tls' : 'network';
  }
  return causeOfLine(code);
}

function causeOfConnect(code: string): NetworkCause | null {
  if (code === 'ETIMEDOUT') return 'connect-timeout';
  return wayCodes.has(code) ? 'no-route' : null;
}

function causeOfLine(code: string): NetworkCause | null {
  if (timeoutCodes.has(code)) return 'timeout';
  if (cutCodes.has(code)) return 'cut';
  return code === 'ERR_INVALID_URL' ? 'no-address' : null;
}

function causeOfMessage(message: string): NetworkCause | null {
  // undici has no code for these.
  if (message === 'bad port') return 'no-address';
  if (/^Proxy response \(\d+\) !== 200 when HTTP Tunneling$/.test(message)) return 'proxy';
  // net.fetch rejects where undici answers with the 3xx itself.
  if (/^Redirect was cancelled|redirect policy was 'error'|^unexpected redirect/.test(message)) {
    return 'redirected';
  }
  return null;
}

const chromiumCauses: ReadonlyMap<string, NetworkCause> = new Map<string, NetworkCause>([
  ['ERR_NAME_NOT_RESOLVED', 'name'],
  ['ERR_NAME_RESOLUTION_FAILED', 'name'],
  ['ERR_ICANN_NAME_COLLISION', 'name'],
  ['ERR_CONNECTION_REFUSED', 'refused'],
  // Only the attempt to connect gives this; a line that stood gives ERR_TIMED_OUT.
  ['ERR_CONNECTION_TIMED_OUT', 'connect-timeout'],
  ['ERR_SSL_VERSION_OR_CIPHER_MISMATCH', 'tls'],
  ['ERR_SSL_UNRECOGNIZED_NAME_ALERT', 'tls'],
  ['ERR_SSL_PINNED_KEY_NOT_IN_CERT_CHAIN', 'certificate'],
  ['ERR_SSL_SERVER_CERT_BAD_FORMAT', 'certificate'],
  ['ERR_CERTIFICATE_TRANSPARENCY_REQUIRED', 'certificate'],
  ['ERR_PROXY_CONNECTION_FAILED', 'proxy'],
  ['ERR_PROXY_CERTIFICATE_INVALID', 'proxy'],
  ['ERR_TUNNEL_CONNECTION_FAILED', 'proxy'],
  ['ERR_SOCKS_CONNECTION_FAILED', 'proxy'],
  ['ERR_SOCKS_CONNECTION_HOST_UNREACHABLE', 'proxy'],
  ['ERR_NO_SUPPORTED_PROXIES', 'proxy'],
  ['ERR_MANDATORY_PROXY_CONFIGURATION_FAILED', 'proxy'],
  ['ERR_UNSAFE_PORT', 'no-address'],
  ['ERR_INVALID_URL', 'no-address'],
  ['ERR_DISALLOWED_URL_SCHEME', 'no-address'],
  ['ERR_UNKNOWN_URL_SCHEME', 'no-address'],
  ['ERR_TIMED_OUT', 'timeout'],
  ['ERR_CONNECTION_RESET', 'cut'],
  ['ERR_CONNECTION_CLOSED', 'cut'],
  ['ERR_CONNECTION_ABORTED', 'cut'],
  ['ERR_EMPTY_RESPONSE', 'cut'],
  ['ERR_SOCKET_NOT_CONNECTED', 'cut'],
  ['ERR_CONTENT_LENGTH_MISMATCH', 'cut'],
  ['ERR_INCOMPLETE_CHUNKED_ENCODING', 'cut'],
  ['ERR_UNSAFE_REDIRECT', 'redirected'],
  ['ERR_TOO_MANY_REDIRECTS', 'redirected'],
]);

/**
 * ERR_INTERNET_DISCONNECTED and ERR_ADDRESS_UNREACHABLE are left out on purpose: Chromium gives
 * them to a standing connection too. A host that knows it is offline throws OfflineError instead.
 */
function causeOfChromium(name: string): NetworkCause {
  const known = chromiumCauses.get(name);
  if (known !== undefined) return known;
  if (name.startsWith('ERR_DNS_')) return 'name';
  // The verifier or the store of certificates changing under us cuts standing connections.
  if (name === 'ERR_CERT_VERIFIER_CHANGED' || name === 'ERR_CERT_DATABASE_CHANGED')
    return 'network';
  return name.startsWith('ERR_CERT_') ? 'certificate' : 'network';
}
