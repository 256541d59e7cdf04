/** Known wallet addresses of one profile: check, list, get, label. */
import { z } from 'zod';
import type {
  AddressCheck,
  AddressDetail,
  AddressRow,
  addressBookContract,
} from '../../../bridge/address-book.ts';
import type { InputOf, OutputOf } from '../../../bridge/procedure.ts';
import { json } from '../../../bridge/scalars.ts';
import type { UpdateNotice } from '../../../bridge/updates.ts';
import { isUsable } from '../../../contract/addresses/address-check.ts';
import { checkAddress } from '../../../contract/addresses/check-address.ts';
import { identityOf } from '../../../contract/addresses/look-alike.ts';
import { formatCharacter } from '../../../contract/patterns.ts';
import { type Clock, isoNow } from '../../../platform/clock.ts';
import { createFollower } from '../../../platform/follower.ts';
import { jsonText } from '../../../platform/json-column.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import type { Audit } from '../../core/audit/types.ts';
import { textAt } from '../../core/creates/values.ts';
import { Failed, invalid } from '../../core/intents/failed.ts';
import { requireNoSecret } from '../../core/intents/no-secret.ts';
import { lastArrival } from '../../core/records/last-arrival.ts';
import type { Records } from '../../core/records/types.ts';
import {
  type AccountsOn,
  type AddressBookRepository,
  createAddressBookRepository,
  type NewUse,
} from './address-book-repository.ts';

const cursorRow = z.object({
  arrival: z.number(),
  sequence: z.number(),
  settlement: z.number(),
});
const observedRow = z.object({ arrival: z.number(), id: z.string(), at: z.string() });
const intentRow = z.object({
  place: z.number(),
  key: z.string(),
  state: z.string(),
  input: jsonText.pipe(json),
  at: z.string(),
});
const intentRows = z.array(intentRow);
type IntentRow = z.output<typeof intentRow>;

/** How many accounts or intents one stretch takes in: well under 10 ms of work. */
const stretch = 100;
/** How many observations of any kind it passes over to find them. */
const maxPassed = 1_000;

interface FollowParts {
  readonly sqlite: Sqlite;
  readonly records: Pick<Records, 'get' | 'columns'>;
  readonly repository: AddressBookRepository;
}

/**
 * Brings the book up to what is known: from the observations of virtual accounts, and from creates
 * whose outcome nobody knows. Each stretch is one transaction together with the cursor behind it; false when there was
 * nothing left to follow.
 */
function followStep({ sqlite, records, repository }: FollowParts): boolean {
  return sqlite.transaction(() => {
    const cursor = cursorRow.parse(
      sqlite.first('SELECT arrival, sequence, settlement FROM address_book_cursor'),
    );
    const observed = observedAfter(sqlite, cursor.arrival);
    const ended = endedAfter(sqlite, cursor.sequence);
    const resolved = resolvedAfter(sqlite, cursor.settlement);
    if (
      observed.rows.length + ended.length + resolved.length === 0 &&
      observed.end === cursor.arrival
    )
      return false;
    const found = observed.rows.map(({ id, at }) => ({ id, uses: useOfRecord(records, id, at) }));
    const isUnknown = ({ state }: IntentRow): boolean => state === 'unknown';
    repository.takeBack('record', withoutUse(found));
    repository.takeBack(
      'intent',
      resolved.filter((one) => !isUnknown(one)).map(({ key }) => key),
    );
    repository.putUses([
      ...found.flatMap(({ uses }) => uses),
      // What exists is a record's use.
      ...[...ended, ...resolved].filter(isUnknown).flatMap(useOfIntent),
    ]);
    sqlite.run('UPDATE address_book_cursor SET arrival = ?, sequence = ?, settlement = ?', [
      observed.end,
      ended.at(-1)?.place ?? cursor.sequence,
      resolved.at(-1)?.place ?? cursor.settlement,
    ]);
    return true;
  });
}

const withoutUse = (found: readonly { id: string; uses: readonly NewUse[] }[]): string[] =>
  found.filter(({ uses }) => uses.length === 0).map(({ id }) => id);

function observedAfter(sqlite: Sqlite, arrival: number) {
  const rows = sqlite.all(
    `SELECT arrival, id, observed_at AS at FROM observations NOT INDEXED
     WHERE kind = 'virtualAccount' AND arrival > ? AND arrival <= ? ORDER BY arrival LIMIT ${stretch}`,
    [arrival, arrival + maxPassed],
  );
  const found = z.array(observedRow).parse(rows);
  if (found.length === stretch) return { rows: found, end: found.at(-1)?.arrival ?? arrival };
  const end = Math.min(lastArrival(sqlite), arrival + maxPassed);
  return { rows: found, end: Math.max(arrival, end) };
}

/** What a person told last. By the view of standing intents SQLite would go through all of them. */
const toldState = `(SELECT verdict FROM settlements AS last WHERE last.intent_key = key
  ORDER BY last.sequence DESC LIMIT 1)`;

/** Stops before a write that is still under way: what becomes of it decides. */
function endedAfter(sqlite: Sqlite, sequence: number): readonly IntentRow[] {
  const all = intentRows.parse(
    sqlite.all(
      `SELECT sequence AS place, key, input, journalled_at AS at,
         coalesce(${toldState}, state) AS state FROM intents
       WHERE operation = 'createVirtualAccount' AND sequence > ? ORDER BY sequence LIMIT ${stretch}`,
      [sequence],
    ),
  );
  const running = all.findIndex(({ state }) => state === 'journalled');
  return running < 0 ? all : all.slice(0, running);
}

