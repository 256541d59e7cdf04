/** Bank accounts of a profile. */
import { implement } from '@orpc/server';
import { bankAccountsContract } from '../../../bridge/bank-accounts.ts';
import { readKnown } from '../../core/creates/known-reads.ts';
import type { Feature } from '../../core/feature/feature.ts';
import { type BankAccounts, createBankAccounts } from './bank-accounts.ts';
import { bankAccountMigrations } from './migrations.ts';

const bankAccounts = implement(bankAccountsContract);

export const bankAccountsFeature: Feature<'bankAccounts', BankAccounts> = {
  migrations: bankAccountMigrations,
  open(core) {
    const api = createBankAccounts({
      ...core,
      readKnown: (known, read) => readKnown(core, known, read),
    });
    return { api, close: api.close };
  },
  procedures: (of) => ({
    bankAccounts: {
      list: bankAccounts.list.handler(({ input, signal }) => of().list(input, signal)),
      get: bankAccounts.get.handler(({ input, signal }) =>
        of().get(input.id, { knownAt: input.knownAt, signal }, input.whole),
      ),
      lookUp: bankAccounts.lookUp.handler(({ input: { profileId, knownAt, ...pair } }) =>
        of(profileId).lookUp(pair, knownAt),
      ),
      refresh: bankAccounts.refresh.handler(({ input }) =>
        of(input.profileId).refresh(input.id, input.knownAt),
      ),
      refreshAll: bankAccounts.refreshAll.handler(({ input }) =>
        of(input.profileId).refreshAll(input.knownAt),
      ),
      refreshState: bankAccounts.refreshState.handler(() => of().refreshState()),
      cancelRefresh: bankAccounts.cancelRefresh.handler(() => of().cancelRefresh()),
    },
  }),
};
