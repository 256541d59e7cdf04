/** For tests: what statements stand on, over real payouts. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect } from 'vitest';
import type { ExportFile } from '../../../../bridge/exports.ts';
import type { JsonObject } from '../../../../contract/scalars.ts';
import { systemRandom } from '../../../../platform/random.ts';
import { openExportFiles } from '../../../core/exports/export-files.ts';
import { Failed } from '../../../core/intents/failed.ts';
import { createReportCalls } from '../../../core/pdf/report/report-calls.ts';
import type { Letterhead } from '../../../core/pdf/types.ts';
import type { eventOf, TestPayouts } from '../../payouts/testing/open-test-payouts.ts';
import type { StatementParts } from '../statements.ts';

const calls = createReportCalls(import.meta.url);

export interface Paid {
  readonly id: string;
  readonly state: string;
  readonly minute: number;
  readonly customerId?: string;
  readonly accountId?: string;
  /** Keys of the record, such as `{ source: { amount: '10.00', currency: 'USD' } }`. */
  readonly amounts?: JsonObject;
}

/** Helpers from the tests of payouts. */
interface PayoutTimes {
  readonly at: (minute: number) => string;
  readonly eventOf: typeof eventOf;
}

/** As `pay` of a test tells it: created at its minute, in its state one minute later. */
export function openReportParts(payouts: TestPayouts, { at, eventOf }: PayoutTimes) {
  const directory = mkdtempSync(join(tmpdir(), 'causeway-reports-'));
  const now = { at: at(10_000) };
  const clock = { now: () => Date.parse(now.at) };
  const files = openExportFiles({
    directory: join(directory, 'exports'),
    chooseFile: null,
    clock,
    random: systemRandom,
    isExpected: (error) => error instanceof Failed,
    isTest: true,
    log: { error: () => undefined },
  });
  const letterhead: Letterhead = { name: 'Northwind Treasury', addressLines: [], logo: null };
  let events = 0;
  const parts: StatementParts = {
    payouts: payouts.payouts,
    takeIn: () => Promise.resolve(),
    // Nothing else of a customer or an account is asked for here.
    customers: { get: (id) => Promise.resolve({ id, name: `Name of ${id}` } as never) },
    virtualAccounts: {
      get: (id) =>
        Promise.resolve({ id, customerName: 'Ada Byron', customerId: 'customer_1' } as never),
    },
    company: { get: () => ({ letterhead, paper: 'a4' }) },
    records: { erased: { isKnown: ({ id }) => id === 'customer_erased' } },
    files,
    clock,
    isTest: true,
    known: { values: () => [] },
    onChange: () => undefined,
    audit: {
      append({ action, facts }) {
        payouts.audited.push({ action, facts });
        return { sequence: 1, at: now.at, action, facts, hash: '' };
      },
    },
    print: (report) => calls.print(report),
  };
  return {
    parts,
    payouts,
    now,
    /** Its create event and the one of its state. `observedAt`: null is when it occurred. */
    pay(
      { id, state, minute, customerId = 'customer_1', accountId, amounts = {} }: Paid,
      observedAt: string | null = null,
    ) {
      const created = at(minute);
      const record = {
        id,
        status: state,
        customerId,
        virtualAccountId: accountId ?? null,
        ...amounts,
        created,
        updated: at(minute + 1),
      };
      for (const [step, name] of ['create', state].entries()) {
        events += 1;
        const event = eventOf(events, `payout.${name}`, record, minute + step);
        payouts.observe(event as JsonObject & { id: string }, observedAt ?? at(minute + step));
      }
    },
    /** The whole file, once it is written. */
    async fetched({ id }: ExportFile): Promise<Buffer> {
      await expect.poll(() => files.get(id).status).not.toBe('running');
      const { path, sentence } = files.get(id);
      const download = files.take(path?.split('/').at(-1) ?? '');
      if (download === null) throw new Error(sentence ?? 'There is no file.');
      return await buffer(download.content);
    },
    async remove() {
      await files.close();
      await payouts.remove();
      rmSync(directory, { recursive: true });
    },
  };
}
export type ReportParts = ReturnType<typeof openReportParts>;
