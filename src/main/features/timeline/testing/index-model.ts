/** The index as a list in memory, for tests to compare with: slow, and plain to read. */
import { lateAfterMs } from '../../../../bridge/event-flags.ts';
import type { TimelineFilter } from '../../../../bridge/timeline.ts';
import { factsOfBody } from '../index/facts.ts';
import type { IndexedEvent } from '../types.ts';

/** A search cut up as index/words.ts describes it. */
const partsOf = (search: string): string[] =>
  search
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9.+@-]+/)
    .map((part) => part.replace(/^[.+@-]+|[.+@-]+$/g, ''))
    .filter((part) => part !== '');

/** Words by event id, out of the body that was delivered first. */
export type WordsOf = (eventId: string) => ReadonlySet<string>;

/** One delivery of an event, or one look-up, which has no webhook. */
export interface Hearing {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly webhookId: string | null;
  readonly proof: IndexedEvent['proof'];
  /** Equal for equal content. */
  readonly said: number;
  /** When the inbox counted it again. */
  readonly repeatedAt: readonly number[];
}

const proofs = ['genuine', 'genuine-reserialised', 'read'] as const;

/** What is kept of an event, with the marks that follow from what was heard by a moment; null is now. */
export function rowAt(
  row: IndexedEvent,
  hearings: readonly Hearing[],
  knownAt: string | null,
): IndexedEvent | null {
  const until = knownAt === null ? Number.POSITIVE_INFINITY : Date.parse(knownAt);
  const heard = hearings.filter(({ at }) => at <= until);
  if (heard.length === 0) return null;
  const delivered = heard.filter(({ webhookId }) => webhookId !== null);
  const heardAt = Math.min(...heard.map(({ at }) => at));
  // Exact repeats are dated by the newest of them.
  const repeats = delivered.flatMap(({ repeatedAt }) =>
    repeatedAt.every((at) => at <= until) ? repeatedAt : [],
  );
  const isLate = row.happenedAt !== null && heardAt - Date.parse(row.happenedAt) > lateAfterMs;
  return {
    ...row,
    heardAt: new Date(heardAt).toISOString(),
    proof: proofs.find((proof) => heard.some((one) => one.proof === proof)) ?? 'read',
    isLate: isLate && delivered.length > 0,
    isOutOfOrder: row.isOutOfOrder && delivered.length > 0,
    heard: Math.max(1, delivered.length + repeats.length),
    webhooks: new Set(delivered.map(({ webhookId }) => webhookId)).size,
    isDiffering: new Set(heard.map(({ said }) => said)).size > 1,
  };
}

/** Whether an event passes, as it was at the moment; `webhooks` are those it had come to by then. */
export function passes(
  row: IndexedEvent,
  filter: TimelineFilter,
  wordsOf: WordsOf,
  webhooks: readonly string[],
): boolean {
  const at = row.happenedAt ?? row.heardAt;
  const is = <Value>(wanted: Value | null, value: Value | null): boolean =>
    wanted === null || wanted === value;
  const { names, resourceKinds } = filter;
  const isNamed = names.some((name) =>
    name.endsWith('.') ? row.name.startsWith(name) : row.name === name,
  );
  return [
    names.length === 0 || isNamed,
    resourceKinds.length === 0 || resourceKinds.includes(row.resourceKind ?? ''),
    is(filter.resourceId, row.resourceId),
    is(filter.customerId, row.customerId),
    filter.webhookId === null || webhooks.includes(filter.webhookId),
    is(filter.proof, row.proof),
    is(filter.isMock, row.isMock),
    is(filter.isLate, row.isLate),
    is(filter.isRepeated, row.heard > Math.max(1, row.webhooks)),
    is(filter.isDiffering, row.isDiffering),
    filter.from === null || at >= filter.from,
    filter.to === null || at < filter.to,
    hasWords(row.eventId, filter.search, wordsOf),
  ].every(Boolean);
}

function hasWords(eventId: string, search: string, wordsOf: WordsOf): boolean {
  const own = eventId.slice('event_'.length);
  const words = [...wordsOf(eventId)];
  const parts = partsOf(search);
  if (parts.length === 0) return search.trim() === '';
  return parts.every((part) =>
    part.length < 3
      ? words.some((word) => word.startsWith(part) && (word !== own || own.length < 3))
      : words.some((word) => word.includes(part)),
  );
}

export const wordsOfBody = (body: Uint8Array): ReadonlySet<string> =>
  factsOfBody(body)?.words ?? new Set();
