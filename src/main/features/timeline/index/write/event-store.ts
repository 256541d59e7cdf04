/** Events and their deliveries become rows; each call in the order in which things were heard. */
import { z } from 'zod';
import { lateAfterMs } from '../../../../../bridge/event-flags.ts';
import type { JsonObject } from '../../../../../contract/scalars.ts';
import type { Sqlite } from '../../../../../platform/sqlite.ts';
import { RANKS, rankOf } from '../../lifecycle/steps.ts';
import type { EventFacts } from '../facts.ts';
import { FIRST_READ, firstKey, isDeliveredKey, isReadKey, KEYS_PER_MS, msOfKey } from '../keys.ts';
import { hashOf } from '../marks.ts';
import { roleNumber, type roles, signatureNumber, type Traits } from '../traits.ts';
import type { DeliveredFacts, RowFacts } from './fresh-words.ts';
import type { LookedUp } from './lookup-source.ts';
import { createReadEvents } from './read-events.ts';
import type { Rollups } from './rollups.ts';
import type { TraitsBook } from './traits-book.ts';
import type { WordStore } from './word-store.ts';

/** A genuine delivery of an event. */
export interface ReceivedDelivery {
  readonly arrival: number;
  readonly slot: number;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
  readonly proof: 'genuine' | 'genuine-reserialised';
}

/** How often the inbox counted a delivery again, and when the last time was. */
export interface CountedDuplicates {
  readonly arrival: number;
  readonly count: number;
  readonly last_at: number;
}

export interface EventStoreParts {
  readonly sqlite: Sqlite;
  readonly traits: TraitsBook;
  readonly rollups: Rollups;
  readonly words: WordStore;
  /** In production a mock event stands apart from a real one of its id (decisions 23). */
  readonly isProduction: boolean;
  /** As the source of deliveries tells it (inbox-source.ts). */
  readonly isSameLeft: (arrival: number, other: number | JsonObject) => boolean;
  /** The latest that a delivered event happened which was not ahead of our clock. */
  readonly latest: number;
}

type Role = (typeof roles)[number];

/** What was heard of an event, and how it is proved by that. */
interface Hearing {
  readonly at: number;
  readonly proof: Traits['proof'];
  readonly slot: number | null;
}

const storedRow = z.object({
  key: z.int(),
  traits: z.int(),
  happened_at: z.int().nullable(),
  heard_at: z.int(),
  heard: z.int(),
  sameness: z.int(),
});
const keyRow = z.object({ key: z.int() });
const firstRow = z.object({ arrival: z.int() });
const repeatRow = z.object({ key: z.int(), repeats: z.int() });

/** Keys of a millisecond for one rank of a lifecycle. */
const ROOM = FIRST_READ / RANKS;

const STORED = 'SELECT key, traits, happened_at, heard_at, heard, sameness FROM events';

