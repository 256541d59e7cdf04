/** The few addresses that the browser host answers, for requests that are past the gate. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { browserHostPaths, callTokenHeader } from '../../../bridge/transport.ts';
import { jsonOrNull } from '../../../platform/json-column.ts';
import { readCookie, setCookie } from './cookie.ts';
import { answerDownload, type DownloadsOptions } from './downloads.ts';
import { only } from './gate.ts';
import type { PageFiles } from './page-files.ts';
import { type Reply, readBody, refuse, send } from './reply.ts';
import { answerSecretPage, type SecretPagesOptions } from './secret-pages.ts';
import type { Sessions } from './session.ts';

interface ExchangeOptions {
  readonly sessions: Sessions;
  readonly cookieName: string;
  /** As in server.ts. */
  readonly isNameNew: boolean;
}

/** More than any code needs. */
const maxBodyBytes = 1024;

const exchangeRequest = z.strictObject({ code: z.string().regex(/^[\w-]{43}$/) });

/**
 * Where another program may have served the origin before, a browser's first page begins with nothing that was
 * kept under it. Not a second one: it would take the token of the first away. Cookies stay, or ours would go with
 * them. Not under a new name either: the page would wait for stores that are empty.
 */
const emptied = { 'clear-site-data': '"cache", "storage"' };

/** POST /session gives cookie and token for a link's code, once. */
async function answerExchange(
  request: IncomingMessage,
  response: ServerResponse,
  options: ExchangeOptions,
): Promise<void> {
  const { sessions, cookieName } = options;
  const code = await readCode(request);
  const known = readCookie(request, options);
  const admission = code === null ? null : sessions.exchange(code, known);
  if (admission === null) return refuse(response, 403);
  send(response, {
    status: 200,
    headers: {
      'content-type': 'application/json',
      'set-cookie': setCookie(cookieName, admission.cookie),
      ...(known === null && !options.isNameNew ? emptied : {}),
    },
    body: JSON.stringify({ token: admission.token }),
  });
}

/** GET /session says whether a token is still good: 204 for one that belongs to the cookie. */
function answerProbe(
  request: IncomingMessage,
  response: ServerResponse,
  options: ExchangeOptions,
): void {
  const cookie = readCookie(request, options);
  const good = options.sessions.admits(cookie, only(request, callTokenHeader));
  if (good) send(response, { status: 204 });
  else refuse(response, 403);
}

async function readCode(request: IncomingMessage): Promise<string | null> {
  if (only(request, 'content-type') !== 'application/json') return null;
  const body = await readBody(request, maxBodyBytes);
  return body === null ? null : (jsonOrNull(exchangeRequest, body)?.code ?? null);
}

export interface RoutesOptions extends ExchangeOptions, SecretPagesOptions, DownloadsOptions {
  readonly page: PageFiles;
}

/** Whether it asks to enter by a link, which a document of another origin may have begun. */
export const isEntry = ({ url = '' }: IncomingMessage): boolean =>
  url.startsWith(browserHostPaths.enter);

/** Answers with a page, a token, a file of the page, or 404. */
export async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  options: RoutesOptions,
): Promise<void> {
  const { path, query } = addressOf(request);
  if (path === browserHostPaths.exchange) return await answerSession(request, response, options);
  if (isEntry(request)) return answerEntry(request, response, path, options);
  if (path.startsWith(browserHostPaths.secret)) {
    return await answerSecretPage(request, response, path, options);
  }
  if (path.startsWith(browserHostPaths.download)) {
    return await answerDownload(request, response, path, options);
  }
  const reply = isRead(request) ? await options.page.reply(path, options.newNonce(), query) : null;
  if (reply === null) refuse(response, 404);
  else send(response, reply);
}

/** Leads on within the origin while the code is good, and leaves it to the page to spend it. */
function answerEntry(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  { sessions }: ExchangeOptions,
): void {
  const code = path.slice(browserHostPaths.enter.length);
  if (request.method === 'GET' && sessions.awaits(code)) send(response, leadOn(code));
  else refuse(response, 403);
}

/** A redirect by status would carry the other origin along. `code` is 43 characters of base64url. */
const leadOn = (code: string): Reply => ({
  status: 200,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  },
  body: `<!doctype html><meta http-equiv="refresh" content="0;url=/#code=${code}">`,
});

async function answerSession(
  request: IncomingMessage,
  response: ServerResponse,
  options: ExchangeOptions,
): Promise<void> {
  if (request.method === 'POST') await answerExchange(request, response, options);
  else if (isRead(request)) answerProbe(request, response, options);
  else refuse(response, 404);
}

/** Path and query exactly as they were sent. */
function addressOf({ url = '' }: IncomingMessage): {
  readonly path: string;
  readonly query: string;
} {
  const at = url.indexOf('?');
  return at < 0 ? { path: url, query: '' } : { path: url.slice(0, at), query: url.slice(at) };
}

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';
