/** Texts of one event: its times, what it changed, and its sources. */
import { counted, groupedCount } from '../../../../bridge/words.ts';

export const eventTexts = {
  title: 'Event',
  listName: 'timeline',
  clocks: {
    title: 'Times',
    happened: 'Occurred',
    happenedHint: 'by the service’s clock',
    heard: 'First received',
    heardHint: 'by this computer’s clock',
    later: (delay: string) => `Received ${delay} after it occurred`,
    earlier: (delay: string) => `Received ${delay} before it occurred: the two clocks disagree`,
    together: 'Received as it occurred',
    updated: 'Updated',
    id: 'Event ID',
    meaning: 'Meaning',
    meansNothing: 'Not known: the API specification has no such event name',
    unlisted: 'not in the API specification’s list, but used in one of its examples',
    resource: 'Resource',
    customer: 'Customer',
    customerId: 'Customer ID',
    allOfCustomer: 'All events of this customer',
    allOfResource: 'All events of this resource',
    record: 'Show record',
    payout: 'Amounts',
  },
  marks: {
    ahead:
      'Future-dated: the event’s own time is more than a minute after Causeway received it. The timeline uses that time; either this computer’s clock or the service’s is wrong.',
    noTime:
      'No event time: Causeway can’t read a time in the event, so the timeline uses the time it was first received.',
    epoch:
      'Numeric time: the API specification writes times as text. Causeway read the number as seconds or milliseconds since 1970.',
    late: 'Late: received more than a minute after it occurred. It may have waited for a tunnel, or the service may have sent it again.',
    outOfOrder:
      'Out of order: events that occurred later were received first. The timeline lists it by when it occurred.',
    seen: (times: number) =>
      times === 1
        ? 'Duplicate: received again. The service may send an event to a webhook more than once; an identical copy changes nothing.'
        : `${groupedCount(times)} duplicates: received again ${groupedCount(times)} times. The service may send an event to a webhook more than once; an identical copy changes nothing.`,
    webhooks: (count: number) =>
      `Received on ${groupedCount(count)} webhooks, each subscribed to this event. One copy on each webhook is not a duplicate.`,
    mock: 'Test data: this event has “mock” set to true.',
    mockInProduction:
      'Test data in production: this event has “mock” set to true. Causeway stores the event, but no record uses its data.',
    differs:
      'Conflict: Causeway received other data under the same event ID. Compare the deliveries and lookups below, and ask the service which data is correct.',
  },

  change: {
    title: 'Changed fields',
    first: 'The first data known for this resource.',
    before: (when: string) => `Compared with the data of ${when}.`,
    nothing: 'No field changed.',
    field: 'Field',
    was: 'Before',
    is: 'After',
    notThere: 'Not given',
    kinds: { added: 'Newly given', removed: 'No longer given', changed: 'Changed' },
    standing: {
      shown: 'This event’s data is current',
      partly: 'Part of this event’s data is current',
      superseded: 'Newer data has replaced these values',
      'not-merged': 'No record uses this event’s data',
    },
    noResource: 'The event names no resource, so it changes no record.',
  },

  body: {
    title: 'Event as received',
    lead: 'Every field that the service sent, without secrets.',
    copy: 'Copy as JSON',
  },

  deliveries: {
    title: 'Deliveries',
    lead: 'Oldest first. Each shows its exact bytes, headers, signature checks and forwarding.',
    leadThen:
      'Deliveries received by then, oldest first. The signature checks and forwarding shown are the current ones.',
    none: 'No delivery was verified. The event is known from a lookup.',
    show: (when: string) => `Show delivery of ${when}`,
    hide: (when: string) => `Hide delivery of ${when}`,
    showWord: 'Show',
    hideWord: 'Hide',
    noWebhook: 'webhook not known',
    repeats: (count: number) => counted(count, 'exact duplicate', 'exact duplicates'),
    forwards: (count: number) => counted(count, 'forwarding result', 'forwarding results'),
    bytes: 'Exact bytes',
    bytesLead: 'The body as received, shown as text.',
    whole: 'Open delivery',
  },

  lookUps: {
    title: 'Lookups',
    lead: 'When Causeway looked this event up at the service by its ID.',
    none: 'Causeway has not looked this event up.',
    action: 'Look up this event',
    same: 'The service reported the same data',
    differs: (count: number) =>
      count === 1
        ? 'The service reported another value in 1 field'
        : `The service reported other values in ${groupedCount(count)} fields`,
  },

  webhooks: {
    title: 'Webhooks in this event',
    lead: 'As the newest copy of the event reports them. Causeway can’t look up a webhook.',
    none: 'The event names no webhook.',
    rate: 'Delivery rate',
    requests: 'Request IDs',
    ours: 'has a path on this computer',
    others: 'no path on this computer',
  },

  lifecycle: {
    titles: {
      payout: 'Payout lifecycle',
      kyc: 'Identity check lifecycle',
      terms: 'Terms of service lifecycle',
    },
    lead: 'States in the order they occurred, as far as events report them.',
    since: (delay: string) => `${delay} later`,
    atOnce: 'immediately',
    lastedNone: 'for < 0.1 s',
    lasted: (duration: string) => `for ${duration}`,
    lasting: (duration: string) => `for ${duration} so far`,
    unusual: 'Unusual transition',
    unusualHint:
      'This transition is not part of the order that Causeway expects. It is still possible.',
    unheard: (states: string) => `Not received: ${states}`,
    unheardHint:
      'Causeway expects these states before, but no event reported them. They may have been skipped.',
    thisOne: 'this event',
    next: (states: string) => `Possible next states: ${states}.`,
    end: 'Usually the last state.',
    none: 'No state is known from events.',
  },

  related: {
    title: 'Related events',
    lead: 'Other events of the same resource or the same customer, newest first.',
    alone: 'No other event of this resource or customer is known to Causeway.',
    thisOne: 'this event',
    sameResource: 'same resource',
    sameCustomer: 'same customer',
    older: 'Show older events',
    olderFailed: 'Older events can’t be read',
  },
} as const;
