/** Words of the webhooks screen: the list, one webhook, and the parts beside it. */
export const webhookTexts = {
  title: 'Webhooks',
  parts: {
    label: 'Parts of webhooks',
    webhooks: 'Webhooks',
    deliveries: 'Deliveries',
    tunnels: 'Tunnels',
    forwards: 'Forwards',
  },
  /** What needs someone, beside the part where it stands; in the rail as sentences. */
  marks: {
    silent: 'silent for more than a week',
    refused: 'not proved in the last 24 hours',
    failing: 'failing',
    sentences: {
      silent: (count: number) =>
        count === 1
          ? 'The service has not spoken of 1 webhook for more than a week.'
          : `The service has not spoken of ${count} webhooks for more than a week.`,
      refused: (count: number) =>
        count === 1
          ? '1 delivery of the last 24 hours could not be proved.'
          : `${count} deliveries of the last 24 hours could not be proved.`,
      failing: (count: number) =>
        count === 1
          ? '1 forwarding address does not take deliveries.'
          : `${count} forwarding addresses do not take deliveries.`,
    },
    old: (status: string) => `${status}, old`,
    oldHint: (age: string) =>
      `The service spoke of this webhook ${age} for the last time, so its status and rate may not hold any more. Look up one of its events on the timeline to learn them anew.`,
  },
  known: (known: number, limit: number) => `${known} of ${limit} known`,
  mayExist: (count: number) => (count === 1 ? '1 more may exist' : `${count} more may exist`),
  create: 'New webhook',
  listLabel: 'Webhooks',
  knownHint: 'The service has no list, so others may exist.',
  columns: {
    name: 'Name',
    url: 'URL',
    events: 'Events',
    status: 'Status',
    rate: 'Delivery rate',
    last: 'Last delivery',
    verdicts: 'Verdicts',
    wayIn: 'Way in',
  },
  empty: {
    title: 'No webhooks yet',
    body: 'A webhook tells this computer of every event, signed so that it can be proved. Those that are created here, added here or named by an event will be listed.',
    action: 'Create the first webhook',
  },
  unnamed: 'Unnamed',
  noDelivery: 'none yet',
  eventCount: (count: number) => (count === 1 ? '1 event' : `${count} events`),
  receiverOff: 'Nothing can arrive',

  /** While the window looks back. */
  past: {
    ofNow:
      'Deliveries, tunnels and secrets are left out here: they are only ever shown as they are now.',
    standing: 'What was told of it',
    learned: 'Last learned',
  },

  verdicts: {
    none: 'none yet',
    genuine: 'genuine',
    notProved: (count: string) => `${count} not proved`,
    waiting: (count: string) => `${count} waiting`,
  },

  lost: {
    settle: 'What became of it',
    settleLink: 'Say whether it exists',
    title: 'May exist',
    lead: 'These were sent and no usable answer came. Each may take one of the places at the service.',
    sent: 'Sent',
    url: 'URL',
    events: 'Events',
    arrived: 'Arrived at its address',
    found: 'It was found as',
    key: 'Intent key',
    unnamed: 'A webhook without a name',
  },

  detail: {
    standing: 'How it is doing',
    status: 'Status',
    old: 'Last word',
    rate: 'Delivery rate',
    rateHint: 'as the service gives it, which names no unit',
    statusHint:
      'The service offers no way to ask for a webhook. Its status and rate come with the events that name it, so they are as old as the newest of those.',
    wayIn: 'Way in',
    last: 'Last delivery',
    none: 'none yet',
    counts: 'Verdicts',
    repeats: (count: string) => `${count} exact repeats, counted and not stored again`,
    held: (count: string) => `${count} held sealed until the secret is known`,
    quarantined: (count: string) => `${count} kept in quarantine`,
    dropped: (count: string) => `${count} dropped from the quarantine to stay within its bounds`,
    refused: (count: string) =>
      `${count} answered 503 because the hold was full; the service has to send them again`,
    answer: 'Our answer time',
    average: (ms: string) => `${ms} on average`,
    allowed: 'the service asks for less than 5,000 ms',
    noAnswers: 'nothing answered yet',
    noSlot: 'Its URL leads to no path of this computer, so its deliveries are not seen here.',

    address: 'What is registered',
    addressLead: 'A webhook can’t be changed or deleted here after it was created.',
    url: 'URL',
    description: 'Description',
    events: 'Events',
    noEvents: 'none known',
    created: 'Created',
    active: 'Active',
    yes: 'yes',
    no: 'no',
    forwards: 'Forwarded to',
    forwardCount: (count: number) => (count === 1 ? '1 address' : `${count} addresses`),
    noForwards: 'nowhere',

    deliveries: 'Newest deliveries',
    noDeliveries: 'Nothing has arrived yet.',
    allDeliveries: 'See all deliveries',

    attempts: 'Attempts by the service',
    attemptsLead: 'Request ids that the service named in events, newest event first.',
    event: 'Event',
  },

  secret: {
    title: 'Secret',
    held: 'Held, encrypted on this computer',
    fingerprint: 'fingerprint',
    heldHint: 'Every delivery is checked against it. This page never gets to see it.',
    copy: 'Copy secret',
    reveal: 'Reveal secret',
    lost: 'Lost for good',
    lostHint:
      'It came in an answer that was lost, and the service never gives it twice. What this webhook delivers can’t be proved.',
    notGiven: 'Not entered',
    notGivenHint:
      'This webhook was made elsewhere. Until its secret is entered, its deliveries are held and can’t be proved.',
    enter: 'Enter secret',
  },
} as const;
