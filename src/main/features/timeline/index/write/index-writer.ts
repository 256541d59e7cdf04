/**
 * Follows the inbox and the event look-ups, a group at a time: rows and cursor stand in one
 * transaction, so that it goes on where it stopped, whatever stopped it. Synchronous; runs on a
 * thread of its own.
 */
import { z } from 'zod';
import type { Sqlite } from '../../../../../platform/sqlite.ts';
import { cleaning, factsOf } from '../facts.ts';
import { EVENT_PREFIX } from '../keys.ts';
import { createEventStore } from './event-store.ts';
import type { InboxSource, ReadDelivery } from './inbox-source.ts';
import type { LookupSource, WholeEvents } from './lookup-source.ts';
import { createRollups } from './rollups.ts';
import { createTraitsBook } from './traits-book.ts';
import { createWordStore } from './word-store.ts';

/**
 * Every commit leaves the indexes of words a segment, and a search looks into each of them. This
 * merges them into one, a slice at a time, so that what arrives meanwhile is not kept waiting.
 */
const searches = ['words', 'event_terms', 'plain_terms', 'joined_terms', 'email_terms'] as const;

/** Pages of one slice: a few hundredths of a second. */
const SLICE = 500;
/** From so many segments on, merging them is worth its cost. */
const MANY_SEGMENTS = 6;
/** And it is done again when the index has grown by this share, or by this many events. */
const GROWTH = 0.2;
const LEAST_GROWTH = 20_000;

const segmentsRow = z.object({ segments: z.int() });
const changesRow = z.object({ changes: z.int() });

interface SegmentMerger {
  /** So many events are in the index now: there may be something to merge. */
  grown(events: number): void;
  /** Merges a slice in a commit of its own; false when nothing is left to merge. */
  step(): boolean;
}

function createSegmentMerger(sqlite: Sqlite): SegmentMerger {
  let left: { readonly search: string; isBegun: boolean }[] = [];
  let mergedAt: number | null = null;

  const segmentsOf = (search: string): number =>
    segmentsRow.parse(sqlite.first(`SELECT count(DISTINCT segid) AS segments FROM ${search}_idx`))
      .segments;
  const changes = (): number =>
    changesRow.parse(sqlite.first('SELECT total_changes() AS changes')).changes;

  return {
    grown(events) {
      if (left.length > 0) return;
      const isDue =
        mergedAt === null
          ? segmentsOf('words') >= MANY_SEGMENTS
          : events - mergedAt >= Math.max(LEAST_GROWTH, mergedAt * GROWTH);
      mergedAt ??= events;
      if (!isDue) return;
      mergedAt = events;
      left = searches.map((search) => ({ search, isBegun: false }));
    },

    step() {
      const [next] = left;
      if (next === undefined) return false;
      // A negative number takes all segments together, whatever their sizes (FTS5, "merge").
      const pages = next.isBegun ? SLICE : -SLICE;
      const before = changes();
      sqlite.transaction(() =>
        sqlite.run(`INSERT INTO ${next.search} (${next.search}, rank) VALUES ('merge', ?)`, [
          pages,
        ]),
      );
      next.isBegun = true;
      // Fewer than two rows: there was nothing to merge.
      if (changes() - before < 2) left = left.slice(1);
      return left.length > 0;
    },
  };
}

export interface IndexWriterParts {
  /** The index, of this derivation and of this inbox. */
  readonly sqlite: Sqlite;
  readonly lookUps: LookupSource;
  readonly wholeEvents: WholeEvents;
  readonly inbox: InboxSource;
  readonly isProduction: boolean;
  /** Asked between deliveries; true undoes the group and ends. */
  readonly isStopped: () => boolean;
}

export interface IndexWriter {
  /** Takes in the next group and commits it. `isMore`: something was left, or may have been. */
  takeGroup(limit: number): { readonly isMore: boolean; readonly hasChanged: boolean };
  /** Merges a little of what earlier groups left behind; false when nothing is left to merge. */
  mergeSegments(): boolean;
  progress(): { readonly indexed: number; readonly total: number };
  /** The arrival of the newest look-up that is taken in. */
  lookUpCursor(): number;
}

/** The group was undone because the thread is to end. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** Clocks that were set back by less than this lose no repeat until the next start. */
const REPEAT_SLACK_MS = 60_000;
const LOOK_UPS = 500;
/** Deliveries whose whole events are asked for at a time. */
const PART = 100;

const progressRow = z.object({
  cursor: z.int(),
  look_up_cursor: z.int(),
  indexed: z.int(),
  latest: z.int(),
});

