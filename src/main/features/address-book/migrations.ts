/** Schema of the address book, oldest first. Labels are told here; the rest follows from records and intents. */
import { z } from 'zod';
import { endsOf, identityOf } from '../../../contract/addresses/look-alike.ts';
import type { Migration } from '../../../platform/migrations.ts';

const addressBook1: Migration = {
  id: '2026-11-21-address-book-1',
  up(sqlite) {
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
        -- Label and address in small letters.
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
      INSERT INTO address_book_cursor VALUES (1, 0, 0);
    `);
  },
};

const plainRow = z.object({
  address_id: z.number(),
  address: z.string(),
  label: z.string().nullable(),
  label_network: z.string().nullable(),
  search_text: z.string(),
});
const idRow = z.object({ address_id: z.number() });

/** What has the form of an EVM address is known by it, whatever its network is called. */
const addressBook2: Migration = {
  id: '2026-11-21-address-book-2',
  up(sqlite) {
    const rows = sqlite.all(
      `SELECT address_id, address, label, label_network, search_text FROM address_book
       WHERE family <> 'evm' AND length(address) = 42 AND address LIKE '0x%'`,
    );
    for (const row of z.array(plainRow).parse(rows)) {
      const identity = identityOf('', row.address);
      if (identity.group !== 'evm') continue;
      const { canonical } = identity;
      const ends = endsOf(identity);
      const other = sqlite.first(
        "SELECT address_id FROM address_book WHERE family = 'evm' AND canonical = ?",
        [canonical],
      );
      if (other === undefined) {
        sqlite.run(
          `UPDATE address_book SET family = 'evm', canonical = ?, head = ?, tail = ?
           WHERE address_id = ?`,
          [canonical, ends?.head ?? null, ends?.tail ?? null, row.address_id],
        );
        continue;
      }
      const into = idRow.parse(other).address_id;
      sqlite.run('UPDATE address_uses SET address_id = ? WHERE address_id = ?', [
        into,
        row.address_id,
      ]);
      sqlite.run(
        `UPDATE address_book SET label = ?, label_network = ?, search_text = ?
         WHERE address_id = ? AND label IS NULL AND ? IS NOT NULL`,
        [row.label, row.label_network, row.search_text, into, row.label],
      );
      sqlite.run('DELETE FROM address_book WHERE address_id = ?', [row.address_id]);
      sqlite.run(
        `UPDATE address_book SET (uses, customers, first_use, last_use, networks) = (
           SELECT count(*), count(DISTINCT customer_id), min(at), max(at),
                  json_group_array(DISTINCT network)
           FROM address_uses WHERE address_uses.address_id = address_book.address_id
         ) WHERE address_id = ?`,
        [into],
      );
    }
  },
};

export const addressBookMigrations: readonly Migration[] = [addressBook1, addressBook2];
