/** Looks many records up at once by what lists show of them, for work that goes over whole files. */
import { z } from 'zod';
import { folded } from '../../../platform/folded-text.ts';
import { jsonText } from '../../../platform/json-column.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';

/** What tells one virtual account from another. */
const accountParts = z.object({
  id: z.string(),
  customerId: z.string(),
  sourceCurrency: z.string(),
  destinationCurrency: z.string(),
  network: z.string(),
  walletAddress: z.string(),
});
export type AccountParts = Readonly<z.infer<typeof accountParts>>;

/** Where an account would be looked for. */
export type AccountPlace = Pick<AccountParts, 'customerId' | 'walletAddress'>;

export interface Lookups {
  /** Those of the customers that are known. */
  knownCustomers(ids: readonly string[]): ReadonlySet<string>;
  /** Customers with one of these emails; case and accents are not looked at. */
  customersByEmail(emails: readonly string[]): { readonly id: string; readonly email: string }[];
  /** Those of the customers whose profiles say that they are not verified, and what is still required. */
  unverified(ids: readonly string[]): ReadonlyMap<string, readonly string[]>;
  /**
   * Accounts of a customer that pay out to a wallet, for each of the places, by id. The wallet's case is
   * not looked at, so more may come than are meant where an address tells its letters apart.
   */
  accountsAt(places: readonly AccountPlace[]): AccountParts[];
}

const idRows = z.array(z.object({ id: z.string() }));
const emailRows = z.array(z.object({ id: z.string(), email: z.string() }));
const unverifiedRows = z.array(
  z.object({ id: z.string(), missing: jsonText.pipe(z.array(z.string())) }),
);
const accountRows = z.array(accountParts);

/** Over a database that recordsMigrations were applied to. */
export const createLookups = (sqlite: Sqlite): Lookups => ({
  knownCustomers: (ids) =>
    new Set(
      idRows
        .parse(
          sqlite.all(
            'SELECT id FROM customer_columns WHERE id IN (SELECT value FROM json_each(?))',
            [JSON.stringify(ids)],
          ),
        )
        .map(({ id }) => id),
    ),

  customersByEmail: (emails) =>
    emailRows.parse(
      sqlite.all(
        `SELECT id, email FROM customer_columns
         WHERE email_sort IN (SELECT value FROM json_each(?)) ORDER BY id`,
        [JSON.stringify(emails.map((email) => folded(email.trim())))],
      ),
    ),

  unverified: (ids) =>
    new Map(
      unverifiedRows
        .parse(
          sqlite.all(
            `SELECT queue.id, missing FROM customer_queue AS queue
             JOIN customer_columns AS customer ON customer.id = queue.id
             WHERE queue.id IN (SELECT value FROM json_each(?))
               AND waits_on NOT IN ('ready', 'unknown') AND profiles <> '[]'`,
            [JSON.stringify(ids)],
          ),
        )
        .map(({ id, missing }) => [id, missing]),
    ),

  accountsAt: (places) =>
    accountRows.parse(
      sqlite.all(
        `SELECT DISTINCT account.id, customer_id AS customerId,
           coalesce(source_currency, '') AS sourceCurrency,
           coalesce(destination_currency, '') AS destinationCurrency, coalesce(network, '') AS network,
           wallet_address AS walletAddress
         FROM json_each(?) AS place CROSS JOIN virtual_account_columns AS account
         WHERE customer_id = place.value ->> 0
           AND lower(wallet_address) = lower(place.value ->> 1)
         ORDER BY account.id`,
        [JSON.stringify(distinctPlaces(places))],
      ),
    ),
});

/** Many rows of a file may ask for the same one. */
function distinctPlaces(places: readonly AccountPlace[]): (readonly [string, string])[] {
  const distinct = new Map(
    places.map(({ customerId, walletAddress }) => [
      `${customerId} ${walletAddress}`,
      [customerId, walletAddress] as const,
    ]),
  );
  return [...distinct.values()];
}
