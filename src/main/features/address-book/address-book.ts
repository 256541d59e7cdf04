/** Known wallet addresses of one profile: check, list, get, label. */

import type { z } from 'zod';
import type {
  AddressCheck,
  AddressDetail,
  AddressRow,
  addressBookContract,
} from '../../../bridge/address-book.ts';
import type { UpdateNotice } from '../../../bridge/updates.ts';
import { isUsable } from '../../../contract/addresses/address-check.ts';
import { checkAddress } from '../../../contract/addresses/check-address.ts';
import { identityOf } from '../../../contract/addresses/look-alike.ts';
import { createFollower } from '../../../platform/follower.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import type { Audit } from '../../core/audit/types.ts';
import { Failed } from '../../core/intents/failed.ts';
import { requireNoSecret } from '../../core/intents/no-secret.ts';
import type { Records } from '../../core/records/types.ts';
import { createAddressBookRepository } from './address-book-repository.ts';
import { followTimeRange } from './follow.ts';

type ListInput = z.output<NonNullable<(typeof addressBookContract.list)['~orpc']['inputSchema']>>;
type ListOutput = z.input<NonNullable<(typeof addressBookContract.list)['~orpc']['outputSchema']>>;

export interface NetworkAddress {
  readonly network: string;
  readonly address: string;
}

export interface AddressBook {
  /** Rejects with Failed INVALID for a secret. Writes nothing of the address. */
  check(asked: NetworkAddress): Promise<AddressCheck>;
  /** Brings the book up to what is known, in stretches. */
  follow(): Promise<void>;
  /** Known addresses with the same ends that are another, as of the last `follow`, used last first. */
  lookAlikes(named: NetworkAddress): AddressRow[];
  list(query: ListInput): Promise<ListOutput>;
  /** Rejects with Failed NOT_FOUND. */
  get(id: number): Promise<AddressDetail>;
  /** Rejects with Failed INVALID for a secret and for what is no address of the network. */
  label(named: NetworkAddress & { readonly label: string }): Promise<AddressRow>;
  /** What is being followed ends. Call before the database is closed. */
  close(): void;
}

export interface AddressBookParts {
  readonly sqlite: Sqlite;
  readonly records: Pick<Records, 'get' | 'columns' | 'customerNames'>;
  readonly audit: Pick<Audit, 'append'>;
  readonly notify: (notice: UpdateNotice) => void;
}

/** Over a database that addressBookMigrations were applied to. */
export function openAddressBook(parts: AddressBookParts): AddressBook {
  const { sqlite, records, audit, notify } = parts;
  const repository = createAddressBookRepository(sqlite);
  const follow = createFollower(() => followTimeRange({ sqlite, records, repository }));

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
      if (!isUsable(checkAddress(network, address))) {
        throw new Failed('INVALID', {
          sentence: `This is not an address of ${network}, so it was not saved. Check the network and the address.`,
          cause: 'address',
        });
      }
      await follow.catchUp();
      const clean = label.normalize('NFC').trim().replaceAll(/\s+/g, ' ');
      const row = sqlite.transaction(() => {
        const id = repository.putLabel(network, address, clean === '' ? null : clean);
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
