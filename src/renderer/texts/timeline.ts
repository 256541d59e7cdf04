/** Words of the timeline: its list, histogram, gaps and what can be done there. */
import { counted, groupedCount } from '../format/words.ts';

export const timelineTexts = {
  title: 'Timeline',
  many: 'events',
  listLabel: 'Events',
  failed: 'The timeline could not be read',
  columns: {
    happened: 'Happened',
    name: 'Event',
    who: 'Customer or resource',
    proof: 'Proof',
    heard: 'Heard',
    marks: 'Notes',
  },
  empty: {
    title: 'Nothing has happened yet',
    body: 'Every event will be here, in the order it happened: identity checks, terms of service, payouts, bank accounts and wallets. Events arrive by a webhook; until then any event can be looked up by its id.',
    action: 'Go to webhooks',
  },
  search: {
    whole: (words: readonly string[]) =>
      `${words.map((word) => `“${word}”`).join(', ')} ${words.length === 1 ? 'is found only as a whole word, since too many words have it as a part' : 'are found only as whole words, since too many words have them as a part'}. Type more letters to find parts.`,
  },
  noMatch: 'No event matches',
  noMatchBody: (known: number) =>
    `${counted(known, 'event is', 'events are')} known here; none fits these filters.`,
  /** Where words were searched for. */
  noMatchWords: (known: number) =>
    `${counted(known, 'event is', 'events are')} known here; none says these words. Events say ids, and not everything that is known of a customer: to find one by name or email, choose it under Customer.`,

  proofs: {
    genuine: 'genuine',
    'genuine-reserialised': 'genuine, re-serialised',
    read: 'read by id',
  },
  proofHints: {
    genuine:
      'At least one delivery of it is signed with the webhook’s secret, over its exact bytes.',
    'genuine-reserialised':
      'The signature of its delivery fits the body parsed and written again, not its exact bytes.',
    read: 'No delivery of it was proved. The service gave it when it was read by its id.',
  },
  marks: {
    ahead: 'dated ahead',
    noTime: 'time heard',
    epoch: 'time as number',
    late: 'late',
    outOfOrder: 'out of order',
    seen: (times: number) => (times === 1 ? 'seen again' : `seen again ${groupedCount(times)}×`),
    mock: 'test data',
    mockInProduction: 'test data in production',
    differs: 'differs',
  },
  noResource: 'no resource',
  notATime: 'no time given',
  live: {
    pause: 'Pause',
    goOn: 'Go on',
    pausedHint: 'The list stands still. Events are still taken in.',
    newEvents: (count: number) => `${counted(count, 'new event', 'new events')} · show`,
  },

  lookUp: {
    open: 'Look up event',
    blocked: 'You are looking at what was known earlier. Go back to now to look up an event.',
    title: 'Look up an event',
    lead: 'Reads the event from the service by its id and keeps what comes.',
    label: 'Event id',
    help: 'As it stands in a notice or a log of the service, for example event_0abc1def.',
    problem: 'begins with event_ and goes on in letters and digits',
    action: 'Look up',
    fresh: 'It was not known here. It is in the timeline now.',
    same: 'It was known, and the service says the same.',
    differs: (count: number) =>
      `It was known. The service says otherwise in ${counted(count, 'field', 'fields')}:`,
    webhooksTold: (count: number) =>
      `It told the state of ${counted(count, 'webhook', 'webhooks')}.`,
    show: 'Show the event',
  },

  indexing: {
    unread: 'How far the timeline is could not be read',
    title: 'The timeline is being made',
    progress: (indexed: string, total: string) =>
      `${indexed} of ${total} deliveries are in it. The rest follows by itself.`,
    problem: 'The timeline does not follow what arrives',
    rebuild: {
      open: 'Rebuild timeline…',
      title: 'Rebuild the timeline?',
      body: 'Causeway throws the list of events away and makes it again from the stored deliveries and lookups. Until that is done, events are missing from the timeline, searches and exports; with many deliveries it takes minutes. No delivery is lost, and nothing is sent.',
      action: 'Rebuild timeline',
    },
  },

  gaps: {
    open: (count: number) => counted(count, 'gap', 'gaps'),
    title: 'Gaps',
    lead: 'Stretches in which events may have been missed. The service tries again for about three days, so most come later and are marked late.',
    none: 'No gap is known in this stretch.',
    unread: 'Gaps could not be read, so some may be missing here',
    reasons: {
      closed: 'Causeway was closed',
      unproven: 'no tunnel was proven',
      covered: 'Causeway could be reached, and yet something never came',
    },
    until: (from: string, to: string) => `${from} to ${to}`,
    since: (from: string) => `since ${from}`,
    lasting: (duration: string) => `for ${duration}`,
    webhooks: (names: string) => `concerns ${names}`,
    resource: 'resource',
    missed: (count: number) =>
      count === 0 ? 'nothing is known to be missed' : `${groupedCount(count)} known to be missed`,
    missedSoFar: (count: number) =>
      count === 0
        ? 'not looked through completely, nothing found so far'
        : `not looked through completely, ${groupedCount(count)} known to be missed so far`,
    notThrough: 'More happened after it than was gone through here.',
    through: (when: string) => `Looked through up to ${when}.`,
    lookFurther: 'Look further',
    lookFailed: 'The look did not go on',
    told: {
      'look-up': 'known because the service gave it by its id',
      'later-event': 'known because a later event of the same resource needs it',
    },
    many: (count: number) => `${groupedCount(count)} gaps`,
    noId: 'id not known',
  },

  histogram: {
    label: 'Events over time',
    failed: 'Events over time could not be drawn.',
    summary: (count: string, from: string, to: string, bar: string) =>
      `${count} events from ${from} to ${to}, in bars of ${bar}.`,
    hint: 'Drag across the bars to keep a stretch of time. By keyboard: “Time” among the filters.',
    others: 'others',
    nothing: 'no event',
    wider: 'Show all time',
    families: 'Kinds of events',
  },

  keys: {
    open: 'Keyboard',
    title: 'By the keyboard',
    lead: 'Not while you type in a field.',
    list: [
      ['j', 'next event, older'],
      ['k', 'event before, newer'],
      ['Enter', 'open the event'],
      ['/', 'search'],
      ['e', 'export what is shown'],
      ['p', 'pause and go on'],
      ['Esc', 'close what is open'],
      ['?', 'this help'],
    ],
  },
} as const;
