/** Schema of the address book. Labels are told here; the rest follows from records and intents. */
import { z } from 'zod';
import type { Migration } from '../../../platform/migrations.ts';
import { addressSearchText } from '../../core/annotations/address-labels.ts';

const labelledRows = z.array(
  z.object({ address_id: z.number(), address: z.string(), label: z.string() }),
);

export const addressBookMigrations: readonly Migration[] = [
  {
    id: '2026-11-23-address-book',
    replaces: ['2026-11-21-address-book-1', '2026-11-21-address-book-2'],
    up: (sqlite) =>
      sqlite.exec(`
        CREATE TABLE address_book (
          address_id INTEGER PRIMARY KEY,
          -- Family of networks that share an address, or the name of a network that is of none.
          family TEXT NOT NULL,
          canonical TEXT NOT NULL,
          address TEXT NOT NULL,
          -- Four characters at each end, in small letters; null for a text too short to have two.
          head TEXT,
          tail TEXT,
          label TEXT,
          label_network TEXT,
          networks TEXT NOT NULL DEFAULT '[]',
          uses INTEGER NOT NULL DEFAULT 0,
          customers INTEGER NOT NULL DEFAULT 0,
          first_use TEXT,
          last_use TEXT,
          -- Label and address, folded.
          search_text TEXT NOT NULL,
          UNIQUE (family, canonical)
        ) STRICT;
        CREATE INDEX address_book_by_ends ON address_book (family, head, tail);
        CREATE INDEX address_book_by_last_use ON address_book (last_use DESC, address_id DESC);

        CREATE TABLE address_uses (
          kind TEXT NOT NULL CHECK (kind IN ('record', 'intent')),
          id TEXT NOT NULL,
          address_id INTEGER NOT NULL REFERENCES address_book (address_id),
          network TEXT NOT NULL,
          customer_id TEXT,
          at TEXT NOT NULL,
          PRIMARY KEY (kind, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX address_uses_by_address ON address_uses (address_id, at);

        -- How far observations and intents were followed.
        CREATE TABLE address_book_cursor (
          only INTEGER PRIMARY KEY CHECK (only = 1),
          arrival INTEGER NOT NULL,
          sequence INTEGER NOT NULL
        ) STRICT;
        INSERT INTO address_book_cursor (only, arrival, sequence) VALUES (1, 0, 0);
      `),
  },
  {
    id: '2026-11-26-address-labels',
    up: (sqlite) =>
      sqlite.exec(`
        -- What was said of each address (core/annotations/address-labels.ts); an empty label took it away.
        CREATE TABLE address_labels (
          sequence INTEGER PRIMARY KEY,
          family TEXT NOT NULL,
          canonical TEXT NOT NULL,
          network TEXT NOT NULL,
          address TEXT NOT NULL,
          label TEXT NOT NULL,
          -- In ISO 8601 UTC; empty where that was not kept.
          written_at TEXT NOT NULL
        ) STRICT;
        CREATE INDEX address_labels_of ON address_labels (family, canonical, written_at);
        INSERT INTO address_labels (family, canonical, network, address, label, written_at)
          SELECT family, canonical, coalesce(label_network, family), address, label, ''
          FROM address_book WHERE label IS NOT NULL;
        CREATE TRIGGER address_labels_never_change BEFORE UPDATE ON address_labels
          BEGIN SELECT RAISE(ABORT, 'what was said of an address never changes'); END;
        CREATE TRIGGER address_labels_never_go BEFORE DELETE ON address_labels
          BEGIN SELECT RAISE(ABORT, 'what was said of an address is never deleted'); END;

        -- Addresses that an erasure took, by a keyed hash.
        CREATE TABLE erased_addresses (digest TEXT PRIMARY KEY, customer_id TEXT NOT NULL)
          STRICT, WITHOUT ROWID;
      `),
  },
  {
    id: '2026-11-28-address-book-settlements',
    up: (sqlite) =>
      sqlite.exec(
        'ALTER TABLE address_book_cursor ADD COLUMN settlement INTEGER NOT NULL DEFAULT 0',
      ),
  },
  {
    id: '2026-11-30-address-book-folded',
    // What was stored in small letters alone. An address without a label is ASCII, and the same folded.
    up(sqlite) {
      const rows = labelledRows.parse(
        sqlite.all('SELECT address_id, address, label FROM address_book WHERE label IS NOT NULL'),
      );
      for (const { address_id, address, label } of rows) {
        sqlite.run('UPDATE address_book SET search_text = ? WHERE address_id = ?', [
          addressSearchText(address, label),
          address_id,
        ]);
      }
    },
  },
];
