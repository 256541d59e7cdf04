/** Rows of the address book. */
import { z } from 'zod';
import { type AddressRow, type AddressUse, maxUses } from '../../../bridge/address-book.ts';
import { endsOf, identityOf } from '../../../contract/addresses/look-alike.ts';
import { canonicalNetwork } from '../../../contract/currencies.ts';
import { folded } from '../../../platform/folded-text.ts';
import { jsonText } from '../../../platform/json-column.ts';
import { readCount } from '../../../platform/read-count.ts';
import type { Sqlite, SqlValue } from '../../../platform/sqlite.ts';
import {
  addAddressLabel,
  addressLabelTime,
  numberOfAddress,
} from '../../core/annotations/address-labels.ts';

const bookRow = z
  .object({
    address_id: z.number(),
    address: z.string(),
    networks: jsonText.pipe(z.array(z.string())),
    label: z.string().nullable(),
    label_network: z.string().nullable(),
    uses: z.number(),
    customers: z.number(),
    first_use: z.string().nullable(),
    last_use: z.string().nullable(),
  })
  .transform(
    (row): AddressRow => ({
      id: row.address_id,
      address: row.address,
      networks: networksOf(row.networks, row.label_network),
      label: row.label,
      uses: row.uses,
      customers: row.customers,
      firstUse: row.first_use,
      lastUse: row.last_use,
    }),
  );

const useRow = z
  .object({
    kind: z.enum(['record', 'intent']),
    id: z.string(),
    network: z.string(),
    customer_id: z.string().nullable(),
    at: z.string(),
  })
  .transform(({ customer_id: customerId, ...use }) => ({ ...use, customerId }));
const accountsRow = z.object({ network: z.string(), accounts: z.number() });
export type AccountsOn = z.infer<typeof accountsRow>;
const idRow = z.object({ address_id: z.number() });
const newestRow = z.object({ newest: z.string().nullable() });

const networksOf = (used: readonly string[], labelled: string | null): string[] =>
  [...new Set(labelled === null ? used : [...used, labelled])].toSorted();

const shown =
  'address_id, address, networks, label, label_network, uses, customers, first_use, last_use';
/** As `canonicalNetwork`. */
const networkIn = (name: string): string => `iif(lower(${name}) = 'sol', 'solana', lower(${name}))`;
/** What was only tried, or lost its label, is in the book no more. */
const isIn = '(uses > 0 OR label IS NOT NULL)';
const maxLookAlikes = 20;

/** One use of an address, as it is written. */
export interface NewUse extends Omit<AddressUse, 'customerName'> {
  readonly address: string;
}

export interface BookQuery {
  readonly search: string;
  /** Family of networks; null for all. */
  readonly family: string | null;
  /** Those with a label alone. */
  readonly isLabelled: boolean;
  readonly offset: number;
  readonly limit: number;
}

