/** Words of the settings. */
export const settingsTexts = {
  title: 'Settings',
  sections: {
    label: 'Parts of the settings',
    profiles: 'Profiles',
    company: 'Company',
    appearance: 'Appearance',
    audit: 'Audit log',
    about: 'About',
  },

  profiles: {
    title: 'Profiles',
    lead: 'Each profile is one environment of the service, with its own records, keys, token and secrets. Nothing of one is ever seen in another.',
    add: 'Add profile',
    inUse: 'In use',
    use: 'Use this profile',
    baseUrl: 'Base URL',
    notRunning: 'Starts when you use this profile',
    token: 'Token',
    noToken: 'No token yet',
    tokenEnding: (lastFour: string) => `ends in ${lastFour}`,
    expires: (when: string) => `expires ${when}`,
    expired: (when: string) => `expired ${when}`,
    noExpiry: 'names no expiry',
    proof: 'Proof',
    proofs: {
      'not-proven': 'Not tried yet',
      proven: 'The service accepts it',
      refused: 'The service refuses it',
      'not-this-service': 'The address is not this service',
      unreachable: 'The service could not be reached',
    },
    prove: 'Prove token',
    enter: 'Enter token',
    replace: 'Replace token',
    ownToken: 'Makes its own at every start',
    builtInHint:
      'A complete stand-in of the service that comes with Causeway. Nothing in it is real.',
  },

  add: {
    title: 'Add profile',
    name: 'Name',
    environment: 'Environment',
    environments: { sandbox: 'Hosted sandbox', production: 'Production' },
    baseUrl: 'Base URL',
    baseUrlHelp:
      'Without the path of an operation, for example https://api.example.com. A sandbox on this machine may begin with http://, for example http://127.0.0.1:4000',
    token: 'Token',
    tokenHelp:
      'You confirm the base URL and type the token in another window, which opens next, so that the token never passes through this page.',
    action: 'Add profile',
    cancel: 'Cancel',
    productionHint:
      'Real money moves in production. The frame carries a dark band while this profile is in use.',
    problems: {
      name: 'is needed, 80 characters at most',
      url: 'needs a whole address that begins with https://',
      https:
        'needs https://. Only an address of this machine, such as 127.0.0.1, may begin with http://',
      parts: 'can’t hold a user name, a ? or a #',
      operation:
        'Enter the base URL without the path of an operation. Causeway adds /v1/… or /v2/… itself.',
    },
  },

  change: {
    rename: 'Rename',
    name: 'Name',
    address: 'Change base URL',
    newAddress: 'New base URL',
    addressHelp:
      'For the same service at another address: what is stored stays. You confirm it in another window, which opens next, and the token is proved there anew.',
    remove: 'Remove',
    cancel: 'Cancel',
  },

  aside: {
    title: 'Kept aside',
    lead: 'These were removed. Their data and keys are kept on this computer, their tokens are gone.',
    since: 'Removed',
    cutOff: 'Erasing was cut off',
    bringBack: 'Bring back',
    erase: 'Erase',
  },

  appearance: {
    title: 'Appearance',
    theme: 'Theme',
    themes: { auto: 'As the system', light: 'Light', dark: 'Dark' },
  },

  audit: {
    title: 'Audit log',
    lead: 'Every action, newest first. Each entry is chained to the one before by its hash, so that nothing can be changed or taken out unseen.',
    intact: (count: string) => `The chain is intact over ${count} entries.`,
    broken: (sequence: number) =>
      `The chain is broken at entry ${sequence}: something was changed or taken out there.`,
    label: 'Entries of the audit log',
    columns: { sequence: 'Entry', at: 'When', action: 'Action', facts: 'Facts', hash: 'Hash' },
    older: 'Older',
    newer: 'Newer',
    range: (from: string, to: string, total: string) => `${from}–${to} of ${total}`,
    none: 'Nothing has been done yet. What you create or change is written down here.',
  },

  about: {
    title: 'About',
    version: 'Version',
    host: 'Runs as',
    hosts: { electron: 'Desktop application', browser: 'Page in a local browser' },
    dataDir: 'Data folder',
    started: 'Started',
    vault: 'Secrets kept in',
    vaults: {
      keychain: 'the system’s keychain',
      passphrase: 'a file sealed with your passphrase',
      session: 'memory, for this session only',
    },
    lock: 'Lock now',
  },
} as const;
