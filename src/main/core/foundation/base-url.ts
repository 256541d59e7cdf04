/** The address of a service: https, or http on loopback, so that a token never travels in the clear. */

export type BaseUrl =
  | { readonly ok: true; readonly baseUrl: string }
  | { readonly ok: false; readonly sentence: string };

/** Checks what a person typed. What comes back has no trailing slash; a path in front is kept. */
export function readBaseUrl(text: string): BaseUrl {
  const refuse = (sentence: string): BaseUrl => ({ ok: false, sentence });
  const url = URL.parse(text.trim());
  if (url === null || url.hostname === '') {
    return refuse('Enter a URL, for example https://api.example.com.');
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return refuse('Enter a URL that starts with https://.');
  }
  if (url.protocol === 'http:' && !isLoopbackName(url.hostname)) {
    return refuse('Enter a URL that starts with https://, because the token is sent there.');
  }
  if (url.username !== '' || url.password !== '') {
    return refuse('Enter the URL without a user name and password.');
  }
  // The properties are empty for a bare "?" or "#", which would still swallow the path.
  if (/[?#]/.test(text)) return refuse('Enter the URL without the part from ? or # on.');
  const baseUrl = url.origin + url.pathname.replace(/\/+$/, '');
  const tail = operationTail.exec(baseUrl)?.[0];
  if (tail !== undefined) {
    return refuse(
      `Remove ${tail}: Causeway adds the path of an operation itself. The base URL is then ${baseUrl.slice(0, -tail.length)}.`,
    );
  }
  return { ok: true, baseUrl };
}

/** Version and what follows it, as in the paths of operations (Interface 2 to 4). */
const operationTail =
  /\/v[12](\/(customers?|virtual-accounts?|bank-accounts?|webhooks?|events?|wallets?)(\/.*)?)?$/i;

/** Names that can't lead off this machine. A URL has already folded 127.1 and the like. */
export function isLoopbackName(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
