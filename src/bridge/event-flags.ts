/**
 * Flags of an event that the timeline filters by: a line here is a filter, a count, a chip, a part of the
 * address and a line of an export. Its name is a trait of the index. No zod: the page loads it.
 */
interface FilteredFlag {
  /** In the page's address. */
  readonly query: string;
  readonly label: string;
  readonly yes: string;
  readonly no: string;
  readonly hint?: string;
  /** An event has it from the start or never. Others are dated in the index (read/as-of.ts). */
  readonly isFixed: boolean;
}

const flags = {
  isDiffering: {
    query: 'differs',
    label: 'Conflict',
    isFixed: false,
    yes: 'Conflicts only',
    no: 'No conflicts',
  },
  isLate: {
    query: 'late',
    label: 'Late',
    isFixed: false,
    yes: 'Late only',
    no: 'Not late',
    hint: 'Received more than a minute after it occurred.',
  },
  isRepeated: {
    query: 'again',
    label: 'Duplicate',
    isFixed: false,
    yes: 'Duplicates only',
    no: 'No duplicates',
  },
  isMock: {
    query: 'mock',
    label: 'Test data',
    isFixed: true,
    yes: 'Test data only',
    no: 'No test data',
  },
} as const satisfies Readonly<Record<string, FilteredFlag>>;

export type EventFlag = keyof typeof flags;
/** Flags that an event may get later than its first delivery. */
export type DatedFlag = {
  [Flag in EventFlag]: (typeof flags)[Flag]['isFixed'] extends true ? never : Flag;
}[EventFlag];

export const eventFlags: Readonly<Record<EventFlag, FilteredFlag>> = flags;
export const flagNames = Object.keys(flags) as readonly EventFlag[];
export const datedFlags = flagNames.filter((flag): flag is DatedFlag => !flags[flag].isFixed);

/** One value for every flag. */
export const eachFlag = <Value>(of: (flag: EventFlag) => Value) =>
  Object.fromEntries(flagNames.map((flag) => [flag, of(flag)])) as Record<EventFlag, Value>;

/** An event heard this much after it happened is late. */
export const lateAfterMs = 60_000;
