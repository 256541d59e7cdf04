/** The data directory: one process at a time, whichever host it runs in. */
import { accessSync, constants, existsSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import Database from 'better-sqlite3-multiple-ciphers';
import { z } from 'zod';
import { type Clock, isoNow } from '../../../platform/clock.ts';
import { makeFolder, readIfPresent, writeDurably } from '../../../platform/durable-file.ts';
import { readJson } from '../../../platform/json-column.ts';
import { NotOurs, requireOwnFolder, requireOwnTree } from '../../../platform/own-tree.ts';
import { makePrivate } from '../../../platform/private-file.ts';
import { type Random, randomHex } from '../../../platform/random.ts';
import { hasProfileFile, ProfileError } from './profile-file.ts';

export interface DataDirectory {
  /** Absolute. */
  readonly path: string;
  /** 32 hex digits, made once; names this installation's entries in the keychain. */
  readonly installationId: string;
  /** Tells a second process where this one answers; what follows # or ? is left out. */
  announce(url: string | null): void;
  /** Lets the next process in. Idempotent. */
  close(): void;
}

export interface DataDirectoryOptions {
  readonly path: string;
  readonly random: Random;
  readonly clock: Clock;
}

/** Another process has this data directory open. */
export class DataDirectoryInUse extends Error {
  override readonly name = 'DataDirectoryInUse';
  readonly path: string;
  /** Process ID of the other process; null where it left none. */
  readonly pid: number | null;
  /** URL of the other process; null where it left none. */
  readonly url: string | null;

  constructor(path: string, holder: Holder) {
    const who = holder.pid === null ? '' : ` (process ${holder.pid})`;
    super(`Causeway is already running on this data folder${who}: ${path}`);
    this.path = path;
    this.pid = holder.pid;
    this.url = holder.url;
  }
}

/**
 * Makes the folder where it is absent, and locks it. Throws DataDirectoryInUse, or ProfileError:
 * `invalid` when it can't be written to or another user could have a hand in it, `damaged` when the installation's
 * file can't be read or is missing, or a restore into it was cut off.
 */
export function openDataDirectory(options: DataDirectoryOptions): DataDirectory {
  const path = resolve(options.path);
  const holderPath = join(path, 'holder.json');
  requireOwnDirectory(path);
  const lock = takeLock(path, holderPath);
  const startedAt = isoNow(options.clock);
  const announce = (url: string | null) => {
    const shown = url === null ? null : withoutCode(url);
    const holder = { pid: process.pid, url: shown, startedAt };
    writeDurably(holderPath, `${JSON.stringify(holder)}\n`);
  };
  try {
    announce(null);
    const installationId = readInstallationId(path, options.random);
    const close = () => {
      if (!lock.open) return;
      rmSync(holderPath, { force: true });
      lock.close();
      held.delete(lock);
    };
    held.add(lock);
    return { path, installationId, announce, close };
  } catch (error) {
    lock.close();
    throw error;
  }
}

function makeOwnFolder(path: string): void {
  try {
    makeFolder(path);
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    const sentence = `The data folder ${path} can’t be created or written to.`;
    throw new ProfileError('invalid', sentence, { cause });
  }
}

const installationFile = 'installation.json';

/** Begins the names of folders that a restore works in. */
export const restoring = '.restoring-';

/** Throws ProfileError `damaged` for a cut-off restore: a new installation would stand over half of the data. */
function requireWhole(path: string): void {
  const names = readdirSync(path);
  if (names.includes(installationFile) || !names.some((name) => name.startsWith(restoring))) return;
  const sentence = `A restore into ${path} was cut off, so the data is not whole. Restore the backup into it again.`;
  throw new ProfileError('damaged', sentence);
}

/** Chromium's own files: links of its own stand among them. */
const ofOthers: ReadonlySet<string> = new Set(['electron']);

/**
 * Makes the folder where it is absent, and narrows what other users could get at. Throws ProfileError:
 * `invalid` where it can't be written to, or where something in it or on the way to it is another
 * user's, or a link; `damaged` where a restore into it was cut off.
 */
export function requireOwnDirectory(path: string): void {
  makeOwnFolder(path);
  try {
    if (existsSync(join(path, installationFile))) requireOwnTree(path, ofOthers);
    else requireOwnFolder(path);
  } catch (cause) {
    if (!(cause instanceof NotOurs)) throw cause;
    const sentence = `The data folder ${path} can’t be used: ${cause.message} Choose one that is yours alone with --data-dir.`;
    throw new ProfileError('invalid', sentence, { cause });
  }
  requireWhole(path);
}

/** Locks of this process: a database that nothing refers to is closed when memory is collected. */
const held = new Set<Database.Database>();

/**
 * The lock is an exclusive transaction that is never ended: the system frees it with the process,
 * however that ends, and there is no stale lock to judge by a pid.
 */
function takeLock(path: string, holderPath: string): Database.Database {
  const file = join(path, 'lock.db');
  makePrivate(file);
  const lock = new Database(file, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    const code = z.looseObject({ code: z.string() }).safeParse(error).data?.code;
    if (code === 'SQLITE_BUSY') throw new DataDirectoryInUse(path, readHolder(holderPath));
    if (code === 'SQLITE_NOTADB' || code === 'SQLITE_CORRUPT') {
      const sentence = `The file ${file} is damaged. It holds no data: delete it while Causeway does not run.`;
      throw new ProfileError('damaged', sentence, { cause: error });
    }
    throw error;
  }
}

const holderShape = z.object({ pid: z.int().nullable(), url: z.string().nullable() });
type Holder = z.infer<typeof holderShape>;

/** Best effort: the other process may be just about to write it. */
function readHolder(path: string): Holder {
  try {
    return readJson(holderShape, readIfPresent(path) ?? new Uint8Array());
  } catch {
    return { pid: null, url: null };
  }
}

function withoutCode(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

const installationShape = z.object({
  version: z.literal(1),
  id: z.string().regex(/^[0-9a-f]{32}$/),
});

function readInstallationId(path: string, random: Random): string {
  const file = join(path, installationFile);
  const bytes = readIfPresent(file);
  if (bytes === null) {
    if (hasProfileFile(path)) throw lostInstallation(`${file} is missing`);
    const id = randomHex(random, 16);
    writeDurably(file, `${JSON.stringify({ version: 1, id })}\n`);
    return id;
  }
  try {
    return readJson(installationShape, bytes).id;
  } catch (cause) {
    throw lostInstallation(`${file} is damaged`, cause);
  }
}

/** A new id would look for the keys under another name, and not find them. */
function lostInstallation(what: string, cause?: unknown): ProfileError {
  const sentence = `The file ${what}. Put an intact copy back, or restore the newest backup of Causeway into a new folder.`;
  return new ProfileError('damaged', sentence, { cause });
}
