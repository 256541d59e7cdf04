import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failureCauses, notSentCauses } from './causes.ts';
import { causeOfThrown, markWhileConnecting, OfflineError } from './network-failure.ts';
import { notSentMessage, readFailedMessage, refusedMessage, unknownMessage } from './sentences.ts';

const coded = (code: string, syscall?: string) =>
  Object.assign(new Error(`${syscall ?? ''} ${code}`), { code, ...(syscall ? { syscall } : {}) });
const fetchFailed = (cause: unknown) => new TypeError('fetch failed', { cause });

describe('what undici throws', () => {
  const table: [string, unknown, string][] = [
    ['a name not found', coded('ENOTFOUND', 'getaddrinfo'), 'name'],
    ['a name server that is away', coded('EAI_AGAIN', 'getaddrinfo'), 'name'],
    ['a refused connection', coded('ECONNREFUSED', 'connect'), 'refused'],
    ['no network', coded('ENETUNREACH', 'connect'), 'no-route'],
    ['no host', coded('EHOSTUNREACH', 'connect'), 'no-route'],
    ['no host on a line that stood', coded('EHOSTUNREACH', 'read'), 'network'],
    ['a connection that takes too long', coded('UND_ERR_CONNECT_TIMEOUT'), 'connect-timeout'],
    ['the same by the system', coded('ETIMEDOUT', 'connect'), 'connect-timeout'],
    ['a line that stood and went silent', coded('ETIMEDOUT', 'read'), 'timeout'],
    ['headers that never come', coded('UND_ERR_HEADERS_TIMEOUT'), 'timeout'],
    ['a body that stops', coded('UND_ERR_BODY_TIMEOUT'), 'timeout'],
    ['a reset', coded('ECONNRESET', 'read'), 'cut'],
    ['a broken pipe', coded('EPIPE', 'write'), 'cut'],
    ['the other side closing', coded('UND_ERR_SOCKET'), 'cut'],
    ['an unknown authority', coded('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), 'certificate'],
    ['an unknown issuer', coded('UNABLE_TO_GET_ISSUER_CERT_LOCALLY'), 'certificate'],
    ['a chain of its own', coded('SELF_SIGNED_CERT_IN_CHAIN'), 'certificate'],
    ['a certificate not valid yet', coded('CERT_NOT_YET_VALID'), 'certificate'],
    ['a revoked certificate', coded('CERT_REVOKED'), 'certificate'],
    ['another name', coded('ERR_TLS_CERT_ALTNAME_INVALID'), 'certificate'],
    ['TLS that breaks', coded('ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC'), 'network'],
    ['TLS that wants a certificate of ours', coded('EPROTO', 'write'), 'network'],
    [
      'a proxy that refuses',
      new Error('Proxy response (407) !== 200 when HTTP Tunneling'),
      'proxy',
    ],
    ['a forbidden port', new Error('bad port'), 'no-address'],
    ['something new', coded('UND_ERR_SOMETHING_NEW'), 'network'],
  ];

  it.each(table)('%s', (_what, cause, expected) => {
    expect(causeOfThrown(fetchFailed(cause))).toBe(expected);
  });

  it('counts TLS as not sent only when the connecting itself failed', () => {
    const error = coded('ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE');
    expect(causeOfThrown(fetchFailed(error))).toBe('network');
    markWhileConnecting(error);
    expect(causeOfThrown(fetchFailed(error))).toBe('tls');
  });

  it('counts several addresses as not sent only when that is sure for each', () => {
    const refused = coded('ECONNREFUSED', 'connect');
    const both = Object.assign(new AggregateError([refused, coded('ETIMEDOUT', 'connect')]), {
      code: 'ECONNREFUSED',
    });
    expect(causeOfThrown(fetchFailed(both))).toBe('refused');
    const doubtful = new AggregateError([refused, coded('ECONNRESET', 'read')]);
    expect(causeOfThrown(fetchFailed(doubtful))).toBe('cut');
    expect(causeOfThrown(fetchFailed(new AggregateError([])))).toBe('network');
  });
});

describe('what net.fetch throws', () => {
  const table: [string, string][] = [
    ['net::ERR_NAME_NOT_RESOLVED', 'name'],
    ['net::ERR_DNS_TIMED_OUT', 'name'],
    ['net::ERR_CONNECTION_REFUSED', 'refused'],
    ['net::ERR_CONNECTION_TIMED_OUT', 'connect-timeout'],
    ['net::ERR_TIMED_OUT', 'timeout'],
    ['net::ERR_CERT_AUTHORITY_INVALID', 'certificate'],
    ['net::ERR_CERT_DATE_INVALID', 'certificate'],
    ['net::ERR_CERT_COMMON_NAME_INVALID', 'certificate'],
    ['net::ERR_CERT_VERIFIER_CHANGED', 'network'],
    ['net::ERR_SSL_VERSION_OR_CIPHER_MISMATCH', 'tls'],
    ['net::ERR_SSL_PROTOCOL_ERROR', 'network'],
    ['net::ERR_BAD_SSL_CLIENT_AUTH_CERT', 'network'],
    ['net::ERR_PROXY_CONNECTION_FAILED', 'proxy'],
    ['net::ERR_TUNNEL_CONNECTION_FAILED', 'proxy'],
    ['net::ERR_CONNECTION_RESET', 'cut'],
    ['net::ERR_CONNECTION_CLOSED', 'cut'],
    ['net::ERR_EMPTY_RESPONSE', 'cut'],
    ['net::ERR_INTERNET_DISCONNECTED', 'network'],
    ['net::ERR_ADDRESS_UNREACHABLE', 'network'],
    ['net::ERR_NETWORK_CHANGED', 'network'],
    ['net::ERR_SOMETHING_NEW', 'network'],
    ['Redirect was cancelled', 'redirected'],
    ["Attempted to redirect, but redirect policy was 'error'", 'redirected'],
  ];

  it.each(table)('%s', (message, expected) => {
    expect(causeOfThrown(new Error(message))).toBe(expected);
  });

  it('a host that knows it is offline says so before anything is sent', () => {
    expect(causeOfThrown(new OfflineError())).toBe('no-route');
  });
});

describe('whatever else is thrown', () => {
  it('never makes a write look unsent', () => {
    fc.assert(
      fc.property(fc.anything(), (thrown) => {
        expect(causeOfThrown(thrown)).toBe('network');
      }),
    );
  });

  it('ends on a chain that bites its tail', () => {
    const error = new Error('round');
    error.cause = error;
    expect(causeOfThrown(error)).toBe('network');
  });
});

describe('the sentences', () => {
  it.each(failureCauses)('%s is told in whole sentences, without jargon', (cause) => {
    const sentence = readFailedMessage(cause);
    expect(sentence).toMatch(/^[A-Z].*\.$/);
    expect(sentence).not.toMatch(/ENOTFOUND|ECONN|HTTP \d|undefined|null|JSON|TLS/);
  });

  it('say whether anything was sent, and what may have become of it', () => {
    for (const cause of notSentCauses) expect(notSentMessage(cause)).toContain('Nothing was sent.');
    expect(refusedMessage('invalid')).toContain('Nothing was created.');
    expect(unknownMessage('timeout')).toContain('never resends it automatically');
  });
});
