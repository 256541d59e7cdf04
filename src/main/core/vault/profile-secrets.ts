/** What a profile keeps in a secret store: the key of its database and its token. */
import { overwrite } from '../../../platform/overwrite.ts';
import { type ChangingKeysParts, createChangingKeys } from './changing-keys.ts';
import { dataKeyName, type KeyRecord, keyRecordText } from './key-record.ts';
import type { SecretStore } from './secret-store.ts';
import { VaultError } from './vault-error.ts';

/** All of it throws VaultError `locked` while nothing can be read, `keychain` when that fails. */
export interface ProfileSecrets {
  /**
   * The 32-byte key of a profile's databases. Made on first use, unless the profile's database is
   * there already: then VaultError `key-lost`, because a new key would shut it for good. Whoever asks
   * overwrites it when done.
   */
  dataKey(profileId: string): Promise<Uint8Array>;
  /**
   * What seals values in the profile's database, and what the keys of its inbox are derived from: the first data
   * key, which stays when that changes. 32 bytes, made and overwritten as the data key.
   */
  sealKey(profileId: string): Promise<Uint8Array>;
  /** Keeps the keys of a database that comes from a backup. Throws VaultError where another one is kept. */
  adoptDataKey(profileId: string, keys: Pick<KeyRecord, 'key' | 'sealKey'>): Promise<void>;
  /** The key that opens a database of the installation, by its name in `named`; null where there is none. */
  namedKey(name: string): Promise<Uint8Array | null>;
  /**
   * What may open the files of this key of the vault (key-record.ts), the likely one first: one of them, unless a
   * change was cut off and the files don't say how far it came. Whoever asks overwrites them when done.
   */
  openingKeys(name: string): Promise<readonly Uint8Array[]>;
  /** Ends a change of this key of the vault that was cut off (key-record.ts). Rejects as `changeKey`. */
  settleKey(name: string): Promise<void>;
  /**
   * Encrypts what is under this key of the vault (key-record.ts) under a new one; nothing may have it open. Rejects
   * with what stopped it: then it opens with the key that the vault gives.
   */
  changeKey(name: string): Promise<void>;
  /** null when none was entered. */
  readToken(profileId: string): Promise<string | null>;
  writeToken(profileId: string, token: string): Promise<void>;
  deleteToken(profileId: string): Promise<void>;
  /** Deletes its key and its token: what the key sealed can't be opened any more. */
  forget(profileId: string): Promise<void>;
  /** Secrets of the installation by name: keys of the inbox and the receiver, passwords of tunnels. */
  readonly named: SecretStore;
}

export interface ProfileSecretsOptions extends ChangingKeysParts {
  readonly hasDatabase: (profileId: string) => boolean;
}

export function createProfileSecrets(options: ProfileSecretsOptions): ProfileSecrets {
  const { hasDatabase } = options;
  const store = withSentences(options.store);
  const keys = createChangingKeys({ ...options, store });

  const keysOf = (profileId: string): Promise<KeyRecord> =>
    keys.readOrMake(dataKeyName(profileId), () => {
      if (!hasDatabase(profileId)) return;
      throw new VaultError(
        'key-lost',
        'The key of this profile’s database is not in the vault, so what is stored can’t be opened. ' +
          'Causeway does not create a new key, because a new key can’t open the data. Select Use recovery key… under Settings, Backup.',
      );
    });

  return {
    async dataKey(profileId) {
      const { key, sealKey, next } = await keysOf(profileId);
      overwrite(sealKey, ...next);
      return key;
    },
    async sealKey(profileId) {
      const { key, sealKey, next } = await keysOf(profileId);
      overwrite(key, ...next);
      return sealKey;
    },
    async adoptDataKey(profileId, { key, sealKey }) {
      const text = keyRecordText({ key, sealKey, next: [] });
      const kept = await store.get(dataKeyName(profileId));
      if (kept === text) return;
      if (kept !== null && hasDatabase(profileId)) throw new VaultError('not-now', otherKey);
      await store.set(dataKeyName(profileId), text);
    },
    async namedKey(name) {
      const record = await keys.read(ownName(name));
      if (record === null) return null;
      overwrite(record.sealKey, ...record.next);
      return record.key;
    },
    async openingKeys(name) {
      const record = await keys.read(name);
      if (record === null) return [];
      overwrite(record.sealKey);
      return [record.key, ...record.next];
    },
    changeKey: keys.change,
    async settleKey(name) {
      const record = await keys.read(name);
      if (record !== null) overwrite(record.key, record.sealKey, ...record.next);
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

/** Those that `held` gives at each call; rejects with what it throws. */
export const storedSecrets = (held: () => ProfileSecrets): ProfileSecrets => ({
  dataKey: async (profileId) => await held().dataKey(profileId),
  sealKey: async (profileId) => await held().sealKey(profileId),
  adoptDataKey: async (profileId, keys) => await held().adoptDataKey(profileId, keys),
  namedKey: async (name) => await held().namedKey(name),
  openingKeys: async (name) => await held().openingKeys(name),
  settleKey: async (name) => await held().settleKey(name),
  changeKey: async (name) => await held().changeKey(name),
  readToken: async (profileId) => await held().readToken(profileId),
  writeToken: async (profileId, token) => await held().writeToken(profileId, token),
  deleteToken: async (profileId) => await held().deleteToken(profileId),
  forget: async (profileId) => await held().forget(profileId),
  named: {
    get: async (name) => await held().named.get(name),
    set: async (name, value) => await held().named.set(name, value),
    delete: async (name) => await held().named.delete(name),
  },
});

const otherKey = 'The vault has another key for a profile of this ID, so it was not replaced.';

const ownName = (name: string): string => `named:${name}`;
const tokenName = (profileId: string): string => `token:${profileId}`;

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
