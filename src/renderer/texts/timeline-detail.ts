/** Words of one event: its clocks, what it changed, and how all of it is known. */
import { counted, groupedCount } from '../format/words.ts';

export const eventTexts = {
  title: 'Event',
  listName: 'timeline',
  clocks: {
    title: 'Two clocks',
    happened: 'Happened',
    happenedHint: 'by the service’s clock',
    heard: 'First heard',
    heardHint: 'by this computer’s clock',
    later: (delay: string) => `heard ${delay} after it happened`,
    earlier: (delay: string) => `heard ${delay} before it happened: the two clocks do not agree`,
    together: 'heard as it happened',
    updated: 'Updated',
    id: 'Event id',
    meaning: 'Meaning',
    meansNothing: 'Not known: the interface has no such name',
    unlisted: 'not in the interface’s list, but seen in one of its events',
    resource: 'Resource',
    customer: 'Customer',
    customerId: 'Customer id',
    allOfCustomer: 'All events of this customer',
    allOfResource: 'All events of this resource',
    record: 'What is known of it',
  },
  marks: {
    ahead:
      'Dated ahead: it says that it happened more than a minute after it was heard. It stands where it says; a clock is wrong, here or at the service.',
    noTime:
      'No time of its own: the event gives none that can be read, so it stands where it was first heard.',
    epoch:
      'Time as a number: the interface writes times as texts. It was read as seconds or milliseconds since 1970.',
    late: 'Late: heard more than a minute after it happened. It may have waited for a tunnel, or been sent again.',
    outOfOrder:
      'Out of order: events that happened later were heard before it. It stands where it happened, not where it was heard.',
    seen: (times: number) =>
      `Seen again${times === 1 ? '' : ` ${groupedCount(times)} times`}. The service may send an event to a webhook more than once; the same again changes nothing.`,
    webhooks: (count: number) =>
      `It came on ${groupedCount(count)} webhooks, each of which listens to it. That is no repeat.`,
    mock: 'Test data: the service marks this event as a sample.',
    mockInProduction:
      'Test data in production: the service marks this event as a sample. It is kept, and no record takes anything from it.',
    differs:
      'Differs: other content came under the same id. Compare its deliveries and look-ups below, and ask the service which is right.',
  },
  deviations: 'Departs from the interface',

  change: {
    title: 'What changed',
    first: 'The first that is known of this resource.',
    before: 'Against what was known before,',
    nothing: 'Nothing: what was known before said the same.',
    field: 'Field',
    was: 'Was',
    is: 'Is',
    notThere: 'not given',
    kinds: { added: 'newly given', removed: 'no longer given', changed: 'changed' },
    standing: {
      shown: 'What this event says stands',
      partly: 'Part of what this event says stands',
      superseded: 'Something newer stands',
      'not-merged': 'No record takes anything from this event',
    },
    noResource: 'The event names no resource, so no record changes by it.',
  },

  body: {
    title: 'Event as received',
    lead: 'With every field the service sent. Secrets are cut out.',
    copy: 'Copy as JSON',
  },

  deliveries: {
    title: 'Deliveries',
    lead: 'Oldest first. Each with its exact bytes, headers, verdicts and where it went on to.',
    leadThen:
      'Those that had come by then, oldest first. Opened, each shows its verdicts and forwards as they are now.',
    none: 'No delivery of it was proved. It is known from a look-up.',
    show: (when: string) => `Show delivery of ${when}`,
    hide: (when: string) => `Hide delivery of ${when}`,
    showWord: 'Show',
    hideWord: 'Hide',
    noWebhook: 'webhook not known',
    repeats: (count: number) => counted(count, 'exact repeat', 'exact repeats'),
    forwards: (count: number) => counted(count, 'forward', 'forwards'),
    bytes: 'Exact bytes',
    bytesLead: 'The body as text, as it arrived.',
    whole: 'Open this delivery by itself',
  },

  lookUps: {
    title: 'Look-ups',
    lead: 'When the event was read from the service by its id.',
    none: 'It was never read by its id.',
    action: 'Look it up now',
    same: 'the service said the same',
    differs: (count: number) =>
      `the service said otherwise in ${counted(count, 'field', 'fields')}`,
  },

  webhooks: {
    title: 'Webhooks by this event',
    lead: 'As the newest copy of the event tells: nowhere else does the service show them again.',
    none: 'The event names no webhook.',
    rate: 'Delivery rate',
    requests: 'Requests',
    ours: 'arrives here',
    others: 'not one of ours',
  },

  lifecycle: {
    titles: { payout: 'Life of this payout', kyc: 'Identity check', terms: 'Terms of service' },
    lead: 'States in the order in which they happened, as far as events told of them.',
    since: (delay: string) => `${delay} later`,
    atOnce: 'at once',
    unusual: 'unusual move',
    unusualHint: 'The usual order does not know this move. It is not impossible.',
    unheard: (states: string) => `not heard of: ${states}`,
    thisOne: 'this event',
    next: (states: string) => `May come next: ${states}.`,
    end: 'Nothing usually follows.',
    none: 'No state is known from events.',
  },

  related: {
    title: 'Around this event',
    lead: 'Other events of the same resource and of the same customer, newest first.',
    alone: 'No other event of this resource or customer is known.',
    thisOne: 'this event',
    sameResource: 'same resource',
    sameCustomer: 'same customer',
    older: 'Show older events',
    olderFailed: 'Older events could not be read',
  },
} as const;
