/** What people bring into one profile, and what they take out as lists, while it is open. */

import type { ImportKind } from '../../bridge/imports.ts';
import type { UpdateNotice, UpdateTopic } from '../../bridge/updates.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Random } from '../../platform/random.ts';
import type { Sqlite } from '../../platform/sqlite.ts';
import type { Annotations } from '../core/annotations/annotations.ts';
import type { Audit } from '../core/audit/types.ts';
import type { ExportFiles } from '../core/exports/export-files.ts';
import type { Log } from '../core/foundation/log.ts';
import { Failed } from '../core/intents/failed.ts';
import type { Records } from '../core/records/types.ts';
import type { AddressBook } from '../features/address-book/address-book.ts';
import type { BankAccounts } from '../features/bank-accounts/bank-accounts.ts';
import type { Customers } from '../features/customers/customers.ts';
import { createImports, type Imports } from '../features/imports/imports.ts';
import { createListExports, type ListExports } from '../features/list-exports/list-exports.ts';
import type { VirtualAccounts } from '../features/virtual-accounts/virtual-accounts.ts';
import type { Webhooks } from '../features/webhooks/register/types.ts';

export interface ImportsSession {
  readonly imports: Imports;
  readonly listExports: ListExports;
  close(): void;
}

export interface ImportsSessionParts {
  readonly sqlite: Sqlite;
  readonly records: Records;
  readonly audit: Audit;
  readonly customers: Customers;
  readonly virtualAccounts: VirtualAccounts;
  readonly bankAccounts: BankAccounts;
  readonly addressBook: Pick<AddressBook, 'list'>;
  readonly annotations: Annotations;
  readonly files: ExportFiles;
  /** null while deliveries can't be received. */
  readonly webhooks: Pick<Webhooks, 'list' | 'reconcile'> | null;
  readonly notify: (notice: UpdateNotice) => void;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

const topicOf: Readonly<Record<ImportKind, UpdateTopic>> = {
  customer: 'customers',
  virtualAccount: 'virtual-accounts',
  bankAccount: 'bank-accounts',
  webhook: 'webhooks',
};

export function openImportsSession(parts: ImportsSessionParts): ImportsSession {
  const { notify, webhooks, log } = parts;
  const tell = (topic: UpdateTopic) => notify({ topic, ids: [] });
  const imports = createImports({
    ...parts,
    onProgress: () => tell('imports'),
    onKept(kinds) {
      for (const kind of kinds) tell(topicOf[kind]);
      tell('imports');
      tell('audit');
      if (!kinds.has('webhook')) return;
      // One that was brought may deliver at a path of ours.
      webhooks?.reconcile().catch((error: unknown) => {
        log.error({ err: error }, 'paths could not be tied');
      });
    },
  });
  const listExports = createListExports({
    ...parts,
    webhooks() {
      if (webhooks !== null) return webhooks.list().rows;
      throw new Failed('INVALID', {
        sentence:
          'Webhooks can’t be listed while the receiver is not running. The Webhooks screen shows why.',
      });
    },
    onChange: (what) => tell(what === 'audit' ? 'audit' : 'exports'),
  });
  return { imports, listExports, close: () => imports.close() };
}
