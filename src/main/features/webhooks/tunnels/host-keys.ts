/**
 * Keys of SSH servers: the one that a person trusted is pinned, and only that one is taken ever after.
 * They are public, so they lie in a file of their own.
 *
 *     no key ─▶ the first one seen waits for a person ─▶ pinned ─▶ same: taken; another: refused
 *     file damaged ─▶ put aside, and it is said; file or pin gone ─▶ it waits for a person again
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { type Clock, isoNow } from '../../../../platform/clock.ts';
import { readIfPresent, writeDurably } from '../../../../platform/durable-file.ts';
import { readJson } from '../../../../platform/json-column.ts';
import { keepAside } from '../../../../platform/keep-aside.ts';

export interface HostKeys {
  /** The pinned key in the form of RFC 4253 (6.6); null until a person trusted one. */
  find(host: string, port: number): Uint8Array | null;
  /**
   * The key waits until a person has compared it. `lost`: another one was pinned, and is lost; `first`:
   * none ever was.
   */
  meet(host: string, port: number, key: Uint8Array): 'lost' | 'first';
  /** Fingerprint of the key that waits for a person; null when none does. */
  waiting(host: string, port: number): string | null;
  /** Pins the key that waits, if it is the one with this fingerprint. Returns whether it was. */
  trust(host: string, port: number, fingerprint: string): boolean;
  /** After a person checked why it changed: the next one seen is met as the first one. */
  forget(host: string, port: number): void;
  /** What happened to the file, in a sentence; null when nothing did. */
  notice(): string | null;
}

const fileShape = z.strictObject({
  version: z.literal(1),
  /** Host in lower case, colon, port → key in base64. */
  keys: z.record(z.string(), z.base64().min(1)),
  /** When keys were lost with a damaged file, and where that lies. */
  lost: z.strictObject({ at: z.string(), aside: z.string() }).optional(),
});
type Kept = z.infer<typeof fileShape>;

/** What is remembered of pins beside their file, so that a file that vanished is noticed. */
export interface PinMemory {
  wasPinned(host: string, port: number): boolean;
  onPin(host: string, port: number, isPinned: boolean): void;
}

/** A damaged file is put aside, and its keys count as lost. */
export function openHostKeys(path: string, clock: Clock, memory?: PinMemory): HostKeys {
  const waiting = new Map<string, Uint8Array>();
  const write = (kept: Kept) => writeDurably(path, `${JSON.stringify(kept, null, 2)}\n`);

  const read = (): Kept => {
    const bytes = readIfPresent(path);
    const kept = bytes === null ? null : parsed(bytes);
    if (kept !== null) return kept;
    if (bytes === null) return { version: 1, keys: {} };
    // The word that they are lost takes the place of the damaged file in one step.
    const lost = { at: isoNow(clock), aside: keepAside(path, bytes, clock) };
    const empty: Kept = { version: 1, keys: {}, lost };
    write(empty);
    return empty;
  };
  const put = (host: string, port: number, key: Uint8Array): void => {
    const name = nameOf(host, port);
    const { keys, ...others } = read();
    write({ ...others, keys: { ...keys, [name]: Buffer.from(key).toString('base64') } });
    waiting.delete(name);
    memory?.onPin(host, port, true);
  };
  read();

  return {
    find: (host, port) => {
      const key = read().keys[nameOf(host, port)];
      return key === undefined ? null : Buffer.from(key, 'base64');
    },
    meet: (host, port, key) => {
      const isLost = read().lost !== undefined || memory?.wasPinned(host, port) === true;
      waiting.set(nameOf(host, port), Uint8Array.from(key));
      return isLost ? 'lost' : 'first';
    },
    waiting: (host, port) => {
      const key = waiting.get(nameOf(host, port));
      return key === undefined ? null : fingerprintOf(key);
    },
    trust: (host, port, fingerprint) => {
      const name = nameOf(host, port);
      const key = waiting.get(name);
      if (key === undefined || fingerprintOf(key) !== fingerprint) return false;
      put(host, port, key);
      return true;
    },
    forget: (host, port) => {
      const name = nameOf(host, port);
      waiting.delete(name);
      const { keys, ...others } = read();
      const { [name]: forgotten, ...left } = keys;
      if (forgotten !== undefined) write({ ...others, keys: left });
      memory?.onPin(host, port, false);
    },
    notice: () => {
      const { lost } = read();
      if (lost === undefined) return null;
      return `The file with the trusted host keys of SSH servers was damaged and was moved to ${lost.aside}. Compare and trust each server’s host key again.`;
    },
  };
}

function parsed(bytes: Uint8Array): Kept | null {
  try {
    return readJson(fileShape, bytes);
  } catch {
    return null;
  }
}

const nameOf = (host: string, port: number): string => `${host.toLowerCase()}:${port}`;

/** As ssh-keygen -l shows it. */
export const fingerprintOf = (key: Uint8Array): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;

export const isSameKey = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && timingSafeEqual(one, other);

/** `ssh-ed25519` and the like: the key begins with its length and it. Empty when it is no key. */
export function typeOf(key: Uint8Array): string {
  const bytes = Buffer.from(key);
  if (bytes.length < 4) return '';
  const length = bytes.readUInt32BE(0);
  return length > 64 ? '' : bytes.subarray(4, 4 + length).toString('latin1');
}
