/** Texts of the timeline: its list, histogram and gaps, and its dialogs. */
import { counted, groupedCount } from '../../../bridge/words.ts';

export const timelineTexts = {
  title: 'Timeline',
  many: 'events',
  listLabel: 'Events',
  failed: 'The timeline can’t be read',
  columns: {
    happened: 'Occurred',
    name: 'Event',
    amount: 'Amount',
    who: 'About',
    proof: 'Signature',
    heard: 'Received',
    marks: 'Flags',
  },
  empty: {
    title: 'No events yet',
    body: 'The timeline lists every event that Causeway receives, in the order they occurred: identity checks, terms of service, payouts, bank accounts and wallets. Webhooks deliver events; without a webhook, you can look an event up by its ID.',
    action: 'Go to webhooks',
  },
  search: {
    whole: (words: readonly string[]) => {
      const quoted = words.map((word) => `“${word}”`).join(', ');
      return words.length === 1
        ? `${quoted} is part of too many words, so only the whole word is found. Enter more letters to find parts of words.`
        : `${quoted} are each part of too many words, so only the whole words are found. Enter more letters to find parts of words.`;
    },
  },
  noMatch: 'No matching events',
  noMatchBody: (known: number) =>
    `${counted(known, 'event', 'events')} known to Causeway; none matches these filters.`,
  /** Where words were searched for. */
  noMatchWords: (known: number) =>
    `${counted(known, 'event', 'events')} known to Causeway; none matches this search. Events contain IDs, but not everything known about a customer. To find a customer’s events by name or email, select the customer under Customer.`,

  proofs: {
    genuine: 'Verified',
    'genuine-reserialised': 'Verified (re-serialised)',
    read: 'Looked up',
  },
  proofHints: {
    genuine: 'At least one delivery is signed with the webhook’s secret, over its exact bytes.',
    'genuine-reserialised':
      'The delivery’s signature matches the body parsed and written again, not its exact bytes.',
    read: 'No delivery was verified. Causeway looked this event up by its ID.',
  },
  marks: {
    ahead: 'Future-dated',
    noTime: 'No event time',
    epoch: 'Numeric time',
    late: 'Late',
    outOfOrder: 'Out of order',
    seen: (times: number) => (times === 1 ? 'Duplicate' : `${groupedCount(times)} duplicates`),
    mock: 'Test data',
    mockInProduction: 'Test data in production',
    differs: 'Conflict',
  },
  noResource: 'No resource',
  notATime: 'Delay not known',
  live: {
    pause: 'Pause',
    goOn: 'Resume',
    pausedHint: 'Paused. New events are still recorded.',
    newEvents: (count: number) => `Show ${counted(count, 'new event', 'new events')}`,
  },

  lookUp: {
    open: 'Look up event',
    blocked: 'You are viewing earlier data. Return to now to look up an event.',
    title: 'Look up event',
    lead: 'Causeway requests the event from the service by its ID and stores the response.',
    label: 'Event ID',
    help: 'From a notice or log of the service, for example event_0abc1def.',
    problem: 'Enter an event ID. It starts with event_, followed by letters and digits.',
    action: 'Look up',
    notFound: 'Event not found at the service',
    fresh: 'Causeway did not know this event. It is now in the timeline.',
    same: 'Causeway already knew this event. The service reports the same data.',
    differs: (count: number) =>
      count === 1
        ? 'Causeway already knew this event. In 1 field, the service reports another value:'
        : `Causeway already knew this event. In ${groupedCount(count)} fields, the service reports other values:`,
    webhooksTold: (count: number) =>
      count === 1
        ? 'The event also reports the state of 1 webhook.'
        : `The event also reports the state of ${groupedCount(count)} webhooks.`,
    show: 'Show event',
  },

  indexing: {
    unread: 'The progress of the timeline can’t be read',
    title: 'Building the timeline',
    progress: (indexed: string, total: string) =>
      `${indexed} of ${total} deliveries are in the timeline. The rest follow automatically.`,
    problem: 'The timeline is not being updated',
    rebuild: {
      open: 'Rebuild timeline…',
      title: 'Rebuild timeline?',
      body: 'Causeway deletes the list of events and builds it again from the stored deliveries and lookups. Until that is done, events are missing from the timeline, searches and exports. With many deliveries, it takes minutes. No delivery is lost, and nothing is sent.',
      action: 'Rebuild timeline',
    },
  },

  gaps: {
    open: (count: number) => counted(count, 'gap', 'gaps'),
    title: 'Gaps',
    lead: 'Periods when events may have been missed. The service may still deliver them late.',
    none: 'No gap is known in this period.',
    unread: 'Gaps can’t be read, so some may not be shown',
    teamUnread:
      'The team’s log is not read to its end yet. Until it is, gaps may be shown in which others of the team received every event.',
    reasons: {
      closed: 'Causeway was closed',
      unproven: 'No tunnel passed its check',
      covered: 'Causeway was reachable, but not everything arrived',
    },
    since: (from: string) => `Since ${from}`,
    lasting: (duration: string) => `for ${duration}`,
    webhooks: (names: string) => `affects ${names}`,
    resource: 'resource',
    missed: (count: number) =>
      count === 0
        ? 'No missed events known'
        : counted(count, 'event may have been missed', 'events may have been missed'),
    missedSoFar: (count: number) =>
      count === 0
        ? 'Not fully searched, nothing found so far'
        : `Not fully searched, ${counted(count, 'possibly missed event', 'possibly missed events')} found so far`,
    notThrough: 'Not all later events have been searched.',
    through: (when: string) => `Searched up to ${when}.`,
    lookFurther: 'Search further',
    lookFailed: 'The search stopped',
    told: {
      'look-up': 'known from a lookup at the service',
      'later-event':
        'possible: Causeway expects this event before a later one of the same resource',
    },
    many: (count: number) => `${groupedCount(count)} gaps`,
    noId: 'ID not known',
  },

  histogram: {
    label: 'Events over time',
    failed: 'The chart of events over time can’t be shown.',
    summary: (count: string, from: string, to: string, bar: string) =>
      count === '1'
        ? `1 event from ${from} to ${to}, in bars of ${bar}.`
        : `${count} events from ${from} to ${to}, in bars of ${bar}.`,
    hint: 'Drag across the bars to select a period. With the keyboard, use the “Time” filter.',
    others: 'others',
    nothing: 'No events',
    wider: 'Show all time',
    families: 'Event types',
  },

  keys: {
    open: 'Keyboard shortcuts',
    title: 'Keyboard shortcuts',
    lead: 'Shortcuts are off while you type in a field.',
    list: [
      ['j', 'Next event, older'],
      ['k', 'Previous event, newer'],
      ['Enter', 'Open event'],
      ['/', 'Search'],
      ['e', 'Export the events shown'],
      ['p', 'Pause or resume'],
      ['Esc', 'Close the open event or dialog'],
      ['?', 'Help'],
    ],
  },
} as const;
