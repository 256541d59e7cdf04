/** `app://secret/<ticket>`: carries the console's pages for secrets, and knows nothing of them. */

import type { Random } from '../../../platform/random.ts';
import type { Console } from '../../console/console.ts';
import { secretPagePolicy } from '../page/content-security-policy.ts';
import { newNonce, refusal, reply } from './app-protocol.ts';
import { secretHost } from './origins.ts';

export interface SecretOptions {
  readonly random: Random;
  readonly secrets: Console['secrets'];
}

/** Largest form that a page for a secret may post, in bytes. */
const maxFormBytes = 64 * 1024;

/** Answers one request of a secret window; an unknown or spent ticket is refused without a word. */
export async function answerSecret(request: Request, options: SecretOptions): Promise<Response> {
  const url = new URL(request.url);
  const ticket = url.pathname.slice(1);
  if (url.host !== secretHost || !/^[\w-]{1,128}$/.test(ticket)) return refusal(404);
  const nonce = newNonce(options.random);
  const html = await pageFor(request, ticket, nonce, options.secrets);
  if (html === null) return refusal(404);
  return reply(html, 'text/html; charset=utf-8', {
    'content-security-policy': secretPagePolicy(nonce, html),
  });
}

async function pageFor(
  request: Request,
  ticket: string,
  nonce: string,
  secrets: Console['secrets'],
): Promise<string | null> {
  if (request.method === 'GET') return secrets.page(ticket, nonce);
  if (request.method !== 'POST') return null;
  const body = await request.arrayBuffer();
  if (body.byteLength > maxFormBytes) return null;
  const fields = new URLSearchParams(Buffer.from(body).toString('utf8'));
  return await secrets.submit(ticket, fields, nonce);
}
