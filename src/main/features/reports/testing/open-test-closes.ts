/** For tests: closes over real payouts; what other features tell is said by the test. */
import papa from 'papaparse';
import type { PeriodClose } from '../../../../bridge/reports.ts';
import { maxGaps } from '../../../../bridge/timeline.ts';
import { type Migration, migrate } from '../../../../platform/migrations.ts';
import { systemRandom } from '../../../../platform/random.ts';
import type { AuditEntry } from '../../../core/audit/types.ts';
import { Failed } from '../../../core/intents/failed.ts';
import { recordsMigrations } from '../../../core/records/migrations.ts';
import type { eventOf, TestPayouts } from '../../payouts/testing/open-test-payouts.ts';
import type { GapsAsked } from '../../timeline/gaps/gap-views.ts';
import { openCloses } from '../closes.ts';
import { reportsMigrations } from '../closes-table.ts';
import { openReportParts, type ReportParts } from './report-parts.ts';

export const november = { from: '2026-11-01', to: '2026-11-30', timeZone: 'UTC' };
export const usd = (amount: string, fee: string) => ({
  source: { amount, currency: 'USD' },
  destination: { amount, currency: 'USDC' },
  fee: { amount: fee, currency: 'USD' },
});

const person = () => ({ by: 'ada', byName: 'Ada Byron' });

/** Helpers from the tests of payouts, and what the closes are of. */
interface ClosesOfPayouts {
  readonly at: (minute: number) => string;
  readonly eventOf: typeof eventOf;
  readonly payoutsMigrations: readonly Migration[];
  readonly isTest?: boolean;
  /** Without payouts of its own. */
  readonly isEmpty?: boolean;
}

interface Page {
  readonly offset: number;
  readonly limit: number;
}

/** a and b successful, c in progress, d failed. */
function payFour(testing: Pick<ReportParts, 'pay'>): void {
  testing.pay({ id: 'payout_a', state: 'successful', minute: 5, amounts: usd('100.10', '0.30') });
  testing.pay({ id: 'payout_b', state: 'successful', minute: 6, amounts: usd('0.2', '0.10') });
  testing.pay({ id: 'payout_c', state: 'processing', minute: 7 });
  testing.pay({ id: 'payout_d', state: 'failed', minute: 8, amounts: usd('7', '0') });
}

/** Payouts a and b successful, c in progress, d failed, on the evening of 20 November. */
export function openTestCloses(payouts: TestPayouts, options: ClosesOfPayouts) {
  const { isTest = true, isEmpty = false, ...times } = options;
  const { at, payoutsMigrations } = times;
  const days = (count: number): string => at(count * 24 * 60);
  const testing = openReportParts(payouts, times);
  const { sqlite } = testing.payouts;
  migrate(sqlite, [...recordsMigrations, ...payoutsMigrations, ...reportsMigrations]);
  const account = {
    id: 'account_1',
    customerName: 'Ada Byron',
    customerId: 'customer_1',
    hasMismatch: true,
    sourceCurrency: 'USD',
    destinationCurrency: 'USDC',
    created: at(0),
  };
  const change = {
    id: 'change_1',
    path: '/status',
    name: 'Ada',
    resourceId: 'customer_1',
    is: { observedAt: at(4) },
  };
  /** What a test may change. */
  const said = {
    log: [] as AuditEntry[],
    accounts: [account],
    changes: [change],
    afterPage: (_of: 'accounts' | 'changes') => {},
    requests: [{ key: 'a'.repeat(32), operation: 'createCustomer', journalledAt: at(3) }],
    gaps: null as object[] | null,
    limits: { payout: 24 },
    told: 0,
  };
  const pageOf = (of: 'accounts' | 'changes', { offset, limit }: Page) => {
    const page = { rows: said[of].slice(offset, offset + limit), total: said[of].length };
    said.afterPage(of);
    return Promise.resolve(page as never);
  };
  const closes = openCloses({
    ...testing.parts,
    sqlite,
    random: systemRandom,
    profileName: 'Treasury',
    person,
    limits: () => said.limits,
    isTest,
    payouts: testing.payouts.payouts,
    // Nothing else of an account, a request or a change is read.
    virtualAccounts: { list: (page) => pageOf('accounts', page) },
    intents: { list: () => ({ rows: said.requests, total: said.requests.length }) as never },
    changes: {
      followed: () => Promise.resolve(),
      list: (page) => pageOf('changes', page),
    },
    timeline: {
      demand() {
        if (said.gaps === null)
          throw new Failed('LOCKED', { sentence: 'The receiver is not open.' });
        const { gaps } = said;
        const newest = async ({ most = maxGaps }: GapsAsked) => gaps.slice(0, most);
        return { timeline: { gaps: newest } } as never;
      },
    },
    audit: {
      append: testing.parts.audit.append,
      list: () => ({ rows: said.log.toReversed(), total: said.log.length }),
    },
    tell: () => {
      said.told += 1;
    },
  });
  const setNow = (moment: string): void => {
    testing.now.at = moment;
    testing.payouts.setNow(moment);
  };
  if (!isEmpty) payFour(testing);
  setNow(days(30));
  return {
    ...testing,
    closes,
    said,
    setNow,
    sqlite,
    async close(changes: object = {}): Promise<PeriodClose> {
      const asked = { ...november, ...changes };
      const { covers } = await closes.preview(asked);
      return await closes.close({ covers, note: 'Month end', knownAt: null, ...asked });
    },
    written: (id: string, format: 'pdf' | 'csv'): Promise<Buffer> =>
      testing.fetched(closes.start(id, format)),
    /** An entry of the audit log. */
    note(action: string, moment: string, facts: AuditEntry['facts'] = {}): void {
      const sequence = said.log.length + 1;
      said.log.push({ sequence, at: moment, action, facts, hash: '' });
    },
  };
}
export type TestCloses = ReturnType<typeof openTestCloses>;

/** Cells of a section, its heading first. */
export const linesOf = (csv: Buffer, section: string): string[][] =>
  papa
    .parse<string[]>(csv.toString('utf8').slice(1).trim())
    .data.filter(([title]) => title === section)
    .map(([, ...cells]) => cells);
