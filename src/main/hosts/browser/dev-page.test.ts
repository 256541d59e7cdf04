import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createDevPage } from './dev-page.ts';

/** A stand-in for Vite's server that tells what it was asked. */
async function devServer() {
  const server = createServer((request, response) => {
    if (request.url === '/') {
      response.setHeader('content-type', 'text/html');
      response.end('<script nonce="__CSP_NONCE__"></script>');
    } else if (request.url?.startsWith('/app/') === true) {
      response.setHeader('content-type', 'text/javascript');
      response.end(request.url);
    } else {
      response.statusCode = 404;
      response.end('words of the server');
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, page: createDevPage(origin) };
}

it('gives the page its nonce, and lets it reach the development server alone', async () => {
  const { origin, page } = await devServer();
  const reply = await page.reply('/', 'N', '');
  expect(reply?.body).toBe('<script nonce="N"></script>');
  const policy = reply?.headers?.['content-security-policy'] ?? '';
  expect(policy).toContain(`connect-src 'self' ${origin} ${origin.replace('http', 'ws')}`);
  expect(policy).toContain("default-src 'none'");
  expect(reply?.headers?.['connection-allowlist']).toBe(
    `(response-origin "${origin}/*" "${origin.replace('http', 'ws')}/*")`,
  );
});

it('asks for files with their query, and keeps none', async () => {
  const { page } = await devServer();
  expect(await page.reply('/app/main.tsx', '', '?t=1')).toEqual({
    status: 200,
    headers: { 'content-type': 'text/javascript', 'cache-control': 'no-store' },
    body: Buffer.from('/app/main.tsx?t=1'),
  });
});

it('says nothing about what is not there', async () => {
  expect(await (await devServer()).page.reply('/missing', '', '')).toBeNull();
});
