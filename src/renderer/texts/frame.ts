/** Words of the frame: rail, band, connection, and what stands before the first screen. */
export const frameTexts = {
  skip: 'Skip to content',
  rail: 'Profile, screens and connection',
  navigation: 'Screens',
  screens: {
    customers: 'Customers',
    virtualAccounts: 'Virtual accounts',
    bankAccounts: 'Bank accounts',
    drift: 'Changes',
    bulk: 'Bulk',
    imports: 'Add what exists',
    webhooks: 'Webhooks',
    timeline: 'Timeline',
    unresolved: 'Unresolved',
    settings: 'Settings',
  },

  toSettle: 'to settle',

  band: {
    production: 'PRODUCTION',
    sandbox: 'SANDBOX',
    productionHint: 'Real money moves here.',
    builtInHint: 'Runs on this machine. Nothing here is real.',
    sandboxHint: 'Hosted by the service. Nothing here is real.',
  },

  profile: {
    prefix: 'Profile:',
    heading: 'Switch profile',
    manage: 'Manage profiles',
    environments: {
      'built-in': 'On this machine',
      sandbox: 'Hosted sandbox',
      production: 'Production',
    },
  },

  connection: {
    states: {
      'not-tried': 'Service not asked yet',
      reachable: 'Service reachable',
      unreachable: 'Service unreachable',
      'token-refused': 'Token refused',
      'no-token': 'No token yet',
    },
    check: 'Check now',
    checking: 'Checking…',
    bridgeLost: 'Console not answering',
  },

  notices: {
    bridgeLost: (since: string) =>
      `The console on this machine stopped answering (${since}). What you see is as it was then; nothing you typed is lost. Connecting again by itself.`,
    bridgeRefused:
      'This page’s link is no longer good. What you see stays readable. For a fresh one press Enter in the terminal that Causeway runs in, or run npm start again. A restarted Causeway opens a page of its own.',
    tokenExpired: (when: string) => `The token of this profile expired ${when}.`,
    tokenExpires: (when: string) => `The token of this profile expires ${when}.`,
    replaceToken: 'Replace token',
    addToken: 'Enter token',
    unknown: (count: number) =>
      count === 1
        ? '1 request has an unknown outcome: it may have been carried out.'
        : `${count} requests have an unknown outcome: they may have been carried out.`,
    seeUnknown: 'See what is unresolved',
    others: (count: number) => (count === 1 ? '1 more' : `${count} more`),
    next: 'Show the next notice',
    sessionOnly:
      'Nothing is kept in this session: when Causeway stops, its records and secrets are gone.',
  },

  bulk: {
    kinds: { customer: 'customers', virtualAccount: 'virtual accounts' },
    running: (what: string, file: string, percent: number) =>
      `Creating ${what} from ${file}: ${percent} %`,
    paused: (file: string) =>
      `The bulk run of ${file} is paused. Nothing more is sent until you go on.`,
    interrupted: (file: string) =>
      `The bulk run of ${file} was interrupted when Causeway ended. Nothing more is sent until you go on.`,
    see: 'See the run',
  },

  outcomes: {
    open: 'Open it',
    back: 'Go to the form',
    customer: {
      created: 'The customer now exists at the service.',
      failed: 'The customer was not created, or that is not known. What you typed is kept.',
    },
    virtualAccount: {
      created: 'The virtual account now exists at the service.',
      failed: 'The virtual account was not created, or that is not known. What you typed is kept.',
    },
    webhook: {
      created: 'The webhook now exists at the service, and its secret is held.',
      failed: 'The webhook was not created, or that is not known. What you typed is kept.',
    },
  },

  gate: {
    opening: 'Opening Causeway…',
    fresh: {
      title: 'This link has been used or is too old',
      body: 'For your safety a link opens one page, once, and within a minute. For a fresh one press Enter in the terminal that Causeway runs in, or run npm start again.',
    },
    otherEngine: {
      title: 'Causeway does not open in this browser',
      body: 'Open the link in Chrome, Edge or another browser that is built on Chromium: only those keep the page from sending anything elsewhere. The link was not used up.',
    },
    failed: 'Causeway could not be opened',
  },

  broken: {
    title: 'This screen could not be shown',
    body: 'Something went wrong in this page. Nothing was sent by it, and what you typed is kept.',
    action: 'Show it again',
  },

  pageNotFound: {
    title: 'There is no such page',
    body: 'The address leads nowhere in Causeway.',
    action: 'Go to customers',
  },
} as const;
