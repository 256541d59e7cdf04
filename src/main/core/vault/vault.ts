/**
 * The vault: holds the data key and the token of each profile, in the keychain, in a file sealed
 * with a passphrase, or for this session only.
 *
 *     open ─▶ unlocked (keychain) ──lock──▶ locked (keychain) ──goOn──▶ unlocked (keychain)
 *          ├▶ locked (passphrase) ──unlock──▶ unlocked (passphrase) ──lock──▶ locked (passphrase)
 *          └▶ choose ──createPassphrase──▶ unlocked (passphrase)
 *                    ├─useSession──▶ unlocked (session) ──lock──▶ locked (session) ──goOn──▶ unlocked
 *                    └─the keychain answers after all──▶ unlocked (keychain)
 *     locked (passphrase), choose ──recover──▶ unlocked (passphrase)
 *     unlocked (keychain) ──moveToPassphrase──▶ unlocked (passphrase) ──moveToKeychain──▶ unlocked (keychain)
 */
import { join } from 'node:path';
import type { VaultStatus } from '../../../bridge/vault.ts';
import { readIfPresent } from '../../../platform/durable-file.ts';
import type { Random } from '../../../platform/random.ts';
import { createTurns } from '../../../platform/turns.ts';
import type { Log } from '../foundation/log.ts';
import type { KeyedFiles } from './changing-keys.ts';
import { createKeychainSearch, type FoundKeychain } from './find-keychain.ts';
import { isDatabaseKeyName, joinKeyRecords } from './key-record.ts';
import { keychainInUse } from './long-secrets.ts';
import { createMoves, notNow } from './move-secrets.ts';
import { requireNewPassphrase } from './new-passphrase.ts';
import { createProfileSecrets, type ProfileSecrets, storedSecrets } from './profile-secrets.ts';
import { type CopyKey, createRecoveryCopy, type FollowedStore } from './recovery-copy.ts';
import {
  createSealedFile,
  hasSealedFile,
  openSealedFile,
  replaceSealedFile,
  type SealedFile,
} from './sealed-file.ts';
import { createMemoryStore, type ListedStore } from './secret-store.ts';
import { createSlowdown } from './slowdown.ts';
import { VaultError } from './vault-error.ts';

export interface VaultForBackup {
  readonly secrets: ReadonlyMap<string, string>;
  readonly recovery: CopyKey | null;
}

export interface Vault extends ProfileSecrets {
  /** Looks where the secrets are. Call it once, before anything else. */
  open(): Promise<VaultStatus>;
  status(): VaultStatus;
  /** Called after every change of status. Returns what ends it. */
  onChange(listener: (status: VaultStatus) => void): () => void;
  /**
   * Begins a sealed file. Only where the state is `choose`, else VaultError `not-now`; `too-short`
   * for what would seal nothing.
   */
  createPassphrase(passphrase: string): Promise<VaultStatus>;
  /** Throws VaultError `wrong-passphrase`, after some in a row more slowly; `not-now` unless a passphrase locks it. */
  unlock(passphrase: string): Promise<VaultStatus>;
  /**
   * From then on `next` opens the vault and `before` does not. Throws VaultError `wrong-passphrase`, slowed
   * as unlocking is; `too-short`; `not-now` unless it is unlocked under a passphrase; `not-kept`.
   */
  changePassphrase(before: string, next: string): Promise<void>;
  /**
   * Moves everything from the keychain to a file under this passphrase. Whether the keychain has let go of it;
   * else that is tried again after the next unlock. Throws VaultError.
   */
  moveToPassphrase(passphrase: string): Promise<boolean>;
  /** Moves everything back to the keychain. Throws VaultError, for a wrong passphrase as changePassphrase. */
  moveToKeychain(passphrase: string): Promise<void>;
  /** Why the keychain can't be used, in a sentence; null where it can. */
  keychainProblem(): Promise<string | null>;
  /** Goes on with secrets in memory. Only where the state is `choose`; else `not-now`. */
  useSession(): Promise<VaultStatus>;
  /**
   * Forgets the keys in memory. Those of a session are nowhere else, so they stay, and are not given out.
   * While it is not unlocked it changes nothing.
   */
  lock(): Promise<VaultStatus>;
  /** Opens what was locked without a passphrase. Throws VaultError `not-now` where one is needed. */
  goOn(): Promise<VaultStatus>;
  /** When the recovery key was made; null without one. */
  recoveryMadeAt(): string | null;
  /** Makes `recoveryKey` open the vault, and no other. Throws VaultError `not-now` unless it is durable. */
  makeRecoveryKey(recoveryKey: Uint8Array, madeAt: string): Promise<void>;
  /** Throws VaultError `wrong-recovery-key`; changes nothing. */
  checkRecoveryKey(recoveryKey: Uint8Array): void;
  /**
   * Opens the vault by its recovery key under a new passphrase; null where it is open: brings back what it lacks.
   * Throws VaultError: `not-now` where a passphrase is given and it is open.
   */
  recover(recoveryKey: Uint8Array, passphrase: string | null): Promise<VaultStatus>;
  /** For backups: every secret by its stored name, and what a recovery key made it with. */
  forBackup(): Promise<VaultForBackup>;
  /** Whether what is written now outlives the process. */
  isDurable(): boolean;
  /**
   * Whether the keychain still owes an answer. Node joins the thread that waits for it, so a process
   * that ends the usual way then hangs for up to a minute: end it by a signal instead.
   */
  isKeychainSilent(): boolean;
}

