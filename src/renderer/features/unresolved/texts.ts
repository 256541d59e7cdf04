/** Texts of the requests whose outcome is unknown, and of resolving them. */
import { maxMatches } from '../../../bridge/max-matches.ts';
import { outcomesThere, statementNames } from '../../../bridge/team-words.ts';
import { counted, groupedCount } from '../../../bridge/words.ts';
import { type WriteName, writes } from '../../../contract/writes.ts';

export const unresolvedTexts = {
  title: 'Unresolved',
  lead: 'Causeway got no usable response to these requests. Each may have been carried out. None is resent automatically.',
  parts: {
    label: 'Show',
    unknown: 'Unresolved',
    exists: 'Confirmed created',
    absent: 'Confirmed not created',
  },
  listLabel: 'Requests',
  columns: {
    what: 'Request',
    about: 'About',
    bulkRow: 'Bulk run',
    sent: 'Sent',
    proposals: 'Possible matches',
    against: 'New matches',
  },
  none: {
    unknown: {
      title: 'No unresolved requests',
      body: 'Every request has a known outcome. There is nothing to do here.',
    },
    unknownHere: {
      title: 'No unresolved requests of this computer',
      body: 'Requests of other computers without an outcome are listed below.',
    },
    exists: {
      title: 'No requests confirmed created yet',
      body: 'Requests that you mark as created are listed here.',
    },
    absent: {
      title: 'No requests confirmed not created yet',
      body: 'Requests that you mark as not created are listed here.',
    },
  },
  failed: 'The requests can’t be read',
  colleagues: {
    title: 'Requests of other computers',
    lead: 'Colleagues’ computers began these requests and reported no outcome. Each may have been carried out. While a computer may still be sending, ask the person there.',
    who: (person: string | null, computer: string) =>
      person === null ? `“${computer}”` : `${person} on “${computer}”`,
    seen: 'last seen',
    never: 'never seen',
    isThere: 'Seen in the last 10 minutes, so it may still be sending',
    unreadable: 'Content not readable now',
    all: 'Select all',
    resolve: (count: number) => `Resolve ${counted(count, 'request', 'requests')}…`,
    statedTitle: 'Resolved requests of other computers',
    statedLead:
      'What colleagues stated, and the outcome where the computer came back. Whoever makes the same request is asked again before it is sent.',
    verdicts: statementNames,
    by: 'by',
    checked: 'Checked:',
    reason: 'Reason:',
    came: (outcome: string) => `Outcome on that computer: ${outcome}`,
    outcomes: outcomesThere,
    isDifferent: 'These differ. Check with the service before anyone pays in.',
    again: 'Resolve again…',
  },
  proposals: (count: number) =>
    count < maxMatches ? counted(count, 'match', 'matches') : `${maxMatches} or more matches`,
  noPossibleMatches: 'None yet',
  noneAgainst: 'None',
  bulkRow: (fileName: string, row: number) => `${fileName}, row ${groupedCount(row)}`,

  states: {
    unknown: 'Outcome unknown',
    exists: 'Confirmed created',
    absent: 'Confirmed not created',
  },
  meaning: {
    createCustomer:
      'The customer may exist at the service. A second one would need its own verification, and you could not tell which of the two to use.',
    createVirtualAccount:
      'The virtual account may exist at the service, with deposit instructions that Causeway did not receive. A second one would pay into the same wallet under other instructions.',
    createWebhook:
      'The webhook may exist and count towards the limit of 10. Its secret was in the lost response, and Causeway can’t request it.',
  },
  sentTitle: 'Request',
  sentAs: 'Request as sent',
  facts: {
    at: 'Sent',
    requestId: 'Request ID',
    words: 'Service’s message',
    key: 'Request key',
    repeats: 'Resends',
    type: 'Type',
    email: 'Email',
    phone: 'Phone',
    name: 'Name',
    customer: 'Customer',
    bulkRow: 'Bulk run',
    pair: 'Currencies',
    network: 'Network',
    wallet: 'Wallet address',
    fee: 'Integrator fee',
    noFee: 'None',
    url: 'URL',
    events: 'Events',
  },

  checks: {
    title: 'How to check',
    reported: (noun: string, event: string) =>
      `The service reports a new ${noun} with the event ${event}. If a webhook subscribes to it, the event appears above as a possible match.`,
    notReported:
      'The API specification names no event for a new virtual account. Give the service’s support the customer, the wallet address and the time.',
    support: 'You can also give the service’s support the time and the request ID if there is one.',
    timeline: 'Show events around that time',
    timelineOf: 'Show this customer’s events',
    secret:
      'Without its secret, the webhook’s deliveries can’t be verified. If the service’s support gives you the secret, enter it under Webhooks. Otherwise create another webhook at a new URL.',
    addSecret: 'Enter an existing webhook’s secret',
  },

  proposed: {
    title: 'Possible matches',
    lead: 'Only you can confirm a match. Other requests may match too.',
    same: (fields: string) => `Matching fields: ${fields}`,
    others: (count: number) =>
      count === 1 ? 'It also matches another request.' : `It also matches ${count} other requests.`,
    happened: 'Created',
    learned: 'First recorded',
    event: 'Event',
    confirm: 'Confirm match',
  },

  frame: {
    open: (count: number) =>
      count === 1 ? '1 unresolved request' : `${count} unresolved requests`,
    unknown: (count: number) =>
      count === 1
        ? '1 request has an unknown outcome. It may have been carried out.'
        : `${count} requests have an unknown outcome. They may have been carried out.`,
    see: 'Show unresolved requests',
  },
  against: {
    title: 'A possible match arrived after this was marked not created',
    body: 'If the match is this request’s result, reopen the request and mark it as created. Until you decide, the request can’t be sent again.',
    sentAgain:
      'This request was also sent again, so two may exist. Check with the service before anyone pays in.',
    another: 'Not a match…',
    anotherMany: 'Not matches…',
    rail: (count: number) =>
      count === 1
        ? '1 request marked not created may exist after all.'
        : `${count} requests marked not created may exist after all.`,
    see: 'Show new matches',
  },
  anotherDialog: {
    title: 'Not a match?',
    body: 'Confirm this only when the service told you that these records came from something else. The request is marked as not created once more, with your name.',
    keep: 'Mark as not created',
  },

  settle: {
    title: 'Was this request carried out?',
    lead: 'Resolve it only when you are sure. Your name is recorded; you can reopen it.',
    exists: 'Mark as created…',
    absent: 'Mark as not created…',
    leave: 'Leave unresolved',
    leaveHint: 'The request stays in this list until someone resolves it.',
  },

  existsDialog: {
    title: 'Mark as created',
    lead: 'Enter the record’s ID, or paste the whole record or its event as JSON. Causeway compares JSON with the request.',
    by: 'Enter as',
    byId: 'ID',
    byJson: 'JSON',
    id: 'ID at the service',
    idHint: (prefix: string) => `Starts with ${prefix}_`,
    json: 'JSON of the record or its event',
    jsonHint: 'Get it from the service’s support, without any secret.',
    secret:
      'The JSON contained a webhook’s secret, so Causeway cleared it and stored nothing. Remove the secret and paste the JSON again. Enter the secret under Webhooks.',
    empty: 'Enter an ID or JSON.',
    check: 'Check',
    notCompared:
      'An ID alone can’t be compared with the request. Paste the record’s JSON if you can.',
    fits: 'Every field that can be compared matches the request.',
    departs: 'This record does not match the request. Check before you continue:',
    keep: 'Mark as created',
    back: 'Back',
  },
  possibleMatchDialog: {
    title: 'Confirm match',
    body: 'This record is then stored as the request’s result:',
  },
  arrived: 'A possible match just arrived. Cancel and check it first.',
  absentDialog: {
    title: 'Mark as not created',
    body: 'Ask the service’s support first. A request that was cut off may still complete minutes later.',
    after: 'Nothing is sent now. You can send the request again afterwards.',
    keep: 'Mark as not created',
  },
  takeBackDialog: {
    title: 'Reopen request',
    body: 'The request becomes unresolved again, and the record is no longer its result. The history keeps both entries.',
    keep: 'Reopen request',
  },

  settled: {
    exists: 'Confirmed created as',
    open: 'Open record',
    departs: 'This record does not match the request:',
    absent: 'Confirmed not created. Nothing was resent automatically.',
    sentAgain: 'Sent again',
    seeRepeat: 'Show that request',
    takeBack: 'Reopen request…',
  },

  again: {
    title: 'Send again',
    lead: 'Causeway sends a new request with the same content and records that it repeats this one.',
    action: 'Send again…',
    newWebhook: 'Create another webhook',
    dialogTitle: 'Send again?',
    body: 'The request is sent to the service once more, exactly as shown. This can’t be undone.',
    confirm: 'Send again',
    readAddress: 'I checked the whole wallet address, and it is right.',
    asks: 'Possible duplicates:',
    anyway: 'Send again anyway',
    sending: 'Sending. The service has up to a minute to respond.',
  },

  history: {
    title: 'Resolution history',
    verdicts: { exists: 'Confirmed created', absent: 'Confirmed not created', unknown: 'Reopened' },
    how: {
      id: 'from an ID entered',
      json: 'from JSON pasted',
      proposal: 'from a confirmed match',
      word: 'without evidence',
    },
    by: (name: string) => `by ${name}`,
  },
  record: 'Open record',
} as const;

export const operationLabel = (operation: WriteName): string => `Create ${writes[operation].noun}`;

/** What an unknown outcome means for whoever would send the request again. */
export const meaningOf = (operation: WriteName): string =>
  Object.entries(unresolvedTexts.meaning).find(([name]) => name === operation)?.[1] ??
  `The ${writes[operation].noun} may exist at the service. A second one could not be told from it.`;
