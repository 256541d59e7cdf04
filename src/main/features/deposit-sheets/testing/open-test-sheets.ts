/** For tests: sheets of accounts that the test says, in a folder of their own. */
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { StartSheetsInput } from '../../../../bridge/deposit-sheets.ts';
import type { VirtualAccountDetail } from '../../../../bridge/virtual-accounts.ts';
import type { JsonObject } from '../../../../contract/scalars.ts';
import { systemRandom } from '../../../../platform/random.ts';
import { testDatabase, testFolder } from '../../../../platform/testing/test-folder.ts';
import { type ChooseFile, openExportFiles } from '../../../core/exports/export-files.ts';
import { Failed } from '../../../core/intents/failed.ts';
import { companyMigrations, openCompany } from '../company/company.ts';
import { createDepositSheets } from '../deposit-sheets.ts';
import type { StartThread } from '../writing/start-thread.ts';
import { accountDetail } from './accounts.ts';
import { inProcess } from './in-process.ts';

const anything = { search: '', customerId: null, currency: null, network: null, label: null };
const filter = { ...anything, madeFrom: null, madeTo: null };
export const everyone = { filter };

export const order = (changes: Partial<StartSheetsInput> = {}): StartSheetsInput => ({
  selection: everyone,
  format: 'pdf',
  packing: 'one',
  paper: 'a4',
  knownAt: null,
  profileId: 'built-in',
  ...changes,
});

export const seed = (count: number): VirtualAccountDetail[] =>
  Array.from({ length: count }, (_, at) =>
    accountDetail({ id: `virtualAccount_${at}`, customerName: `Customer ${at}` }),
  );

/** What is known of the accounts; a test changes it. */
interface Known {
  accounts: VirtualAccountDetail[];
  /** Ids of accounts with a change that nobody signed off. */
  changed: ReadonlySet<string>;
  /** Changed, and found only by waiting. */
  behind: readonly string[];
}

/** It closes after the hooks of the test. */
export function openTestSheets({
  chooseFile = null,
  startThread = inProcess,
}: {
  readonly chooseFile?: ChooseFile | null;
  readonly startThread?: StartThread;
} = {}) {
  const clock = { now: () => Date.parse('2026-11-21T20:40:00.000Z') };
  const sqlite = testDatabase(companyMigrations);
  const exportsFolder = join(testFolder(), 'exports');
  const known: Known = { accounts: [], changed: new Set(), behind: [] };
  const audited: { action: string; facts: JsonObject }[] = [];
  const files = openExportFiles({
    isTest: false,
    directory: exportsFolder,
    chooseFile,
    clock,
    random: systemRandom,
    isExpected: (error) => error instanceof Failed,
    log: { error: () => undefined },
  });
  onTestFinished(() => files.close());
  const sheets = createDepositSheets({
    company: openCompany(sqlite),
    files,
    clock,
    startThread,
    timeZone: 'UTC',
    isTest: false,
    audit: {
      append({ action, facts }) {
        audited.push({ action, facts });
        return { sequence: audited.length, at: '', action, facts, hash: '' };
      },
    },
    onChange: () => undefined,
    reads: {
      list({ offset, limit, search }) {
        const found = known.accounts.filter(({ customerName }) => customerName?.includes(search));
        return Promise.resolve({ rows: found.slice(offset, offset + limit), total: found.length });
      },
      get(id) {
        const found = known.accounts.find((account) => account.id === id);
        if (found !== undefined) return Promise.resolve(found);
        throw new Failed('NOT_FOUND', { sentence: `Nothing is known of ${id}.` });
      },
      followed: async () => {
        await Promise.resolve();
        known.changed = new Set([...known.changed, ...known.behind]);
      },
      concerns: (id) =>
        known.changed.has(id) ? ['It changed, and nobody has signed that off.'] : [],
    },
  });

  async function finished(id: string) {
    for (;;) {
      const view = sheets.get(id);
      if (view.status !== 'running') return view;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
  return {
    known,
    audited,
    exportsFolder,
    files,
    sheets,
    finished,
    /** The file that comes of an order. */
    async made(changes: Partial<StartSheetsInput> = {}) {
      const view = await finished((await sheets.start(order(changes))).id);
      const download = files.take(view.path?.split('/').at(-1) ?? '');
      if (download === null) throw new Error(view.sentence ?? 'There is nothing to fetch.');
      return { view, download, bytes: await buffer(download.content) };
    },
    textOfAccount: (number: number) => sheets.text(`virtualAccount_${number}`, null),
  };
}
export type TestSheets = ReturnType<typeof openTestSheets>;
