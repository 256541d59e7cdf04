/** The index without its threads, over deliveries in memory: for tests of what it holds and answers. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { timelineFilter } from '../../../../bridge/timeline.ts';
import { migrate } from '../../../../platform/migrations.ts';
import { openSqlite, type Sqlite } from '../../../../platform/sqlite.ts';
import { recordsMigrations } from '../../../core/records/migrations.ts';
import { openRecords } from '../../../core/records/records.ts';
import { factsOfBody } from '../index/facts.ts';
import { openIndexForReading, openIndexForWriting, removeIndex } from '../index/open-index.ts';
import { createIndexReader, type IndexReader } from '../index/read/index-reader.ts';
import type { IndexFilter } from '../index/read/known-traits.ts';
import { createFreshWords } from '../index/write/fresh-words.ts';
import type { Duplicate, InboxSource, ReadDelivery } from '../index/write/inbox-source.ts';
import { createIndexWriter, type IndexWriter } from '../index/write/index-writer.ts';
import { lookupsOf, wholeEventsOf } from '../index/write/lookup-source.ts';
import type { IndexedEvent } from '../types.ts';

const key = new Uint8Array(32).fill(5);
const CACHE_KIB = 4_096;

/** Slots of the deliveries, and the webhooks that are said to deliver to them. */
export const slots = [
  { slot: 1, path: '1'.repeat(32), webhookId: 'webhook_1' },
  { slot: 2, path: '2'.repeat(32), webhookId: 'webhook_2' },
] as const;

export interface TestDelivery
  extends Omit<ReadDelivery, 'sequence' | 'arrival' | 'facts' | 'left'> {
  readonly body: Uint8Array | null;
}

/** An inbox in memory: deliveries in the order in which they were added. */
export function createTestInbox() {
  const deliveries: (TestDelivery & Pick<ReadDelivery, 'sequence' | 'arrival'>)[] = [];
  let delivered = createFreshWords();
  const factsIn = (body: Uint8Array | null) => {
    const facts = body === null ? null : factsOfBody(body);
    return facts === null ? null : delivered(facts);
  };
  const repeats = new Map<number, Duplicate>();
  return {
    add(...added: readonly TestDelivery[]) {
      for (const delivery of added) {
        const number = deliveries.length + 1;
        deliveries.push({ ...delivery, arrival: number, sequence: number });
      }
    },
    /** The delivery was counted again. */
    repeat(arrival: number, at: number) {
      const count = (repeats.get(arrival)?.count ?? 0) + 1;
      repeats.set(arrival, { arrival, count, last_at: at });
    },
    source: {
      inboxId: 'a'.repeat(32),
      *after(sequence, limit) {
        for (const { body, ...delivery } of deliveries.slice(sequence, sequence + limit)) {
          yield { ...delivery, facts: factsIn(body), left: null };
        }
      },
      forget: () => {
        delivered = createFreshWords();
      },
      count: () => deliveries.length,
      slots: () => slots,
      repeatsSince: (at) => [...repeats.values()].filter(({ last_at }) => last_at >= at),
      isSameLeft: () => false,
      whole: (delivery) => delivery,
    } satisfies InboxSource,
  };
}

export function openBareIndex({ isProduction = false } = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'causeway-timeline-'));
  const index = { file: join(directory, 'timeline.db'), key };
  const database = openSqlite({ file: join(directory, 'records.db'), key });
  migrate(database, recordsMigrations);
  const inbox = createTestInbox();
  const control = { isStopped: (): boolean => false };
  let writing: Sqlite;
  let reading: Sqlite;
  let writer: IndexWriter;
  const open = (): void => {
    writing = openIndexForWriting(index, inbox.source.inboxId, CACHE_KIB);
    reading = openIndexForReading(index, CACHE_KIB);
    writer = createIndexWriter({
      sqlite: writing,
      lookUps: lookupsOf(database),
      wholeEvents: wholeEventsOf(database),
      inbox: inbox.source,
      isProduction,
      isStopped: () => control.isStopped(),
    });
  };
  const close = (): void => {
    reading.close();
    writing.close();
  };
  open();

  return {
    inbox,
    control,
    records: openRecords({ sqlite: database }),
    /** Takes in all that is there, in groups of so many. */
    follow(group = 1_000): void {
      let before = '';
      while (writer.takeGroup(group).isMore) {
        const { indexed } = writer.progress();
        const now = `${indexed} ${writer.lookUpCursor()}`;
        // It would go on without end: a test has to fail and not to hang.
        if (now === before)
          throw new Error('The cursor stands still while more is said to be left.');
        before = now;
      }
    },
    takeGroup: (group: number) => writer.takeGroup(group),
    reading: (): Sqlite => reading,
    writing: (): Sqlite => writing,
    reopen(): void {
      close();
      open();
    },
    /** Throws the index away and makes it again. */
    rebuild(group = 1_000): void {
      close();
      removeIndex(index.file);
      open();
      this.follow(group);
    },
    ask: <Result>(question: (reader: IndexReader) => Generator<undefined, Result>): Result =>
      finish(question(createIndexReader(reading))),
    /** All rows that pass, page after page. */
    rows(filter: object = {}, limit = 200): IndexedEvent[] {
      const asked = filterOf(filter);
      const rows: IndexedEvent[] = [];
      for (;;) {
        const before = rows.at(-1)?.key ?? null;
        const page = this.ask((reader) => reader.list({ filter: asked, before, limit }));
        rows.push(...page.rows);
        if (!page.hasMore) return rows;
      }
    },
    remove(): void {
      close();
      database.close();
      rmSync(directory, { recursive: true });
    },
  };
}

export type BareIndex = ReturnType<typeof openBareIndex>;

/** A filter of the bridge as the index is asked. */
export function filterOf(input: object): IndexFilter {
  const { webhookId, ...filter } = timelineFilter.parse(input);
  const slotPaths = slots.filter((slot) => slot.webhookId === webhookId).map(({ path }) => path);
  return { ...filter, slotPaths: webhookId === null ? null : slotPaths };
}

/** Goes through all steps at once. */
export function finish<Result>(steps: Generator<undefined, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Every row of the index's own tables and every word of its search, decrypted. */
export function dump(sqlite: Sqlite): Record<string, unknown[]> {
  const tables = [
    'progress',
    'slots',
    'traits',
    'events',
    'deliveries',
    'look_ups',
    'days',
    'hours',
    'terms',
  ];
  const searches = ['words', 'plain_terms', 'joined_terms', 'email_terms', 'event_terms'];
  for (const search of searches) {
    sqlite.exec(
      `CREATE VIRTUAL TABLE IF NOT EXISTS temp.${search}_vocabulary USING fts5vocab(main, ${search}, instance)`,
    );
  }
  return Object.fromEntries([
    ...tables.map((table) => [table, sqlite.all(`SELECT * FROM ${table}`)]),
    ...searches.map((search) => [
      search,
      sqlite.all(`SELECT term, doc FROM temp.${search}_vocabulary ORDER BY 1, 2`),
    ]),
  ]);
}

/** Everything that stands in any table of the file, shadow tables and blobs included, as one text. */
export function everyByte(sqlite: Sqlite): string {
  const tables = sqlite.all(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0",
  ) as { name: string }[];
  return tables
    .flatMap(({ name }) => sqlite.all(`SELECT * FROM "${name}"`) as object[])
    .flatMap((row) => Object.values(row))
    .map((value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value),
    )
    .join('\n');
}