export interface VaultOptions {
  readonly dataDir: string;
  readonly random: Random;
  readonly log: Log;
  /** ID of the data directory's installation: names its entries in the keychain. */
  readonly installationId: string;
  /**
   * Opens the system's keychain (openKeychain), or a store in its place; null leaves it alone, for
   * who asks for another place at the start.
   */
  readonly keychain: ListedStore | ((installationId: string) => Promise<ListedStore>) | null;
  /** Whether this profile already has a database, which only its old key can open. */
  readonly hasDatabase: (profileId: string) => boolean;
  /** What its keys open. Default: nothing, so that none of them changes. */
  readonly files?: KeyedFiles;
  /** A file is not what the vault wrote, and what became of it. */
  readonly onProblem?: (file: string, sentence: string) => void;
  /** How long `open` waits for the keychain. Default 1.5 s. */
  readonly keychainPatienceMs?: number;
}

const keychainIsAway =
  'The keychain that holds the keys of this data folder can’t be reached, so what is stored ' +
  'can’t be opened. Bring the keychain back and start again. ';

const lockedByPassphrase: VaultStatus = { state: 'locked', backing: 'passphrase' };

const alreadyUnlocked = 'Causeway is unlocked already. Nothing was checked.';

const noPassphrase = 'Causeway was locked without a passphrase. Select Unlock.';

const notAllBack =
  'Causeway was locked, or its secrets are in another place, before everything was put back. Unlock Causeway and use the recovery key again.';

const unlockedMeanwhile =
  'Causeway was unlocked meanwhile, so no new passphrase was set, and nothing was changed. Set a passphrase under Settings, Lock. If keys are missing, select Use recovery key… again.';

const keysAreInKeychain =
  'The keys of this data folder are in the keychain: start without --passphrase-file, or choose ' +
  'another --data-dir.';

