/** GET and POST /secret/<ticket>: carries the console's pages for secrets, and knows nothing of them. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { browserHostPaths } from '../../../bridge/transport.ts';
import { secretPagePolicy } from '../page/content-security-policy.ts';
import { readCookie } from './cookie.ts';
import { isForOwnDocument, only } from './gate.ts';
import { type Reply, readBody, refuse, send } from './reply.ts';
import type { Sessions } from './session.ts';

/** What the host needs of the console's pages for secrets. */
export interface SecretPages {
  /** HTML of the page under this ticket, its styles under the nonce; null when it is spent or unknown. */
  page(ticket: string, nonce: string): string | null;
  /** Takes the posted fields and returns HTML that says what came of it; null as above. */
  submit(ticket: string, fields: URLSearchParams, nonce: string): Promise<string | null>;
  /** HTML instead of it: the same for every ticket, whether there was one or not. */
  gonePage(nonce: string): string;
}

export interface SecretPagesOptions {
  readonly secrets: SecretPages;
  readonly sessions: Sessions;
  readonly cookieName: string;
  newNonce(): string;
}

/** Largest form, in bytes. */
const maxFormBytes = 64 * 1024;

const formType = /^application\/x-www-form-urlencoded(?:; ?charset=utf-8)?$/i;

/**
 * Answers under /secret/. The ticket stands in for the token; the cookie is asked for as well. The
 * page that opened the window is kept out: it can neither fetch nor frame the document, nor hold on
 * to its window.
 */
export async function answerSecretPage(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  options: SecretPagesOptions,
): Promise<void> {
  // Before the ticket is looked at: an attempt must not spend it.
  if (!isForOwnDocument(request)) return refuse(response, 403);
  const ticket = path.slice(browserHostPaths.secret.length);
  if (readCookie(request, options) === null) return refuse(response, 403);
  if (!/^[\w-]{1,128}$/.test(ticket)) return refuse(response, 404);
  const nonce = options.newNonce();
  const { secrets } = options;
  const answer = await pageFor(request, ticket, nonce, secrets);
  if (answer === null) return refuse(response, 404);
  const { html } = answer;
  if (html === null) send(response, secretReply(404, secrets.gonePage(nonce), nonce));
  else send(response, secretReply(200, html, nonce));
}

/** What the console says of the ticket: null when it is spent or unknown. */
interface Answer {
  readonly html: string | null;
}

async function pageFor(
  request: IncomingMessage,
  ticket: string,
  nonce: string,
  secrets: SecretPages,
): Promise<Answer | null> {
  // A HEAD is no GET here: it must not spend anything.
  if (request.method === 'GET') return { html: secrets.page(ticket, nonce) };
  return request.method === 'POST' ? await submitted(request, ticket, nonce, secrets) : null;
}

async function submitted(
  request: IncomingMessage,
  ticket: string,
  nonce: string,
  secrets: SecretPages,
): Promise<Answer | null> {
  if (!formType.test(only(request, 'content-type') ?? '')) return null;
  const body = await readBody(request, maxFormBytes);
  if (body === null) return null;
  return { html: await secrets.submit(ticket, new URLSearchParams(body), nonce) };
}

const secretReply = (status: 200 | 404, html: string, nonce: string): Reply => ({
  status,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': secretPagePolicy(nonce, html),
    // `same-origin` would leave it to an opener of the same origin.
    'cross-origin-opener-policy': 'noopener-allow-popups',
    // Under no-referrer a form would post with `Origin: null`, which no check could accept.
    'referrer-policy': 'same-origin',
  },
  body: html,
});
