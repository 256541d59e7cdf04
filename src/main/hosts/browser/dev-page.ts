/** The page in development: every file is asked of Vite's server, which knows what has changed. */
import { containment } from '../page/containment.ts';
import { noncePlaceholder, pagePolicy } from '../page/content-security-policy.ts';
import type { PageFiles } from './page-files.ts';

/** `origin` of the development server; the page talks to it for hot reload, and for nothing else. */
export function createDevPage(origin: string): PageFiles {
  return {
    async reply(path, nonce, query) {
      const answer = await fetch(`${origin}${path}${query}`, { headers: { accept: '*/*' } });
      const type = answer.headers.get('content-type') ?? '';
      if (!answer.ok) return null;
      const headers = { 'content-type': type, 'cache-control': 'no-store' };
      if (!type.startsWith('text/html')) {
        return { status: 200, headers, body: Buffer.from(await answer.arrayBuffer()) };
      }
      const policy = pagePolicy(nonce, { origin });
      return {
        status: 200,
        headers: {
          ...headers,
          ...containment({ origin }),
          'content-security-policy': policy,
        },
        body: (await answer.text()).replaceAll(noncePlaceholder, nonce),
      };
    },
  };
}
