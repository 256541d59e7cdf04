/**
 * The peer of filling the index: the same schema and cipher in bare better-sqlite3, filled from rows
 * that were made before the clock ran. `node timeline-bare.ts <directory>`; one line of JSON.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3-multiple-ciphers';
import { lateAfterMs } from '../../src/bridge/event-flags.ts';
import { type EventFacts, factsOfBody } from '../../src/main/features/timeline/index/facts.ts';
import { DAY_MS, firstKey, HOUR_MS } from '../../src/main/features/timeline/index/keys.ts';
import { hashOf, marksOf } from '../../src/main/features/timeline/index/marks.ts';
import { timelineMigrations } from '../../src/main/features/timeline/index/schema/migrations.ts';
import { rareBits } from '../../src/main/features/timeline/index/traits.ts';
import { formOf } from '../../src/main/features/timeline/index/words.ts';
import { migrate } from '../../src/platform/migrations.ts';
import { applyCipher, openSqlite } from '../../src/platform/sqlite.ts';
import { makeEvents } from './timeline-events.ts';
import { dataKey } from './timeline-inbox.ts';

const [directory = '', count = '0'] = process.argv.slice(2);
const GROUP = 20_000;
const file = join(directory, 'bare.db');
for (const ending of ['', '-wal', '-shm']) rmSync(`${file}${ending}`, { force: true });
const made = openSqlite({ file, key: dataKey, isDerived: true });
migrate(made, timelineMigrations);
made.close();

const database = new Database(file);
applyCipher(database, { file, key: dataKey, isDerived: true });
database.pragma('journal_mode=WAL');
database.pragma('synchronous=NORMAL');
database.pragma('temp_store=MEMORY');
database.pragma('cache_size=-24576');

const insert = {
  event: database.prepare(
    'INSERT INTO events (key, event, is_apart, traits, happened_at, is_epoch, heard_at, heard, is_out_of_order, resource_id, resource_hash, customer_id, customer_hash, sameness) VALUES (?, ?, 0, ?, ?, 0, ?, 1, 0, ?, ?, ?, ?, ?)',
  ),
  delivery: database.prepare('INSERT INTO deliveries VALUES (?, ?, ?, ?, 0, 0, 0, NULL, NULL)'),
  words: database.prepare('INSERT INTO words (rowid, text) VALUES (?, ?)'),
  eventTerm: database.prepare('INSERT INTO event_terms (rowid, event) VALUES (?, ?)'),
  term: database.prepare('INSERT OR IGNORE INTO terms (word) VALUES (?)'),
  plain: database.prepare('INSERT INTO plain_terms (rowid, word) VALUES (?, ?)'),
  joined: database.prepare('INSERT INTO joined_terms (rowid, word) VALUES (?, ?)'),
  email: database.prepare('INSERT INTO email_terms (rowid, word) VALUES (?, ?)'),
  day: database.prepare(
    'INSERT INTO days VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET events = events + excluded.events',
  ),
  hour: database.prepare(
    'INSERT INTO hours VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET events = events + excluded.events',
  ),
};

interface Row {
  readonly key: number;
  readonly heardAt: number;
  readonly slot: number;
  readonly traits: number;
  readonly facts: EventFacts;
  readonly text: string;
  readonly newWords: readonly string[];
}

const used = new Set<number>();
const seen = new Set<string>();
/** Everything but the writing: it is not what is measured. */
function rowOf(body: string, heardAt: number, slot: number): Row | null {
  const facts = factsOfBody(Buffer.from(body));
  if (facts === null) return null;
  let key = firstKey(facts.happenedAt ?? heardAt);
  while (used.has(key)) key += 1;
  used.add(key);
  const isLate = heardAt - (facts.happenedAt ?? heardAt) > lateAfterMs;
  const { name, resourceKind, isMock, words } = facts;
  const newWords = [...words].filter((word) => word !== facts.event && !seen.has(word));
  for (const word of newWords) seen.add(word);
  return {
    key,
    heardAt,
    slot,
    facts,
    newWords,
    traits:
      ((hashOf(`${name} ${isMock} ${isLate} ${slot}`) * 4) % 2 ** 31) +
      rareBits({ isMock, isLate }),
    text: [...words, ...marksOf(name, resourceKind)].join(' '),
  };
}

const counted = (rows: readonly Row[], ms: number): ReadonlyMap<number, Map<number, number>> => {
  const periods = new Map<number, Map<number, number>>();
  for (const { key, traits } of rows) {
    const period = Math.floor(key / 1024 / ms);
    const counts = periods.get(period) ?? new Map<number, number>();
    periods.set(period, counts.set(traits, (counts.get(traits) ?? 0) + 1));
  }
  return periods;
};

let arrival = 0;
const write = database.transaction((rows: readonly Row[], inOrder: readonly Row[]) => {
  for (const { key, traits, heardAt, slot, facts } of rows) {
    const { event, happenedAt, resourceId, customerId, sameness } = facts;
    const hash = (id: string | null) => (id === null ? null : hashOf(id));
    insert.event.run(
      key,
      event,
      traits,
      happenedAt,
      heardAt,
      resourceId,
      hash(resourceId),
      customerId,
      hash(customerId),
      sameness,
    );
    arrival += 1;
    insert.delivery.run(arrival, key, slot, heardAt);
  }
  for (const { key, text } of inOrder) insert.words.run(key, text);
  for (const { key, facts } of inOrder) insert.eventTerm.run(key, facts.event);
  for (const { newWords } of rows) {
    for (const word of newWords) {
      const { lastInsertRowid } = insert.term.run(word);
      insert[formOf(word)].run(lastInsertRowid, word);
    }
  }
  for (const [period, counts] of counted(rows, DAY_MS)) {
    for (const [traits, events] of counts) insert.day.run(period, traits, events);
  }
  for (const [period, counts] of counted(rows, HOUR_MS)) {
    for (const [traits, events] of counts) insert.hour.run(period, traits, events);
  }
});

let seconds = 0;
let rows: Row[] = [];
const flush = (): void => {
  const inOrder = rows.toSorted((left, right) => left.key - right.key);
  const began = performance.now();
  write(rows, inOrder);
  seconds += (performance.now() - began) / 1000;
  rows = [];
};
for (const { body, receivedAt, webhook } of makeEvents(Number(count))) {
  const row = rowOf(body, receivedAt, webhook + 1);
  if (row !== null) rows.push(row);
  if (rows.length === GROUP) flush();
}
flush();
database.close();
process.stdout.write(`${JSON.stringify({ seconds })}\n`);