/** As they stand now, however often a person told of them. */
const resolvedAfter = (sqlite: Sqlite, settlement: number): readonly IntentRow[] =>
  intentRows.parse(
    sqlite.all(
      `SELECT settlements.sequence AS place, key, input, journalled_at AS at, ${toldState} AS state
       FROM settlements CROSS JOIN intents ON key = intent_key
       WHERE operation = 'createVirtualAccount' AND settlements.sequence > ?
       ORDER BY settlements.sequence LIMIT ${stretch}`,
      [settlement],
    ),
  );

/** What was entered comes first: an answer with another address makes that one no known address. */
function useOfRecord(records: FollowParts['records'], id: string, observedAt: string): NewUse[] {
  const record = records.get('virtualAccount', id);
  const columns = records.columns('virtualAccount', id);
  if (record === null || columns === null) return [];
  const network = textAt(record.entered, 'network') ?? columns.network;
  const address = textAt(record.entered, 'walletAddress') ?? columns.walletAddress;
  if (!network || !address) return [];
  const { customerId } = columns;
  return [{ kind: 'record', id, network, address, customerId, at: columns.created ?? observedAt }];
}

function useOfIntent({ key, input, at }: IntentRow): NewUse[] {
  const network = textAt(input, 'network');
  const address = textAt(input, 'walletAddress');
  if (!network || !address) return [];
  const customerId = textAt(input, 'customerId');
  return [{ kind: 'intent', id: key, network, address, customerId, at }];
}

type ListInput = InputOf<typeof addressBookContract.list>;
type ListOutput = OutputOf<typeof addressBookContract.list>;

export interface NetworkAddress {
  readonly network: string;
  readonly address: string;
}

export interface AddressBook {
  /** Rejects with Failed INVALID for a secret. Writes nothing of the address. */
  check(asked: NetworkAddress): Promise<AddressCheck>;
  /** Brings the book up to what is known, in stretches. */
  follow(): Promise<void>;
  /** Whether the service itself told of a virtual account that pays into it on this network, as of the last `follow`. */
  isPaidInto(named: NetworkAddress): boolean;
  /** Virtual accounts that pay into it by network, on any that shares its form, as of the last `follow`. */
  accountsOn(named: NetworkAddress): AccountsOn[];
  /** Known addresses with the same ends that are another, as of the last `follow`, used last first. */
  lookAlikes(named: NetworkAddress): AddressRow[];
  list(query: ListInput): Promise<ListOutput>;
  /** Rejects with Failed NOT_FOUND. */
  get(id: number): Promise<AddressDetail>;
  /** Rejects with Failed INVALID for a secret, an invisible character, and what is no address of the network. */
  label(named: NetworkAddress & { readonly label: string }): Promise<AddressRow>;
  /** What is being followed ends. Call before the database is closed. */
  close(): void;
}

export interface AddressBookParts {
  readonly sqlite: Sqlite;
  readonly records: Pick<Records, 'get' | 'columns' | 'customerNames'>;
  readonly audit: Pick<Audit, 'append'>;
  readonly clock: Clock;
  readonly notify: (notice: UpdateNotice) => void;
}

/** Over a database that addressBookMigrations were applied to. */
export function openAddressBook(parts: AddressBookParts): AddressBook {
  const { sqlite, records, audit, clock, notify } = parts;
  const repository = createAddressBookRepository(sqlite);
  const follow = createFollower(() => followStep({ sqlite, records, repository }));

  const known = (id: number): AddressRow => {
    const row = repository.byNumber(id);
    if (row === null) {
      throw new Failed('NOT_FOUND', { sentence: 'This address is not in the address book.' });
    }
    return row;
  };

  return {
    async check({ network, address }) {
      requireNoSecret(network, address);
      await follow.catchUp();
      return {
        network,
        address,
        known: repository.find(network, address),
        lookAlikes: repository.lookAlikes(network, address),
      };
    },

    follow: () => follow.catchUp(),
    isPaidInto: ({ network, address }) => repository.isPaidInto(network, address),
    accountsOn: ({ network, address }) => repository.accountsOn(network, address),
    lookAlikes: ({ network, address }) => repository.lookAlikes(network, address),

    async list({ network, ...query }) {
      await follow.catchUp();
      const family = network === null ? null : identityOf(network, '').group;
      return repository.page({ ...query, family });
    },

    async get(id) {
      await follow.catchUp();
      const row = known(id);
      const uses = repository.uses(id);
      const customers = new Set(uses.flatMap(({ customerId }) => customerId ?? []));
      const names = records.customerNames([...customers]);
      const nameOf = (customerId: string | null) =>
        customerId === null ? null : (names.get(customerId) ?? null);
      const [network] = row.networks;
      return {
        ...row,
        recentUses: uses.map((use) => ({ ...use, customerName: nameOf(use.customerId) })),
        lookAlikes: network === undefined ? [] : repository.lookAlikes(network, row.address),
      };
    },

    async label({ network, address, label }) {
      requireNoSecret(network, address, label);
      if (!isUsable(checkAddress(network, address)))
        throw invalid(
          `This is not an address of ${network}, so it was not saved. Check the network and the address.`,
          'address',
        );
      const clean = label.normalize('NFC').trim().replaceAll(/\s+/g, ' ');
      if (/\p{Cc}/u.test(clean) || formatCharacter.test(clean))
        throw invalid(
          'The label contains an invisible character, so it may look like another label. Type the label again.',
          'label',
        );
      await follow.catchUp();
      const row = sqlite.transaction(() => {
        const id = repository.putLabel(network, address, clean, isoNow(clock));
        const action = clean === '' ? 'address.unlabelled' : 'address.labelled';
        audit.append({ action, facts: { addressId: id, network } });
        return known(id);
      });
      notify({ topic: 'address-book', ids: [String(row.id)] });
      notify({ topic: 'audit', ids: [] });
      return row;
    },

    close: () => void follow.close(),
  };
}
