/** The session's cookie: its name, how it is set, and how it is read back. */
import { createHash } from 'node:crypto';
import { type Head, headerValues } from './gate.ts';
import type { Sessions } from './session.ts';

/**
 * Cookies cross ports, so two consoles on one machine need two names. The data directory makes the
 * name, because one process holds one directory: a restart replaces its own cookie and leaves no
 * trail of old ones.
 */
export const cookieName = (dataDir: string): string =>
  `causeway-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`;

/** No `Secure`: the loopback address speaks plain HTTP. No lifetime: it ends with the browser. */
export const setCookie = (name: string, value: string): string =>
  `${name}=${value}; Path=/; HttpOnly; SameSite=Strict`;

/** Most values of one name that are looked at; browsers keep fewer than 200 cookies of a host. */
const maxValues = 1_000;

/**
 * The value that a session is known by, or null. Programs on other ports of an address can set cookies
 * of any name for it, so one among several counts as well as one alone.
 */
export function readCookie(
  head: Pick<Head, 'rawHeaders'>,
  { sessions, cookieName: name }: SessionCookie,
): string | null {
  const values = headerValues(head, 'cookie')
    .flatMap((header) => header.split(';'))
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return values.slice(0, maxValues).find((value) => sessions.knows(value)) ?? null;
}

export interface SessionCookie {
  readonly sessions: Pick<Sessions, 'knows'>;
  readonly cookieName: string;
}
