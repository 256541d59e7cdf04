import type { DamageView } from '../../../bridge/connection.ts';
import type { NeedKind } from '../../../bridge/need-kinds.ts';
import type { HandledView } from '../../../bridge/overview.ts';
import { counted } from '../../../bridge/words.ts';
import { eachWrite } from '../../../contract/writes.ts';
import { sentenceCase } from '../../format/words.ts';
import type { Period } from './paths.ts';

const damagedParts: Readonly<Record<DamageView[number]['what'], string>> = {
  records: 'records',
  sandbox: 'sandbox state',
  inbox: 'deliveries',
  coverage: 'times when deliveries could arrive',
};

/** Texts of the overview. `name` is that of the only one, where it has one. */
export const overviewTexts = {
  title: 'Overview',

  needs: {
    title: 'Needs you',
    failed: 'What needs you can’t be read',
    none: 'Nothing needs you',
    /** For an earlier moment, at which some kinds are not known. */
    noneOfChecked: 'None of these needed you',
    noneBody: (kinds: string) => `Causeway checked: ${kinds}.`,
    checked: (when: string) => `Checked ${when}.`,
    backup: (when: string) => `Newest backup, read back: ${when}.`,
    pending: (kinds: string) => `Still being checked: ${kinds}.`,
    notRead: (kinds: string) => `Could not be checked: ${kinds}. The log says why.`,
    ofNowAlone: (kinds: string) =>
      `Causeway knows only the current state of these, so they are not shown here: ${kinds}.`,
    since: 'since',
    orEarlier: 'or earlier',
    atLeast: 'at least',
    show: (what: string) => `Show each: ${what}`,
    hide: (what: string) => `Hide each: ${what}`,
    showEach: 'Show each',
    by: (name: string) => `by ${name}`,
    newest: (shown: string, all: string) => `The newest ${shown} of ${all}.`,
    missing: 'Missing',
    asideList: 'Done and snoozed',
    aside: {
      done: (when: string) => `Done ${when}`,
      snoozed: (until: string) => `Snoozed until ${until}`,
    } satisfies Record<HandledView['as'], (when: string) => string>,
    bringBack: 'Restore',
    bringBackThing: (what: string) => `Restore: ${what}`,
    notBack: 'This line was not restored',
    kinds: {
      mismatches: 'mismatches',
      conflicting: 'possible matches',
      sentTwice: 'requests sent twice',
      approvalsWaiting: 'requests to approve',
      approvalsToSend: 'approved requests',
      approvalsRefused: 'refused requests',
      approvalsExpired: 'expired requests',
      sentUnasked: 'requests sent without the team',
      policyLoosened: 'less strict policies',
      changes: 'changes',
      unresolved: 'unresolved requests',
      payoutsFailed: 'failed payouts',
      payoutsRefunded: 'refunded payouts',
      payoutsStuck: 'slow payouts',
      kycRejected: 'rejected KYC',
      kycReview: 'additional KYC reviews',
      deliveries: 'unverified deliveries',
      tunnels: 'tunnels',
      gaps: 'gaps',
      team: 'the team',
      clock: 'the clock',
      otherComputer: 'other computers',
      token: 'the token',
      recoveryKey: 'the recovery key',
      backups: 'backups',
      bulk: 'bulk runs',
      onboarding: 'customers waiting on us',
      kycWaiting: 'KYC in review',
    } satisfies Record<NeedKind, string>,
    lines: {
      mismatches: (n) =>
        counted(
          n,
          'virtual account does not match its request',
          'virtual accounts do not match their requests',
        ),
      conflicting: (n) =>
        counted(n, 'request marked not created may exist', 'requests marked not created may exist'),
      sentTwice: (n) =>
        counted(
          n,
          'request was sent by another computer as well',
          'equal requests were sent by different computers',
        ),
      approvalsWaiting: (n) =>
        counted(n, 'request waits for your approval', 'requests wait for your approval'),
      approvalsToSend: (n) => counted(n, 'approved request to send', 'approved requests to send'),
      approvalsRefused: (n) =>
        counted(n, 'request of yours was refused', 'requests of yours were refused'),
      approvalsExpired: (n) =>
        counted(n, 'request of yours expired unsent', 'requests of yours expired unsent'),
      sentUnasked: (n) =>
        counted(
          n,
          'request was sent without asking the team',
          'requests were sent without asking the team',
        ),
      policyLoosened: (n) =>
        counted(
          n,
          'approval policy was made less strict',
          'approval policies were made less strict',
        ),
      changes: (n) => counted(n, 'change to sign off', 'changes to sign off'),
      unresolved: (n) =>
        counted(n, 'request with an unknown outcome', 'requests with an unknown outcome'),
      payoutsFailed: (n) => counted(n, 'payout failed', 'payouts failed'),
      payoutsRefunded: (n) => counted(n, 'payout was refunded', 'payouts were refunded'),
      payoutsStuck: (n) =>
        counted(n, 'payout in one state for too long', 'payouts in one state for too long'),
      kycRejected: (n) => counted(n, 'customer with rejected KYC', 'customers with rejected KYC'),
      kycReview: (n) =>
        counted(n, 'customer in additional KYC review', 'customers in additional KYC review'),
      deliveries: (n) =>
        counted(n, 'delivery could not be verified', 'deliveries could not be verified'),
      tunnels: (n) => counted(n, 'tunnel without a passed check', 'tunnels without a passed check'),
      gaps: (n) =>
        counted(n, 'gap in which events may be missing', 'gaps in which events may be missing'),
      team: (n) => counted(n, 'team matter', 'team matters'),
      clock: () => 'The computer’s clock was set back',
      otherComputer: () => 'Another computer uses this data folder',
      token: () => 'The access token expires soon',
      recoveryKey: () => 'No recovery key is set',
      backups: () => 'Backups need attention',
      bulk: (n) => counted(n, 'bulk run is waiting', 'bulk runs are waiting'),
      onboarding: (n) => counted(n, 'customer is waiting on us', 'customers are waiting on us'),
      kycWaiting: (n) =>
        counted(n, 'customer in KYC review for too long', 'customers in KYC review for too long'),
    } satisfies Record<NeedKind, (count: number) => string>,
    tokenExpired: 'The access token has expired',
    expires: (when: string) => `Expires ${when}`,
    missed: (count: string) => `${count} known to be missed`,
    what: {
      'no-profile': 'No verification profile',
      closed: 'Causeway was closed',
      unproven: 'No tunnel check passed',
      covered: 'Receiver was running',
      'no-recovery-key': 'Without it, a lost keychain or passphrase loses everything stored here',
      'clock-set-back': 'New entries get times before those that are stored',
      'in-use-elsewhere': 'Stop Causeway on one of them: two sets of files can’t be merged',
      'was-used-elsewhere': 'Since the last use here. Check that the folder is fully synced',
      'team-asks': 'Asks to join. Compare its words, then admit it',
      'team-problem': 'Its entries in the team’s log do not fit together',
      'team-behind': 'Far behind: it lacks much of what the team recorded',
      'team-relay': 'Relay not seen for 10 minutes: deliveries may not arrive',
      'team-claims': 'A request of this computer has no outcome. Resolve it under Unresolved',
      'sent-here': 'sent by this computer',
      'sent-elsewhere': 'sent by another computer',
      'team-different':
        'Colleagues resolved a request differently from its outcome. See Unresolved',
      'sent-unapproved': 'Without approval, while the team’s database did not respond',
      'sent-unclaimed':
        'Without asking whether a colleague sends the same, while the team’s database did not respond',
      'team-away': 'The team’s database does not respond',
      'team-refused': 'The team’s database can’t be used as it is set up',
      'team-removed': 'An owner removed this computer from the team',
      'team-conflict': 'Another computer uses the key of this one',
      'team-restored': 'Restored data: this computer has to join the team again',
      'team-forked': 'The team’s members are forked: owners decide which change counts',
      'team-no-recovery':
        'The team has no recovery key: with the last owner’s computer it would be lost',
      'team-recovered': 'The team’s recovery key was used: set another one',
      'team-policy-lost': 'The team’s database lost the approval policy: set it again',
      'team-token':
        'Has the shared access token, but is not an owner or operator: replace the token at the service',
      'no-backup': 'No backups are made: what is stored here is lost with this computer',
      'backup-failed': 'The last backup failed',
      'backup-old': 'The newest backup is more than 3 days old',
      ...eachWrite(({ noun }) => sentenceCase(noun)),
      bulk: 'Bulk run',
    } as Readonly<Record<string, string>>,
    limits: 'Limits…',
  },

  computer: {
    inUse: (when: string) =>
      `Another computer uses this data folder now (last seen ${when}). Stop Causeway on one of them: two sets of files can’t be merged.`,
    wasUsed: (when: string) =>
      `Another computer used this data folder until ${when}. Check that the folder is fully synced before you create anything.`,
    clock: (when: string) =>
      `This computer’s clock is earlier than the newest stored time, ${when}. Correct the clock, or new entries get wrong times.`,
    accept: 'Accept clock',
    damaged: (damage: DamageView) => {
      const of = damage.map(({ what, profileName }) =>
        profileName === null ? damagedParts[what] : `${damagedParts[what]} of “${profileName}”`,
      );
      return `Part of the stored data is damaged: ${of.join(', ')}. Causeway changed nothing. Repair keeps the damaged files and recovers what can be read.`;
    },
    repair: 'Repair…',
    file: (file: string, sentence: string) => `The file ${file} in the data folder: ${sentence}`,
  },

  handle: {
    open: (what: string) => `Actions: ${what}`,
    snooze: 'Snooze…',
    done: 'Mark as done…',
    titles: { snoozed: 'Snooze this line', done: 'Mark this line as done' },
    titlesOfOne: {
      snoozed: 'Snooze one item of this line',
      done: 'Mark one item of this line as done',
    },
    coversOne: 'The other items of this line stay.',
    covers: 'Anything new of this kind is still shown.',
    until: 'Until',
    custom: 'At',
    choices: {
      hour: 'In 1 hour',
      tomorrow: 'Tomorrow, 09:00',
      week: 'Next Monday, 09:00',
      other: 'Other…',
    },
    note: 'Note',
    noteHelp: 'Optional. The audit log keeps it.',
    actions: { snoozed: 'Snooze line', done: 'Mark as done' },
    actionsOfOne: { snoozed: 'Snooze', done: 'Mark as done' },
    needsTime: 'Enter a time that is still to come.',
  },

  limits: {
    title: 'Limits of the overview',
    payout: 'Payout in one state, in hours',
    payoutHelp:
      'A payout that has not ended is listed after that time. The usual limit is 24 hours.',
    kyc: 'KYC in review, in hours',
    help: 'A customer who is in review for longer is listed. The usual limit is 72 hours.',
    problem: 'Enter whole hours, from 1 to 8,760.',
    action: 'Save limits',
  },

  moved: {
    title: 'What moved',
    failed: 'What moved can’t be read',
    periods: 'Period',
    period: {
      visit: 'Since last visit',
      today: 'Today',
      week: 'This week',
      month: 'This month',
    } satisfies Record<Period, string>,
    sinceVisit: (when: string) => `Since your last visit ended, ${when}.`,
    asTable: 'Show as table',
    payouts: 'Payouts',
    payoutsLead:
      'Deposits that arrived, and states that payouts reached, in this period. In flight counts every payout on its way.',
    overTime: { received: 'Deposits received', paidOut: 'Payouts paid out' },
    states: 'Payouts by state',
    money: 'Money by outcome',
    payoutsFailed: 'The payouts can’t be read',
    noPayouts: 'No payout reached another state in this period.',
    state: 'State',
    stillReading: 'Events are still being read: there may be more.',
    unassigned: (n: number) =>
      counted(
        n,
        'payout event names no payout and is in no figure here.',
        'payout events name no payout and are in no figure here.',
      ),
    opened: 'Opened',
    customers: 'Customers created',
    accounts: 'Virtual accounts opened',
    stages: 'Customers by stage',
    stagesLead: 'All customers, whenever they were created.',
    stage: 'Stage',
    number: 'Number',
    time: 'Time',
    midnight: '24:00',
    hour: (when: string) => `Hour from ${when}`,
    day: (when: string) => `From ${when}`,
  },

  first: {
    title: 'Start here',
    body: 'Nothing is recorded in this profile yet. Choose a first step.',
    lead: 'Three steps set Causeway up. Skip what you do not need; Help starts them again.',
    done: 'Every step is done or skipped. Help starts them again.',
    skip: 'Skip',
    skipStep: (title: string) => `Skip: ${title}`,
    skipAll: 'Skip all',
    finish: 'Finish',
    states: { done: 'Done', skipped: 'Skipped' },
    work: {
      title: '1. Choose where to work',
      body: 'The built-in sandbox simulates the service on this computer; nothing in it is real. A profile connects to your service by its base URL and access token.',
    },
    events: {
      title: '2. Receive events',
      body: 'Open a tunnel, so that the service reaches this computer, then create a webhook. Without one, Causeway sees only responses to your own requests.',
      atRelay: 'This profile’s webhooks are received by the team’s relay.',
      hasRelay:
        'The team’s relay receives deliveries for every computer: create a webhook and choose Team relay as its public URL.',
      tunnel: 'Open tunnel',
      webhook: 'New webhook',
    },
    notices: {
      title: '3. Choose your notices',
      body: 'Notices report failed payouts, rejected KYC, mismatches and more. They are off until you choose.',
      action: 'Choose notices',
    },
    restore: 'Restore backup',
    later: {
      needs: {
        title: 'What will need you',
        body: 'Failed payouts, rejected KYC, requests with an unknown outcome, mismatches, changes and gaps. Each leads to the place where you deal with it.',
        headings: ['What', 'Record', 'Since'],
      },
      moved: {
        title: 'What moved',
        body: 'Deposits and payouts per currency and state, fees, and accounts opened, for today, the week and the month.',
        headings: ['Deposits', 'Payouts', 'Fees'],
      },
    },
    create: {
      title: 'Create a customer',
      body: 'Enter a customer, then open a virtual account for them.',
      action: 'New customer',
    },
    connect: {
      title: 'Connect your service',
      body: 'Add a profile with the base URL and access token of your service.',
      action: 'Add profile',
    },
    import: {
      title: 'Import existing records',
      body: 'Import customers by ID, as CSV or as JSON. Nothing is sent.',
      action: 'Import records',
    },
  },
} as const;
