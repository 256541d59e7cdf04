/**
 * A copy of the vault's secrets in a file that the recovery key opens, for when keychain or passphrase
 * are gone. The vault holds the file's key, derived from the recovery key, so that each new secret is
 * copied without it; the recovery key itself is nowhere.
 */
import { hkdfSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { z } from 'zod';
import { readIfPresent, writeDurably } from '../../../platform/durable-file.ts';
import { readJson } from '../../../platform/json-column.ts';
import { moveFile } from '../../../platform/move-file.ts';
import { type Random, randomHex } from '../../../platform/random.ts';
import { createTurns, type InTurn } from '../../../platform/turns.ts';
import { isDatabaseKeyName, isKeyName, joinKeyRecords } from './key-record.ts';
import { keyBytes, openText, sealText } from './sealed-box.ts';
import type { ListedStore } from './secret-store.ts';
import { VaultError } from './vault-error.ts';

/** Name in the vault of the file's key and header; never part of the copy. */
const fileKeyName = 'recovery-copy';

const header = z.strictObject({
  version: z.literal(1),
  kdf: z.literal('hkdf-sha256'),
  salt: z.base64(),
  cipher: z.literal('aes-256-gcm'),
  /** ISO 8601 UTC. */
  madeAt: z.iso.datetime(),
});
const fileShape = header.extend({ sealed: z.base64() });
const keptShape = z.object({ head: header, key: z.string().regex(/^[0-9a-f]{64}$/) });
type Header = z.infer<typeof header>;
type Secrets = ReadonlyMap<string, string>;

export interface RecoveryCopy {
  /** When the recovery key was made; null without one, or where its file is damaged. */
  madeAt(): string | null;
  /** Throws VaultError `wrong-recovery-key`, or `damaged`. */
  open(recoveryKey: Uint8Array): Secrets;
  /** The store as before, but every change is copied first. */
  follow(first: ListedStore): FollowedStore;
}

export interface CopyKey {
  readonly salt: string;
  readonly madeAt: string;
  readonly key: Uint8Array;
}

export interface FollowedStore extends ListedStore {
  /**
   * Makes the copy anew under this key; the one before opens nothing any more. `requireOpen` throws where nothing
   * may be written any more: it is asked before the first write, and what has begun then is done.
   */
  makeCopy(recoveryKey: Uint8Array, madeAt: string, requireOpen: () => void): Promise<void>;
  /** Brings the copy up to date where it is not. */
  syncCopy(): Promise<void>;
  /**
   * From then on what `make` gives is the store. It gets all that this one holds, the entry for the copy too,
   * and nothing is set meanwhile.
   */
  moveTo<Store extends ListedStore>(make: (all: Secrets) => Promise<Store>): Promise<Store>;
  /** What the copy is sealed with, for backups; null without a recovery key. */
  copyKey(): Promise<CopyKey | null>;
}

/** `onDamaged`: the file is not what the vault sealed. It is kept beside, and made anew. */
export function createRecoveryCopy(
  path: string,
  random: Random,
  onDamaged: () => void = () => undefined,
): RecoveryCopy {
  const write = (head: Header, key: Uint8Array, secrets: Secrets): void =>
    writeFile(path, { head, key }, secrets, random);
  /** One change of the file at a time for each store, also where that was locked and opened again meanwhile. */
  const turns = new WeakMap<ListedStore, InTurn>();

  return {
    madeAt: () => readFile(path).file?.madeAt ?? null,
    open(recoveryKey) {
      const { file, cause } = readFile(path);
      if (file === null) throw unreadable(cause);
      const { sealed, ...head } = file;
      const key = deriveCopyKey(recoveryKey, head.salt);
      const secrets = openSecrets(sealed, key, head);
      if (secrets === null) {
        const sentence =
          'This recovery key does not open this data folder. It may belong to another one, or have been changed since.';
        throw new VaultError('wrong-recovery-key', sentence);
      }
      return new Map(secrets).set(fileKeyName, keptOf(head, key));
    },
    follow(first) {
      let store = first;
      const inTurn = turns.get(first) ?? createTurns();
      turns.set(first, inTurn);

      const readAll = async (): Promise<Map<string, string>> => {
        const all = new Map<string, string>();
        for (const name of (await store.names()).toSorted()) {
          const value = name === fileKeyName ? null : await store.get(name);
          if (value !== null) all.set(name, value);
        }
        return all;
      };

      /** A keychain may leave out what it was not allowed to read. Throws VaultError `keychain`. */
      const requireWhole = async (all: Secrets): Promise<void> => {
        const named = (await store.names()).filter((name) => name !== fileKeyName);
        await update(async (copied) => {
          named.push(...(copied?.keys() ?? []));
          return null;
        });
        if (named.some((name) => !all.has(name))) throw new VaultError('keychain', notWhole);
      };

      /** `change` gets what the copy holds, and gives null where nothing is to be written. */
      const update = async (change: (copied: Secrets | null) => Promise<Secrets | null>) => {
        const kept = await store.get(fileKeyName);
        if (kept === null) return;
        const { head, key: hex } = readJson(keptShape, kept);
        const key = Buffer.from(hex, 'hex');
        const { file } = readFile(path);
        const copied = file === null ? null : openSecrets(file.sealed, key, head);
        const next = await change(copied);
        if (next === null) return;
        if (copied === null && existsSync(path)) {
          // It may be the only copy of keys that this vault never held.
          moveFile(path, `${path}.before-${randomHex(random, 8)}`);
          onDamaged();
        }
        write(head, key, next);
      };

      return {
        get: (name) => store.get(name),
        names: async () => (await store.names()).filter((name) => name !== fileKeyName),
        // The copy first: a key that only the vault holds could be lost with it.
        set: (name, value) =>
          inTurn(async () => {
            await update(async (copied) => new Map(copied ?? (await readAll())).set(name, value));
            await store.set(name, value);
          }),
        delete: (name) =>
          inTurn(async () => {
            await store.delete(name);
            await update(async (copied) => {
              const next = new Map(copied ?? (await readAll()));
              return next.delete(name) ? next : null;
            });
          }),
        moveTo: (make) =>
          inTurn(async () => {
            const all = await readAll();
            const kept = await store.get(fileKeyName);
            await requireWhole(all);
            const next = await make(kept === null ? all : all.set(fileKeyName, kept));
            store = next;
            turns.set(next, inTurn);
            return next;
          }),
        async copyKey() {
          const kept = await store.get(fileKeyName);
          if (kept === null) return null;
          const { head, key } = readJson(keptShape, kept);
          return { salt: head.salt, madeAt: head.madeAt, key: Buffer.from(key, 'hex') };
        },
        makeCopy: (recoveryKey, madeAt, requireOpen) =>
          inTurn(async () => {
            const isOwn = (await store.get(fileKeyName)) !== null;
            let all: Secrets = await readAll();
            await update(async (copied) => {
              all = withKeysOf(copied, all);
              return null;
            });
            requireOpen();
            // A copy of keys that this vault never held may be the only one of them.
            if (!isOwn && readIfPresent(path) !== null) moveFile(path, asideOf(path, madeAt));
            const salt = Buffer.from(random.bytes(32)).toString('base64');
            const head: Header = {
              version: 1,
              kdf: 'hkdf-sha256',
              salt,
              cipher: 'aes-256-gcm',
              madeAt,
            };
            const key = deriveCopyKey(recoveryKey, salt);
            write(head, key, all);
            await store.set(fileKeyName, keptOf(head, key));
          }),
        syncCopy: () =>
          inTurn(() =>
            update(async (copied) => {
              const all = withKeysOf(copied, await readAll());
              return copied !== null && isSame(copied, all) ? null : all;
            }),
          ),
      };
    },
  };
}

const keptOf = (head: Header, key: Uint8Array): string =>
  JSON.stringify({ head, key: Buffer.from(key).toString('hex') });

const asideOf = (path: string, at: string): string => `${path}.before-${at.replaceAll(':', '-')}`;

/** What the file is sealed with. */
export const deriveCopyKey = (recoveryKey: Uint8Array, salt: string): Uint8Array =>
  Buffer.from(
    hkdfSync('sha256', recoveryKey, Buffer.from(salt, 'base64'), 'causeway recovery', keyBytes),
  );

/** The vault's entry of it: with it a restored vault goes on copying for the same recovery key. */
export function copyKeyEntry({
  salt,
  madeAt,
  key,
}: CopyKey): readonly [name: string, value: string] {
  const head: Header = { version: 1, kdf: 'hkdf-sha256', salt, cipher: 'aes-256-gcm', madeAt };
  return [fileKeyName, keptOf(head, key)];
}

function writeFile(
  path: string,
  { head, key }: { readonly head: Header; readonly key: Uint8Array },
  secrets: Secrets,
  random: Random,
): void {
  const text = JSON.stringify(Object.fromEntries(secrets));
  const sealed = Buffer.from(sealText(text, key, JSON.stringify(head), random));
  try {
    writeDurably(path, `${JSON.stringify({ ...head, sealed: sealed.toString('base64') })}\n`);
  } catch (cause) {
    const sentence =
      'The copy for the recovery key could not be written. The disk may be full or read-only.';
    throw new VaultError('not-kept', sentence, { cause });
  }
}

/** The file as these secrets make it, so that the recovery key opens them; nothing without its entry. */
export function writeRecoveryCopy(path: string, secrets: Secrets, random: Random): void {
  const kept = secrets.get(fileKeyName);
  if (kept === undefined) return;
  const { head, key } = readJson(keptShape, kept);
  const copied = new Map([...secrets].filter(([name]) => name !== fileKeyName));
  writeFile(path, { head, key: Buffer.from(key, 'hex') }, copied, random);
}

interface ReadFile {
  readonly file: z.infer<typeof fileShape> | null;
  /** Why it can't be read; undefined where it is absent. */
  readonly cause?: unknown;
}

function readFile(path: string): ReadFile {
  try {
    const bytes = readIfPresent(path);
    if (bytes === null) return { file: null };
    return { file: readJson(fileShape, bytes) };
  } catch (cause) {
    return { file: null, cause };
  }
}

const notWhole =
  'The keychain did not give everything that is stored in it. Nothing was moved. Allow Causeway to read it and try again.';

function unreadable(cause: unknown): VaultError {
  if (cause === undefined)
    return new VaultError('not-now', 'This data folder has no recovery key.');
  return new VaultError(
    'damaged',
    'The file for the recovery key is damaged. Put an intact copy of recovery.sealed back, or restore the newest backup of Causeway into a new folder: the recovery key opens it too.',
    { cause },
  );
}

/** null where the key is another one, or the file was changed. */
function openSecrets(sealed: string, key: Uint8Array, head: Header): Secrets | null {
  try {
    const text = openText(Buffer.from(sealed, 'base64'), key, JSON.stringify(head));
    return new Map(Object.entries(readJson(z.record(z.string(), z.string()), text)));
  } catch {
    return null;
  }
}

/**
 * A keychain that leaves out a key has not lost it, and one that was put back to what it was has an old one; what is
 * forgotten goes from the copy too.
 */
function withKeysOf(copied: Secrets | null, all: Secrets): Secrets {
  const next = new Map(all);
  for (const [name, kept] of copied ?? []) {
    if (!isKeyName(name)) continue;
    const own = all.get(name);
    if (own === undefined) next.set(name, kept);
    else if (isDatabaseKeyName(name)) next.set(name, joinKeyRecords(name, own, kept));
  }
  return next;
}

const isSame = (one: Secrets, other: Secrets): boolean =>
  one.size === other.size && [...one].every(([name, value]) => other.get(name) === value);
