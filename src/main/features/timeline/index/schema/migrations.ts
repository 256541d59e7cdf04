/**
 * Schema of the timeline's index. Everything in it is derived from the inbox and from event look-ups, so a file
 * of another derivation is thrown away and made again; nothing here is the only copy of anything.
 */
import type { Migration } from '../../../../../platform/migrations.ts';

/** Full-text tables keep no text and no positions: what they find is read from the tables beside them. */
const PARTS =
  "content='terms', content_rowid='term', detail=none, columnsize=0, tokenize='trigram'";

export const timeline1: Migration = {
  id: '2026-11-21-timeline-1',
  up(sqlite) {
    sqlite.exec(`
      CREATE TABLE progress (
        only INTEGER PRIMARY KEY CHECK (only = 1),
        derivation INTEGER NOT NULL,
        inbox_id TEXT NOT NULL,
        -- In the inbox, and in the observations of the records.
        cursor INTEGER NOT NULL,
        look_up_cursor INTEGER NOT NULL,
        -- Deliveries up to the cursor.
        indexed INTEGER NOT NULL,
        -- The latest that an event happened which was not ahead of our clock; milliseconds since 1970.
        latest INTEGER NOT NULL
      ) STRICT;

      -- Paths of the inbox's slots.
      CREATE TABLE slots (slot INTEGER PRIMARY KEY, path TEXT NOT NULL) STRICT;

      -- Each combination of what has few values that occurs, and how many events have it. A filter
      -- by any of them is a set of these.
      CREATE TABLE traits (
        traits INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        resource_kind TEXT,
        -- 0 genuine, 1 genuine-reserialised, 2 read.
        proof INTEGER NOT NULL,
        is_mock INTEGER NOT NULL,
        is_late INTEGER NOT NULL,
        is_repeated INTEGER NOT NULL,
        is_differing INTEGER NOT NULL,
        -- It happened later than it was heard, by more than clocks differ.
        is_ahead INTEGER NOT NULL,
        -- A JSON list of the slots it was delivered to, ascending.
        slots TEXT NOT NULL,
        events INTEGER NOT NULL
      ) STRICT;

      CREATE TABLE events (
        -- When it happened (else was heard), in milliseconds since 1970, times 1024, and a number
        -- among those of the same millisecond: lists, filters and searches all come in this order.
        -- What is known by look-ups alone has the last of these numbers, so that it moves no other.
        key INTEGER PRIMARY KEY,
        -- The id after its prefix.
        event TEXT NOT NULL,
        -- A mock event in production has an id of its own, whatever it says (decisions 23).
        is_apart INTEGER NOT NULL,
        traits INTEGER NOT NULL,
        happened_at INTEGER,
        -- It was told as a number.
        is_epoch INTEGER NOT NULL,
        heard_at INTEGER NOT NULL,
        heard INTEGER NOT NULL,
        is_out_of_order INTEGER NOT NULL,
        resource_id TEXT,
        resource_hash INTEGER,
        customer_id TEXT,
        customer_hash INTEGER,
        -- Hash of what stays the same from delivery to delivery.
        sameness INTEGER NOT NULL
      ) STRICT;
      CREATE UNIQUE INDEX events_by_event ON events (event, is_apart);
      CREATE INDEX events_by_traits ON events (traits);
      -- Few, and of many traits: those that are mock, and those that came late (traits.ts).
      CREATE INDEX events_mock ON events (key, traits) WHERE traits & 2;
      CREATE INDEX events_late ON events (key, traits) WHERE traits & 1;
      CREATE INDEX events_by_heard ON events (heard_at, traits);
      CREATE INDEX events_by_resource ON events (resource_hash, key, traits)
        WHERE resource_hash IS NOT NULL;
      CREATE INDEX events_by_customer ON events (customer_hash, key, traits)
        WHERE customer_hash IS NOT NULL;

      CREATE TABLE deliveries (
        arrival INTEGER PRIMARY KEY,
        key INTEGER NOT NULL,
        slot INTEGER NOT NULL,
        received_at INTEGER NOT NULL,
        -- As in traits.
        proof INTEGER NOT NULL,
        -- 0 first, 1 repeat, 2 differs, 3 mock.
        role INTEGER NOT NULL,
        -- Exact repeats that the inbox counted, and when the newest of them came.
        repeats INTEGER NOT NULL,
        repeated_at INTEGER,
        -- Where it is not that of its event.
        sameness INTEGER
      ) STRICT;
      CREATE INDEX deliveries_by_event ON deliveries (key);

      -- What the service gave by an event's id.
      CREATE TABLE look_ups (
        -- In the observations of the records.
        arrival INTEGER PRIMARY KEY,
        key INTEGER NOT NULL,
        observed_at INTEGER NOT NULL,
        sameness INTEGER NOT NULL,
        -- The words of the event while it stands on this look-up, since nothing was delivered of it.
        text TEXT
      ) STRICT;
      CREATE INDEX look_ups_by_event ON look_ups (key);
      CREATE INDEX look_ups_alone ON look_ups (arrival) WHERE text IS NOT NULL;

      -- Events by the day and by the hour (UTC) in which their key stands.
      CREATE TABLE days (
        day INTEGER NOT NULL, traits INTEGER NOT NULL, events INTEGER NOT NULL,
        PRIMARY KEY (day, traits)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE hours (
        hour INTEGER NOT NULL, traits INTEGER NOT NULL, events INTEGER NOT NULL,
        PRIMARY KEY (hour, traits)
      ) STRICT, WITHOUT ROWID;

      -- Words of events, and marks of what an event is; rowid: the event's key.
      CREATE VIRTUAL TABLE words USING fts5(
        text, content='', detail=none, columnsize=0, tokenize="ascii tokenchars '.+-@'"
      );

      -- Every word once, but for the events' own ids; and parts of words by runs of three characters.
      -- What stands in events that are known by look-ups alone, and nowhere else, has high numbers.
      CREATE TABLE terms (term INTEGER PRIMARY KEY, word TEXT NOT NULL UNIQUE) STRICT;
      CREATE VIRTUAL TABLE plain_terms USING fts5(word, ${PARTS});
      CREATE VIRTUAL TABLE joined_terms USING fts5(word, ${PARTS});
      CREATE VIRTUAL TABLE email_terms USING fts5(word, ${PARTS});
      CREATE VIRTUAL TABLE event_terms USING fts5(
        event, content='events', content_rowid='key', detail=none, columnsize=0, tokenize='trigram'
      );
      -- A group of many events becomes one segment, and few of those are merged at a time.
      INSERT INTO words (words, rank) VALUES ('hashsize', 8388608), ('automerge', 8);
      INSERT INTO event_terms (event_terms, rank) VALUES ('hashsize', 4194304), ('automerge', 8);
    `);
    // Their usual pages are a little too long for a page of the file and would take two of them.
    for (const table of ['words', 'event_terms', 'plain_terms', 'joined_terms', 'email_terms']) {
      sqlite.exec(`INSERT INTO ${table} (${table}, rank) VALUES ('pgsz', 3900)`);
    }
  },
};

export const timelineMigrations: readonly Migration[] = [timeline1];

/** Raised whenever what is derived changes: an index of another derivation is made again. */
export const DERIVATION = 8;
