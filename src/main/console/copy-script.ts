/**
 * The one script of main's own documents: it copies what a last page shows to be passed on. No page that asks, and
 * none that shows a secret, has it; the policy of the page that does names it by its hash, so nothing else runs there.
 */
import { createHash } from 'node:crypto';

const script = `document.getElementById('copy').addEventListener('click', ({ target }) => {
  document.getElementById('secret').select();
  target.textContent = document.execCommand('copy') ? 'Copied' : 'Press Ctrl C to copy';
});`;

/** Copies the field `secret`. */
export const copyHtml = `<p class="buttons"><button type="button" id="copy">Copy</button></p><script>${script}</script>`;

/** As a Content-Security-Policy has it; null of a document without it. */
export const copySource = (html: string): string | null =>
  html.includes(copyHtml)
    ? `'sha256-${createHash('sha256').update(script).digest('base64')}'`
    : null;