export function createVault(options: VaultOptions): Vault {
  const sealedPath = join(options.dataDir, 'vault.sealed');
  const markPath = join(options.dataDir, 'keychain-in-use');
  const listeners = new Set<(status: VaultStatus) => void>();
  let status: VaultStatus = { state: 'choose', reason: 'The vault has not been opened yet.' };
  let sealed: SealedFile | null = null;
  let secrets: ProfileSecrets | null = null;
  /** The open store, and the same with its recovery copy. */
  let opened: ListedStore | null = null;
  let followed: FollowedStore | null = null;
  /** What opens again without a passphrase: a keychain, or the memory of a session. */
  let lockedStore: ListedStore | null = null;
  const slowed = createSlowdown();
  const { files = noFiles } = options;
  const keysInTurn = createTurns();
  const recovery = createRecoveryCopy(
    join(options.dataDir, 'recovery.sealed'),
    options.random,
    () =>
      options.onProblem?.(
        'recovery.sealed',
        'The file was damaged or replaced. Causeway created a new one and kept the old one beside it.',
      ),
  );

  const become = (next: VaultStatus, store: ListedStore | null): VaultStatus => {
    status = next;
    opened = store;
    followed = store === null ? null : recovery.follow(store);
    secrets =
      followed === null
        ? null
        : createProfileSecrets({ ...options, files, inTurn: keysInTurn, store: followed });
    // In the background: a keychain takes a moment for each entry.
    void followed?.syncCopy().catch((error: unknown) => {
      if (status === next) options.log.warn({ err: error }, 'the recovery copy is not up to date');
    });
    for (const listener of listeners) listener(status);
    return status;
  };

  const keychainStore = (keychain: ListedStore) =>
    keychainInUse(keychain, { ...options, markPath });

  const unlockWithKeychain = (keychain: ListedStore) =>
    become({ state: 'unlocked', backing: 'keychain' }, keychainStore(keychain));

  const wasInKeychain = () => readIfPresent(markPath) !== null;

  const search = createKeychainSearch(options);
  const withoutKeychain = (found: Extract<FoundKeychain, { keychain: null }>) => {
    // In turn: a passphrase that is just being set must not meet keys in the keychain.
    void found.later?.then((keychain) =>
      inTurn(() => {
        if (keychain !== null && status.state === 'choose') unlockWithKeychain(keychain);
      }),
    );
    const reason = `${wasInKeychain() ? keychainIsAway : ''}${found.reason}`;
    return become({ state: 'choose', reason }, null);
  };

  const mustChoose = () => {
    if (status.state === 'choose') return;
    throw new VaultError('not-now', 'The place for secrets has already been chosen.');
  };

  const held = (): ProfileSecrets => {
    if (secrets !== null) return secrets;
    throw new VaultError('locked', 'Causeway is locked, so no profile can be read.');
  };

  const requireStill = (begun: FollowedStore | null, sentence?: string, store = opened) => {
    if (followed !== begun || opened !== store) throw notNow(sentence);
  };

  const isDurable = () => status.state === 'unlocked' && status.backing !== 'session';

  /** What the open vault lacks of the copy. What it has stays; a key of a database may be of before a change. */
  const bringBack = async (copied: ReadonlyMap<string, string>): Promise<VaultStatus> => {
    const store = opened;
    const begun = followed;
    if (store === null || !isDurable()) {
      throw notNow('This session stores no keys. Start Causeway again.');
    }
    for (const [name, value] of copied) {
      const own = await store.get(name);
      requireStill(begun, notAllBack, store);
      if (own === null) await store.set(name, value);
      // One of the two opens what is here.
      else if (isDatabaseKeyName(name)) await store.set(name, joinKeyRecords(name, own, value));
    }
    requireStill(begun, notAllBack, store);
    return become(status, store);
  };

  /** One change of state at a time: two unlocks must not race to be the open one. */
  const inTurn = createTurns();

  const unlockWithPassphrase = (file: SealedFile) => {
    sealed = file;
    if (wasInKeychain()) moves.finish(file);
    return become({ state: 'unlocked', backing: 'passphrase' }, file);
  };

  const moves = createMoves({
    ...options,
    sealedPath,
    markPath,
    slowed,
    lookForKeychain: search.find,
    keychainStore,
    place: () => ({
      backing: status.state === 'unlocked' ? status.backing : null,
      sealed,
      opened,
      followed,
    }),
    moved(backing, store, file) {
      sealed = file;
      opened = store;
      status = { state: 'unlocked', backing };
      for (const listener of listeners) listener(status);
    },
  });

  return {
    open: () =>
      inTurn(async () => {
        if (hasSealedFile(sealedPath)) return become(lockedByPassphrase, null);
        const found = await search.find();
        return found.keychain === null
          ? withoutKeychain(found)
          : unlockWithKeychain(found.keychain);
      }),
    status: () => status,
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    createPassphrase: (passphrase) =>
      inTurn(async () => {
        mustChoose();
        // New keys beside old data would hide that the old ones are needed.
        if (wasInKeychain()) {
          const isAway = options.keychain !== null;
          throw new VaultError('not-now', isAway ? keychainIsAway.trim() : keysAreInKeychain);
        }
        requireNewPassphrase(passphrase);
        const { random } = options;
        return unlockWithPassphrase(
          await createSealedFile({ path: sealedPath, passphrase, random }),
        );
      }),
    unlock: (passphrase) =>
      slowed(() =>
        inTurn(async () => {
          if (status.state === 'unlocked') throw new VaultError('not-now', alreadyUnlocked);
          if (status.state === 'choose') {
            throw new VaultError('not-now', 'No passphrase has been chosen yet.');
          }
          if (status.backing !== 'passphrase') throw new VaultError('not-now', noPassphrase);
          const { random } = options;
          const file = await openSealedFile({ path: sealedPath, passphrase, random });
          return unlockWithPassphrase(file);
        }),
      ),
    moveToPassphrase: moves.moveToPassphrase,
    moveToKeychain: moves.moveToKeychain,
    keychainProblem: async () => {
      const found = await search.find();
      return found.keychain === null ? found.reason : null;
    },
    // Not in turn: locking waits for no passphrase, and ends this.
    async changePassphrase(before, next) {
      requireNewPassphrase(next);
      const file = sealed;
      if (file === null) throw notNow();
      await slowed(() => file.changePassphrase(before, next));
    },
    useSession: () =>
      inTurn(() => {
        mustChoose();
        return become({ state: 'unlocked', backing: 'session' }, createMemoryStore());
      }),
    lock: () =>
      inTurn(() => {
        if (status.state !== 'unlocked') return status;
        lockedStore = sealed === null ? opened : null;
        sealed?.close();
        sealed = null;
        return become({ state: 'locked', backing: status.backing }, null);
      }),
    goOn: () =>
      inTurn(() => {
        if (status.state === 'unlocked') return status;
        if (status.state === 'choose' || lockedStore === null) {
          throw new VaultError('not-now', 'Enter the passphrase to unlock Causeway.');
        }
        return become({ state: 'unlocked', backing: status.backing }, lockedStore);
      }),
    recoveryMadeAt: recovery.madeAt,
    // Not in turn: locking waits for no keychain, and ends this.
    async makeRecoveryKey(recoveryKey, madeAt) {
      const store = followed;
      if (store === null || !isDurable()) {
        throw notNow(
          'Unlock Causeway first. A session without stored data has no keys to recover.',
        );
      }
      await store.makeCopy(recoveryKey, madeAt, () => requireStill(store));
    },
    async forBackup() {
      const store = followed;
      if (store === null) throw new VaultError('locked', 'Causeway is locked.');
      const secrets = new Map<string, string>();
      for (const name of await store.names()) {
        if (isDatabaseKeyName(name)) await held().settleKey(name);
        const value = await store.get(name);
        if (value !== null) secrets.set(name, value);
      }
      return { secrets, recovery: await store.copyKey() };
    },
    checkRecoveryKey: (recoveryKey) => void recovery.open(recoveryKey),
    async recover(recoveryKey, passphrase) {
      const copied = recovery.open(recoveryKey);
      const anew = await inTurn(async () => {
        if (status.state === 'unlocked') {
          if (passphrase === null) return null;
          throw notNow(unlockedMeanwhile);
        }
        if (lockedStore !== null) throw new VaultError('not-now', noPassphrase);
        requireNewPassphrase(passphrase ?? '');
        const { random } = options;
        const sealing = { path: sealedPath, passphrase: passphrase ?? '', random, secrets: copied };
        return unlockWithPassphrase(await replaceSealedFile(sealing));
      });
      // Not in turn: locking waits for no keychain, and ends this.
      return anew ?? (await bringBack(copied));
    },
    isKeychainSilent: search.isSilent,
    isDurable,
    ...storedSecrets(held),
    async forget(profileId) {
      await moves.noteErased(profileId);
      await held().forget(profileId);
    },
  };
}

const noFiles: KeyedFiles = { isUnder: () => false, rekey: async () => {}, settled: () => {} };
