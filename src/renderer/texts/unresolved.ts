/** Words of the requests whose outcome is unknown, and of settling them. */
import { mostProposals } from '../../bridge/most-proposals.ts';

export const unresolvedTexts = {
  title: 'Unresolved',
  lead: 'These were sent, and no usable answer came: a line was cut, time ran out, or Causeway stopped in between. What they ask for may exist at the service. They are never sent again by themselves.',
  parts: { label: 'Parts', unknown: 'Unresolved', exists: 'Found', absent: 'Not there' },
  listLabel: 'Requests',
  columns: {
    what: 'Request',
    about: 'About',
    sent: 'Sent',
    proposals: 'What fits',
    against: 'Fits since',
  },
  operations: {
    createCustomer: 'Create customer',
    createVirtualAccount: 'Create virtual account',
    createWebhook: 'Create webhook',
  },
  none: {
    unknown: {
      title: 'Nothing is unresolved',
      body: 'Every request has a known outcome. There is nothing to do here.',
    },
    exists: {
      title: 'Nothing was found yet',
      body: 'Requests that turned out to have been carried out are listed here.',
    },
    absent: {
      title: 'Nothing was missing yet',
      body: 'Requests that turned out not to have been carried out are listed here.',
    },
  },
  failed: 'The requests could not be read',
  proposals: (count: number) => {
    if (count === 1) return '1 fits';
    return count < mostProposals ? `${count} fit` : `${mostProposals} or more fit`;
  },
  noProposals: 'none yet',
  noneAgainst: 'none',

  states: { unknown: 'Outcome unknown', exists: 'Found', absent: 'Not there' },
  meaning: {
    createCustomer:
      'The customer may exist at the service. A second one would have to be verified again, and nobody could tell which of the two is right.',
    createVirtualAccount:
      'The virtual account may exist at the service, with deposit instructions that nobody here knows. A second one would pay into the same wallet under other instructions.',
    createWebhook:
      'The webhook may exist and take one of ten places. Its secret was in the answer that was lost and can never be had again.',
  },
  sentTitle: 'What was sent',
  sentAs: 'As it was sent',
  facts: {
    at: 'Sent',
    requestId: 'Request id',
    words: 'The service’s own words',
    key: 'Intent key',
    repeats: 'Sends again',
    type: 'Type',
    email: 'Email',
    phone: 'Phone',
    name: 'Name',
    customer: 'Customer',
    pair: 'Currencies',
    network: 'Network',
    wallet: 'Wallet address',
    fee: 'Integrator fee',
    noFee: 'none',
    url: 'Address',
    events: 'Events',
  },

  checks: {
    title: 'What you can check',
    createCustomer:
      'The service tells of a new customer by the event customer.create. If a webhook listens to it, the event comes here and is proposed above.',
    createVirtualAccount:
      'The service tells of a virtual account by no event. Look for it in the service’s own dashboard, or ask its support with the customer, the wallet address and the time.',
    createWebhook:
      'The service tells of a new webhook by the event webhook.create. If another webhook listens to it, the event comes here and is proposed above.',
    dashboard:
      'Or look in the service’s own dashboard, or ask its support with the time and, where there is one, the request id.',
    timeline: 'Look at the events of that time',
    timelineOf: 'Look at the events of this customer',
    secret:
      'When it is found, its deliveries still can’t be proved without its secret. If the support can give you the secret, enter it under Webhooks; else create another one, at a new address.',
    addSecret: 'Enter the secret of an existing webhook',
  },

  proposed: {
    title: 'What came since and fits',
    lead: 'Only you can say whether it is this one. Other requests may fit the same, and the service repeats little of what was sent.',
    same: (fields: string) => `The same in both: ${fields}.`,
    others: (count: number) =>
      count === 1 ? 'It fits another request as well.' : `It fits ${count} other requests as well.`,
    happened: 'Came to be',
    learned: 'Learned here',
    event: 'Event',
    confirm: 'This is it',
  },

  against: {
    title: 'This fits what was said not to exist',
    body: 'It came after somebody said that this request made nothing. If it is this one, take that back and keep it as found. Until you say which, nothing is sent again.',
    sentAgain:
      'The request was sent again, too: if this is the first one, there may be two now. Clear it up with the service before anybody pays in.',
    another: 'It is another one…',
    anotherMany: 'They are others…',
    rail: (count: number) =>
      count === 1
        ? '1 request that was said not to exist may exist after all.'
        : `${count} requests that were said not to exist may exist after all.`,
    see: 'See what came',
  },
  anotherDialog: {
    title: 'It is another one',
    body: 'Say this only when you know from the service that these came of something else. That the request made nothing is kept once more, with your name.',
    keep: 'Keep as not there',
  },

  settle: {
    title: 'What became of it?',
    lead: 'Settle it only when you know. Every answer is kept with your name and can be taken back.',
    exists: 'It exists…',
    absent: 'It does not exist…',
    leave: 'Leave it',
    leaveHint: 'It stays in this list until somebody knows.',
  },

  existsDialog: {
    title: 'It exists',
    lead: 'Enter its id, or paste the whole record or its event as JSON. With JSON it is compared with what was sent.',
    by: 'Given as',
    byId: 'Id',
    byJson: 'JSON',
    id: 'Id at the service',
    idHint: (prefix: string) => `Begins with ${prefix}_`,
    json: 'JSON of the record or of its event',
    jsonHint: 'From the service’s dashboard or support. Never with a secret in it.',
    secret:
      'This holds the secret of a webhook, so it was cleared and not kept. Take the secret out first; it is entered in its own window, under Webhooks.',
    empty: 'Fill this in first.',
    check: 'Check',
    notCompared:
      'An id alone tells nothing about it, so nothing could be compared with what was sent. Paste its JSON if you can.',
    fits: 'What is known of it agrees with what was sent.',
    departs: 'It is not as it was sent. Read this before you keep it:',
    keep: 'Keep as found',
    back: 'Back',
  },
  proposalDialog: { title: 'This is it', body: 'From now on it counts as what this request made:' },
  absentDialog: {
    title: 'It does not exist',
    body: 'Say this only when you know it from the service: its dashboard or its support. A request that was cut off may still be carried out some minutes later.',
    after: 'Nothing is sent. You can send it again afterwards.',
    keep: 'Keep as not there',
  },
  takeBackDialog: {
    title: 'Take it back',
    body: 'The request is unresolved again. What was entered for the wrong record no longer stands on it; the history keeps both.',
    keep: 'Take it back',
  },

  settled: {
    exists: 'It was found as',
    open: 'Open it',
    departs: 'It is not as it was sent:',
    absent: 'It is not there. Nothing was sent again by itself.',
    sentAgain: 'Sent again',
    seeRepeat: 'See that request',
    takeBack: 'Take it back…',
  },

  again: {
    title: 'Send it again',
    lead: 'A new request with the same content. It is journalled as one that repeats this one.',
    action: 'Send again…',
    newWebhook: 'Create another webhook',
    dialogTitle: 'Send it again?',
    body: 'This is sent to the service once more, as it stands here. Nothing can call it back.',
    confirm: 'Send again',
    /** Goes on with what is wrong with it. */
    address: 'The wallet address',
    readAddress: 'I read the whole wallet address, and it is the right one.',
    asks: 'Something like it is known, or may exist:',
    anyway: 'Send again anyway',
    sending: 'Sending. The service has up to a minute to answer.',
  },

  history: {
    title: 'What was said of it',
    verdicts: { exists: 'Found', absent: 'Not there', unknown: 'Taken back' },
    how: {
      id: 'by an id that was entered',
      json: 'by JSON that was pasted',
      proposal: 'by a proposal that was confirmed',
      word: 'by a person’s word',
    },
    by: (name: string) => `by ${name}`,
  },
  record: 'Open the record',
} as const;
