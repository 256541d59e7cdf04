/** What leads to one account among thousands of its customer: the wallet, without case. */
import type { Migration } from '../../../../platform/migrations.ts';

export const records6: Migration = {
  id: '2026-11-22-records-6',
  up(sqlite) {
    sqlite.exec(`
      CREATE INDEX virtual_accounts_by_wallet ON virtual_account_columns
        (lower(wallet_address), customer_id);
    `);
  },
};
