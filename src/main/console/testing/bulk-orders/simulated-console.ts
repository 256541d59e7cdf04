/** For tests: what a profile does with bulk runs, forms and requests in doubt, on a file that outlives it. */

import { createCustomerInput } from '../../../../contract/customer.ts';
import { createVirtualAccountInput } from '../../../../contract/virtual-account.ts';
import { systemClock } from '../../../../platform/clock.ts';
import { migrate } from '../../../../platform/migrations.ts';
import { systemRandom } from '../../../../platform/random.ts';
import { openAnnotations } from '../../../core/annotations/annotations.ts';
import { openAudit } from '../../../core/audit/audit.ts';
import { customerFingerprint } from '../../../core/creates/fingerprints.ts';
import { customersWithEmail } from '../../../core/creates/possible-duplicates.ts';
import { customerEffects } from '../../../core/creates/response-effects.ts';
import { openSignOffs } from '../../../core/creates/sign-offs/sign-offs.ts';
import type { FileOrder } from '../../../core/exports/export-files.ts';
import type { WritableFile } from '../../../core/exports/places.ts';
import { offerWrite } from '../../../core/feature/offered-write.ts';
import { createLog } from '../../../core/foundation/log.ts';
import { createKnownSecrets } from '../../../core/foundation/secrets/known-secrets.ts';
import { type Approvals, createApprovalsPlace } from '../../../core/intents/approvals.ts';
import { createClaimsPlace } from '../../../core/intents/claims.ts';
import { openIntents } from '../../../core/intents/intents.ts';
import { openResolutions } from '../../../core/intents/resolutions.ts';
import { type WriteBlock, write } from '../../../core/intents/write-path.ts';
import { openAsOf } from '../../../core/records/as-of.ts';
import { createLookups } from '../../../core/records/lookups.ts';
import { openRecords } from '../../../core/records/records.ts';
import { createServiceClient } from '../../../core/service/service-client.ts';
import { openBulk } from '../../../features/bulk/bulk.ts';
import { readCsv } from '../../../features/bulk/reading/read-csv.ts';
import { createPossibleMatches } from '../../../features/unresolved/possible-matches.ts';
import { createSendAgain } from '../../../features/unresolved/send-again.ts';
import { createUnresolved } from '../../../features/unresolved/unresolved.ts';
import { createVirtualAccounts } from '../../../features/virtual-accounts/virtual-accounts.ts';
import { profileMigrations } from '../../profile-session.ts';
import { openShakyDisk } from './shaky-disk.ts';

export interface ConsoleParts {
  readonly file: string;
  readonly key: Uint8Array;
  readonly fetch: typeof globalThis.fetch;
  readonly writeBlock: () => WriteBlock | null;
  /** null: nobody has to approve. */
  readonly approvals: Approvals | null;
  /** It was killed at a commit. */
  readonly onKilled: () => void;
  readonly onChange: () => void;
}
export type SimulatedConsole = ReturnType<typeof openConsole>;

