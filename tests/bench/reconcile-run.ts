/**
 * One statement against many payouts in a process of its own, measured:
 * `node reconcile-run.ts <directory> <lines> <payouts>`. Prints one line of JSON.
 */
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { auditMigrations } from '../../src/main/core/audit/audit.ts';
import { openExportFiles } from '../../src/main/core/exports/export-files.ts';
import { createLog } from '../../src/main/core/foundation/log.ts';
import { openAsOf } from '../../src/main/core/records/as-of.ts';
import { recordsMigrations } from '../../src/main/core/records/migrations.ts';
import { openRecords } from '../../src/main/core/records/records.ts';
import { payoutsMigrations } from '../../src/main/features/payouts/migrations.ts';
import { createPayoutTable } from '../../src/main/features/payouts/payout-table.ts';
import { openPayouts } from '../../src/main/features/payouts/payouts.ts';
import type { StoredPayout } from '../../src/main/features/payouts/reading/read-payout.ts';
import { matchLines } from '../../src/main/features/reconcile/matching/match.ts';
import type { MatchLine, MatchPayout } from '../../src/main/features/reconcile/matching/types.ts';
import { reconcileMigrations } from '../../src/main/features/reconcile/migrations.ts';
import { openReconcile } from '../../src/main/features/reconcile/reconcile.ts';
import { migrate } from '../../src/platform/migrations.ts';
import { systemRandom } from '../../src/platform/random.ts';
import { openSqlite } from '../../src/platform/sqlite.ts';

const [directory = '', lineCount = '', payoutCount = ''] = process.argv.slice(2);
const lines = Number(lineCount);
const payouts = Number(payoutCount);
const begin = Date.UTC(2026, 7, 1);
const DAY = 86_400_000;
const accounts = 1_000;
const stride = Math.floor(payouts / lines);

const iso = (at: number) => new Date(at).toISOString();
/** Ninety days of payouts; a third of the amounts are those of others. */
const amountOf = (index: number): string => {
  const cents = index % 3 === 0 ? (index % 97) * 1_000 + 100 : index * 37 + 5;
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
};
const createdAt = (index: number): number => begin + Math.floor((index / payouts) * 90 * DAY);
const accountOf = (index: number): string => `virtualAccount_${(index * 7) % accounts}`;
const numberOf = (account: number): string => `90${String(account).padStart(8, '0')}`;

const storedPayout = (index: number): StoredPayout => {
  const at = iso(createdAt(index));
  const missing = { amount: null, currency: null };
  return {
    id: `payout_${index.toString(36).padStart(10, '0')}`,
    state: 'successful',
    isKnownState: true,
    stateSince: at,
    isSinceTold: true,
    receivedAt: at,
    customerId: `customer_${index % 500}`,
    virtualAccountId: accountOf(index),
    in: { amount: amountOf(index), currency: 'USD' },
    out: { amount: amountOf(index), currency: 'USDC' },
    fee: missing,
    network: 'base',
    walletAddress: null,
    transaction: null,
    created: at,
    updated: at,
    missingStates: [],
    reference: index % 2 === 0 ? `INV-${100_000 + index}` : null,
    unusualMoves: 0,
    isMock: false,
    notFound: [],
    ambiguous: [],
    events: 5,
    firstLearnedAt: at,
    lastLearnedAt: at,
  };
};

/** By reference, by account, by amount and time alone, and one that is of no payout. */
function rowOf(line: number): string {
  const index = line * stride;
  const day = iso(createdAt(index)).slice(0, 10);
  const reference = index % 2 === 0 && line % 4 === 0 ? `INV-${100_000 + index}` : '';
  const account = line % 4 === 1 ? numberOf((index * 7) % accounts) : '';
  const amount = line % 10 === 9 ? `${amountOf(index)}9` : amountOf(index);
  return `${day},${amount},USD,"Incoming wire number ${line} of a customer",${account},${reference}`;
}
const file = Buffer.from(
  [
    'Date,Amount,Currency,Description,Account number,Reference',
    ...Array.from({ length: lines }, (_, line) => rowOf(line)),
  ].join('\n'),
);

const sqlite = openSqlite({ file: join(directory, 'profile.db'), key: new Uint8Array(32).fill(5) });
migrate(
  sqlite,
  [recordsMigrations, auditMigrations, payoutsMigrations, reconcileMigrations].flat(),
);
const records = openRecords({ sqlite });
const table = createPayoutTable(sqlite);
for (let index = 0; index < payouts; ) {
  sqlite.derive(() => {
    for (let part = 0; part < 2_000 && index < payouts; part += 1, index += 1) {
      const row = storedPayout(index);
      table.put(row, { customerId: row.customerId, customerName: null });
    }
  });
}
sqlite.derive(() => {
  for (let account = 0; account < accounts; account += 1) {
    const id = `virtualAccount_${account}`;
    records.observe({
      kind: 'virtualAccount',
      id,
      source: 'create-answer',
      observedAt: iso(begin),
      eventId: null,
      eventCreated: null,
      eventUpdated: null,
      body: { id, depositInstructions: { currency: 'USD', bankAccountNumber: numberOf(account) } },
    });
  }
});

