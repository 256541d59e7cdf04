/** Texts that every list and detail shares. */
import { groupedCount } from '../../bridge/words.ts';

export const stateTexts = {
  /** Leads from a record to its events. */
  events: 'Events',
  asOf: (when: string) => `Last update ${when}`,
  asOfHint: (when: string) => `Causeway received the newest of these records ${when}.`,
  search: 'Search',
  clearSearch: 'Clear search',
  all: 'All',
  reset: 'Clear search and filters',
  noMatch: 'No matches',
  noMatchBody: (known: string) =>
    `${known} known to Causeway; none matches this search and these filters.`,
  matching: (total: string, known: string) => `${total} of ${known}`,
  made: (from: string | null, to: string | null) => {
    if (from === null) return `Created before ${to}`;
    return to === null ? `Created from ${from}` : `Created from ${from} to ${to}`;
  },
  removeFilter: (words: string) => `Remove filter: ${words}`,
  copy: 'Copy',
  copyThing: (what: string) => `Copy ${what}`,
  copied: 'Copied',
  copyFailed: 'Not copied',
  open: 'Open',
  close: 'Close',
  cancel: 'Cancel',
  done: 'Done',
  momentForm: '2026-01-31 09:00',
  momentHelp: (zone: string) => `Your local time, ${zone}.`,
  momentNeeded: 'Enter a date and time as year-month-day and 24-hour time: 2026-01-31 09:00.',
  chooseMoment: 'Open calendar',
  backTo: (where: string) => `Back to ${where}`,
  resize: 'Detail width',
  unknownValue: 'not known',
  /** The service said so. */
  notSet: 'Not set',
  yes: 'Yes',
  no: 'No',
  newRows: (count: number) => `${groupedCount(count)} new`,
  changed: 'List changed',
  loading: 'Loading…',
  suggestions: 'Suggestions',
  wholeNumber: {
    one: (min: string, max: string) => `Enter a whole number from ${min} to ${max}.`,
    orNone: (min: string, max: string) =>
      `Enter a whole number from ${min} to ${max}, or leave this empty.`,
  },
  wholeNumbers: { show: 'Show whole numbers', hide: 'Mask numbers' },
  hiddenCharacters: 'Invisible characters',
} as const;

/** Texts of the events that a record is known from. */
export const tellingTexts = {
  all: 'Show in timeline',
  mock: 'Test data',
  more: (count: number) => `${groupedCount(count)} more events are in the timeline.`,
} as const;

/** Texts of a record’s sources. */
export const sourceTexts = {
  title: 'Sources',
  lead: 'Where this record’s data came from, newest first. Sources are never changed afterwards.',
  sources: {
    entered: 'Entered in Causeway',
    import: 'Imported',
    'webhook-record': 'Named in an event',
    delivery: 'Verified webhook delivery',
    'event-look-up': 'Event looked up at the service',
    'create-answer': 'Response to the create request',
    read: 'Looked up at the service',
  },
  more: (shown: string, all: string) => `Showing the newest ${shown} of ${all} sources.`,
  happened: (when: string) => `occurred ${when}`,
  event: 'event',
  deviation: (what: string) => `Deviates from the API specification: ${what}`,
  from: (computer: string, person: string | null) =>
    person === null ? `from ${computer}` : `from ${computer}, handed over by ${person}`,
  /** Another one than it is from, by what that one says. */
  sharedBy: (computer: string, person: string | null, by: string) =>
    person === null
      ? `from ${computer}, shared by ${by}`
      : `from ${computer}, shared by ${person} on ${by}`,
  handedOver: (by: string, when: string) => `Shared by ${by}, merged ${when}`,
  asReceived: 'Merged record',
  asReceivedLead: 'All sources merged, with every field that the service sent.',
  copyJson: 'Copy as JSON',
  show: 'Show',
  hide: 'Hide',
} as const;
