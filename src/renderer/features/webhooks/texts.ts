/** Texts of the webhooks screen: the list, one webhook, and the parts beside it. */
export const webhookTexts = {
  title: 'Webhooks',
  failed: 'The webhooks can’t be read',
  parts: {
    label: 'Webhook views',
    webhooks: 'Webhooks',
    deliveries: 'Deliveries',
    tunnels: 'Tunnels',
    forwards: 'Forwarding',
  },
  /** Always about the last check, never "connected". */
  reachability: {
    lastProven: (age: string) => `Check passed ${age}`,
    lastPassed: (age: string) => `last check that passed: ${age}`,
    neverProven: 'Not checked yet',
    notProvenNow: 'No recent check',
    states: {
      proven: 'Check passed',
      opening: 'Opening…',
      proving: 'Checking…',
      failed: 'Check failed',
      'not-provable': 'Can’t be checked',
      closed: 'Closed',
      'url-changed': 'URL changed',
      elsewhere: 'Leads elsewhere',
    },
    atRelay: 'At the team’s relay',
    cameBack: 'Causeway sent a test request to the public URL, and it came back.',
    rail: {
      none: 'No open tunnel',
      name: 'Tunnel',
      relay: 'Received by the team’s relay',
    },
  },
  /** What needs someone, beside the part where it stands; in the rail as sentences. */
  marks: {
    silent: 'not reported for more than a week',
    refused: 'not verified in the last 24 hours',
    failing: 'failing',
    sentences: {
      silent: (count: number) =>
        count === 1
          ? 'The service has not reported 1 webhook for more than a week.'
          : `The service has not reported ${count} webhooks for more than a week.`,
      refused: (count: number) =>
        count === 1
          ? '1 delivery of the last 24 hours could not be verified.'
          : `${count} deliveries of the last 24 hours could not be verified.`,
      failing: (count: number) =>
        count === 1
          ? '1 forwarding target does not accept deliveries.'
          : `${count} forwarding targets do not accept deliveries.`,
    },
    old: (status: string) => `${status}, not recent`,
    oldHint: (age: string) =>
      `The service last reported this webhook ${age}, so its status and delivery rate may have changed. To update them, look up one of its events on the timeline.`,
  },
  known: (known: number, limit: number) => `${known} of ${limit} known`,
  mayExist: (count: number) => (count === 1 ? '1 more may exist' : `${count} more may exist`),
  create: 'New webhook',
  listLabel: 'Webhooks',
  knownHint: 'Causeway can’t fetch a list, so others may exist.',
  columns: {
    last: 'Last delivery',
    verdicts: 'Signatures',
    wayIn: 'Reachability',
  },
  empty: {
    title: 'No webhooks yet',
    body: 'A webhook sends every event to this computer, signed so that Causeway can verify it. Webhooks that you create or import, or that an event names, are listed here.',
    action: 'Create webhook',
  },
  unnamed: 'Unnamed',
  noDelivery: 'None yet',
  eventCount: (count: number) => (count === 1 ? '1 event' : `${count} events`),
  receiverOff: 'No deliveries can arrive',
  seeReceiver: 'Show receiver',

  /** While the window shows earlier data. */
  past: {
    ofNow: 'Deliveries, tunnels and secrets are hidden: Causeway shows only their current state.',
    standing: 'Reported by the service',
    learned: 'Last update',
  },

  verdicts: {
    none: 'None yet',
    genuine: 'verified',
    notProved: (count: string) => `${count} not verified`,
    waiting: (count: string) => `${count} not checked`,
  },

  lost: {
    settle: 'Outcome',
    settleLink: 'Resolve request',
    title: 'May exist',
    lead: 'Causeway got no usable response to these requests. Each webhook may exist and count towards the limit of 10.',
    sent: 'Sent',
    url: 'URL',
    events: 'Events',
    arrived: 'Received at its URL',
    found: 'Created as',
    key: 'Request key',
    unnamed: 'Webhook without a name',
  },

  detail: {
    standing: 'Health',
    old: 'Last reported',
    rateHint: 'as reported by the service, without a unit',
    statusHint:
      'Causeway can’t look up a webhook. It gets status and delivery rate only from events that name the webhook, so both are as old as the newest of those events.',
    wayIn: 'Reachability',
    last: 'Last delivery',
    none: 'None yet',
    counts: 'Signatures',
    repeats: (count: string) => `Exact duplicates: ${count}, counted and not stored again`,
    held: (count: string) => `Awaiting secret: ${count}, stored`,
    quarantined: (count: string) => `Quarantined: ${count}`,
    dropped: (count: string) => `Removed from quarantine to stay within its limits: ${count}`,
    refused: (count: string) =>
      `Rejected with status 503 because too many were awaiting a secret: ${count}. They are missing unless the service sends them again.`,
    answer: 'Response time',
    average: (ms: string) => `${ms} on average`,
    allowed: 'the service asks for less than 5,000 ms',
    noAnswers: 'No responses yet',
    noSlot:
      'The URL does not lead to a path of this computer, so Causeway can’t see the deliveries.',

    address: 'Registered details',
    addressLead: 'You can’t change or delete a webhook in Causeway.',
    noEvents: 'None known to Causeway',
    forwards: 'Forwarded to',
    forwardCount: (count: number) => (count === 1 ? '1 target' : `${count} targets`),
    noForwards: 'No targets',

    deliveries: 'Newest deliveries',
    noDeliveries: 'No deliveries yet.',
    allDeliveries: 'Show all deliveries',
    rejectedRequests: 'Show rejected requests',

    attempts: 'Attempts by the service',
    attemptsLead: 'Request IDs that the service named in events, newest event first.',
    event: 'Event',
  },

  secret: {
    title: 'Secret',
    held: 'Stored encrypted on this computer',
    heldInSession: 'In memory until this session ends',
    fingerprint: 'Fingerprint',
    heldHint:
      'Causeway checks the signature of every delivery with this secret. The secret never reaches this page.',
    copy: 'Copy secret',
    reveal: 'Show secret',
    lost: 'Lost',
    lostHint:
      'The secret was in a lost response, and Causeway can’t request it. Without it, deliveries can’t be verified.',
    withTeam: 'Not needed on this computer',
    withTeamHint:
      'Computers of the team’s owners and operators have it and verify this webhook’s deliveries.',
    notGiven: 'Not entered',
    notGivenHint:
      'This webhook was created outside Causeway. Until you enter its secret, its deliveries are stored but can’t be verified.',
    enter: 'Enter secret',
  },
} as const;