export function createAddressBookRepository(sqlite: Sqlite) {
  /** Sums up the uses of an address anew. */
  function sumUp(addressId: number): void {
    sqlite.run(
      `UPDATE address_book SET (uses, customers, first_use, last_use, networks) = (
         SELECT count(*), count(DISTINCT customer_id), min(at), max(at),
                json_group_array(DISTINCT network)
         FROM address_uses WHERE address_uses.address_id = address_book.address_id
       ) WHERE address_id = ?`,
      [addressId],
    );
  }

  return {
    numberOf: (network: string, address: string) => numberOfAddress(sqlite, network, address),

    /** Writes uses, each in the place of what stood under its kind and id. */
    putUses(uses: readonly NewUse[]): void {
      const touched = new Set<number>();
      for (const { kind, id, network, address, customerId, at } of uses) {
        const before = sqlite.first(
          'SELECT address_id FROM address_uses WHERE kind = ? AND id = ?',
          [kind, id],
        );
        if (before !== undefined) touched.add(idRow.parse(before).address_id);
        const addressId = numberOfAddress(sqlite, network, address);
        touched.add(addressId);
        sqlite.run(
          `INSERT INTO address_uses (kind, id, address_id, network, customer_id, at)
           VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (kind, id) DO UPDATE SET
             address_id = excluded.address_id, network = excluded.network,
             customer_id = excluded.customer_id, at = excluded.at`,
          [kind, id, addressId, network, customerId, at],
        );
      }
      for (const addressId of touched) sumUp(addressId);
    },

    /** What turned out to be no use. */
    takeBack(kind: AddressUse['kind'], ids: readonly string[]): void {
      for (const id of ids) {
        const gone = sqlite.first(
          'DELETE FROM address_uses WHERE kind = ? AND id = ? RETURNING address_id',
          [kind, id],
        );
        if (gone !== undefined) sumUp(idRow.parse(gone).address_id);
      }
    },

    /** Empty takes it away. @param now ISO 8601 UTC */
    putLabel(network: string, address: string, label: string, now: string): number {
      const written_at = addressLabelTime(sqlite, now, { network, address });
      return addAddressLabel(sqlite, { network, address, label, written_at });
    },

    byNumber(addressId: number): AddressRow | null {
      const row = sqlite.first(`SELECT ${shown} FROM address_book WHERE address_id = ?`, [
        addressId,
      ]);
      return row === undefined ? null : bookRow.parse(row);
    },

    find(network: string, address: string): AddressRow | null {
      const { group, canonical } = identityOf(network, address);
      const row = sqlite.first(
        `SELECT ${shown} FROM address_book WHERE family = ? AND canonical = ? AND ${isIn}`,
        [group, canonical],
      );
      return row === undefined ? null : bookRow.parse(row);
    },

    /** Whether anything but a person's word names it as the wallet of a virtual account on this network. */
    isPaidInto(network: string, address: string): boolean {
      const { group, canonical } = identityOf(network, address);
      const on = canonicalNetwork(network);
      const wallet = "json_extract(body, '$.destination.walletAddress')";
      const [found] = sqlite.texts(
        // In this order: by itself SQLite goes through all observations of accounts.
        `SELECT ${wallet} FROM address_book CROSS JOIN address_uses AS u USING (address_id)
           CROSS JOIN observations AS o ON o.kind = 'virtualAccount' AND o.id = u.id
         WHERE family = ? AND canonical = ? AND u.kind = 'record' AND ${networkIn('u.network')} = ?
           AND source IN ('create-answer', 'read', 'event-look-up') AND lower(${wallet}) = lower(?)
           AND ${networkIn("json_extract(body, '$.destination.network')")} = ? LIMIT 1`,
        [group, canonical, on, canonical, on],
      );
      return found !== undefined && identityOf(network, found).canonical === canonical;
    },

    /** How many virtual accounts pay into it on each network, as far as anybody said. */
    accountsOn(network: string, address: string): AccountsOn[] {
      const { group, canonical } = identityOf(network, address);
      const rows = sqlite.all(
        `SELECT ${networkIn('u.network')} AS network, count(*) AS accounts FROM address_book
           JOIN address_uses AS u USING (address_id)
         WHERE family = ? AND canonical = ? AND kind = 'record' GROUP BY 1 ORDER BY 1`,
        [group, canonical],
      );
      return z.array(accountsRow).parse(rows);
    },

    /** Known addresses with the same ends that are another address, used last first. */
    lookAlikes(network: string, address: string): AddressRow[] {
      const identity = identityOf(network, address);
      const ends = endsOf(identity);
      if (ends === null) return [];
      const rows = sqlite.all(
        `SELECT ${shown} FROM address_book
         WHERE family = ? AND head = ? AND tail = ? AND canonical <> ? AND ${isIn}
         ORDER BY last_use DESC, address_id DESC LIMIT ${maxLookAlikes}`,
        [identity.group, ends.head, ends.tail, identity.canonical],
      );
      return z.array(bookRow).parse(rows);
    },

    page({ search, family, isLabelled, offset, limit }: BookQuery) {
      const conditions = [isLabelled ? 'label IS NOT NULL' : isIn];
      const values: SqlValue[] = [];
      for (const word of folded(search).split(/\s+/u)) {
        if (word === '') continue;
        conditions.push('instr(search_text, ?) > 0');
        values.push(word);
      }
      if (family !== null) {
        conditions.push('family = ?');
        values.push(family);
      }
      const where = conditions.join(' AND ');
      const rows = sqlite.all(
        `SELECT ${shown} FROM address_book WHERE ${where}
         ORDER BY last_use DESC, address_id DESC LIMIT ? OFFSET ?`,
        [...values, limit, offset],
      );
      const count = (condition: string, parameters: readonly SqlValue[]) =>
        readCount(
          sqlite,
          `SELECT count(*) AS count FROM address_book WHERE ${condition}`,
          parameters,
        );
      const { newest } = newestRow.parse(
        sqlite.first('SELECT max(last_use) AS newest FROM address_book'),
      );
      return {
        rows: z.array(bookRow).parse(rows),
        total: count(where, values),
        known: count(isIn, []),
        asOf: newest,
      };
    },

    /** Newest first. */
    uses(addressId: number): Omit<AddressUse, 'customerName'>[] {
      const rows = sqlite.all(
        `SELECT kind, id, network, customer_id, at FROM address_uses WHERE address_id = ?
         ORDER BY at DESC, id DESC LIMIT ${maxUses}`,
        [addressId],
      );
      return z.array(useRow).parse(rows);
    },
  };
}

export type AddressBookRepository = ReturnType<typeof createAddressBookRepository>;