export function createEventStore(parts: EventStoreParts) {
  const { sqlite, traits: book, rollups, words } = parts;
  let latest = parts.latest;

  const count = (key: number, traits: number, events: 1 | -1): void => {
    rollups.add(key, traits, events);
    book.count(traits, events);
  };

  const readEvents = createReadEvents({ sqlite, words, count });

  const lastKeyIn = (from: number, before: number): number | null => {
    const row = sqlite.first(
      'SELECT key FROM events WHERE key >= ? AND key < ? ORDER BY key DESC LIMIT 1',
      [from, before],
    );
    return row === undefined ? null : keyRow.parse(row).key;
  };
  /** Beyond it every key is free. */
  let lastKey = lastKeyIn(0, Number.MAX_SAFE_INTEGER) ?? -1;
  /**
   * The next free key of the moment, or of one after it when a thousand happened at once. Each rank of a
   * lifecycle has a room of its own in the moment; what finds its room full stands behind all others.
   */
  const freeKey = (ms: number, rank: number): number => {
    if (firstKey(ms) > lastKey) return firstKey(ms) + rank * ROOM;
    for (let first = firstKey(ms); ; first += KEYS_PER_MS) {
      const room = first + rank * ROOM;
      const inRoom = (lastKeyIn(room, room + ROOM) ?? room - 1) + 1;
      if (inRoom < room + ROOM) return inRoom;
      const behind = (lastKeyIn(first, first + FIRST_READ) ?? first - 1) + 1;
      if (behind < first + FIRST_READ) return behind;
    }
  };

  /**
   * Whether a later one of the same resource was delivered before; without a resource, of all by far.
   * What a person looked up came when it was asked for, and says nothing of an order.
   */
  const isOutOfOrder = (facts: RowFacts, ms: number): boolean => {
    if (facts.happenedAt === null) return false;
    if (facts.resourceId === null) return latest > ms + lateAfterMs;
    // Nothing at all happened later.
    if (msOfKey(lastKey) <= ms) return false;
    const row = sqlite.first(
      `SELECT key FROM events WHERE resource_hash = ? AND ${isDeliveredKey('key')} ORDER BY key DESC LIMIT 1`,
      [hashOf(facts.resourceId)],
    );
    return row !== undefined && msOfKey(keyRow.parse(row).key) > ms;
  };

  /** False where the event stands already. @param key where it is to stand */
  const insert = (key: number, facts: RowFacts, isApart: boolean, hearing: Hearing): boolean => {
    const traits = book.numberOf({
      name: facts.name,
      resourceKind: facts.resourceKind,
      isMock: facts.isMock,
      proof: hearing.proof,
      ...timing(facts.happenedAt, hearing.at, hearing.proof),
      isRepeated: false,
      isDiffering: false,
      slots: hearing.slot === null ? [] : [hearing.slot],
    });
    const ms = facts.happenedAt ?? hearing.at;
    const { changes } = sqlite.run(
      'INSERT INTO events (key, event, is_apart, traits, happened_at, is_epoch, heard_at, heard, is_out_of_order, resource_id, resource_hash, customer_id, customer_hash, sameness) VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?) ON CONFLICT (event, is_apart) DO NOTHING',
      [
        key,
        facts.event,
        Number(isApart),
        traits,
        facts.happenedAt,
        Number(facts.isEpoch),
        hearing.at,
        Number(hearing.slot !== null && isOutOfOrder(facts, ms)),
        facts.resourceId,
        hashOrNull(facts.resourceId),
        facts.customerId,
        hashOrNull(facts.customerId),
        facts.sameness,
      ],
    );
    if (changes > 0) count(key, traits, 1);
    return changes > 0;
  };

  /** null where it stands already: most are new, and a look for each before would cost as much again. */
  const addDelivered = (
    facts: DeliveredFacts,
    isApart: boolean,
    hearing: Hearing,
  ): number | null => {
    const ms = facts.happenedAt ?? hearing.at;
    const key = freeKey(ms, rankOf(facts.name));
    if (!insert(key, facts, isApart, hearing)) return null;
    lastKey = Math.max(lastKey, key);
    words.add(key, facts);
    if (facts.happenedAt !== null && ms <= hearing.at + lateAfterMs) latest = Math.max(latest, ms);
    return key;
  };

  const find = (event: string, isApart: boolean) => {
    const row = sqlite.first(`${STORED} WHERE event = ? AND is_apart = ?`, [
      event,
      Number(isApart),
    ]);
    return row === undefined ? null : storedRow.parse(row);
  };
  type Stored = z.infer<typeof storedRow>;

  const change = (
    stored: Stored,
    changes: {
      readonly heard: number;
      readonly heardAt: number;
      readonly traits: Partial<Traits>;
    },
  ): void => {
    const changed = { ...book.get(stored.traits), ...changes.traits };
    const traits = book.numberOf({
      ...changed,
      ...timing(stored.happened_at, changes.heardAt, changed.proof),
      isRepeated: isRepeated(changes.heard, changed.slots),
    });
    sqlite.run('UPDATE events SET traits = ?, heard_at = ?, heard = ? WHERE key = ?', [
      traits,
      changes.heardAt,
      changes.heard,
      stored.key,
    ]);
    if (traits === stored.traits) return;
    count(stored.key, stored.traits, -1);
    count(stored.key, traits, 1);
  };

  /** `sameness` of what came; that of the event where only personal data is gone from one of both. */
  const comparedSameness = (
    stored: Stored | null,
    { sameness }: RowFacts,
    told: number | JsonObject,
  ): number => {
    if (stored === null || stored.sameness === sameness) return sameness;
    const row = sqlite.first(
      'SELECT arrival FROM deliveries WHERE key = ? AND sameness IS NULL ORDER BY role, arrival LIMIT 1',
      [stored.key],
    );
    const isSame = row !== undefined && parts.isSameLeft(firstRow.parse(row).arrival, told);
    return isSame ? stored.sameness : sameness;
  };

  const hearAgain = (stored: Stored, sameness: number, hearing: Hearing): void => {
    const traits = book.get(stored.traits);
    change(stored, {
      heard: stored.heard + Number(hearing.slot !== null),
      heardAt: Math.min(stored.heard_at, hearing.at),
      traits: {
        proof:
          signatureNumber(hearing.proof) < signatureNumber(traits.proof)
            ? hearing.proof
            : traits.proof,
        isDiffering: traits.isDiffering || stored.sameness !== sameness,
        slots: withSlot(traits.slots, hearing.slot),
      },
    });
  };

  const read = (at: number): Hearing => ({ at, proof: 'read', slot: null });

  /** From its first delivery on, an event is what that said, whatever look-ups said before. */
  const addFirst = (
    facts: DeliveredFacts,
    isApart: boolean,
    hearing: Hearing,
    alone: number,
  ): number => {
    const told = readEvents.of(alone);
    readEvents.takeOut(alone);
    const key = addDelivered(facts, isApart, hearing);
    if (key === null) throw new TypeError('An event that was taken out stands there still.');
    readEvents.tell(key, alone);
    for (const { observed_at, sameness } of told) {
      const stored = find(facts.event, isApart);
      if (stored !== null) hearAgain(stored, sameness, read(observed_at));
    }
    return key;
  };

  return {
    deliver(delivery: ReceivedDelivery, facts: DeliveredFacts): void {
      const { arrival, slot, receivedAt, proof } = delivery;
      const isApart = parts.isProduction && facts.isMock;
      const hearing = { at: receivedAt, proof, slot };
      const added = addDelivered(facts, isApart, hearing);
      const known = added === null ? find(facts.event, isApart) : null;
      const stored = known === null || isReadKey(known.key) ? null : known;
      const sameness = comparedSameness(stored, facts, arrival);
      if (stored !== null) {
        words.learn(facts.fresh);
        hearAgain(stored, sameness, hearing);
      }
      const key = added ?? stored?.key ?? addFirst(facts, isApart, hearing, known?.key ?? -1);
      const role = roleAfter(stored, sameness);
      sqlite.run(
        'INSERT INTO deliveries (arrival, key, slot, received_at, proof, role, repeats, sameness) VALUES (?, ?, ?, ?, ?, ?, 0, ?) ON CONFLICT DO NOTHING',
        [
          arrival,
          key,
          slot,
          receivedAt,
          signatureNumber(proof),
          roleNumber(isApart ? 'mock' : role),
          role === 'differs' ? sameness : null,
        ],
      );
    },

    /** The service gave the event by its id (Interface 4.5). */
    lookUp({ arrival, observedAt, event }: LookedUp, facts: EventFacts) {
      const isApart = parts.isProduction && facts.isMock;
      const stored = find(facts.event, isApart);
      const key = stored?.key ?? readEvents.keyFor(facts.happenedAt ?? observedAt);
      const sameness = comparedSameness(stored, facts, event);
      if (stored === null) insert(key, facts, isApart, read(observedAt));
      else hearAgain(stored, sameness, read(observedAt));
      sqlite.run(
        'INSERT INTO look_ups (arrival, key, observed_at, sameness, text) VALUES (?, ?, ?, ?, ?)',
        [
          arrival,
          key,
          observedAt,
          sameness,
          stored === null ? words.addRead(key, arrival, facts) : null,
        ],
      );
    },

    /** At the end of a group: what is known by look-ups alone closes up where something left it. */
    closeUp: readEvents.closeUp,

    /** So often the inbox counted this very delivery again, the last time then. True when that is news. */
    repeat({ arrival, count: repeats, last_at: at }: CountedDuplicates): boolean {
      const found = sqlite.first('SELECT key, repeats FROM deliveries WHERE arrival = ?', [
        arrival,
      ]);
      if (found === undefined) return false;
      const delivery = repeatRow.parse(found);
      if (delivery.repeats === repeats) return false;
      const stored = storedRow.parse(sqlite.first(`${STORED} WHERE key = ?`, [delivery.key]));
      sqlite.run('UPDATE deliveries SET repeats = ?, repeated_at = ? WHERE arrival = ?', [
        repeats,
        at,
        arrival,
      ]);
      const heard = stored.heard + repeats - delivery.repeats;
      change(stored, { heard, heardAt: stored.heard_at, traits: {} });
      return true;
    },

    latest: (): number => latest,
  };
}

/** What a delivery is to an event that was delivered before; null when it is the first. */
function roleAfter(stored: { readonly sameness: number } | null, sameness: number): Role {
  if (stored === null) return 'first';
  return stored.sameness === sameness ? 'repeat' : 'differs';
}

const hashOrNull = (id: string | null): number | null => (id === null ? null : hashOf(id));

/** What was looked up came when a person asked for it, which is no delay of a delivery. */
const timing = (happenedAt: number | null, heardAt: number, proof: Traits['proof']) => ({
  isLate: proof !== 'read' && happenedAt !== null && heardAt - happenedAt > lateAfterMs,
  isAhead: happenedAt !== null && happenedAt - heardAt > lateAfterMs,
});

/** More often than once on some webhook: one delivery to each of several is no repeat. */
const isRepeated = (heard: number, slots: readonly number[]): boolean =>
  heard > Math.max(1, slots.length);

const withSlot = (slots: readonly number[], slot: number | null): readonly number[] =>
  slot === null || slots.includes(slot) ? slots : [...slots, slot].sort((a, b) => a - b);
