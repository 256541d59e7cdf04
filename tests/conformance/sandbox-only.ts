/**
 * Keeps conformance runs away from production. Customers, virtual accounts and webhooks that a run
 * creates can't be deleted, and one of its cases uses up every webhook there is.
 *
 * 1. A token or a host that says production is refused, and nothing can allow it.
 * 2. A host that says nothing is refused unless the token says sandbox or the person who starts the
 *    run does.
 * 3. Beyond loopback the token travels over HTTPS alone.
 */

export interface Target {
  readonly baseUrl: string;
  readonly token: string;
  /** `--i-know-this-is-a-sandbox`. */
  readonly isVouchedFor: boolean;
}

const loopback = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const productionWords = /^(prod|prd|production|live)\d*$/;
const sandboxWords = /^(sandbox|sbx|test|testing|staging|stage|dev|development|demo|uat|qa)\d*$/;
/** Claims in which a token may say what it is for. */
const environmentClaims = ['environment', 'env', 'mode', 'stage', 'livemode'] as const;

/** Why this server is not tested, in one sentence; null when it may be. */
export function refusalOf({ baseUrl, token, isVouchedFor }: Target): string | null {
  const url = URL.parse(baseUrl);
  if (url === null || !/^https?:$/.test(url.protocol)) return 'The base URL is no http(s) address.';
  if (url.username !== '' || url.password !== '') return 'The base URL must carry no credentials.';
  const isLoopback = loopback.test(url.hostname);
  const words = [...wordsOf(url.hostname), ...wordsOf(url.pathname)];
  const claimed = claimsOf(token);

  if (claimed.some((word) => productionWords.test(word))) {
    return 'The token says that it is for production. Conformance never runs against production.';
  }
  // Loopback too: it may be a tunnel.
  if (words.some((word) => productionWords.test(word))) {
    return 'The base URL says production. Conformance never runs against production.';
  }
  if (!isLoopback && url.protocol !== 'https:') {
    return 'The token travels over https alone, but for loopback.';
  }
  const saysSandbox =
    isLoopback || [...words, ...claimed].some((word) => sandboxWords.test(word)) || isVouchedFor;
  return saysSandbox
    ? null
    : 'Nothing says that this is a sandbox: neither the host nor the token. If you know that it is ' +
        'one, say --i-know-this-is-a-sandbox.';
}

const wordsOf = (text: string): string[] => text.toLowerCase().split(/[^a-z0-9]+/);

/** What the token says about its environment, unverified: it can only make the rule stricter or say sandbox. */
function claimsOf(token: string): string[] {
  const payload = token.split('.')[1] ?? '';
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
    return environmentClaims.flatMap((name) => {
      // A claim may be a list.
      const words = wordsOf(JSON.stringify(Reflect.get(Object(claims), name)) ?? '');
      if (name !== 'livemode') return words;
      return words.some((word) => word === 'true' || word === '1') ? ['live'] : [];
    });
  } catch {
    return [];
  }
}
