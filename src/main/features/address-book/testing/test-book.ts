/** For tests: an address book over a profile of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UpdateNotice } from '../../../../bridge/updates.ts';
import { createVirtualAccountInput } from '../../../../contract/virtual-account.ts';
import { migrate } from '../../../../platform/migrations.ts';
import { openSqlite } from '../../../../platform/sqlite.ts';
import { auditMigrations, openAudit } from '../../../core/audit/audit.ts';
import { openIntents } from '../../../core/intents/intents.ts';
import { intentsMigrations } from '../../../core/intents/migrations.ts';
import { openResolutions } from '../../../core/intents/resolutions.ts';
import { recordsMigrations } from '../../../core/records/migrations.ts';
import { openRecords } from '../../../core/records/records.ts';
import type { WriteOutcome } from '../../../core/service/outcomes.ts';
import { openAddressBook } from '../address-book.ts';
import { addressBookMigrations } from '../migrations.ts';

export interface NewAccount {
  readonly id: string;
  readonly network?: string;
  readonly walletAddress: string;
  readonly customerId?: string;
  readonly created?: string;
}

export function createTestBook() {
  const directory = mkdtempSync(join(tmpdir(), 'causeway-book-'));
  const file = join(directory, 'profile.db');
  const sqlite = openSqlite({ file, key: new Uint8Array(32).fill(7) });
  migrate(sqlite, [
    ...recordsMigrations,
    ...auditMigrations,
    ...intentsMigrations,
    ...addressBookMigrations,
  ]);
  const clock = { now: () => Date.parse('2026-11-21T12:00:00.000Z') };
  const records = openRecords({ sqlite });
  const audit = openAudit({ sqlite, clock });
  const log = { error: () => {}, warn: () => {} };
  const intents = openIntents({ sqlite, records, audit, clock, log });
  const resolutions = openResolutions({ sqlite, clock, by: () => 'grace' });
  const notices: UpdateNotice[] = [];
  const book = openAddressBook({ sqlite, records, audit, clock, notify: (it) => notices.push(it) });
  return {
    file,
    sqlite,
    records,
    audit,
    intents,
    resolutions,
    notices,
    book,
    /** An account as a create leaves it; `answered` is the address that the service gave back. */
    account(made: NewAccount, answered = made.walletAddress): void {
      const { id, network = 'ethereum', walletAddress, customerId = 'customer_a' } = made;
      const observedAt = '2026-11-20T12:00:00.000Z';
      const created = made.created ?? observedAt;
      const kind = 'virtualAccount';
      const entered = { customerId, network, walletAddress };
      records.observe({ kind, id, source: 'entered', observedAt, body: entered });
      const destination = { network, walletAddress: answered, currency: 'USDC' };
      const body = { id, created, updated: created, destination };
      records.observe({ kind, id, source: 'create-answer', observedAt, body });
    },
    /** A create that ended so. */
    async intent(key: string, walletAddress: string, outcome: WriteOutcome): Promise<void> {
      await intents.run({
        key,
        operation: 'createVirtualAccount',
        input: createVirtualAccountInput.parse({
          customerId: 'customer_b',
          sourceCurrency: 'USD',
          destinationCurrency: 'USDC',
          network: 'base',
          walletAddress,
        }),
        send: () => Promise.resolve(outcome),
      });
    },
    remove(): void {
      book.close();
      sqlite.close();
      rmSync(directory, { recursive: true });
    },
  };
}
