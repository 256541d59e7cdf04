/** Texts of the frame: rail, band, connection, and what stands before the first screen. */
export const frameTexts = {
  skip: 'Skip to content',
  rail: 'Profile, screens and connection',
  navigation: 'Screens',
  band: {
    production: 'PRODUCTION',
    sandbox: 'SANDBOX',
    productionHint: 'Real money moves here.',
    builtInHint: 'Runs on this computer. Nothing here is real.',
    sandboxHint: 'A sandbox. Nothing here is real.',
  },

  reviewer: {
    band: 'REVIEWER',
    hint: 'Nothing can be sent to the service.',
    blocked: 'This profile is in reviewer mode. Change the mode in Settings to create something.',
    change: 'Change the mode in Settings.',
    noSignOff:
      'Reviewer mode of this profile does not include signing off. Change the mode in Settings.',
  },

  profile: {
    prefix: 'Profile:',
    heading: 'Switch profile',
    manage: 'Manage profiles',
    switched: (name: string) =>
      `This window shows the profile ${name} now: it was switched in another window, or the one before was removed.`,
    notSwitched: (sentence: string) => `The profile was not switched. ${sentence}`,
    environments: {
      'built-in': 'Built-in sandbox',
      sandbox: 'Hosted sandbox',
      production: 'Production',
    },
    localSandbox: 'Sandbox on this computer',
  },

  connection: {
    states: {
      'not-tried': 'Service not checked yet',
      reachable: 'Service reachable',
      unreachable: 'Service unreachable',
      'token-refused': 'Token refused',
      'no-token': 'No token yet',
    },
    check: 'Check now',
    checking: 'Checking…',
    bridgeLost: 'Causeway is not responding',
  },

  notices: {
    bridgeLost: (since: string) =>
      `Causeway stopped responding (${since}). You see the data of that time; nothing you typed is lost. This page reconnects automatically if Causeway still runs.`,
    bridgeLostInSession: (since: string) =>
      `Causeway stopped responding (${since}). This session is temporary: if Causeway was closed, its records and secrets are gone; if it still runs, this page reconnects automatically. You see the data of that time, and what you typed is still here.`,
    bridgeGone: (since: string) =>
      `Causeway stopped responding (${since}) and was probably closed. Start it again: it opens in a new page, by its new link. This page reconnects only if Causeway still runs. You can still read what it shows and what you typed.`,
    bridgeGoneInSession: (since: string) =>
      `Causeway stopped responding (${since}) and was probably closed: this session is temporary, so its records and secrets are gone then. Start Causeway again: it opens in a new page, by its new link. This page reconnects only if Causeway still runs. You can still read what it shows and what you typed.`,
    bridgeRefused:
      'This page’s link has expired. You can still read what it shows. For a new link, press Enter in the terminal that runs Causeway, or run npm start again. Causeway opens a new page when it restarts.',
    tokenExpired: (when: string) => `The token of this profile expired ${when}.`,
    tokenExpires: (when: string) => `The token of this profile expires ${when}.`,
    replaceToken: 'Replace token',
    addToken: 'Enter token',
    others: (count: number) => (count === 1 ? '1 more' : `${count} more`),
    less: 'Show less',
    sessionOnly:
      'This session is temporary. When Causeway stops, its records and secrets are gone.',
  },

  outcomes: {
    unsent: 'Nothing was sent to the service. Your entries are kept.',
    open: 'Open record',
    back: 'Return to form',
  },

  gate: {
    opening: 'Opening Causeway…',
    fresh: {
      title: 'This link has been used or has expired',
      body: 'For your safety, a link opens one page, once, within a minute. For a new link, press Enter in the terminal that runs Causeway, or run npm start again.',
    },
    otherEngine: {
      title: 'Causeway does not open in this browser',
      body: 'Open the link in Chrome, Edge or another Chromium browser, version 152 or newer. Only these stop the page from sending data elsewhere. The link is still valid.',
    },
    failed: 'Causeway can’t be opened',
    lost: 'Nothing can be unlocked or received now. If Causeway was closed, start it again: it opens in a new page, by its new link. This page reconnects if Causeway still runs.',
  },

  broken: {
    title: 'This screen can’t be shown',
    body: 'The page failed. It sent nothing, and your entries are kept.',
    action: 'Show screen again',
  },

  pageNotFound: {
    title: 'Page not found',
    body: 'No page in Causeway has this URL.',
    action: 'Go to customers',
  },
} as const;
