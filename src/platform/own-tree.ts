/**
 * Checks that a folder and its contents belong only to this user. If another user could create it, or a
 * folder or link on its path, Causeway would read, lock and connect to what that user put there.
 */
import { chmodSync, lstatSync, readdirSync, readlinkSync, type Stats } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Why the folder is refused; the message is for people. */
export class NotOurs extends Error {
  override readonly name = 'NotOurs';
}

export interface User {
  readonly uid: number;
  /** Primary group. */
  readonly gid: number;
}

/** null on Windows, where a folder inherits its parent's permissions. */
export const thisUser = (): User | null => {
  const uid = process.getuid?.();
  const gid = process.getgid?.();
  return uid === undefined || gid === undefined ? null : { uid, gid };
};

/** Bits of a mode. */
const othersWrite = 0o002;
const groupWrites = 0o020;
const sticky = 0o1000;
const notOwner = 0o077;

/** The number of links that Linux follows in one path. */
const maxLinks = 40;

/**
 * Throws NotOurs where another user could replace `path`: every folder and link on the way must belong to
 * this user or the system, and only they may change it. This user's group may write too: on many systems
 * it has one member.
 */
export function requireSafePath(path: string, user = thisUser()): void {
  if (user === null) return;
  const trusted = new Set([0, user.uid, lstatSync('/').uid]);
  let links = 0;
  const walk = (to: string): void => {
    const parent = dirname(to);
    if (parent !== to) walk(parent);
    const found = lstatSync(to, { throwIfNoEntry: false });
    if (found === undefined) return;
    if (!trusted.has(found.uid)) throw new NotOurs(`${to} belongs to another user.`);
    if (found.isSymbolicLink()) {
      links += 1;
      if (links > maxLinks) throw new NotOurs(`${to} is one of too many links.`);
      walk(resolve(parent, readlinkSync(to)));
    } else if (canOthersChange(found, user)) {
      throw new NotOurs(`Other users can change what is in ${to}.`);
    }
  };
  walk(resolve(path));
}

function canOthersChange({ mode, gid }: Stats, user: User): boolean {
  // In a sticky folder an entry is its owner's, as in /tmp.
  if ((mode & sticky) !== 0) return false;
  return (mode & othersWrite) !== 0 || ((mode & groupWrites) !== 0 && gid !== user.gid);
}

/**
 * Throws NotOurs where the folder or a direct entry is a link or another user's, because somebody may have
 * put it there while it was open; and where others have access to a folder with content: its author is
 * unknown, and it is not ours to narrow.
 */
export function requireOwnFolder(folder: string, user = thisUser()): void {
  if (user === null) return;
  requireSafePath(dirname(resolve(folder)), user);
  const found = ownEntry(folder, user);
  const isOpen = found !== undefined && (found.mode & notOwner) !== 0;
  if (isOpen && readdirSync(folder).length > 0) {
    throw new NotOurs(`Other users can get at ${folder}, and something else is in it.`);
  }
  narrow(folder, user);
  for (const name of readdirSync(folder)) ownEntry(join(folder, name), user);
}

/**
 * Throws NotOurs where the folder, or anything in it, is a link or another user's; permissions of others are
 * removed first. `except` names entries of the folder whose contents are not checked.
 */
export function requireOwnTree(
  folder: string,
  except: ReadonlySet<string> = new Set(),
  user = thisUser(),
): void {
  if (user === null) return;
  requireSafePath(dirname(resolve(folder)), user);
  narrow(folder, user);
  for (const name of readdirSync(folder)) {
    const look = except.has(name) ? narrow : narrowTree;
    look(join(folder, name), user);
  }
}

function narrowTree(path: string, user: User): void {
  const found = narrow(path, user);
  if (found?.isDirectory() !== true) return;
  for (const name of readdirSync(path)) narrowTree(join(path, name), user);
}

/** The entry, now owner-only; undefined when it has gone meanwhile. */
function narrow(path: string, user: User): Stats | undefined {
  const found = ownEntry(path, user);
  if (found === undefined || (found.mode & notOwner) === 0) return found;
  // Only this user can replace the file: the folder above was narrowed first.
  chmodSync(path, found.mode & 0o700);
  const narrowed = ownEntry(path, user);
  if (narrowed !== undefined && (narrowed.mode & notOwner) !== 0) {
    throw new NotOurs(
      `Other users can get at ${path}, and its file system doesn’t let that change.`,
    );
  }
  return narrowed;
}

/** The entry at the path itself, through no link. Throws NotOurs; undefined when absent. */
export function ownEntry(path: string, user = thisUser()): Stats | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || user === null) return found;
  if (found.isSymbolicLink()) throw new NotOurs(`${path} is a link.`);
  if (found.uid !== user.uid) throw new NotOurs(`${path} belongs to another user.`);
  return found;
}
