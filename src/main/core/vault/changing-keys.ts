/**
 * Keys of databases that change while nothing is lost: the vault holds the key of now and the next one until the
 * files are under the next one. Cut off in between, the files say how far it came: it is ended, or was never begun.
 *
 *     <key> ─▶ <key>+<next> ─▶ files, one after the other ─▶ <next>
 *                    └─ cut off before the first file was changed ─▶ <key>
 */
import { overwrite } from '../../../platform/overwrite.ts';
import type { Random } from '../../../platform/random.ts';
import type { InTurn } from '../../../platform/turns.ts';
import { inboxKeyName, type KeyRecord, keyRecordText, readKeyRecord } from './key-record.ts';
import { keyBytes } from './sealed-box.ts';
import type { SecretStore } from './secret-store.ts';
import { VaultError } from './vault-error.ts';

/** What is encrypted under a key of the vault; `name` as in key-record.ts. */
export interface KeyedFiles {
  /** Whether this key opens the first of its files. Throws what the disk says. */
  isUnder(name: string, key: Uint8Array): boolean;
  /**
   * Encrypts under `next`, the first file first, what is not under it yet: a second time it does the rest.
   * Rejects with what stopped it.
   */
  rekey(name: string, before: Uint8Array, next: Uint8Array): Promise<void>;
  /** The vault is about to say which key it is: the next one, or that of before. */
  settled(name: string, isChanged: boolean): void;
}

export interface ChangingKeysParts {
  readonly store: SecretStore;
  readonly random: Random;
  readonly files: KeyedFiles;
  /** One for all that a vault opens: what a lock has cut off still has to end. */
  readonly inTurn: InTurn;
}

export interface ChangingKeys {
  /** What opens the files, once a change that was cut off is ended; null where the vault has none. */
  read(name: string): Promise<KeyRecord | null>;
  /** As `read`; makes the first key where there is none, unless `requireNone` throws. */
  readOrMake(name: string, requireNone: () => void): Promise<KeyRecord>;
  /** Nothing may have the files open. Rejects as `rekey` does: one of the two keys opens them all the same. */
  change(name: string): Promise<void>;
}

export function createChangingKeys({
  store,
  random,
  files,
  inTurn,
}: ChangingKeysParts): ChangingKeys {
  const put = async (name: string, record: KeyRecord): Promise<void> => {
    const text = keyRecordText(record);
    await store.set(name, text);
    if ((await store.get(name)) !== text) {
      throw new VaultError('keychain', 'The keychain did not store the key.');
    }
  };

  /** Follows what the files say. Where no key opens them all stay. */
  const settle = async (name: string): Promise<KeyRecord | null> => {
    const text = await store.get(name);
    const record = text === null ? null : readKeyRecord(text);
    if (record === null || record.next.length === 0) return record;
    const { key, sealKey } = record;
    const found = [...record.next, key].find((one) => files.isUnder(name, one));
    if (found === undefined) return record;
    if (found !== key) await files.rekey(name, key, found);
    files.settled(name, found !== key);
    // Nothing is sealed under the inbox's.
    if (name === inboxKeyName) sealKey.set(found);
    const settled = { key: found, sealKey, next: [] };
    await put(name, settled);
    overwrite(...[key, ...record.next].filter((one) => one !== found));
    return settled;
  };

  const changeTo = async (name: string, record: KeyRecord, next: Uint8Array): Promise<void> => {
    // Another copy of the vault may have what opens it, and is not to follow this one.
    if (!files.isUnder(name, record.key)) throw new VaultError('not-now', doesNotOpen);
    await put(name, { ...record, next: [next] });
    try {
      await files.rekey(name, record.key, next);
    } catch (error) {
      // What stopped it is what a person hears; what can't be settled now is at the next reading.
      await end(name).catch(() => undefined);
      throw error;
    }
    await end(name);
  };

  /** Settles it for whoever needs no key. */
  const end = async (name: string): Promise<void> => {
    const record = await settle(name);
    if (record !== null) overwrite(record.key, record.sealKey, ...record.next);
  };

  return {
    read: (name) => inTurn(() => settle(name)),
    // In turn: two first uses at once must come to one key.
    readOrMake: (name, requireNone) =>
      inTurn(async () => {
        const kept = await settle(name);
        if (kept !== null) return kept;
        requireNone();
        const fresh = random.bytes(keyBytes);
        const text = Buffer.from(fresh.buffer, fresh.byteOffset, fresh.length).toString('hex');
        overwrite(fresh);
        const made = readKeyRecord(text);
        // A store that loses the key would lose everything ever written with it.
        await put(name, made);
        return made;
      }),
    change: (name) =>
      inTurn(async () => {
        const record = await settle(name);
        if (record === null) return;
        const next = random.bytes(keyBytes);
        try {
          await changeTo(name, record, next);
        } finally {
          overwrite(record.key, record.sealKey, ...record.next, next);
        }
      }),
  };
}

const doesNotOpen =
  'A database does not open with its key, so it was not given another one. The help page “When something is lost” says what to do.';
