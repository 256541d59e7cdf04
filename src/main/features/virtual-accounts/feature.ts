/** Virtual accounts of a profile. */
import { implement } from '@orpc/server';
import { virtualAccountsContract } from '../../../bridge/virtual-accounts.ts';
import { createVirtualAccountInput } from '../../../contract/virtual-account.ts';
import { openSignOffs, signOffsMigrations } from '../../core/creates/sign-offs/sign-offs.ts';
import { textAt } from '../../core/creates/values.ts';
import type { Feature } from '../../core/feature/feature.ts';
import { offerWrite } from '../../core/feature/offered-write.ts';
import type { AddressBook } from '../address-book/address-book.ts';
import { createVirtualAccounts, type VirtualAccounts } from './virtual-accounts.ts';

interface Uses {
  readonly addressBook: Pick<AddressBook, 'check'>;
}

const accounts = implement(virtualAccountsContract);

export const virtualAccountsFeature: Feature<'virtualAccounts', VirtualAccounts, Uses> = {
  migrations: signOffsMigrations,
  open(core, { addressBook }) {
    const api = createVirtualAccounts({ ...core, addressBook, signOffs: openSignOffs(core) });
    const create = offerWrite({
      operation: 'createVirtualAccount',
      input: createVirtualAccountInput,
      by: () => api,
      titleOf(input) {
        const [id = '', ...rest] = ['customerId', 'destinationCurrency', 'network'].map(
          (key) => textAt(input, key) ?? '',
        );
        return [core.records.customerNames([id]).get(id) ?? id, ...rest].join(' · ');
      },
    });
    return { api, writes: [create] };
  },
  procedures: (api) => ({
    virtualAccounts: {
      list: accounts.list.handler(({ input, signal }) => api().list(input, signal)),
      get: accounts.get.handler(({ input, signal }) =>
        api().get(input.id, { knownAt: input.knownAt, signal }),
      ),
      create: accounts.create.handler(({ input, signal }) =>
        api(input.profileId).create({ ...input, review: input, signal }),
      ),
      signOffMismatch: accounts.signOffMismatch.handler(({ input }) =>
        api(input.profileId).signOffMismatch(input),
      ),
    },
  }),
};
