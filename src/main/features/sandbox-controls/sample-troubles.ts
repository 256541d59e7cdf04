/** What goes wrong in sample data, so that the screens which lead out of it can be understood. */
import type { BulkRun } from '../../../bridge/bulk.ts';
import { type Clock, isoTime } from '../../../platform/clock.ts';
import { type Random, randomHex } from '../../../platform/random.ts';
import { Failed } from '../../core/intents/failed.ts';
import type { Bulk } from '../bulk/bulk.ts';
import type { ReportedChanges } from '../changes/changes.ts';
import type { Customers } from '../customers/feature.ts';
import type { Closes } from '../reports/closes.ts';
import { sampleBulkRows, sampleLost } from './sample-data.ts';
import type { SandboxControls } from './sandbox-controls.ts';

export interface TroubleParts {
  readonly controls: SandboxControls;
  readonly customers: Pick<Customers, 'create'>;
  readonly bulk: Pick<Bulk, 'upload' | 'drafts' | 'runs'>;
  readonly changes: Pick<ReportedChanges, 'list' | 'signOff'>;
  readonly closes: Pick<Closes, 'close'>;
  readonly pause: (milliseconds: number) => Promise<void>;
  readonly random: Random;
  readonly clock: Clock;
  /** IANA name of the zone that periods are of. */
  readonly timeZone: string;
}

const lookMs = 50;
const waitingMs = 5_000;

async function until<Result>(
  { pause }: Pick<TroubleParts, 'pause'>,
  look: () => Result | null,
): Promise<Result> {
  for (let waited = 0; ; waited += lookMs) {
    const found = look();
    if (found !== null) return found;
    if (waited > waitingMs) throw new Error('Sample data waited for too long.');
    await pause(lookMs);
  }
}

/** The service creates the customer, and its response never comes. */
export async function loseResponse({ controls, customers, random }: TroubleParts): Promise<void> {
  const options = { when: 'after' };
  await controls.setFault({ kind: 'drop', operation: 'createCustomer', count: 1, options });
  const intentKey = randomHex(random, 16);
  const lost = { intentKey, input: sampleLost, ownName: '', confirmed: [] };
  await customers.create(lost).catch((error: unknown) => {
    if (!(error instanceof Failed) || error.code !== 'UNKNOWN_OUTCOME') throw error;
  });
}

/** The first of them alone. */
export async function signWrongly({ controls }: Pick<TroubleParts, 'controls'>): Promise<void> {
  const options = { signing: 'wrong' };
  await controls.setFault({ kind: 'signature', operation: null, count: 1, options });
  for (const name of ['wallet.create', 'wallet.create', 'address.create', 'paymentLink.create']) {
    await controls.trigger({ name, resource: '', count: 1 });
  }
}

/** As a service may tell of it: known by its event alone, without any amount. */
export async function tellNoAmount(
  { controls, random, clock }: Pick<TroubleParts, 'controls' | 'random' | 'clock'>,
  account: { readonly customer: string; readonly virtualAccount: string },
): Promise<void> {
  const created = isoTime(clock.now() - 3 * 24 * 3_600_000);
  const payout = { id: `payout_${randomHex(random, 12)}`, ...account, created, updated: created };
  const resource = JSON.stringify({ ...payout, status: 'created' });
  await controls.trigger({ name: 'payout.create', resource, count: 1, created, isReal: true });
}

/** The service asks for more time than a run waits by itself. */
export async function pauseBulkRun(parts: TroubleParts): Promise<void> {
  const { controls, bulk } = parts;
  const bytes = Buffer.from(sampleBulkRows.map((row) => `${row.join(',')}\n`).join(''));
  const file = { kind: 'customer', fileName: 'new-customers.csv', bytes: bytes.length } as const;
  const { uploadId } = bulk.upload.begin(file);
  bulk.upload.append({ uploadId, offset: 0, base64: bytes.toString('base64') });
  const { id } = bulk.upload.finish(uploadId);
  const draft = await until(parts, () => {
    const now = bulk.drafts.get(id);
    return now.status === 'ready' ? now : null;
  });
  const options = { retryAfterSeconds: 3_600 };
  const operation = 'createCustomer';
  await controls.setFault({ kind: 'too-many-requests', operation, count: 2, options });
  const { confirmations, digest } = draft;
  const order = { id, knownAt: null, digest };
  const run = await bulk.drafts.start({
    ...order,
    confirmations: confirmations.map(({ kind, count }) => ({ kind, count })),
  });
  await until<BulkRun>(parts, () => {
    const now = bulk.runs.get(run.id);
    return now.state === 'running' ? null : now;
  });
}

export async function signOffChanges(
  { changes }: Pick<TroubleParts, 'changes'>,
  bankAccountId: string,
): Promise<void> {
  const of = { kind: 'bankAccount', resourceId: bankAccountId } as const;
  const { rows } = await changes.list({ ...of, state: 'open', offset: 0, limit: 10 });
  const note = 'The customer moved to another account, as their letter says.';
  await changes.signOff(
    rows.map(({ id }) => id),
    note,
    null,
  );
}

/** The month before this one. */
export async function closeLastMonth({
  closes,
  clock,
  timeZone,
}: Pick<TroubleParts, 'closes' | 'clock' | 'timeZone'>): Promise<void> {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(clock.now());
  const [year = 0, month = 1] = today.split('-').map(Number);
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  const from = day(Date.UTC(year, month - 2, 1));
  const to = day(Date.UTC(year, month - 1, 0));
  await closes.close({
    from,
    to,
    timeZone,
    covers: null,
    note: 'Agreed with the bank statement.',
    knownAt: null,
  });
}
