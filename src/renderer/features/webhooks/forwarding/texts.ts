/** Texts of forwarding and replay. */
export const forwardingTexts = {
  lead: 'Causeway forwards verified deliveries to the targets that you add, as signed, with signature and content headers unchanged. The same bytes are forwarded once, however often they arrive. Waiting deliveries are stored and survive a restart.',
  order:
    'Each target gets one delivery at a time, in the order in which they were verified. A failed delivery is tried again later and lets the next one go first, so the order is kept only while nothing fails. Targets do not wait for each other. Redirects are not followed.',
  orderTitle: 'Order and concurrency',
  add: 'Add target',
  targets: 'Targets',
  targetsFailed: 'The targets can’t be read',
  targetsEmpty: {
    title: 'No targets yet',
    body: 'Add a target, for example a service that you are building. Causeway then also sends every verified delivery there.',
  },
  target: {
    all: 'All webhooks',
    allEvents: 'All events, and bodies in an unknown format',
    url: 'URL',
    from: 'Webhook',
    events: 'Events',
    counts: 'Deliveries',
    delivered: (count: string) => `${count} delivered`,
    waiting: (count: string) => `${count} waiting`,
    failed: (count: string) => `${count} failed`,
    last: 'Last result',
    nothing: 'Nothing sent yet',
    next: 'Next attempt',
    active: 'Forwarding',
    paused: 'Paused',
    failingSince: (since: string, status: number | null) =>
      status === null
        ? `Failing since ${since}, no response`
        : `Failing since ${since}, last response ${status}`,
    triedAgain: (reason: string) => `${reason} Causeway tries waiting deliveries again.`,
    givenUp: (reason: string) =>
      `${reason} Causeway does not try the failed deliveries again. Replay them when the target accepts deliveries.`,
    forTeam: 'Forwarded by',
    oneOfTeam: 'One computer of the team',
    lentHint:
      'Temporary target: a program on this computer asked for it. Causeway removes the target when the program ends.',
    pause: 'Pause',
    goOn: 'Resume',
    replay: 'Replay',
    remove: 'Remove',
  },
  remove: {
    title: 'Remove this target?',
    body: (name: string) =>
      `Deliveries that wait for ${name} will not be sent. Results of earlier deliveries are kept.`,
    action: 'Remove target',
  },
  form: {
    title: 'Add target',
    name: 'Name',
    url: 'URL',
    urlHelp:
      'Use https, or http on this computer or in a private network. Leave out user name and password.',
    webhook: 'Webhook',
    allWebhooks: 'All webhooks',
    events: 'Events',
    eventsHelp: 'Select none to include all events.',
    forTeam: 'Once for the team',
    forTeamHelp:
      'One of the computers that have this target forwards each delivery. A URL on localhost is always of this computer alone.',
    action: 'Add target',
    fromNow:
      'Causeway forwards deliveries that are verified from now on. You can replay earlier ones.',
    problems: {
      name: 'Enter a name of 1 to 80 characters.',
      url: 'Enter a URL that starts with https:// or http://.',
      credentials: 'Enter a URL without a user name or password.',
    },
  },
  replay: {
    title: (name: string) => `Replay to ${name}`,
    which: 'Deliveries',
    since: 'All since a time',
    filter: 'Matching a filter',
    sinceTime: 'Since',
    untilTime: 'Until',
    untilHelp: 'Optional',
    sinceHelp: 'Optional',
    webhook: 'Webhook',
    events: 'Events',
    hint: 'Replays stored, verified deliveries in the order in which they were verified, after those that already wait. To replay a single delivery, open it.',
    action: 'Replay',
    problems: {
      until: 'Enter an end that is after the start.',
    },
  },
  results: {
    title: 'Results',
    failed: 'The results can’t be read',
    label: 'Forwarding results',
    empty: 'No deliveries forwarded yet.',
    filterTarget: 'Target',
    filterState: 'State',
    columns: {
      state: 'State',
      target: 'Target',
      event: 'Event',
      result: 'Result',
      status: 'Status',
      attempts: 'Attempts',
      took: 'Duration',
      tried: 'Last attempt',
      delivery: 'Delivery',
    },
    states: { waiting: 'Waiting', delivered: 'Delivered', failed: 'Failed' },
    replay: 'replay',
    noMatch: 'No matches',
    noMatchBody: 'No result matches these filters.',
    nextTry: (when: string) => `next attempt ${when}`,
  },
} as const;