const clock = { now: () => Date.now() };
const log = createLog({ level: 'error', destination: process.stderr });
const audit = {
  append: ({ action, facts }: { action: string; facts: object }) => ({
    sequence: 1,
    at: iso(begin),
    action,
    facts: { ...facts },
    hash: '',
  }),
};
const asOf = openAsOf({ sqlite, clock });
const known = openPayouts({
  sqlite,
  records,
  asOf,
  clock,
  log,
  audit,
  isProduction: false,
  tell: () => undefined,
});
await known.followed();
const files = openExportFiles({
  isTest: false,
  directory: join(directory, 'exports'),
  chooseFile: null,
  clock,
  random: systemRandom,
  log,
  isExpected: () => false,
});
const reconcile = openReconcile({
  sqlite,
  records,
  payouts: known,
  files,
  clock,
  log,
  audit,
  random: systemRandom,
  known: { values: () => [] },
  notify: () => undefined,
  person: () => null,
});

const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
const begun = performance.now();
const { uploadId } = reconcile.begin({ fileName: 'statement.csv', bytes: file.length });
for (let offset = 0; offset < file.length; offset += 512 * 1024) {
  const base64 = file.subarray(offset, offset + 512 * 1024).toString('base64');
  reconcile.append({ uploadId, offset, base64 });
}
const draft = await reconcile.finish(uploadId);
const { id } = await reconcile.start({
  id: draft.id,
  kind: 'bank',
  windowDays: 5,
  knownAt: null,
  mapping: { columns: draft.csv?.columns ?? [], decimal: '.', dates: 'ymd', currency: null },
});
const read = performance.now();
await reconcile.idle();
const matched = performance.now();
const left = await reconcile.payouts({ id, offset: 0, limit: 100 });
const counted = performance.now();
delay.disable();
const one = reconcile.get(id);
if (one.status !== 'ready' || one.lines !== lines) throw new Error(`It is ${one.status}.`);

// The same rows in memory: matched, and joined by currency and amount alone.
const plain = Array.from({ length: lines }, (_, line): MatchLine => {
  const [day = '', amount = '', currency = '', text = '', account = '', reference = ''] =
    rowOf(line).split(',');
  const from = Date.parse(day);
  return {
    row: line + 2,
    amount,
    currency,
    text,
    references: [reference],
    accounts: [account],
    transaction: null,
    to: null,
    at: { from, to: from + DAY - 1 },
  };
});
const rows = Array.from({ length: payouts }, (_, index): MatchPayout => {
  const { id: payoutId, in: paid, reference } = storedPayout(index);
  const at = createdAt(index);
  return {
    id: payoutId,
    ...paid,
    reference,
    transaction: null,
    wallet: null,
    at: { from: at, to: at },
    account: accountOf(index),
    accounts: [numberOf((index * 7) % accounts)],
  };
});
const order = {
  kind: 'bank',
  windowDays: 5,
  lines: plain,
  payouts: rows,
  accounts: [],
  taken: new Set<string>(),
} as const;
const matchBegun = performance.now();
const steps = matchLines(order);
while (steps.next().done !== true);
const joinBegun = performance.now();
const byAmount = Map.groupBy(rows, ({ amount, currency }) => `${currency} ${amount}`);
let joined = 0;
for (const { amount, currency } of plain) {
  joined += byAmount.get(`${currency} ${amount}`)?.length ?? 0;
}
const joinEnded = performance.now();

await reconcile.close();
await known.close();
await files.close();
asOf.close();
sqlite.close();
const count = (state: string) => one.states.find((some) => some.state === state)?.count ?? 0;
process.stdout.write(
  `${JSON.stringify({
    lines,
    payouts,
    bytes: file.length,
    unmatchedPayouts: left.total,
    joined,
    matched: count('certain') + count('likely'),
    ambiguous: count('ambiguous'),
    unmatched: count('unmatched'),
    readMs: read - begun,
    matchMs: matched - read,
    leftMs: counted - matched,
    engineMs: joinBegun - matchBegun,
    joinMs: joinEnded - joinBegun,
    longestBlockMs: delay.max / 1_000_000,
  })}\n`,
);
