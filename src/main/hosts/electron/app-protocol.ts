/** The scheme `app://`, and how its answers look. What is answered: page-protocol and secret-protocol. */
import type { Protocol } from 'electron';
import type { Random } from '../../../platform/random.ts';
import { containment } from '../page/containment.ts';
import { appScheme } from './origins.ts';

/** Privileges of the scheme, registered once before the application is ready. */
export const appSchemePrivileges = {
  scheme: appScheme,
  privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true },
} as const;

/** Answers what a window asks under `app://`. */
export type AnswerRequest = (request: Request) => Promise<Response>;

/**
 * Registers the handler. It has to be the protocol of the session that the window uses: a handler
 * of one session is unknown to every other.
 */
export function enableAppProtocol(protocol: Pick<Protocol, 'handle'>, answer: AnswerRequest): void {
  protocol.handle(appScheme, answer);
}

type Body = NonNullable<ConstructorParameters<typeof Response>[0]>;

/** An answer with its own content type: without one Electron assumes text/html. Nothing is cached. */
export const reply = (
  body: Body,
  type: string,
  headers: Record<string, string> = {},
  status = 200,
): Response =>
  new Response(body, {
    status,
    headers: {
      'content-type': type,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      ...containment(),
      ...headers,
    },
  });

/** 400: malformed. 404: nothing here, whatever the reason. Neither says a word. */
export const refusal = (status: 400 | 404): Response =>
  new Response(null, { status, headers: containment() });

/** A nonce for one response's Content-Security-Policy: 128 bits, base64url. */
export const newNonce = (random: Random): string =>
  Buffer.from(random.bytes(16)).toString('base64url');
