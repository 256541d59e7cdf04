/**
 * Moves secrets between the keychain and a sealed file. Where a sealed file is, it holds what counts: it appears
 * or goes in one step, so a move that is cut was made, or was not. What it leaves in the keychain is deleted once
 * the passphrase is entered again.
 */
import { existsSync, rmSync } from 'node:fs';
import { z } from 'zod';
import { removeDurably, writeDurably } from '../../../platform/durable-file.ts';
import { readJson } from '../../../platform/json-column.ts';
import type { Random } from '../../../platform/random.ts';
import { createTurns } from '../../../platform/turns.ts';
import type { Log } from '../foundation/log.ts';
import type { FoundKeychain } from './find-keychain.ts';
import {
  areOfOneDatabase,
  dataKeyName,
  inboxKeyName,
  isDatabaseKeyName,
  isKeyName,
  isOfBefore,
} from './key-record.ts';
import { requireNewPassphrase } from './new-passphrase.ts';
import type { FollowedStore } from './recovery-copy.ts';
import { createSealedFile, hasSealedFile, type SealedFile } from './sealed-file.ts';
import type { ListedStore, SecretStore } from './secret-store.ts';
import type { Slowdown } from './slowdown.ts';
import { VaultError } from './vault-error.ts';

/** Where the secrets are now; `backing` is null while they are locked. */
interface Place {
  readonly backing: 'keychain' | 'passphrase' | 'session' | null;
  readonly sealed: SealedFile | null;
  readonly opened: ListedStore | null;
  readonly followed: FollowedStore | null;
}

interface MovesParts {
  readonly random: Random;
  readonly log: Log;
  readonly sealedPath: string;
  /** The file that says that keys are in the keychain. */
  readonly markPath: string;
  readonly place: () => Place;
  /** They are in another place from now on: who reads them notices nothing. */
  moved(backing: 'keychain' | 'passphrase', store: ListedStore, file: SealedFile | null): void;
  readonly slowed: Slowdown;
  lookForKeychain(): Promise<FoundKeychain>;
  keychainStore(keychain: ListedStore): ListedStore;
}

export interface Moves {
  moveToPassphrase(passphrase: string): Promise<boolean>;
  moveToKeychain(passphrase: string): Promise<void>;
  /** Before a profile's keys are forgotten: what the keychain still has of them goes with the rest. */
  noteErased(profileId: string): Promise<void>;
  /** In the background: deletes what a move that was cut has left in the keychain. */
  finish(file: SealedFile): void;
}

export function createMoves(parts: MovesParts): Moves {
  const { random, log, sealedPath, markPath, place, moved, slowed } = parts;
  const { lookForKeychain, keychainStore } = parts;
  /** One move at a time, the deleting too: it must not take what the next one has put in. */
  const afterOthers = createTurns();

  /** Lets the keychain forget what the file holds. Whether nothing is left in it; else it is tried again. */
  const forgetIn = async (keychain: ListedStore, file: SealedFile): Promise<boolean> => {
    try {
      if (!(await clearKeychain(keychain, file))) return false;
      rmSync(markPath, { force: true });
      return true;
    } catch (error) {
      log.warn({ err: error }, 'the keychain still has what was moved');
      return false;
    }
  };

  /** Where it throws there is no file: one that is there would hold what counts from the next start on. */
  const beginFile = async (passphrase: string, secrets: ReadonlyMap<string, string>) => {
    if (hasSealedFile(sealedPath)) throw notNow();
    try {
      return await createSealedFile({ path: sealedPath, passphrase, random, secrets });
    } catch (error) {
      removeDurably(sealedPath);
      throw error;
    }
  };

  return {
    moveToPassphrase: (passphrase) =>
      afterOthers(async () => {
        requireNewPassphrase(passphrase);
        const { backing, opened, followed } = place();
        if (backing !== 'keychain' || opened === null || followed === null) throw notNow();
        // Not in turn: locking waits for no keychain, and ends this.
        const file = await followed.moveTo(async (secrets) => {
          const made = await beginFile(passphrase, secrets);
          const now = place();
          if (now.opened !== opened || now.followed !== followed) {
            removeDurably(sealedPath);
            made.close();
            throw notNow();
          }
          moved('passphrase', made, made);
          return made;
        });
        return await forgetIn(opened, file);
      }),
    moveToKeychain: (passphrase) =>
      afterOthers(async () => {
        const { sealed: file, followed } = place();
        if (file === null || followed === null) throw notNow();
        await slowed(() => file.checkPassphrase(passphrase));
        const found = await lookForKeychain();
        if (found.keychain === null) throw new VaultError('keychain', found.reason);
        const keychain = keychainStore(found.keychain);
        try {
          // Not in turn: locking waits for no keychain, and ends this.
          await followed.moveTo(async (secrets) => {
            writeDurably(markPath, '');
            await fillKeychain(keychain, secrets);
            const now = place();
            if (now.sealed !== file || now.followed !== followed) throw notNow();
            removeDurably(sealedPath);
            moved('keychain', keychain, null);
            return keychain;
          });
        } catch (error) {
          if (place().sealed === file) await forgetIn(keychain, file);
          throw error;
        }
        file.close();
      }),
    async noteErased(profileId) {
      const { sealed: file } = place();
      if (file === null || !existsSync(markPath)) return;
      const names = [...(await erasedIn(file)), dataKeyName(profileId)];
      await file.set(erasedName, JSON.stringify(names));
    },
    finish(file) {
      void afterOthers(async () => {
        const { keychain } = await lookForKeychain();
        if (keychain !== null && place().sealed === file) {
          await forgetIn(keychainStore(keychain), file);
        }
      });
    },
  };
}

