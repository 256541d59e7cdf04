/** The Content-Security-Policy of the page and of the pages for secrets. Shared by both hosts. */
import { copySource } from '../../console/copy-script.ts';

/** What index.html carries where the nonce of the response goes (electron.vite.config.ts). */
export const noncePlaceholder = '__CSP_NONCE__';

/** Policy of the application's page. Mantine needs a nonce for its styles and nothing looser. */
export function pagePolicy(nonce: string, development?: { readonly origin: string }): string {
  // The development server injects inline scripts and talks over its own socket.
  const scripts = development ? ` ${development.origin} 'unsafe-inline'` : '';
  const styles = development ? "'unsafe-inline'" : `'nonce-${nonce}'`;
  const connections = development
    ? ` ${development.origin} ${development.origin.replace(/^http/, 'ws')}`
    : '';
  return [
    "default-src 'none'",
    `script-src 'self'${scripts}`,
    `style-src 'self' ${styles}`,
    `font-src 'self'${development ? ` ${development.origin}` : ''}`,
    "img-src 'self' data:",
    `connect-src 'self'${connections}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * Policy of a page for a secret: no script at all, but for the one that copies what is passed on, and its form
 * posts to its own origin only.
 */
export function secretPagePolicy(nonce: string, html: string): string {
  const copying = copySource(html);
  return [
    "default-src 'none'",
    ...(copying === null ? [] : [`script-src ${copying}`]),
    `style-src 'nonce-${nonce}'`,
    // Texts in it are escaped, so none opens a tag.
    ...(html.includes('<img ') ? ['img-src data:'] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
