/** Known wallet addresses of a profile. */
import { implement } from '@orpc/server';
import { addressBookContract } from '../../../bridge/address-book.ts';
import type { Feature } from '../../core/feature/feature.ts';
import { type AddressBook, openAddressBook } from './address-book.ts';
import { addressBookMigrations } from './migrations.ts';

const addressBook = implement(addressBookContract);

export const addressBookFeature: Feature<'addressBook', AddressBook> = {
  migrations: addressBookMigrations,
  open(core) {
    const api = openAddressBook(core);
    return { api, close: api.close };
  },
  procedures: (api) => ({
    addressBook: {
      check: addressBook.check.handler(({ input }) => api().check(input)),
      list: addressBook.list.handler(({ input }) => api().list(input)),
      get: addressBook.get.handler(({ input }) => api().get(input.id)),
      label: addressBook.label.handler(({ input: { profileId, ...named } }) =>
        api(profileId).label(named),
      ),
    },
  }),
};
