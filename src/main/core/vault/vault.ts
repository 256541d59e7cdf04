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
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { VaultStatus } from '../../../bridge/vault.ts';
import { readIfPresent, writeDurably } from '../../../platform/durable-file.ts';
import { type Random, randomHex } from '../../../platform/random.ts';
import type { Log } from '../foundation/log.ts';
import { probeKeychain } from './keychain.ts';
import { withLongSecrets } from './long-secrets.ts';
import { createMemoryStore } from './memory-store.ts';
import { problemOfNewPassphrase } from './new-passphrase.ts';
import { createProfileSecrets, type ProfileSecrets } from './profile-secrets.ts';
import { type CopyKey, createRecoveryCopy, type FollowedStore } from './recovery-copy.ts';
import { createSealedFile, hasSealedFile, openSealedFile, type SealedFile } from './sealed-file.ts';
import type { ListedStore } from './secret-store.ts';
import { VaultError } from './vault-error.ts';
import { whyNoKeychain } from './why-no-keychain.ts';

/** Is there a keychain that works? One that is locked, or not there, may never answer. */
type FoundKeychain =
  | { readonly keychain: ListedStore }
  | {
      readonly keychain: null;
      /** Why not, in a sentence. */
      readonly reason: string;
      /** Comes when it answers after all, for example once a person has unlocked it. */
      readonly later: Promise<ListedStore | null> | null;
    };

interface FindKeychainOptions {
  readonly keychain: ListedStore | ((installationId: string) => Promise<ListedStore>);
  readonly installationId: string;
  readonly random: Random;
  readonly log: Log;
  /** How long the start waits for it. */
  readonly patienceMs: number;
}

const waited = Symbol('waited');

/** What came of trying it: the keychain, or the sentence that says why there is none. */
type Tried = { readonly store: ListedStore } | { readonly store: null; readonly reason: string };

async function findKeychain(options: FindKeychainOptions): Promise<FoundKeychain> {
  const probe = tryKeychain(options);
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<typeof waited>((resolve) => {
    timer = setTimeout(() => resolve(waited), options.patienceMs);
  });
  const found = await Promise.race([probe, patience]);
  clearTimeout(timer);
  if (found === waited) {
    options.log.info('the keychain does not answer');
    const reason =
      'The system’s keychain is not responding. It may be locked and waiting for its password.';
    return { keychain: null, reason, later: probe.then(({ store }) => store) };
  }
  if (found.store !== null) return { keychain: found.store };
  return { keychain: null, reason: found.reason, later: null };
}

async function tryKeychain(options: FindKeychainOptions): Promise<Tried> {
  const { keychain, random, log } = options;
  try {
    const store =
      typeof keychain === 'function' ? await keychain(options.installationId) : keychain;
    await probeKeychain(store, random);
    return { store };
  } catch (error) {
    // The person is told on the first screen. The messages of libsecret and D-Bus name no entry and
    // no value, so they may be kept for whoever looks into it.
    log.info({ reason: error instanceof Error ? error.message : 'unknown' }, 'no keychain');
    return { store: null, reason: whyNoKeychain(error) };
  }
}

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
  /** Throws VaultError `wrong-passphrase`. */
  unlock(passphrase: string): Promise<VaultStatus>;
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
   * Opens the vault by its recovery key: under a new passphrase, or in the open keychain, where it brings
   * back what is missing. Throws VaultError.
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
  /** Of the data directory: names its entries in the keychain. */
  readonly installationId: string;
  /**
   * Opens the system's keychain (openKeychain), or a store in its place; null leaves it alone, for
   * who asks for another place at the start.
   */
  readonly keychain: ListedStore | ((installationId: string) => Promise<ListedStore>) | null;
  /** Whether this profile already has a database, which only its old key can open. */
  readonly hasDatabase: (profileId: string) => boolean;
  /** How long `open` waits for the keychain. Default 1.5 s. */
  readonly keychainPatienceMs?: number;
}

const keychainIsAway =
  'The keychain that holds the keys of this data directory can’t be reached, so what is stored ' +
  'can’t be opened. Bring the keychain back and start again. ';

const anotherPlace =
  'Causeway did not use the keychain, because it was started with another place for secrets.';

const lockedByPassphrase: VaultStatus = { state: 'locked', backing: 'passphrase' };

const noPassphrase = 'Causeway was locked without a passphrase. Select Unlock.';

