import { beforeEach, describe, expect, it } from 'vitest';
import { answerSecret, type SecretOptions } from './secret-window.ts';

let submitted: string[];
let options: SecretOptions;

beforeEach(() => {
  submitted = [];
  options = {
    random: { bytes: (length) => new Uint8Array(length).fill(7) },
    secrets: {
      page: (ticket, nonce) => (ticket === 'good' ? `<form data-nonce="${nonce}">` : null),
      submit: async (ticket, fields) => {
        if (ticket !== 'good') return null;
        submitted.push(fields.get('secret') ?? '');
        return '<p>Kept.</p>';
      },
      gonePage: (nonce) => `<p data-nonce="${nonce}">Expired.</p>`,
    },
  };
});

const get = (url: string) => answerSecret(new Request(url), options);
const post = (url: string, body: string) =>
  answerSecret(new Request(url, { method: 'POST', body }), options);

describe('app://secret', () => {
  it('serves the page of a ticket under a policy without scripts', async () => {
    const response = await get('app://secret/good');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-security-policy')).not.toContain('script-src');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).toContain(Buffer.alloc(16, 7).toString('base64url'));
  });

  it('hands the posted field to main and says what came of it', async () => {
    const response = await post('app://secret/good', 'secret=a%26b');
    expect(await response.text()).toBe('<p>Kept.</p>');
    expect(submitted).toEqual(['a&b']);
  });

  it.each([
    'app://secret/spent',
    'app://secret/',
    'app://secret/good/more',
    'app://secret/..%2fgood',
    'app://causeway/good',
  ])('refuses %s', async (url) => {
    expect((await get(url)).status).toBe(404);
    expect((await post(url, 'secret=x')).status).toBe(404);
    expect(submitted).toEqual([]);
  });

  it('says the same of every ticket that is spent or unknown', async () => {
    const answers = [
      await get('app://secret/spent'),
      await get('app://secret/unknown'),
      await post('app://secret/spent', 'secret=x'),
    ];
    for (const answer of answers) {
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store']);
      expect(answer.headers.get('content-security-policy')).not.toContain('script-src');
      expect(await answer.text()).toMatch(/^<p data-nonce="[\w-]+">Expired\.<\/p>$/);
    }
    expect(submitted).toEqual([]);
  });

  it('refuses a form that is too large, and any other method', async () => {
    expect((await post('app://secret/good', `secret=${'x'.repeat(70_000)}`)).status).toBe(404);
    const put = new Request('app://secret/good', { method: 'PUT', body: 'secret=x' });
    expect((await answerSecret(put, options)).status).toBe(404);
    expect(submitted).toEqual([]);
  });
});
