import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  NotOurs,
  requireOwnFolder,
  requireOwnTree,
  requireSafePath,
  thisUser,
  type User,
} from './own-tree.ts';
import { testFolder } from './testing/test-folder.ts';

let root = '';
let folder = '';
beforeEach(() => {
  root = testFolder();
  folder = join(root, 'data');
  mkdirSync(folder, { mode: 0o700 });
});

const modeOf = (path: string): number => lstatSync(path).mode & 0o777;
const isRoot = process.getuid?.() === 0;
const me = (): User => thisUser() ?? { uid: 0, gid: 0 };
/** Somebody else on this machine, to whom all of it looks foreign. */
const another = (): User => ({ uid: me().uid + 1, gid: me().gid + 1 });

describe.skipIf(process.platform === 'win32')('a folder of this user (not on Windows)', () => {
  it('is taken as it is, and what others could read or write in it is narrowed', () => {
    mkdirSync(join(folder, 'profiles'), { mode: 0o755 });
    const file = join(folder, 'profiles', 'records.db');
    writeFileSync(file, 'kept');
    for (const path of [folder, join(folder, 'profiles')]) chmodSync(path, 0o777);
    chmodSync(file, 0o666);
    requireOwnTree(folder);
    expect([folder, join(folder, 'profiles'), file].map(modeOf)).toEqual([0o700, 0o700, 0o600]);
  });

  it('is refused to another user, whom it does not belong to', () => {
    expect(() => requireOwnTree(folder, new Set(), another())).toThrow(NotOurs);
    expect(() => requireOwnTree(folder, new Set(), another())).toThrow('belongs to another user');
  });

  it('is refused behind a link, and where a link stands in it, at any depth', () => {
    const link = join(root, 'link');
    symlinkSync(folder, link);
    expect(() => requireOwnTree(link)).toThrow(`${link} is a link.`);
    mkdirSync(join(folder, 'profiles'));
    const inside = join(folder, 'profiles', 'records.db');
    symlinkSync(join(root, 'elsewhere'), inside);
    expect(() => requireOwnTree(folder)).toThrow(`${inside} is a link.`);
  });

  it('is looked at up to where another program keeps its own files, and not in there', () => {
    const theirs = join(folder, 'electron');
    mkdirSync(theirs);
    symlinkSync('host-1234', join(theirs, 'SingletonLock'));
    chmodSync(theirs, 0o777);
    requireOwnTree(folder, new Set(['electron']));
    expect(modeOf(theirs)).toBe(0o700);
    rmSync(theirs, { recursive: true });
    symlinkSync(root, theirs);
    expect(() => requireOwnTree(folder, new Set(['electron']))).toThrow(`${theirs} is a link.`);
  });

  it('is refused where a link was laid in it before it was ours, though it is closed by now', () => {
    const link = join(folder, 'profiles');
    symlinkSync(root, link);
    expect(() => requireOwnFolder(folder)).toThrow(`${link} is a link.`);
  });

  it('is narrowed while it is empty, and refused where others could have put something in it', () => {
    chmodSync(folder, 0o777);
    requireOwnFolder(folder);
    expect(modeOf(folder)).toBe(0o700);
    const file = join(folder, 'notes.txt');
    writeFileSync(file, 'of a person', { mode: 0o644 });
    requireOwnFolder(folder);
    chmodSync(folder, 0o755);
    expect(() => requireOwnFolder(folder)).toThrow('something else is in it');
    expect([folder, file].map(modeOf)).toEqual([0o755, 0o644]);
    expect(() => requireOwnFolder(folder, another())).toThrow('belongs to another user');
  });

  it.runIf(isRoot)('is refused where a file in it is another user’s (as root)', () => {
    const file = join(folder, 'lock.db');
    writeFileSync(file, '');
    chownSync(file, 12_345, 12_345);
    expect(() => requireOwnTree(folder)).toThrow(`${file} belongs to another user.`);
  });
});

describe.skipIf(process.platform === 'win32')('the way to a folder (not on Windows)', () => {
  it('is safe through folders that only its owner and the system can change', () => {
    // In a sticky folder nobody can remove another's entry.
    expect(() => requireSafePath(folder)).not.toThrow();
    chmodSync(root, 0o1777);
    expect(() => requireSafePath(folder)).not.toThrow();
  });

  it.each([0o777, 0o702])('is refused through one that others can change (%o)', (mode) => {
    chmodSync(root, mode);
    expect(() => requireSafePath(folder)).toThrow(`Other users can change what is in ${root}.`);
    expect(() => requireOwnTree(folder)).toThrow(NotOurs);
  });

  it('lets the group of this user write, and no other group', () => {
    chmodSync(root, 0o770);
    expect(() => requireSafePath(folder, { ...me(), gid: lstatSync(root).gid })).not.toThrow();
    const gid = lstatSync(root).gid + 1;
    expect(() => requireSafePath(folder, { ...me(), gid })).toThrow(NotOurs);
  });

  it('follows a link of this user, and looks at the way that it leads', () => {
    const way = join(root, 'way');
    symlinkSync(root, way);
    expect(() => requireSafePath(join(way, 'data'))).not.toThrow();
    const open = join(root, 'open');
    mkdirSync(join(open, 'data'), { recursive: true });
    chmodSync(open, 0o777);
    symlinkSync(open, join(root, 'to-open'));
    expect(() => requireSafePath(join(root, 'to-open', 'data'))).toThrow(open);
  });

  it('refuses links that lead round and round', () => {
    symlinkSync(join(root, 'b'), join(root, 'a'));
    symlinkSync(join(root, 'a'), join(root, 'b'));
    expect(() => requireSafePath(join(root, 'a'))).toThrow('too many links');
  });

  it.runIf(isRoot)('is refused through a folder or a link of another user (as root)', () => {
    chownSync(root, 12_345, 12_345);
    expect(() => requireSafePath(folder)).toThrow(`${root} belongs to another user.`);
  });

  it('may end where nothing is yet', () => {
    expect(() => requireSafePath(join(folder, 'new', 'deeper'))).not.toThrow();
  });
});
