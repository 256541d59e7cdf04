/** Why there is no keychain, in words: what keytar, libsecret and D-Bus say is for developers. */

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

/** `error` is what loading or trying the keychain threw; its messages name no entry and no value. */
export function whyNoKeychain(error: unknown): string {
  const message = error instanceof Error ? error.message.trim() : '';
  const known = meanings.find(([pattern]) => pattern.test(message))?.[1];
  const why = known ?? `a test entry could not be kept in it. ${itsOwnWords(message)}`.trimEnd();
  return `This computer offers no keychain that Causeway can use: ${why}`;
}

const itsOwnWords = (message: string): string =>
  message === '' ? '' : `Its message: ${message.slice(0, most)}`;
