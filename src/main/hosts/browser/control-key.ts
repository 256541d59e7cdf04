/**
 * What shows either end of the control address that the other one can read the data directory: a key
 * that the holder makes at each start, in a file for its owner alone. A socket in that directory is its
 * owner's, but a pipe of Windows has a name that anybody can take first.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { dirname, join, resolve } from 'node:path';
import { readIfPresent, writeDurably } from '../../../platform/durable-file.ts';
import { NotOurs, ownEntry, requireSafePath } from '../../../platform/own-tree.ts';
import { type Random, randomHex } from '../../../platform/random.ts';

const keyFile = (dataDir: string): string => join(dataDir, 'control.key');

const keyPattern = /^[0-9a-f]{64}$/;

/** A new key, which the file holds from now on. Only for the holder of the data directory. */
export function makeControlKey(dataDir: string, random: Random): string {
  const key = randomHex(random, 32);
  writeDurably(keyFile(dataDir), key);
  return key;
}

/** The holder's key; null where there is none, or where the directory is another user's. */
export function readControlKey(dataDir: string): string | null {
  try {
    requireSafePath(dirname(resolve(dataDir)));
    for (const path of [dataDir, keyFile(dataDir)]) {
      const found = ownEntry(path);
      if (process.platform !== 'win32' && ((found?.mode ?? 0) & 0o077) !== 0) return null;
    }
    const key = Buffer.from(readIfPresent(keyFile(dataDir)) ?? []).toString();
    return keyPattern.test(key) ? key : null;
  } catch (error) {
    if (error instanceof NotOurs) return null;
    throw error;
  }
}

/** One end's signature over the words of both: 43 characters of base64url. The other end's always differs. */
export const signCall = (key: string, end: 'asks' | 'answers', words: string): string =>
  createHmac('sha256', key).update(`${end} ${words}`).digest('base64url');

/** Compares in constant time. */
export function isSignedCall(given: string, expected: string): boolean {
  const one = Buffer.from(given);
  const other = Buffer.from(expected);
  return one.length === other.length && timingSafeEqual(one, other);
}
