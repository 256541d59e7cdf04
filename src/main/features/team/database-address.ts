/** Where a team's database is. The password never stands in it: it is in the vault, and put in for connecting. */
import { invalid } from './team-failures.ts';

/** How to reach the database, as a person typed it. */
export interface DatabaseAccess {
  readonly user: string;
  readonly password: string;
  /** Certificates, PEM; null for those that the system trusts. */
  readonly ca: string | null;
}

const form = /^postgres(?:ql)?:\/\/([^@/?#\s]+)\/([^/?#\s@]+)(\?sslmode=verify-full)?$/;

/** `postgres://host[:port][,host…]/name[?sslmode=verify-full]`. Throws Failed INVALID with what to enter. */
export function databaseOf(typed: string): string {
  const text = typed.trim();
  if (text.includes('@')) {
    throw invalid('Enter the user and the password in their own fields, not in the URL.');
  }
  const [, hosts, name, tls = ''] = form.exec(text) ?? [];
  if (hosts === undefined || name === undefined) {
    throw invalid('Enter a URL such as postgres://db.example.com:5432/causeway.');
  }
  return `postgres://${hosts}/${name}${tls}`;
}

/** URL with the user, as it is stored. Throws Failed INVALID. */
export function withUser(database: string, typed: string): string {
  const user = typed.trim();
  if (user === '') throw invalid('Enter the user that the database knows this computer by.');
  return database.replace('://', `://${encodeURIComponent(user)}@`);
}

/** User in a stored URL; empty for none. */
export const userOf = (url: string): string =>
  decodeURIComponent(/^postgres:\/\/([^@/]*)@/.exec(url)?.[1] ?? '');

/** Hosts and name of a database, for showing, and that TLS is used on loopback, too. */
export const shownDatabase = (url: string): string => url.replace(/^postgres:\/\/(?:[^@/]*@)?/, '');
