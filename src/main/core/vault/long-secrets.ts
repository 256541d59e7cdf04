/**
 * Makes room for long secrets in a keychain: Windows keeps at most 2,560 bytes an entry, and counts
 * two for each character. A longer one is kept in a file, sealed with a key that the entry holds.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder, readIfPresent, writeDurably } from '../../../platform/durable-file.ts';
import { type Random, randomHex } from '../../../platform/random.ts';
import { keyBytes, openText, sealText } from './sealed-box.ts';
import type { ListedStore } from './secret-store.ts';
import { VaultError } from './vault-error.ts';

const windowsLimit = 2_560;

/** What the entry of a long secret holds. No token and no key begins like this. */
const wrapped = /^wrapped:1:(?<file>[0-9a-f]{32}):(?<key>[0-9a-f]{64})$/;

export interface LongSecretsOptions {
  /** Folder of the sealed files; made when it is needed. */
  readonly directory: string;
  readonly random: Random;
}

export function withLongSecrets(store: ListedStore, options: LongSecretsOptions): ListedStore {
  const { directory, random } = options;
  const pathOf = (file: string) => join(directory, `${file}.sealed`);

  const forget = (entry: string | null) => {
    const file = wrapped.exec(entry ?? '')?.groups?.['file'];
    if (file !== undefined) rmSync(pathOf(file), { force: true });
  };

  /** Under a new name each time: until the entry points to it, the old one stays whole. */
  const wrap = (name: string, value: string): string => {
    const file = randomHex(random, 16);
    const key = random.bytes(keyBytes);
    try {
      makeFolder(directory);
      writeDurably(pathOf(file), sealText(value, key, name, random));
    } catch (cause) {
      const sentence = 'The token could not be written to the disk. It may be full or read-only.';
      throw new VaultError('not-kept', sentence, { cause });
    }
    return `wrapped:1:${file}:${Buffer.from(key).toString('hex')}`;
  };

  return {
    get: async (name) => {
      const entry = await store.get(name);
      const { file, key } = wrapped.exec(entry ?? '')?.groups ?? {};
      if (file === undefined || key === undefined) return entry;
      return open(pathOf(file), Buffer.from(key, 'hex'), name);
    },
    set: async (name, value) => {
      const before = await store.get(name);
      const isLong = value.length * 2 > windowsLimit;
      const entry = isLong ? wrap(name, value) : value;
      try {
        await store.set(name, entry);
      } catch (error) {
        forget(isLong ? entry : null);
        throw error;
      }
      forget(before);
    },
    delete: async (name) => {
      const before = await store.get(name);
      await store.delete(name);
      forget(before);
    },
    names: store.names,
  };
}

function open(path: string, key: Uint8Array, name: string): string {
  try {
    return openText(readIfPresent(path) ?? new Uint8Array(), key, name);
  } catch (cause) {
    throw new VaultError(
      'damaged',
      'The token’s encrypted file is missing or damaged. Enter the token again.',
      { cause },
    );
  }
}

interface KeychainInUseParts {
  readonly dataDir: string;
  readonly random: Random;
  /** The file that says that keys are in the keychain; it comes before the first of them. */
  readonly markPath: string;
}

/** The keychain as the vault uses it: with room for long secrets, and marked from the first of them on. */
export function keychainInUse(keychain: ListedStore, parts: KeychainInUseParts): ListedStore {
  const { dataDir, random, markPath } = parts;
  const roomy = withLongSecrets(keychain, { directory: join(dataDir, 'long-secrets'), random });
  return {
    ...roomy,
    set: async (name, value) => {
      writeDurably(markPath, '');
      await roomy.set(name, value);
    },
  };
}
