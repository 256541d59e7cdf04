import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { secretFormPage, secretShownPage } from '../../console/secret-page.ts';
import { pagePolicy, secretPagePolicy } from './content-security-policy.ts';

describe('the policy of the page', () => {
  it('allows our own scripts, styles under the nonce, and nothing else', () => {
    expect(pagePolicy('n0nce')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-n0nce'; " +
        "font-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
  });

  it('opens to the development server only when it is named', () => {
    const policy = pagePolicy('n0nce', { origin: 'http://localhost:5173' });
    expect(policy).toContain("connect-src 'self' http://localhost:5173 ws://localhost:5173");
    expect(pagePolicy('n0nce')).not.toContain('localhost');
  });
});

describe('the policy of a page for a secret', () => {
  it('has no place for a script', () => {
    const policy = secretPagePolicy('n0nce', '<script>alert(1)</script>');
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('script-src');
    expect(policy).toContain("form-action 'self'");
  });

  it('shows a picture where main put one, and else none', () => {
    const form = { title: 'Set logo', paragraphs: [], fields: [], button: 'Set logo' };
    const page = (more: object) =>
      secretFormPage(
        { ...form, formKey: 'k', problem: null, printUrl: null, facts: [['<img ', '']], ...more },
        'n0nce',
      );
    const picture = { name: 'Logo', type: 'image/png', bytes: new Uint8Array(1) };
    expect(secretPagePolicy('n0nce', page({ picture }))).toContain('; img-src data:;');
    expect(secretPagePolicy('n0nce', page({}))).not.toContain('img-src');
  });

  it('lets a last page copy what it shows, and runs nothing else there', () => {
    const secret = '</textarea><script>alert(1)</script>';
    const shown = { title: 'Invitation', label: 'Invitation', secret };
    const html = secretShownPage({ ...shown, isPassedOn: true, whatToDo: 'Send <it>.' }, 'n0nce');
    expect(html).toContain('<p>Send &lt;it&gt;.</p>');
    const [script = '', ...more] = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(
      ([, text]) => text,
    );
    expect(more).toEqual([]);
    const hash = createHash('sha256').update(script).digest('base64');
    expect(secretPagePolicy('n0nce', html)).toContain(`script-src 'sha256-${hash}';`);
    // A secret is shown without one.
    const other = secretShownPage(shown, 'n0nce');
    expect(other).not.toContain('<script');
    expect(secretPagePolicy('n0nce', other)).not.toContain('script-src');
  });
});
