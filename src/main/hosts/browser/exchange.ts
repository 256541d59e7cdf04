/** POST /session spends a link's code; GET /session says whether a token is still good. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { callTokenHeader } from '../../../bridge/transport.ts';
import { readCookie, setCookie } from './cookie.ts';
import { only } from './gate.ts';
import { readBody, refuse, send } from './reply.ts';
import type { Sessions } from './session.ts';

export interface ExchangeOptions {
  readonly sessions: Sessions;
  readonly cookieName: string;
}

/** More than any code needs. */
const maxBodyBytes = 1024;

const exchangeRequest = z.strictObject({ code: z.string().regex(/^[\w-]{43}$/) });

/**
 * A browser's first page begins with nothing that was kept under the origin before. Not a second one:
 * it would take the token of the first away. Cookies stay, or ours would go with them.
 */
const emptied = { 'clear-site-data': '"cache", "storage"' };

/** Gives cookie and token for a code, once. */
export async function answerExchange(
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
      ...(known === null ? emptied : {}),
    },
    body: JSON.stringify({ token: admission.token }),
  });
}

/** 204 for a token that belongs to the cookie. */
export function answerProbe(
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
  if (body === null) return null;
  try {
    return exchangeRequest.safeParse(JSON.parse(body)).data?.code ?? null;
  } catch {
    return null;
  }
}
