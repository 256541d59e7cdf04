/** Addresses that deliveries may be forwarded to. */
import { isIP } from 'node:net';
import { isBadPort } from '../bad-ports.ts';

export type TargetUrl =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly sentence: string };

const no = (sentence: string): TargetUrl => ({ ok: false, sentence });

/** https anywhere; http on this computer or in a private network, where nobody else listens in. */
export function readTargetUrl(text: string): TargetUrl {
  if (!URL.canParse(text)) {
    return no('This is no web address. It looks like http://localhost:3000/hooks.');
  }
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return no('The address begins with http:// or https://.');
  }
  if (url.username !== '' || url.password !== '') {
    return no('The address must not hold a user name or a password: it is shown and logged.');
  }
  if (url.protocol === 'http:' && !isNear(url.hostname)) {
    return no(
      'Deliveries hold personal data, so http is for this computer and private networks alone. Use https.',
    );
  }
  if (url.port !== '' && isBadPort(Number(url.port))) {
    return no(
      `Port ${url.port} belongs to another kind of service, and nothing is ever sent there. Choose another port.`,
    );
  }
  url.hash = '';
  return { ok: true, url: url.href };
}

function isNear(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  if (isIP(host) === 6) return host === '::1' || /^f[cd]/.test(host) || /^fe[89ab]/.test(host);
  if (isIP(host) !== 4) return false;
  const [first = 0, second = 0] = host.split('.').map(Number);
  return (
    first === 127 ||
    first === 10 ||
    (first === 192 && second === 168) ||
    (first === 172 && second >= 16 && second <= 31)
  );
}
