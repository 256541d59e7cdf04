/**
 * Labels of known addresses: all that was said of each, of which the latest stands, whichever computer said it. An
 * empty text took it away. What stands is in `address_book`, beside what follows from records.
 */
import { z } from 'zod';
import { endsOf, identityOf } from '../../../contract/addresses/look-alike.ts';
import { laterThan } from '../../../platform/clock.ts';
import { folded } from '../../../platform/folded-text.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';

export interface AddressLabel {
  readonly network: string;
  readonly address: string;
  readonly label: string;
  /** ISO 8601 UTC; empty where that was not kept. */
  readonly written_at: string;
}

const idRow = z.object({ address_id: z.number() });
const labelRow = z.object({ network: z.string(), label: z.string() });

/** What words of a search are looked for in. */
export const addressSearchText = (address: string, label: string): string =>
  folded(`${label} ${address}`);

/** The number of an address in the book, which is added where it is new. */
export function numberOfAddress(sqlite: Sqlite, network: string, address: string): number {
  const identity = identityOf(network, address);
  const ends = endsOf(identity);
  const known = [identity.group, identity.canonical];
  sqlite.run(
    `INSERT INTO address_book (family, canonical, address, head, tail, search_text)
     VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (family, canonical) DO NOTHING`,
    [...known, address, ends?.head ?? null, ends?.tail ?? null, addressSearchText(address, '')],
  );
  const sql = 'SELECT address_id FROM address_book WHERE family = ? AND canonical = ?';
  return idRow.parse(sqlite.first(sql, known)).address_id;
}

/** Puts the latest label of an address into the book. Gives the address's number there. */
export function standLatestLabel(sqlite: Sqlite, network: string, address: string): number {
  const addressId = numberOfAddress(sqlite, network, address);
  const { group, canonical } = identityOf(network, address);
  const stands = labelRow.parse(
    sqlite.first(
      `SELECT network, label FROM address_labels WHERE family = ? AND canonical = ?
       ORDER BY written_at DESC, label DESC, network DESC LIMIT 1`,
      [group, canonical],
    ) ?? { network: '', label: '' },
  );
  const isNone = stands.label === '';
  sqlite.run(
    `UPDATE address_book SET label = ?, label_network = ?,
       search_text = ? WHERE address_id = ?`,
    [
      isNone ? null : stands.label,
      isNone ? null : stands.network,
      addressSearchText(address, stands.label),
      addressId,
    ],
  );
  return addressId;
}

/** Joins a running transaction. Gives the address's number in the book. */
export function addAddressLabel(sqlite: Sqlite, said: AddressLabel): number {
  const { network, address, label, written_at } = said;
  const { group, canonical } = identityOf(network, address);
  sqlite.run(
    `INSERT INTO address_labels (family, canonical, network, address, label, written_at)
     VALUES (?, ?, ?, ?, ?, ?)`,
    [group, canonical, network, address, label, written_at],
  );
  return standLatestLabel(sqlite, network, address);
}

/** Later than all that was said of the address, whatever the clocks of this and other computers say. */
export function addressLabelTime(
  sqlite: Sqlite,
  now: string,
  on: Omit<AddressLabel, 'label' | 'written_at'>,
) {
  const { group, canonical } = identityOf(on.network, on.address);
  const [latest = ''] = sqlite.texts(
    `SELECT ifnull(max(written_at), '') FROM address_labels WHERE family = ? AND canonical = ?`,
    [group, canonical],
  );
  return laterThan(latest, now);
}

/** What an address that an erasure took is known by: it is not given away by it. */
const digestOf = (sqlite: Sqlite, family: string, canonical: string): string =>
  Buffer.from(
    sqlite.seal.seal('erased address', Buffer.from(`${family} ${canonical}`)).subarray(0, 12),
  ).toString('hex');

/** Takes an address of a customer and all that was said of it. Guards are lifted (withoutGuards). */
export function eraseAddress(
  sqlite: Sqlite,
  {
    family,
    canonical,
    customerId,
  }: Readonly<Record<'family' | 'canonical' | 'customerId', string>>,
): void {
  sqlite.run('DELETE FROM address_book WHERE family = ? AND canonical = ?', [family, canonical]);
  sqlite.run(
    `UPDATE address_labels SET canonical = '', address = '', label = ''
     WHERE family = ? AND canonical = ?`,
    [family, canonical],
  );
  sqlite.run(
    'INSERT INTO erased_addresses (digest, customer_id) VALUES (?, ?) ON CONFLICT DO NOTHING',
    [digestOf(sqlite, family, canonical), customerId],
  );
}

/** The customer with whose personal data the address was erased; null where it was not. */
export function erasedWith(sqlite: Sqlite, network: string, address: string): string | null {
  const { group, canonical } = identityOf(network, address);
  const sql = 'SELECT customer_id FROM erased_addresses WHERE digest = ?';
  return sqlite.texts(sql, [digestOf(sqlite, group, canonical)])[0] ?? null;
}
