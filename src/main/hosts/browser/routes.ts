/** The few addresses that the browser host answers, for requests that are past the gate. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { browserHostPaths } from '../../../bridge/transport.ts';
import { answerDownload, type DownloadsOptions } from './downloads.ts';
import { answerExchange, answerProbe, type ExchangeOptions } from './exchange.ts';
import type { PageFiles } from './page-files.ts';
import { type Reply, refuse, send } from './reply.ts';
import { answerSecretPage, type SecretPagesOptions } from './secret-pages.ts';

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
