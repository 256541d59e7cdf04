/**
 * Keys of events: when they happened, in milliseconds since 1970, times 1024, and a number among those: delivered
 * ones by the rank of their lifecycle (steps.ts), then as they came.
 */

/** Every event id that can be read begins so (src/contract/event-forms.ts). */
export const EVENT_PREFIX = 'event_';

export const KEYS_PER_MS = 1024;
/** Beyond it (the year 2248) keys would not be exact; what lies outside stands at the edge. */
const LAST_MS = Math.floor(Number.MAX_SAFE_INTEGER / KEYS_PER_MS) - 1;

const inside = (ms: number): number => Math.min(Math.max(Math.floor(ms), 0), LAST_MS);

/** The first key of a moment. */
export const firstKey = (ms: number): number => inside(ms) * KEYS_PER_MS;

/** Numbers of a millisecond from this one on are for events that are known by look-ups alone. */
export const FIRST_READ = 960;

/** In SQL, where a key is told to be of a delivered event. */
export const isDeliveredKey = (key: string): string => `${key} % ${KEYS_PER_MS} < ${FIRST_READ}`;

export const isReadKey = (key: number): boolean => key % KEYS_PER_MS >= FIRST_READ;

export const msOfKey = (key: number): number => Math.floor(key / KEYS_PER_MS);

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
