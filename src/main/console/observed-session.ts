/** What can be asked for or told again, of one profile while it is open: bank accounts, and what drifted. */
import type { UpdateNotice, UpdateTopic } from '../../bridge/updates.ts';
import type { Sqlite } from '../../platform/sqlite.ts';
import type { ListAnnotations } from '../core/annotations/row-extras.ts';
import type { Audit } from '../core/audit/types.ts';
import { type KnownReadsParts, readKnown } from '../core/creates/known-reads.ts';
import { isSameField } from '../core/creates/same-field.ts';
import type { Log } from '../core/foundation/log.ts';
import type { ServiceClient } from '../core/service/service-client.ts';
import { type BankAccounts, createBankAccounts } from '../features/bank-accounts/bank-accounts.ts';
import { openChanges, type ReportedChanges } from '../features/changes/changes.ts';

export interface ObservedSession {
  readonly bankAccounts: BankAccounts;
  readonly changes: ReportedChanges;
  /** Something of the profile changed: where records may have, changes is looked for. */
  onNotice(notice: UpdateNotice): void;
  close(): Promise<void>;
}

export interface ObservedSessionParts extends KnownReadsParts {
  readonly annotations: ListAnnotations;
  /** The profile's database. */
  readonly sqlite: Sqlite;
  readonly audit: Audit;
  readonly client: ServiceClient;
  readonly log: Log;
  readonly notify: (notice: UpdateNotice) => void;
  /** Names this installation among others. */
  readonly installationId: string;
}

/** Topics that may come with new observations. */
const observed: ReadonlySet<UpdateTopic> = new Set<UpdateTopic>([
  ...(['customers', 'virtual-accounts', 'bank-accounts', 'webhooks', 'everything'] as const),
]);

export function openObservedSession(parts: ObservedSessionParts): ObservedSession {
  const { notify } = parts;
  const bankAccounts = createBankAccounts({
    ...parts,
    readKnown: (known, read) => readKnown(parts, known, read),
  });
  const changes = openChanges({
    ...parts,
    desk: parts.installationId,
    isSameMeaning: (kind, path, was, is) => kind === 'virtualAccount' && isSameField(path, was, is),
    tell() {
      notify({ topic: 'changes', ids: [] });
      notify({ topic: 'audit', ids: [] });
    },
  });
  // What was observed while nobody followed.
  changes.wake();
  return {
    bankAccounts,
    changes,
    onNotice({ topic }) {
      if (observed.has(topic)) changes.wake();
    },
    async close() {
      bankAccounts.close();
      await changes.close();
    },
  };
}
