import type { NoticeKind } from '../../../bridge/notices.ts';
import { teamTexts } from './team-texts.ts';

/** Texts of the settings. */
export const settingsTexts = {
  title: 'Settings',
  sections: {
    label: 'Settings sections',
    profiles: 'Profiles',
    backup: 'Backup',
    handover: 'Hand-over',
    team: 'Team',
    lock: 'Lock',
    company: 'Company',
    notices: 'Notices',
    appearance: 'Appearance',
    diagnostics: 'Diagnostics',
    retention: 'Retention',
    about: 'About',
  },

  retention: {
    title: 'Retention',
    lead: 'How long this profile keeps the exact bytes of deliveries and responses, and the inputs of requests. Records, requests and the audit log stay, whatever is set here.',
    deliveries: 'Bytes of deliveries',
    responses: 'Bytes of responses',
    inputs: 'Inputs of requests',
    last: 'Last applied',
    waiting: 'Waiting',
    months: (months: number | null) =>
      months === null ? 'Forever' : months === 1 ? '1 month' : `${months} months`,
    went: (removed: { deliveries: number; responses: number; inputs: number }) =>
      `· Removed: deliveries ${removed.deliveries}, responses ${removed.responses}, inputs ${removed.inputs}`,
    change: 'Change retention…',
    apply: 'Apply now',
  },

  profiles: {
    title: 'Profiles',
    lead: 'Each profile connects to one environment of the service and has its own records, keys, token and secrets. Profiles share no data.',
    add: 'Add profile',
    inUse: 'In use',
    use: 'Use this profile',
    baseUrl: 'Base URL',
    notRunning: 'Starts when you use this profile',
    token: 'Token',
    noToken: 'No token yet',
    /** For a token that is too short to show its end. */
    shortToken: 'stored',
    tokenEnding: (lastFour: string) => `ends in ${lastFour}`,
    expires: (when: string) => `expires ${when}`,
    expired: (when: string) => `expired ${when}`,
    noExpiry: 'without expiry date',
    proof: 'Token check',
    proofs: {
      'not-proven': 'Not checked yet',
      proven: 'The service accepts the token',
      refused: 'The service refuses the token',
      'not-this-service': 'The base URL does not lead to the service',
      unreachable: 'The service can’t be reached',
    },
    prove: 'Check token',
    enter: 'Enter token',
    replace: 'Replace token',
    mode: 'Mode',
    modes: {
      full: 'Full',
      'sign-off': 'Reviewer who signs off. Nothing is sent to the service.',
      review: 'Reviewer. Nothing is sent to the service.',
    },
    changeMode: 'Change mode…',
    ownToken: 'Created anew at every start',
    builtInHint:
      'A complete simulation of the service that comes with Causeway. Nothing in it is real.',
  },

  lock: {
    title: 'Lock',
    lead: 'Locked, Causeway shows nothing of your records and forgets its keys. Deliveries are still received and sealed. A request under way is finished; a bulk run is paused.',
    now: 'Lock now',
    keys: 'From every screen',
    opens: 'Unlock',
    opensBy: {
      passphrase: 'By your passphrase, in a window of its own',
      system: 'By the system’s own prompt',
      click: 'By one click. Whoever uses your account on this computer can do it.',
    },
    idle: 'Lock after',
    idleHelp: 'Minutes in which no page of Causeway was used.',
    never: 'Never',
    minutes: (n: number) => (n === 1 ? '1 minute' : `${n} minutes`),
    system: 'Lock when the computer sleeps or its screen is locked',
    systemHelp: {
      'sleep-and-screen': 'The system tells Causeway of both.',
      sleep: 'On this system, Causeway notices sleep, but not a locked screen.',
      waking:
        'In the browser, Causeway notices sleep only on waking, and a locked screen not at all.',
    },
    byDefault: {
      never:
        'This is the default where there are only sandboxes, or where a passphrase file opened Causeway at its start. Otherwise it is 10 minutes.',
      after: 'This is the default once there is a production profile.',
    },
    save: 'Save lock settings',
    saved: 'Lock settings saved',
  },

  passphrase: {
    title: 'Passphrase',
    lead: {
      keychain:
        'The system’s keychain opens Causeway, for anyone who uses your account on this computer. A passphrase keeps them out: you enter it at every start and to unlock.',
      passphrase:
        'Keys and tokens are stored in a file that your passphrase opens. Change it when someone may know it.',
      session: 'A session without stored data has no passphrase.',
    },
    set: 'Use a passphrase…',
    change: 'Change passphrase…',
    keychain: 'Use the keychain…',
  },

  dataKeys: {
    title: 'Data keys',
    lead: 'The databases are encrypted under keys that the passphrase or the keychain opens. Change the keys when somebody may have read them. It may take minutes; meanwhile no profile is open.',
    last: 'Last changed',
    never: 'No change in the audit log of this profile',
    change: 'Change data keys…',
    running: 'Changing the data keys',
  },

  recovery: {
    title: 'Recovery key',
    lead: '24 words on paper that open what Causeway stores here when the keychain or the passphrase is lost. Causeway can’t fetch lists from the service: without these words, what is stored here can’t be fetched again.',
    state: 'Recovery key',
    none: 'Not set',
    setOn: 'Set',
    session: 'A session without stored data has no recovery key.',
    make: 'Set recovery key…',
    change: 'Change recovery key…',
    use: 'Use recovery key…',
    useHelp: 'Brings back keys that the keychain has lost.',
  },

  backups: {
    title: 'Backups',
    lead: 'Encrypted files in a folder of yours, on another disk or synced elsewhere. The recovery key opens them. Tokens are not in them.',
    session:
      'A session without stored data has no backups, and no backup can be restored into it. To back up or restore, start Causeway again with the keychain or a passphrase.',
    folder: 'Folder',
    noFolder: 'None: no backups are made',
    when: 'When',
    daily: 'Once a day while Causeway runs',
    dailyAnd: (count: string) => `Once a day while Causeway runs, and after ${count} requests`,
    last: 'Newest',
    never: 'None yet',
    checked: (size: string) => `${size}, read back and checked`,
    file: 'File',
    failed: (when: string) => `The backup of ${when} failed`,
    steps: { writing: 'Writing backup', checking: 'Reading backup back' },
    choose: 'Set backup folder…',
    change: 'Change backup folder…',
    start: 'Back up now',
    off: 'Turn off backups',
    one: 'Back up under a passphrase…',
    restore: 'Restore…',
    restoreHelp:
      'Restoring adds to what is here and overwrites nothing. You first see what it would add.',
    whenLost: 'When something is lost',
    needsKey: 'Set the recovery key first. It opens the backups.',
  },

  handover: {
    title: 'This computer’s card',
    lead: 'Another computer seals files to this card, so that only this one can open them. It holds no secret: send it by any way, and compare the words by phone or in person.',
    session: 'A session without stored data can’t hand anything over.',
    computer: 'Computer',
    words: 'Words',
    card: 'Card',
    save: {
      title: 'Hand over',
      lead: 'One file for one other computer: records with their sources, requests as history, notes, sign-offs and resolutions. Tokens and secrets are not in it.',
      profiles: 'Profiles to hand over',
      from: 'Written from',
      to: 'Written before',
      wrong: 'Enter a date, for example 2026-11-20.',
      all: 'Without dates, everything is handed over. What the other computer already has is not added twice.',
      none: 'Only the built-in sandbox is here. It is a simulation of this computer, so there is nothing to hand over. Add a profile first.',
      action: 'Save hand-over file…',
    },
    open: {
      title: 'From another computer',
      lead: 'You first see who a file is from and what it would add. Nothing here is overwritten, and the same file twice adds nothing more.',
      action: 'Open hand-over file…',
    },
    known: 'Known computer',
    compared: 'words compared',
    forget: 'Forget',
    forgetOne: (name: string) => `Forget ${name}`,
  },

  team: teamTexts,

  add: {
    title: 'Add profile',
    name: 'Name',
    nameHelp: 'Yours alone; the service does not see it.',
    environment: 'Environment',
    environmentHelp: 'Decides how the frame, deposit sheets and reports are marked.',
    environments: { sandbox: 'Hosted sandbox', production: 'Production' },
    baseUrl: 'Base URL',
    baseUrlHelp:
      'Without the path of an operation, for example https://api.example.com. A sandbox on this computer may use http://, for example http://127.0.0.1:4000',
    token: 'Token',
    tokenHelp:
      'Confirm the base URL and enter the token in the window that opens next. The token never passes through this page.',
    action: 'Add profile',
    productionHint:
      'Real money moves in production. A dark band marks the frame while you use this profile.',
    problems: {
      name: 'Enter a name of at most 80 characters.',
      url: 'Enter a whole URL that starts with https://.',
      https:
        'Enter a URL that starts with https://. Only this computer, for example 127.0.0.1, may use http://.',
      parts: 'Enter the URL without a user name, a ? or a #.',
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
      'For the same service at another URL: stored data stays. Confirm it in the window that opens next. Causeway then checks the token at the new URL.',
    remove: 'Remove',
    cancel: 'Cancel',
  },

  control: {
    open: 'Set control plane…',
    set: 'Set control plane',
    label: 'Control URL',
    help: 'As the sandbox printed it. Confirm it in the window that opens next, and enter its control token there.',
    known: 'Control plane:',
    replace: 'Replace control token…',
    remove: 'Remove control plane',
  },

  aside: {
    title: 'Removed profiles',
    lead: 'The data and keys of these profiles are still on this computer. Their tokens were deleted, and their keys and passwords of a team’s database: after you add such a profile back, an owner must invite this computer again.',
    since: 'Removed',
    cutOff: 'Erasing was interrupted',
    bringBack: 'Add back',
    erase: 'Erase',
  },

  notices: {
    title: 'Notices',
    lead: 'What Causeway notifies you of when another window is in front. For this profile only, and off until you choose.',
    failed: 'The settings can’t be read',
    kinds: 'Tell me about',
    kind: {
      payoutsFailed: 'Failed payouts',
      kycRejected: 'Rejected KYC',
      mismatches: 'Mismatches',
      unresolved: 'Requests with an unknown outcome',
      approvalsWaiting: 'Requests that wait for your approval',
      approvalsToSend: 'Your requests that were approved',
      approvalsRefused: 'Your requests that were refused',
      tunnels: 'Tunnels that are down',
      token: 'An access token that expires soon',
    } satisfies Record<NoticeKind, string>,
    kindsHelp:
      'Causeway shows each notice once, and none for what exists already when you choose it.',
    quiet: 'Quiet hours',
    /** `saved`: the zone that the hours had when they were saved. */
    quietHelp: (zone: string, saved = zone) =>
      `Causeway shows no notice during these hours, and shows new ones afterwards. Times in ${zone}.${saved === zone ? '' : ` Until you save, they count in ${saved}, where they were saved.`}`,
    from: 'From',
    to: 'To',
    details: 'Show names and amounts',
    detailsHelp:
      'Others may see them, for example on a locked screen. You confirm this in a separate window.',
    save: 'Save notices',
    saved: 'Saved',
    sameTimes: 'Enter a time that differs from the first.',
    noTime: 'Enter a time.',
    shown: 'Shown by',
    bySystem: 'The system',
    byPage: {
      granted: 'The browser, while this page is open',
      default: 'This page only, until you allow the browser to show them',
      denied: 'This page only: the browser’s settings block them',
    },
    allow: 'Allow in this browser',
  },

  appearance: {
    title: 'Appearance',
    lead: 'Stored on this computer, for every profile.',
    theme: 'Theme',
    themes: { auto: 'System', light: 'Light', dark: 'Dark' },
    followsSystem: 'Light or dark, as this computer is set.',
    panel: 'Side panel',
    panelWidth: (width: number) => `${width} pixels wide`,
    resetPanel: 'Reset width',
    panelHelp: 'Drag its edge to change the width.',
    times: 'Dates and times',
    timesHelp: (timeZone: string) =>
      `Year first, 24 hours, in this computer’s time zone (${timeZone}). The same everywhere, so that no date is misread.`,
    amounts: 'Amounts',
    amountsHelp: 'Commas between thousands, a point before decimals. No digit is rounded away.',
  },

  about: {
    title: 'About',
    version: 'Version',
    host: 'Runs as',
    hosts: { electron: 'Desktop app', browser: 'Browser' },
    dataDir: 'Data folder',
    started: 'Started',
    vault: 'Secrets stored in',
    vaults: {
      keychain: 'The system’s keychain',
      passphrase: 'A file encrypted with your passphrase',
      session: 'Memory, for this session only',
    },
  },
} as const;
