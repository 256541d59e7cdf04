/** Addresses that deliveries may be forwarded to. */
import { isIP } from 'node:net';
import { meantUrl } from '../../../../bridge/forwarding.ts';
import { isBadPort } from '../receiver/ports.ts';

export type TargetUrl =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly sentence: string };

const no = (sentence: string): TargetUrl => ({ ok: false, sentence });

/** https anywhere; http on this computer or in a private network, where nobody else listens in. */
export function readTargetUrl(typed: string): TargetUrl {
  const text = meantUrl(typed);
  if (!URL.canParse(text)) {
    return no('Enter a URL, for example http://localhost:3000/hooks.');
  }
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return no('Enter a URL that starts with http:// or https://.');
  }
  if (url.username !== '' || url.password !== '') {
    return no('Enter a URL without a user name or password, because Causeway shows and logs it.');
  }
  if (url.protocol === 'http:' && !isNear(url.hostname)) {
    return no(
      'Enter a URL that starts with https://. Deliveries contain personal data, so http is allowed only on this computer and in private networks.',
    );
  }
  if (url.port !== '' && isBadPort(Number(url.port))) {
    return no(`Enter a URL with another port. Port ${url.port} is reserved for another protocol.`);
  }
  url.hash = '';
  return { ok: true, url: url.href };
}

const hostOf = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase();

/** It means another one on each computer. */
export const isOfThisComputer = (url: string): boolean => isLoopback(hostOf(new URL(url).hostname));

function isLoopback(host: string): boolean {
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  // As `URL` writes them; ::ffff:7f… is 127.… as IPv6, ::ffff:0:0 is 0.0.0.0.
  if (isIP(host) === 6) return /^(::1?|::ffff:(7f[0-9a-f]{2}:[0-9a-f]+|0:0))$/.test(host);
  return isIP(host) === 4 && (host.startsWith('127.') || host === '0.0.0.0');
}

function isNear(hostname: string): boolean {
  const host = hostOf(hostname);
  if (isLoopback(host)) return true;
  if (isIP(host) === 6) return /^f[cd]/.test(host) || /^fe[89ab]/.test(host);
  if (isIP(host) !== 4) return false;
  const [first = 0, second = 0] = host.split('.').map(Number);
  return (
    first === 10 ||
    (first === 192 && second === 168) ||
    (first === 172 && second >= 16 && second <= 31)
  );
}
