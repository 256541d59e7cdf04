/** Is there a keychain that works? */
import type { Random } from '../../../platform/random.ts';
import type { Log } from '../foundation/log.ts';
import { probeKeychain } from './keychain.ts';
import type { ListedStore } from './secret-store.ts';

/** What is said, and what it means to a person. The first that fits is taken. */
const meanings: readonly (readonly [RegExp, string])[] = [
  [
    /libsecret/i,
    'the library that leads to it (libsecret) is not installed. On Debian and Ubuntu the package is libsecret-1-0.',
  ],
  [
    /could not connect|cannot autolaunch|given address is empty|address.*not supported/i,
    'no desktop session (D-Bus) runs here to reach it through. That is usual in a container, over SSH, or on a server without a desktop.',
  ],
  [
    /was not provided by any|serviceunknown/i,
    'no program that keeps one (GNOME Keyring or KWallet, for example) is installed or running.',
  ],
  [
    /object does not exist|locked|prompt|dismissed|interaction.*not allowed/i,
    'it is locked, and can’t ask for its password here. Unlock it and start Causeway again to use it.',
  ],
];

/** Longer words of an unknown error are cut here, in characters. */
const most = 200;

/**
 * Why there is no keychain, in words: what keytar, libsecret and D-Bus say is for developers. `error` is
 * what loading or trying the keychain threw; its messages name no entry and no value.
 */
export function whyNoKeychain(error: unknown): string {
  const message = error instanceof Error ? error.message.trim() : '';
  const known = meanings.find(([pattern]) => pattern.test(message))?.[1];
  const why = known ?? `a test entry could not be kept in it. ${itsOwnWords(message)}`.trimEnd();
  return `This computer offers no keychain that Causeway can use: ${why}`;
}

const itsOwnWords = (message: string): string =>
  message === '' ? '' : `Its message: ${message.slice(0, most)}`;

/** What came of looking for it. One that is locked, or not there, may never answer. */
export type FoundKeychain =
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

export async function findKeychain(options: FindKeychainOptions): Promise<FoundKeychain> {
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

interface KeychainSearchOptions extends Omit<FindKeychainOptions, 'keychain' | 'patienceMs'> {
  /** null leaves it alone. */
  readonly keychain: FindKeychainOptions['keychain'] | null;
  /** How long each search waits for it. Default 1.5 s. */
  readonly keychainPatienceMs?: number;
}

const anotherPlace =
  'Causeway did not use the keychain, because it was started with another place for secrets.';

/** Looks for the keychain as often as it is asked, and knows whether it still owes an answer. */
export function createKeychainSearch(options: KeychainSearchOptions) {
  const { keychain, keychainPatienceMs: patienceMs = 1_500 } = options;
  let isSilent = false;
  return {
    async find(): Promise<FoundKeychain> {
      if (keychain === null) return { keychain: null, reason: anotherPlace, later: null };
      const found = await findKeychain({ ...options, keychain, patienceMs });
      if (found.keychain === null && found.later !== null) {
        isSilent = true;
        void found.later.then(() => {
          isSilent = false;
        });
      }
      return found;
    },
    isSilent: () => isSilent,
  };
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