export function createIndexWriter(parts: IndexWriterParts): IndexWriter {
  const { sqlite, lookUps, wholeEvents, inbox, isStopped } = parts;
  const traits = createTraitsBook(sqlite);
  const rollups = createRollups(sqlite);
  const words = createWordStore(sqlite);
  const merger = createSegmentMerger(sqlite);
  const read = () =>
    progressRow.parse(sqlite.first('SELECT cursor, look_up_cursor, indexed, latest FROM progress'));
  let total = inbox.count();
  // What it told of before may be in no index that is there now.
  inbox.forget();
  let repeatsSeen = 0;

  const openStore = (latest: number) =>
    createEventStore({ ...parts, isSameLeft: inbox.isSameLeft, traits, rollups, words, latest });
  type Store = ReturnType<typeof openStore>;

  /** Deliveries with what the records still hold of those that were reduced. */
  const whole = (part: readonly ReadDelivery[]): readonly ReadDelivery[] => {
    const ids = part.flatMap(({ facts, left }) =>
      facts === null || left === null ? [] : [`${EVENT_PREFIX}${facts.event}`],
    );
    if (ids.length === 0) return part;
    const events = Map.groupBy(wholeEvents(ids), ({ id }) => id);
    return part.map((delivery) => {
      const kept = events.get(`${EVENT_PREFIX}${delivery.facts?.event}`) ?? [];
      if (delivery.left === null) return delivery;
      return inbox.whole(
        delivery,
        kept.map(({ event }) => event),
      );
    });
  };
  function* wholeAfter(cursor: number, limit: number) {
    let part: ReadDelivery[] = [];
    for (const delivery of inbox.after(cursor, limit)) {
      if (part.push(delivery) < PART) continue;
      yield* whole(part);
      part = [];
    }
    yield* whole(part);
  }

  const takeDeliveries = (store: Store, cursor: number, limit: number) => {
    let last = cursor;
    let taken = 0;
    for (const delivery of wholeAfter(cursor, limit)) {
      if (isStopped()) throw new Stopped();
      if (delivery.facts !== null) store.deliver(delivery, delivery.facts);
      last = delivery.sequence;
      taken += 1;
    }
    return { cursor: last, taken };
  };

  const takeLookUps = (store: Store, cursor: number) => {
    const found = lookUps(cursor, LOOK_UPS);
    for (const lookedUp of found) {
      const { id, event } = lookedUp;
      const { name } = event;
      if (typeof name === 'string')
        store.lookUp(lookedUp, factsOf({ id, name, event }, cleaning([])));
    }
    return { cursor: found.at(-1)?.arrival ?? cursor, taken: found.length };
  };

  const takeRepeats = (store: Store): number => {
    let news = 0;
    for (const repeat of inbox.repeatsSince(repeatsSeen - REPEAT_SLACK_MS)) {
      if (isStopped()) throw new Stopped();
      if (store.repeat(repeat)) news += 1;
      repeatsSeen = Math.max(repeatsSeen, repeat.last_at);
    }
    return news;
  };

  type Progress = z.infer<typeof progressRow>;
  /** Everything that was gathered becomes rows, and the cursors move with it. */
  const write = (progress: Progress): void => {
    for (const { slot, path } of inbox.slots()) {
      sqlite.run('INSERT INTO slots (slot, path) VALUES (?, ?) ON CONFLICT DO NOTHING', [
        slot,
        path,
      ]);
    }
    words.flush();
    rollups.flush();
    traits.flush();
    sqlite.run('UPDATE progress SET cursor = ?, look_up_cursor = ?, indexed = ?, latest = ?', [
      progress.cursor,
      progress.look_up_cursor,
      progress.indexed,
      progress.latest,
    ]);
  };

  /** Others wait until the inbox is read: what they are about stands in it. */
  const takeOthers = (store: Store, cursor: number) => {
    const taken = takeLookUps(store, cursor);
    return { ...taken, news: taken.taken + takeRepeats(store) };
  };

  const takeGroup = (limit: number) =>
    sqlite.transaction(() => {
      const before = read();
      const store = openStore(before.latest);
      const delivered = takeDeliveries(store, before.cursor, limit);
      store.closeUp();
      const isMore = delivered.taken === limit;
      const others = isMore
        ? { cursor: before.look_up_cursor, taken: 0, news: 0 }
        : takeOthers(store, before.look_up_cursor);
      const indexed = before.indexed + delivered.taken;
      const hasChanged = delivered.taken + others.news > 0;
      if (hasChanged) {
        write({
          cursor: delivered.cursor,
          look_up_cursor: others.cursor,
          indexed,
          latest: store.latest(),
        });
      }
      total = isMore ? Math.max(total, indexed) : indexed;
      return { isMore: isMore || others.taken === LOOK_UPS, hasChanged };
    });

  return {
    takeGroup(limit) {
      try {
        return takeGroup(limit);
      } catch (error) {
        inbox.forget();
        words.forget();
        rollups.forget();
        traits.reload();
        repeatsSeen = 0;
        throw error;
      }
    },
    mergeSegments() {
      merger.grown(read().indexed);
      return merger.step();
    },
    progress: () => ({ indexed: read().indexed, total }),
    lookUpCursor: () => read().look_up_cursor,
  };
}
