/** Deposit sheets of one profile while it is open. */
import type { UpdateNotice } from '../../bridge/updates.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Sqlite } from '../../platform/sqlite.ts';
import type { Audit } from '../core/audit/types.ts';
import type { ExportFiles } from '../core/exports/export-files.ts';
import type { KnownSecrets } from '../core/foundation/secrets/known-secrets.ts';
import { withoutKnown } from '../core/foundation/secrets/without-known.ts';
import { createDepositSheets, type Sheets } from '../features/deposit-sheets/deposit-sheets.ts';
import { startSheetThread } from '../features/deposit-sheets/writing/start-thread.ts';
import type { Accounts } from '../features/virtual-accounts/accounts.ts';

export interface SheetsSessionParts {
  readonly sqlite: Sqlite;
  readonly accounts: Accounts;
  readonly files: ExportFiles;
  readonly audit: Audit;
  readonly notify: (notice: UpdateNotice) => void;
  /** Cut by value out of what stands on a sheet. */
  readonly known: Pick<KnownSecrets, 'values'>;
  readonly clock: Clock;
  readonly isTest: boolean;
  /** Sentences that speak against handing out what is known of a virtual account. */
  readonly concerns: (id: string) => readonly string[];
  /** Resolves when `concerns` speaks of all that is known by now. */
  readonly followed: () => Promise<void>;
}

export function openSheetsSession(parts: SheetsSessionParts): Sheets {
  const { virtualAccounts } = parts.accounts;
  return createDepositSheets({
    ...parts,
    reads: {
      list: (query) => virtualAccounts.list(query),
      get: async (id) => withoutKnown(await virtualAccounts.get(id), parts.known.values()),
      concerns: parts.concerns,
      followed: parts.followed,
    },
    onChange: (what) => parts.notify({ topic: what, ids: [] }),
    startThread: startSheetThread,
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
}
