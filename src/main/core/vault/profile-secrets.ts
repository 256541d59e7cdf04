/** What a profile keeps in a secret store: the key of its database and its token. */

import type { Random } from '../../../platform/random.ts';
import { dataKeyName } from './key-names.ts';
import { keyBytes } from './sealed-box.ts';
import type { SecretStore } from './secret-store.ts';
import { VaultError } from './vault-error.ts';

/** All of it throws VaultError `locked` while nothing can be read, `keychain` when that fails. */
export interface ProfileSecrets {
  /**
   * The 32-byte key of a profile's database. Made on first use, unless the profile's database is
   * there already: then VaultError `key-lost`, because a new key would shut it for good. Whoever asks
   * overwrites it when done.
   */
  dataKey(profileId: string): Promise<Uint8Array>;
  /** Keeps the key of a database that comes from a backup. Throws VaultError where another one is kept. */
  adoptDataKey(profileId: string, key: Uint8Array): Promise<void>;
  /** null when none was entered. */
  readToken(profileId: string): Promise<string | null>;
  writeToken(profileId: string, token: string): Promise<void>;
  deleteToken(profileId: string): Promise<void>;
  /** Deletes its key and its token: what the key sealed can't be opened any more. */
  forget(profileId: string): Promise<void>;
  /** Secrets of the installation by name: keys of the inbox and the receiver, passwords of tunnels. */
  readonly named: SecretStore;
}

export interface ProfileSecretsOptions {
  readonly store: SecretStore;
  readonly random: Random;
  readonly hasDatabase: (profileId: string) => boolean;
}

export function createProfileSecrets(options: ProfileSecretsOptions): ProfileSecrets {
  const { random, hasDatabase } = options;
  const store = withSentences(options.store);
  /** Two first uses at once must come to one key. */
  const underWay = new Map<string, Promise<Uint8Array>>();

  const makeKey = async (profileId: string): Promise<Uint8Array> => {
    if (hasDatabase(profileId)) {
      throw new VaultError(
        'key-lost',
        'The key of this profile’s database is not in the vault, so what is stored can’t be opened. ' +
          'Causeway does not create a new key, because a new key can’t open the data.',
      );
    }
    const made = Buffer.from(random.bytes(keyBytes)).toString('hex');
    await store.set(dataKeyName(profileId), made);
    // A store that loses the key would lose everything ever written with it.
    if ((await store.get(dataKeyName(profileId))) !== made) {
      throw new VaultError('keychain', 'The keychain did not store the key.');
    }
    return readKey(made);
  };

  const dataKey = async (profileId: string): Promise<Uint8Array> => {
    const kept = await store.get(dataKeyName(profileId));
    return kept === null ? await makeKey(profileId) : readKey(kept);
  };

  return {
    dataKey: async (profileId) => {
      const running = underWay.get(profileId);
      // Each its own, which it overwrites when it is done.
      if (running !== undefined) return new Uint8Array(await running);
      const first = dataKey(profileId).finally(() => underWay.delete(profileId));
      underWay.set(profileId, first);
      return await first;
    },
    async adoptDataKey(profileId, key) {
      const hex = Buffer.from(key).toString('hex');
      const kept = await store.get(dataKeyName(profileId));
      if (kept === hex) return;
      if (kept !== null && hasDatabase(profileId)) throw new VaultError('not-now', otherKey);
      await store.set(dataKeyName(profileId), hex);
    },
    readToken: (profileId) => store.get(tokenName(profileId)),
    writeToken: (profileId, token) => store.set(tokenName(profileId), token),
    deleteToken: (profileId) => store.delete(tokenName(profileId)),
    forget: async (profileId) => {
      await store.delete(dataKeyName(profileId));
      await store.delete(tokenName(profileId));
    },
    named: {
      get: (name) => store.get(ownName(name)),
      set: (name, value) => store.set(ownName(name), value),
      delete: (name) => store.delete(ownName(name)),
    },
  };
}

const otherKey = 'The vault has another key for a profile of this ID, so it was not replaced.';

const ownName = (name: string): string => `named:${name}`;
const tokenName = (profileId: string): string => `token:${profileId}`;

function readKey(hex: string): Uint8Array {
  if (!/^[0-9a-f]{64}$/.test(hex)) {
    throw new VaultError('damaged', 'The vault’s key for this profile’s database is damaged.');
  }
  // Of one buffer that others share, and in one of its own.
  const shared = Buffer.from(hex, 'hex');
  const own = new Uint8Array(shared);
  shared.fill(0);
  return own;
}

/** Whatever a keychain throws becomes one sentence; its own words stay in the cause. */
function withSentences(store: SecretStore): SecretStore {
  const guard = async <T>(step: () => Promise<T>): Promise<T> => {
    try {
      return await step();
    } catch (cause) {
      if (cause instanceof VaultError) throw cause;
      const sentence = 'The system’s keychain failed. Unlock it and try again.';
      throw new VaultError('keychain', sentence, { cause });
    }
  };
  return {
    get: (name) => guard(() => store.get(name)),
    set: (name, value) => guard(() => store.set(name, value)),
    delete: (name) => guard(() => store.delete(name)),
  };
}
