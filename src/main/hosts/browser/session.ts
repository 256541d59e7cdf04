/**
 * Who may speak to the browser host. The exact protocol, for both of its ends:
 *
 * 1. **Link.** `http://<name>:<port>/#code=<code>`, under a name of this start alone (server.ts). The code is 256 bits as base64url (43
 *    characters), lives 60 s and works once. A fragment is never sent, so it is in no request.
 * 2. **Exchange.** The page takes the code out of its address (`history.replaceState`) and sends
 *    `POST /session`, `content-type: application/json`, body `{"code":"<code>"}`, with fetch's
 *    default mode (another mode sends `Origin: null` under our referrer policy).
 *    - 200 `{"token":"<43 characters of base64url>"}` and an HttpOnly, SameSite=Strict cookie
 *      `causeway-<instance>`, a session cookie. The page keeps the token in `sessionStorage` under
 *      `causeway.token`: it survives a reload of the tab and reaches no other origin, whereas a
 *      cookie also reaches every other port of this machine. Hence two.
 *    - 403, empty: used, expired or wrong. Show "open a fresh link".
 * 3. **Is my token still good?** `GET /session` with header `x-causeway-token: <token>` (and the
 *    cookie, by itself): 204 yes; 403, empty, no: forget the token and show "open a fresh link".
 *    No answer at all: the process is not there; keep the token and try again later. A refused
 *    WebSocket tells a page nothing, so ask this before connecting again.
 * 4. **Socket.** `new WebSocket('ws://' + location.host + '/bridge', ['causeway', 'causeway.' +
 *    token])`; `causeway` is chosen. oRPC's own frames follow, at most 1 MiB in each.
 *    Close codes: 1001 the process stops; 1008 a call came without the token, or a text that is no
 *    frame; 1009 too large; 1013 the page did not read what was sent. Pings come every 30 s.
 * 5. **Calls.** Every one carries header `x-causeway-token: <token>` (RPCLink's `headers`).
 * 6. **Pages for secrets.** `GET /secret/<ticket>` in a window of its own, opened from this origin
 *    (`window.open(path, '_blank', 'noopener')`), posts its form to itself. The ticket stands in
 *    for the token there, because a form cannot carry one; the cookie is asked for as well.
 *    Only a navigation of a window gets it: a fetch or a frame gets 403.
 * 7. **Downloads.** `GET /download/<ticket>`, followed like any link of the page. The ticket is good
 *    for one fetch within a minute and stands in for the token; the cookie is asked for as well.
 *
 * 8. **Entry.** `GET /enter/<code>` leads on to the link, so that a file can open it: the page itself is
 *    shown to no navigation that another origin began. It spends nothing.
 *
 * Names are in src/bridge/transport.ts. All else is refused with an empty body.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../../platform/clock.ts';
import type { Random } from '../../../platform/random.ts';

/** How long a link's code may wait for its page, in milliseconds. */
export const codeLifetime = 60_000;

/** Codes that wait at one time, sessions, and tokens (tabs) of a session: the oldest go first. */
const bounds = { codes: 64, sessions: 64, tokens: 256 } as const;

const secretBytes = 32;

/** Given to a page for its code: the cookie's value and the token. */
export interface Admission {
  readonly cookie: string;
  readonly token: string;
}

export interface Sessions {
  /** A new code for one page. */
  issueCode(): string;
  /** Whether the code could be spent now. Spends nothing. */
  awaits(code: string): boolean;
  /**
   * Spends the code, or null when it is unknown, used or older than a minute. A cookie that is still
   * good keeps its session, so that a second tab does not shut the first one out.
   */
  exchange(code: string, cookie: string | null): Admission | null;
  /** Whether the cookie is one of ours. Not enough alone: cookies cross ports. */
  knows(cookie: string | null): boolean;
  /** Whether cookie and token belong together. */
  admits(cookie: string | null, token: string | null): boolean;
}

/** Sessions of one process. Holds digests only; a restart forgets all of them. */
export function createSessions({ clock, random }: { clock: Clock; random: Random }): Sessions {
  const codes: { readonly digest: Buffer; readonly expires: number }[] = [];
  const sessions: { readonly cookie: Buffer; readonly tokens: Buffer[] }[] = [];

  const mint = (): string => Buffer.from(random.bytes(secretBytes)).toString('base64url');
  const sessionOf = (cookie: string | null) => {
    if (cookie === null) return undefined;
    const wanted = digest(cookie);
    return sessions.find((session) => timingSafeEqual(session.cookie, wanted));
  };

  return {
    issueCode() {
      const code = mint();
      bounded(codes, bounds.codes, {
        digest: digest(code),
        expires: clock.now() + codeLifetime,
      });
      return code;
    },

    awaits(code) {
      const wanted = digest(code);
      const held = codes.find((each) => timingSafeEqual(each.digest, wanted));
      return held !== undefined && clock.now() < held.expires;
    },

    exchange(code, presented) {
      const wanted = digest(code);
      const found = codes.findIndex((held) => timingSafeEqual(held.digest, wanted));
      if (found < 0) return null;
      const [spent] = codes.splice(found, 1);
      if (spent === undefined || clock.now() >= spent.expires) return null;

      const token = mint();
      const known = sessionOf(presented);
      if (known !== undefined && presented !== null) {
        bounded(known.tokens, bounds.tokens, digest(token));
        return { cookie: presented, token };
      }
      const cookie = mint();
      bounded(sessions, bounds.sessions, { cookie: digest(cookie), tokens: [digest(token)] });
      return { cookie, token };
    },

    knows: (cookie) => sessionOf(cookie) !== undefined,

    admits(cookie, token) {
      const session = sessionOf(cookie);
      if (session === undefined || token === null) return false;
      const wanted = digest(token);
      return session.tokens.some((held) => timingSafeEqual(held, wanted));
    },
  };
}

/** Equal lengths for a comparison in constant time, and nothing worth stealing in memory. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

function bounded<T>(list: T[], most: number, item: T): void {
  list.push(item);
  if (list.length > most) list.shift();
}
