/** For tests: reconciliations over real payouts, in a folder of their own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import papa from 'papaparse';
import { expect } from 'vitest';
import type { ExportFile } from '../../../../bridge/exports.ts';
import type { CsvMapping, Reconciliation } from '../../../../bridge/reconcile.ts';
import { migrate } from '../../../../platform/migrations.ts';
import { systemRandom } from '../../../../platform/random.ts';
import { auditMigrations } from '../../../core/audit/audit.ts';
import { openExportFiles } from '../../../core/exports/export-files.ts';
import { Failed } from '../../../core/intents/failed.ts';
import { recordsMigrations } from '../../../core/records/migrations.ts';
import { payoutsMigrations } from '../../payouts/migrations.ts';
import type * as testingPayouts from '../../payouts/testing/open-test-payouts.ts';
import { reconcileMigrations } from '../migrations.ts';
import { openReconcile } from '../reconcile.ts';

export interface Paid {
  readonly id: string;
  readonly amount?: string;
  readonly currency?: string;
  /** Minutes after 12:00 UTC of 20 November 2026. */
  readonly minute?: number;
  readonly state?: string;
  readonly more?: object;
}

export const mapping: CsvMapping = {
  columns: ['date', 'amount', 'currency', 'text', 'reference'],
  decimal: '.',
  dates: 'ymd',
  currency: null,
};
export const headings = 'Date,Amount,Currency,Description,Reference';

/** As it is by now. */
export const key = (id: string) => ({ id, knownAt: null });

/** What a person is told of it. */
export async function failure(work: () => unknown): Promise<string> {
  try {
    await work();
  } catch (error) {
    return error instanceof Failed ? error.data.sentence : String(error);
  }
  return 'nothing failed';
}

/** @param testing what the tests of payouts share, which may not be imported here at run time */
export function openTestReconcile({
  openTestPayouts,
  eventOf,
  at,
}: Pick<typeof testingPayouts, 'openTestPayouts' | 'eventOf' | 'at'>) {
  const payouts = openTestPayouts();
  const directory = mkdtempSync(join(tmpdir(), 'causeway-reconcile-'));
  migrate(payouts.sqlite, [
    ...recordsMigrations,
    ...auditMigrations,
    ...payoutsMigrations,
    ...reconcileMigrations,
  ]);
  let now = Date.parse(at(20_000));
  const clock = { now: () => (now += 1) };
  const secrets: string[] = [];
  const files = openExportFiles({
    directory: join(directory, 'exports'),
    chooseFile: null,
    clock,
    random: systemRandom,
    isExpected: (error) => error instanceof Failed,
    isTest: true,
    log: { error: () => undefined },
  });
  const errors: unknown[] = [];
  const open = () =>
    openReconcile({
      sqlite: payouts.sqlite,
      records: payouts.records,
      payouts: payouts.payouts,
      files,
      clock,
      random: systemRandom,
      known: { values: () => secrets },
      log: { error: (facts: unknown) => void errors.push(facts) },
      notify: () => undefined,
      person: () => ({ by: 'ada', byName: 'Ada Byron' }),
      audit: {
        append({ action, facts }) {
          payouts.audited.push({ action, facts });
          return { sequence: payouts.audited.length, at: at(0), action, facts, hash: '' };
        },
      },
    });
  let api = open();
  let events = 0;

  const upload = async (text: string | Uint8Array, fileName = 'statement.csv') => {
    const bytes = typeof text === 'string' ? Buffer.from(text) : text;
    const { uploadId } = api.begin({ fileName, bytes: bytes.length });
    api.append({ uploadId, offset: 0, base64: Buffer.from(bytes).toString('base64') });
    return await api.finish(uploadId);
  };

  return {
    payouts,
    secrets,
    errors,
    upload,
    get api() {
      return api;
    },
    reopen(): void {
      api = open();
    },
    pay({
      id,
      amount = '100.00',
      currency = 'USD',
      minute = 0,
      state = 'create',
      more = {},
    }: Paid): void {
      events += 1;
      const body = {
        id,
        source: { amount, currency },
        created: at(minute),
        updated: at(minute),
        ...more,
      };
      payouts.observe(eventOf(events, `payout.${state}`, body, minute), at(minute));
    },
    /** A CSV of these rows below the headings, matched. */
    async take(
      rows: readonly string[],
      { kind = 'bank' as const, columns = mapping, head = headings, windowDays = 5 } = {},
    ): Promise<Reconciliation> {
      const draft = await upload(`${[head, ...rows].join('\n')}\n`);
      const started = await api.start({
        id: draft.id,
        kind,
        mapping: columns,
        windowDays,
        knownAt: null,
      });
      await api.idle();
      expect(errors).toEqual([]);
      return api.get(started.id);
    },
    /** All certain ones, as they are shown by then. */
    async confirmCertain(id: string): Promise<{ confirmed: number }> {
      const { digest } = await api.certain(id);
      return await api.confirm({ id, knownAt: null, rows: { digest } });
    },
    all: async (id: string) =>
      (await api.lines({ id, states: [], search: '', offset: 0, limit: 200 })).rows,
    /** Its file, once it is written or was refused. */
    async settled(id: string): Promise<ExportFile> {
      const { id: exportId } = api.exportCsv(id);
      await expect.poll(() => files.get(exportId).status).not.toBe('running');
      return files.get(exportId);
    },
    async exported(id: string): Promise<Record<string, string>[]> {
      const { status, path } = await this.settled(id);
      expect(status).toBe('done');
      const ticket = path?.split('/').at(-1) ?? '';
      const download = files.take(ticket);
      const text = download === null ? '' : (await buffer(download.content)).toString('utf8');
      return papa.parse<Record<string, string>>(text.slice(1).trim(), { header: true }).data;
    },
    async remove(): Promise<void> {
      await api.close();
      await files.close();
      await payouts.remove();
      rmSync(directory, { recursive: true });
    },
  };
}
export type TestReconcile = ReturnType<typeof openTestReconcile>;
