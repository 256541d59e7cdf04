/** The built page as files: which file an address means, and of what type it is. Shared by both hosts. */
import { extname, resolve } from 'node:path';
import { isInside } from '../../../platform/is-inside.ts';

/** Without its own type a module script is blocked: Electron assumes text/html. */
const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Content type by the file's ending; null for an ending that the page does not use. */
export const contentTypeOf = (file: string): string | null =>
  contentTypes[extname(file).toLowerCase()] ?? null;

/** What an address asks for: a file under the root, something malformed (400), or nothing of ours (404). */
export type Located =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'outside' };

/**
 * The file under `root` that a URL path means. Decodes once; refuses NUL, backslash and colon;
 * nothing outside the root can be reached. `/` means index.html.
 */
export function locate(root: string, urlPath: string): Located {
  let decoded: string;
  try {
    decoded = decodeURIComponent(urlPath);
  } catch {
    return { kind: 'malformed' };
  }
  if (/[\0\\:]/.test(decoded)) return { kind: 'malformed' };
  const wanted = decoded === '/' || decoded === '' ? 'index.html' : decoded.replace(/^\/+/, '');
  const path = resolve(root, wanted);
  if (path === resolve(root) || !isInside(root, path)) return { kind: 'outside' };
  return { kind: 'file', path };
}
