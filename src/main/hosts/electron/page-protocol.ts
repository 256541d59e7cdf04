/** `app://causeway`: the built page, or in development the page of the development server. */
import { readFile } from 'node:fs/promises';
import type { Random } from '../../../platform/random.ts';
import { containment } from '../page/containment.ts';
import { noncePlaceholder, pagePolicy } from '../page/content-security-policy.ts';
import { contentTypeOf, locate } from '../page/static-files.ts';
import { newNonce, refusal, reply } from './app-protocol.ts';
import { pageHost } from './origins.ts';

/** A development server whose page is shown under our own origin, so that no check differs. */
export interface DevelopmentServer {
  /** For example `http://localhost:5173`. */
  readonly origin: string;
  fetch(url: string): Promise<Response>;
}

export interface PageOptions {
  /** Folder of the built renderer. */
  readonly root: string;
  readonly random: Random;
  /** null in everything that is packaged. */
  readonly development: DevelopmentServer | null;
}

/** Answers one request of the page; everything that is not ours is refused without a word. */
export async function answerPage(request: Request, options: PageOptions): Promise<Response> {
  const url = new URL(request.url);
  if (url.host !== pageHost || request.method !== 'GET') return refusal(404);
  if (options.development !== null) return await fromServer(url, options, options.development);
  const located = locate(options.root, url.pathname);
  if (located.kind !== 'file') return refusal(located.kind === 'malformed' ? 400 : 404);
  const type = contentTypeOf(located.path);
  if (type === null) return refusal(404);
  try {
    const content = await readFile(located.path);
    if (!type.startsWith('text/html')) return reply(content, type);
    return html(content.toString('utf8'), type, options);
  } catch {
    return refusal(404);
  }
}

async function fromServer(
  url: URL,
  options: PageOptions,
  { origin, fetch }: DevelopmentServer,
): Promise<Response> {
  const response = await fetch(`${origin}${url.pathname}${url.search}`);
  if (!response.ok) return refusal(404);
  const type = response.headers.get('content-type') ?? 'application/octet-stream';
  if (!type.startsWith('text/html')) return reply(await response.arrayBuffer(), type);
  return html(await response.text(), type, options);
}

function html(text: string, type: string, { random, development }: PageOptions): Response {
  const nonce = newNonce(random);
  const policy = pagePolicy(nonce, development ?? undefined);
  return reply(text.replaceAll(noncePlaceholder, nonce), type, {
    ...containment(development ?? undefined),
    'content-security-policy': policy,
  });
}