const nothingChanged =
  'Causeway was locked, or its secrets are in another place. Nothing was changed.';

export const notNow = (sentence = nothingChanged) => new VaultError('not-now', sentence);

/** Puts all of it in and reads it back. Throws VaultError `keychain`. */
async function fillKeychain(
  keychain: SecretStore,
  secrets: ReadonlyMap<string, string>,
): Promise<void> {
  await withSentence(async () => {
    for (const [name, value] of secrets) {
      const before = await keychain.get(name);
      if (before === value) continue;
      // A key may be the only one of what it opens, unless that was given another one since.
      if (before !== null && isKeyName(name) && !areOfOneDatabase(name, before, value)) {
        throw new VaultError('keychain', otherKeys);
      }
      await keychain.set(name, value);
      if ((await keychain.get(name)) !== value) throw new VaultError('keychain', notStored);
    }
  });
}

/**
 * Deletes what `file` holds as well, secrets that are no keys, and keys of before a change of the data keys. Another
 * key that differs stays. Is nothing left?
 */
async function clearKeychain(keychain: ListedStore, file: SecretStore): Promise<boolean> {
  const erased = await erasedIn(file);
  let isChanged = false;
  // The inbox's comes after those that tell whether the keys were changed: it changes with them.
  for (const name of (await keychain.names()).toSorted()) {
    const there = await keychain.get(name);
    const here = await file.get(name);
    const isOld = isDatabaseKeyName(name) && isOfBefore(there ?? '', here ?? '');
    isChanged ||= isOld;
    const isSuperseded = isOld || (isChanged && name === inboxKeyName && here !== null);
    if (there === here || !isKeyName(name) || erased.includes(name) || isSuperseded)
      await keychain.delete(name);
  }
  if ((await keychain.names()).length > 0) return false;
  await file.delete(erasedName);
  return true;
}

/** In the file: names of keys whose profiles were erased while the keychain still had them. */
const erasedName = 'named:erased-keys';
const nameList = z.array(z.string());

async function erasedIn(file: SecretStore): Promise<readonly string[]> {
  return readJson(nameList, (await file.get(erasedName)) ?? '[]');
}

const otherKeys =
  'The keychain has other keys for this data folder, which are not replaced. The passphrase stays.';
const notStored = 'The keychain did not store everything. The passphrase stays.';

async function withSentence(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    if (cause instanceof VaultError) throw cause;
    const sentence =
      'The system’s keychain failed. The passphrase stays. Unlock the keychain and try again.';
    throw new VaultError('keychain', sentence, { cause });
  }
}