const keysAreInKeychain =
  'The keys of this data directory are in the keychain: start without --passphrase-file, or choose ' +
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
  const recovery = createRecoveryCopy(join(options.dataDir, 'recovery.sealed'), options.random);

  const become = (next: VaultStatus, store: ListedStore | null): VaultStatus => {
    status = next;
    opened = store;
    followed = store === null ? null : recovery.follow(store);
    secrets = followed === null ? null : createProfileSecrets({ ...options, store: followed });
    // In the background: a keychain takes a moment for each entry.
    void followed?.syncCopy().catch((error: unknown) => {
      if (status === next) options.log.warn({ err: error }, 'the recovery copy is not up to date');
    });
    for (const listener of listeners) listener(status);
    return status;
  };

  const unlockWithKeychain = (keychain: ListedStore) => {
    const directory = join(options.dataDir, 'long-secrets');
    const roomy = withLongSecrets(keychain, { directory, random: options.random });
    const marked = markedOnSet(roomy, () => writeDurably(markPath, ''));
    return become({ state: 'unlocked', backing: 'keychain' }, marked);
  };

  const wasInKeychain = () => readIfPresent(markPath) !== null;

  let isKeychainSilent = false;
  const withoutKeychain = (found: Extract<FoundKeychain, { keychain: null }>) => {
    isKeychainSilent = found.later !== null;
    // In turn: a passphrase that is just being set must not meet keys in the keychain.
    void found.later?.then((keychain) =>
      inTurn(() => {
        isKeychainSilent = false;
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

  const isDurable = () => status.state === 'unlocked' && status.backing !== 'session';

  /** What the open vault lacks of the copy. What it has stays. */
  const bringBack = async (copied: ReadonlyMap<string, string>): Promise<VaultStatus> => {
    if (opened === null || !isDurable()) {
      throw new VaultError('not-now', 'This session stores no keys. Start Causeway again.');
    }
    for (const [name, value] of copied) {
      if ((await opened.get(name)) === null) await opened.set(name, value);
    }
    return become(status, opened);
  };

  /** The file before is kept aside: its passphrase may still be remembered. */
  const sealAnew = async (copied: ReadonlyMap<string, string>, passphrase: string) => {
    const { random } = options;
    const before = readIfPresent(sealedPath);
    if (before !== null) writeDurably(asideOf(sealedPath, randomHex(random, 4)), before);
    const file = await createSealedFile({
      ...{ path: sealedPath, passphrase, random, secrets: copied, replaces: true },
    });
    // The sealed file goes first at every start, so a mark that is left changes nothing.
    rmSync(markPath, { force: true });
    return unlockWithPassphrase(file);
  };

  /** One change of state at a time: two unlocks must not race to be the open one. */
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(step: () => Promise<T> | T): Promise<T> => {
    const next = turn.then(step);
    turn = next.catch(() => undefined);
    return next;
  };

  const unlockWithPassphrase = (file: SealedFile) => {
    sealed = file;
    return become({ state: 'unlocked', backing: 'passphrase' }, file);
  };

  return {
    open: () =>
      inTurn(async () => {
        if (hasSealedFile(sealedPath)) return become(lockedByPassphrase, null);
        const { keychain, keychainPatienceMs: patienceMs = 1_500 } = options;
        if (keychain === null) {
          return become({ state: 'choose', reason: anotherPlace }, null);
        }
        const found = await findKeychain({ ...options, keychain, patienceMs });
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
        const problem = problemOfNewPassphrase(passphrase);
        if (problem !== null) throw new VaultError('too-short', problem);
        const { random } = options;
        return unlockWithPassphrase(
          await createSealedFile({ path: sealedPath, passphrase, random }),
        );
      }),
    unlock: (passphrase) =>
      inTurn(async () => {
        if (status.state === 'unlocked') return status;
        if (status.state === 'choose') {
          throw new VaultError('not-now', 'No passphrase has been chosen yet.');
        }
        if (status.backing !== 'passphrase') throw new VaultError('not-now', noPassphrase);
        const { random } = options;
        return unlockWithPassphrase(await openSealedFile({ path: sealedPath, passphrase, random }));
      }),
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
    makeRecoveryKey: (recoveryKey, madeAt) =>
      inTurn(async () => {
        if (followed === null || !isDurable()) {
          throw new VaultError(
            'not-now',
            'Unlock Causeway first. A session without stored data has no keys to recover.',
          );
        }
        await followed.makeCopy(recoveryKey, madeAt);
      }),
    async forBackup() {
      const store = followed;
      if (store === null) throw new VaultError('locked', 'Causeway is locked.');
      const secrets = new Map<string, string>();
      for (const name of await store.names()) {
        const value = await store.get(name);
        if (value !== null) secrets.set(name, value);
      }
      return { secrets, recovery: await store.copyKey() };
    },
    checkRecoveryKey: (recoveryKey) => void recovery.open(recoveryKey),
    recover: (recoveryKey, passphrase) =>
      inTurn(async () => {
        const copied = recovery.open(recoveryKey);
        if (status.state === 'unlocked') return await bringBack(copied);
        if (lockedStore !== null) throw new VaultError('not-now', noPassphrase);
        const problem = problemOfNewPassphrase(passphrase ?? '');
        if (problem !== null) throw new VaultError('too-short', problem);
        return await sealAnew(copied, passphrase ?? '');
      }),
    isKeychainSilent: () => isKeychainSilent,
    isDurable,
    dataKey: async (profileId) => await held().dataKey(profileId),
    adoptDataKey: async (profileId, key) => await held().adoptDataKey(profileId, key),
    readToken: async (profileId) => await held().readToken(profileId),
    writeToken: async (profileId, token) => await held().writeToken(profileId, token),
    deleteToken: async (profileId) => await held().deleteToken(profileId),
    forget: async (profileId) => await held().forget(profileId),
    named: {
      get: async (name) => await held().named.get(name),
      set: async (name, value) => await held().named.set(name, value),
      delete: async (name) => await held().named.delete(name),
    },
  };
}

const asideOf = (path: string, mark: string): string => `${path}.before-recovery-${mark}`;

/** The mark says that keys are in the keychain; it comes before the first of them. */
function markedOnSet(store: ListedStore, mark: () => void): ListedStore {
  return {
    ...store,
    set: async (name, value) => {
      mark();
      await store.set(name, value);
    },
  };
}
