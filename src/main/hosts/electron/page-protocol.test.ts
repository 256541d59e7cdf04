import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerPage, type DevelopmentServer, type PageOptions } from './page-protocol.ts';

let root: string;
let options: PageOptions;

const nonce = Buffer.alloc(16, 7).toString('base64url');

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'causeway-page-'));
  await writeFile(join(root, 'index.html'), '<style nonce="__CSP_NONCE__"></style>');
  await writeFile(join(root, 'app.js'), 'export {};');
  await writeFile(join(root, 'notes.txt'), 'no part of the page');
  options = {
    root,
    random: { bytes: (length) => new Uint8Array(length).fill(7) },
    development: null,
  };
});

afterEach(() => rm(root, { recursive: true }));

const get = (url: string) => answerPage(new Request(url), options);

/** What no Content-Security-Policy covers is held by headers of their own. */
function expectContained({ headers }: Response): void {
  expect(headers.get('connection-allowlist')).toBe('(response-origin)');
  expect(headers.get('permissions-policy')).toContain('camera=(), ');
}

describe('app://causeway', () => {
  it('serves the page with a policy whose nonce the page carries', async () => {
    const response = await get('app://causeway/index.html');
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`);
    expect(response.headers.get('content-security-policy')).not.toContain('unsafe');
    expect(await response.text()).toBe(`<style nonce="${nonce}"></style>`);
    expectContained(response);
  });

  it('serves a module script as a script', async () => {
    const response = await get('app://causeway/app.js');
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expectContained(response);
  });

  it.each([
    ['a file that is not there', 'app://causeway/none.js', 404],
    ['a file of no type of ours', 'app://causeway/notes.txt', 404],
    ['a climb out of the folder', 'app://causeway/..%2f..%2fetc%2fpasswd', 404],
    ['a bad escape', 'app://causeway/%zz', 400],
    ['another host', 'app://elsewhere/index.html', 404],
    ['a page for a secret', 'app://secret/ticket', 404],
  ])('refuses %s without a word', async (_case, url, status) => {
    const response = await get(url);
    expect(response.status).toBe(status);
    expectContained(response);
    expect(await response.text()).toBe('');
  });

  it('answers nothing but GET', async () => {
    const post = new Request('app://causeway/index.html', { method: 'POST', body: 'x' });
    expect((await answerPage(post, options)).status).toBe(404);
  });
});

describe('app://causeway in development', () => {
  let asked: string[];

  const serve = (answer: () => Response) => {
    asked = [];
    const development: DevelopmentServer = {
      origin: 'http://localhost:5173',
      fetch: async (url) => {
        asked.push(url);
        return answer();
      },
    };
    options = { ...options, development };
  };

  it('shows the page of the development server under our origin and a wider policy', async () => {
    serve(
      () => new Response('<p nonce="__CSP_NONCE__">', { headers: { 'content-type': 'text/html' } }),
    );
    const response = await get('app://causeway/index.html?a=1');
    expect(asked).toEqual(['http://localhost:5173/index.html?a=1']);
    expect(response.headers.get('content-security-policy')).toContain('ws://localhost:5173');
    expect(response.headers.get('connection-allowlist')).toBe(
      '(response-origin "http://localhost:5173/*" "ws://localhost:5173/*")',
    );
    expect(await response.text()).toBe(`<p nonce="${nonce}">`);
  });

  it('passes a module on with the type that the server gave it', async () => {
    serve(() => new Response('export {};', { headers: { 'content-type': 'text/javascript' } }));
    const response = await get('app://causeway/app/main.tsx');
    expect(response.headers.get('content-type')).toBe('text/javascript');
    expect(await response.text()).toBe('export {};');
  });

  it('refuses what the server does not have', async () => {
    serve(() => new Response('no', { status: 500 }));
    expect((await get('app://causeway/none')).status).toBe(404);
  });
});
