/** GET /download/<ticket>: carries a file that the console has made ready, once. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { browserHostPaths } from '../../../bridge/transport.ts';
import type { Download } from '../../core/exports/export-files.ts';
import { readCookie } from './cookie.ts';
import { refuse, sendStream } from './reply.ts';
import type { Sessions } from './session.ts';

/** What the host needs of the console's files. */
export interface Downloads {
  /** The file under this ticket; null when it is spent, too old or unknown. Spends it. */
  take(ticket: string): Download | null;
}

export interface DownloadsOptions {
  readonly downloads: Downloads;
  readonly sessions: Sessions;
  readonly cookieName: string;
}

/** A file is kept, never shown as a page of this origin; and if it were, it could do nothing. */
const policy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** Answers under /download/. The ticket stands in for the token; the cookie is asked for as well. */
export async function answerDownload(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  { downloads, ...session }: DownloadsOptions,
): Promise<void> {
  if (readCookie(request, session) === null) return refuse(response, 403);
  const ticket = path.slice(browserHostPaths.download.length);
  // A HEAD is no GET here: it must not spend anything.
  const isFetch = request.method === 'GET' && /^[0-9a-f]{32}$/.test(ticket);
  const file = isFetch ? downloads.take(ticket) : null;
  if (file === null) return refuse(response, 404);
  await sendStream(response, {
    headers: {
      'content-type': file.type,
      'content-disposition': `attachment; filename="${file.fileName}"`,
      'content-security-policy': policy,
    },
    length: file.bytes,
    content: file.content,
  });
}
