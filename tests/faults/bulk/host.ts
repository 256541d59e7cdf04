/** What a bulk run needs of a profile, without a console around it: the modules over one database. */
import { join } from 'node:path';
import type { BulkDraft, BulkRun } from '../../../src/bridge/bulk.ts';
import { uploadChunkBytes } from '../../../src/bridge/bulk-limits.ts';
import { annotationMigrations } from '../../../src/main/core/annotations/migrations.ts';
import { auditMigrations, openAudit } from '../../../src/main/core/audit/audit.ts';
import { notSignedOffOf } from '../../../src/main/core/creates/reported-mismatches.ts';
import {
  openSignOffs,
  signOffsMigrations,
} from '../../../src/main/core/creates/sign-offs/sign-offs.ts';
import { openExportFiles } from '../../../src/main/core/exports/export-files.ts';
import { createLog } from '../../../src/main/core/foundation/log.ts';
import { createKnownSecrets } from '../../../src/main/core/foundation/secrets/known-secrets.ts';
import { createApprovalsPlace } from '../../../src/main/core/intents/approvals.ts';
import { type ClaimsPlace, createClaimsPlace } from '../../../src/main/core/intents/claims.ts';
import { openIntents } from '../../../src/main/core/intents/intents.ts';
import { intentsMigrations } from '../../../src/main/core/intents/migrations.ts';
import { recordsMigrations } from '../../../src/main/core/records/migrations.ts';
import { openRecords } from '../../../src/main/core/records/records.ts';
import { createServiceClient } from '../../../src/main/core/service/service-client.ts';
import { openAddressBook } from '../../../src/main/features/address-book/address-book.ts';
import { addressBookMigrations } from '../../../src/main/features/address-book/migrations.ts';
import { accountConcerns } from '../../../src/main/features/bulk/account-concerns.ts';
import { type Bulk, openBulk } from '../../../src/main/features/bulk/bulk.ts';
import { readFile } from '../../../src/main/features/bulk/reading/read-file.ts';
import { bulkMigrations } from '../../../src/main/features/bulk/runs/migrations.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { type Migration, migrate } from '../../../src/platform/migrations.ts';
import { systemRandom } from '../../../src/platform/random.ts';
import { openSqlite } from '../../../src/platform/sqlite.ts';

export interface Service {
  readonly baseUrl: string;
  readonly token: string;
  /** Of this process, unless told. */
  readonly fetch?: typeof globalThis.fetch;
}

const key = new Uint8Array(32).fill(4);

const migrations: readonly Migration[] = [
  ...recordsMigrations,
  ...auditMigrations,
  ...annotationMigrations,
  ...intentsMigrations,
  ...addressBookMigrations,
  ...signOffsMigrations,
  ...bulkMigrations,
];

/** Of a profile in a team. */
export interface HostOfTeam {
  /** Of everything that a team shares. */
  readonly migrations: readonly Migration[];
  readonly claims: ClaimsPlace;
}

/** Opens the profile in this directory, as the console does: what was under way is settled first. */
export function openBulkHost(directory: string, service: Service, team?: HostOfTeam) {
  const { baseUrl, token, fetch = globalThis.fetch } = service;
  const log = createLog({ level: 'error', destination: process.stderr });
  const clock = systemClock;
  const random = systemRandom;
  const sqlite = openSqlite({ file: join(directory, 'records.db'), key });
  migrate(sqlite, team?.migrations ?? migrations);
  const records = openRecords({ sqlite });
  const audit = openAudit({ sqlite, clock });
  const intents = openIntents({ sqlite, records, audit, clock, log });
  intents.recover();
  const client = createServiceClient({
    baseUrl: () => baseUrl,
    token: async () => token,
    fetch,
    clock,
    random,
    log,
  });
  const files = openExportFiles({
    isTest: false,
    directory: join(directory, 'exports'),
    chooseFile: null,
    isExpected: () => false,
    clock,
    random,
    log,
  });
  const addressBook = openAddressBook({ sqlite, records, audit, clock, notify: () => undefined });
  const signOffs = openSignOffs({ sqlite, audit, clock });
  const bulk = openBulk({
    readFile,
    addressBook,
    concerns: accountConcerns({
      records,
      virtualAccounts: { departing: (ids) => notSignedOffOf(records, signOffs, ids) },
      changes: { concerns: () => [], followed: () => Promise.resolve() },
    }),
    sqlite,
    records,
    intents,
    audit,
    client,
    files,
    clock,
    random,
    log,
    writeBlock: async () => null,
    approvals: createApprovalsPlace(),
    claims: team?.claims ?? createClaimsPlace(),
    secrets: createKnownSecrets(),
    notify: () => undefined,
  });
  return {
    bulk,
    files,
    sqlite,
    intents,
    records,
    audit,
    async close() {
      await bulk.close();
      await files.close();
      addressBook.close();
      sqlite.close();
    },
  };
}

export type BulkHost = ReturnType<typeof openBulkHost>;

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Uploads the file, as a page does, and waits until it is checked. */
export async function checkedDraft(bulk: Bulk, content: string): Promise<BulkDraft> {
  const bytes = Buffer.from(content);
  const file = { kind: 'virtualAccount', fileName: 'accounts.csv', bytes: bytes.length } as const;
  const { uploadId } = bulk.upload.begin(file);
  for (let offset = 0; offset < bytes.length; offset += uploadChunkBytes) {
    const base64 = bytes.subarray(offset, offset + uploadChunkBytes).toString('base64');
    bulk.upload.append({ uploadId, offset, base64 });
  }
  const { id } = bulk.upload.finish(uploadId);
  for (;;) {
    const draft = bulk.drafts.get(id);
    if (draft.status === 'ready') return draft;
    if (draft.status === 'unreadable') throw new Error(draft.sentence ?? 'unreadable');
    await pause(5);
  }
}

export const startDraft = (
  bulk: Bulk,
  { id, confirmations, digest }: BulkDraft,
): Promise<BulkRun> => bulk.drafts.start({ id, confirmations, digest, knownAt: null });

/** Each look counts all rows of the run: a page looks four times a second at most. */
const LOOK_MS = 100;

/** Waits until the run does not run any more. */
export async function atRest(bulk: Bulk, id: string): Promise<BulkRun> {
  for (;;) {
    const run = bulk.runs.get(id);
    if (run.state !== 'running') return run;
    await pause(LOOK_MS);
  }
}