export function openConsole(parts: ConsoleParts) {
  const disk = openShakyDisk({ file: parts.file, key: parts.key }, parts.onKilled);
  const { sqlite } = disk;
  const clock = systemClock;
  const random = systemRandom;
  const log = createLog({ level: 'silent', destination: { write: () => undefined } });
  migrate(sqlite, profileMigrations);
  const records = openRecords({ sqlite });
  const audit = openAudit({ sqlite, clock });
  const intents = openIntents({ sqlite, records, audit, clock, log });
  intents.recover();
  const approvals = createApprovalsPlace();
  approvals.use(parts.approvals);
  const asOf = openAsOf({ sqlite, clock });
  const notify = parts.onChange;
  const known = createKnownSecrets();
  const core = {
    sqlite,
    records,
    audit,
    intents,
    approvals,
    clock,
    random,
    log,
    asOf,
    notify,
    known,
    claims: createClaimsPlace(),
    lookups: createLookups(sqlite),
    writeBlock: async () => parts.writeBlock(),
    annotations: openAnnotations({
      sqlite,
      audit,
      clock,
      random,
      names: records,
      onChange: notify,
    }),
    client: createServiceClient({
      clock,
      random,
      log,
      known,
      fetch: parts.fetch,
      baseUrl: () => 'https://service.test',
      token: async () => 'token',
      hasAnswered: () => true,
    }),
  };
  const addressBook = {
    check: async ({ address }: { address: string }) => ({ address, lookAlikes: [], known: null }),
    follow: async () => undefined,
    lookAlikes: () => [],
  };
  const accounts = createVirtualAccounts({
    ...core,
    addressBook: addressBook as never,
    signOffs: openSignOffs(core),
  });
  const files = createMemoryFiles();
  const bulk = openBulk({
    ...core,
    // In this thread: a life has several files, and each thread takes long to begin.
    readFile: async ({ bytes, maxTableRows }) => readCsv(bytes, maxTableRows),
    addressBook,
    files,
    secrets: known,
    concerns: {
      departing: (ids) =>
        new Map(
          [...accounts.departing(ids)].map(([id, found]) => [
            id,
            found.map(({ sentence }) => sentence),
          ]),
        ),
      heldBack: () => new Map(),
      followed: () => Promise.resolve(),
    },
  });
  const writes = [
    offerWrite({
      operation: 'createVirtualAccount',
      input: createVirtualAccountInput,
      titleOf: () => '',
      by: () => accounts,
    }),
    offerWrite({
      operation: 'createCustomer',
      input: createCustomerInput,
      titleOf: () => '',
      by: () => ({
        requireCreatable: async () => undefined,
        async create({ intentKey: key, input, confirmed, repeats = null, signal }) {
          const { email } = input;
          const id = await write<'createCustomer'>(
            {
              key,
              operation: 'createCustomer',
              input,
              confirmed,
              repeats,
              signal,
              topic: 'customers',
              question: 'Another?',
              fingerprint: customerFingerprint(input),
              alikeRecords: () =>
                email === undefined ? [] : customersWithEmail(core.lookups, email),
              send: () => core.client.createCustomer(input),
              onAnswer: customerEffects(intents, clock),
            },
            core,
          );
          return { id };
        },
      }),
    }),
  ];
  const resolutionLog = openResolutions({ sqlite, clock, by: () => 'ada' });
  const proposals = createPossibleMatches({ ...core, resolutionLog });
  const again = createSendAgain({
    intents,
    records,
    resolutionLog,
    writes,
    sentBy: () => null,
    isContradicted: async (intent) => (await proposals.for(intent)).length > 0,
  });
  const unresolved = createUnresolved({
    ...core,
    resolutionLog,
    proposals,
    resolveBlocked: () => null,
    sendAgainBlocked: again.blocked,
    rowOfRequest: bulk.rowOfRequest,
    notify(notice) {
      notify();
      if (notice.topic === 'intents') bulk.settled();
    },
  });
  return {
    disk,
    sqlite,
    records,
    intents,
    bulk,
    unresolved,
    again,
    accounts,
    writes,
    fileText: files.text,
    /** As a profile that is locked or left. */
    async close(): Promise<void> {
      await Promise.all([bulk.close(), intents.idle()]);
      disk.kill();
    },
  };
}

/** Files are kept as text. */
function createMemoryFiles() {
  let text: Promise<string> = Promise.resolve('');
  return {
    start(order: FileOrder) {
      let content = '';
      const file: WritableFile = {
        write: async (more) => {
          content += typeof more === 'string' ? more : Buffer.from(more).toString('utf8');
        },
        finish: async () => undefined,
        discard: async () => undefined,
      };
      const writing = {
        open: async () => file,
        signal: new AbortController().signal,
        onProgress: () => undefined,
      };
      text = order.write(writing).then(() => content.replace(/^\uFEFF/, ''));
      return {
        id: 'f'.repeat(32),
        status: 'running' as const,
        done: 0,
        total: 0,
        fileName: order.fileName,
        path: null,
        savedTo: null,
        sentence: null,
      };
    },
    text: (): Promise<string> => text,
  };
}
