/** The session's cookie: its name, how it is set, and how it is read back. */
import { createHash } from 'node:crypto';
import { type Head, only } from './gate.ts';

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

/** The cookie's value, or null where it is missing or stands more than once. */
export function readCookie(head: Pick<Head, 'rawHeaders'>, name: string): string | null {
  const header = only(head, 'cookie');
  if (header === null) return null;
  const values = header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return values.length === 1 ? (values[0] ?? null) : null;
}
