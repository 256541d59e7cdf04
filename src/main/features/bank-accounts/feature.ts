/** Bank accounts of a profile. */
import { implement } from '@orpc/server';
import { bankAccountsContract } from '../../../bridge/bank-accounts.ts';
import type { Migration } from '../../../platform/migrations.ts';
import { readKnown } from '../../core/creates/known-reads.ts';
import type { Feature } from '../../core/feature/feature.ts';
import { type BankAccounts, createBankAccounts } from './bank-accounts.ts';

const bankAccounts = implement(bankAccountsContract);

/** Schema of bank accounts. What was read of them stands among the observations. */
const bankAccountMigrations: readonly Migration[] = [
  {
    id: '2026-11-23-bank-accounts',
    replaces: ['2026-11-21-bank-accounts-1', '2026-11-23-bank-accounts-2'],
    up: (sqlite) =>
      sqlite.exec(`
        -- Each time the service was asked for a known bank account, and under which customer.
        CREATE TABLE bank_account_checks (
          sequence INTEGER PRIMARY KEY,
          id TEXT NOT NULL,
          customer_id TEXT NOT NULL,
          at TEXT NOT NULL,
          outcome TEXT NOT NULL,
          sentence TEXT,
          messages TEXT NOT NULL,
          request_id TEXT,
          status INTEGER,
          -- The answer where it was not found or failed: JSON of bridge/raw-answer.ts.
          answer TEXT
        ) STRICT;
        CREATE INDEX bank_account_checks_by_account ON bank_account_checks (id, sequence);
      `),
  },
];

export const bankAccountsFeature: Feature<'bankAccounts', BankAccounts> = {
  migrations: bankAccountMigrations,
  open(core) {
    const api = createBankAccounts({
      ...core,
      readKnown: (known, read) => readKnown(core, known, read),
    });
    return { api, close: api.close };
  },
  procedures: (api) => ({
    bankAccounts: {
      list: bankAccounts.list.handler(({ input, signal }) => api().list(input, signal)),
      get: bankAccounts.get.handler(({ input, signal }) =>
        api().get(input.id, { knownAt: input.knownAt, signal }, input.whole),
      ),
      lookUp: bankAccounts.lookUp.handler(({ input: { profileId, knownAt, ...pair } }) =>
        api(profileId).lookUp(pair, knownAt),
      ),
      refresh: bankAccounts.refresh.handler(({ input }) =>
        api(input.profileId).refresh(input.id, input.knownAt),
      ),
      refreshAll: bankAccounts.refreshAll.handler(({ input }) =>
        api(input.profileId).refreshAll(input.knownAt),
      ),
      refreshState: bankAccounts.refreshState.handler(() => api().refreshState()),
      cancelRefresh: bankAccounts.cancelRefresh.handler(() => api().cancelRefresh()),
    },
  }),
};
