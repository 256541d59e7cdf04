/** Payouts over records in a folder of their own, for tests. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listPayoutsInput, type PayoutQuery } from '../../../../bridge/payouts.ts';
import type { ObservationSource } from '../../../../bridge/source.ts';
import type { JsonObject } from '../../../../contract/scalars.ts';
import { migrate } from '../../../../platform/migrations.ts';
import { openSqlite, type Sqlite } from '../../../../platform/sqlite.ts';
import { openAsOf } from '../../../core/records/as-of.ts';
import { recordsMigrations } from '../../../core/records/migrations.ts';
import { openRecords } from '../../../core/records/records.ts';
import { payoutsMigrations } from '../migrations.ts';
import { openPayouts } from '../payouts.ts';

export interface Audited {
  readonly action: string;
  readonly facts: JsonObject;
}

export const at = (minute: number): string =>
  new Date(Date.UTC(2026, 10, 20, 12) + minute * 60_000).toISOString();

/** An event of a payout as it is delivered. */
export const eventOf = (number: number, name: string, payout: object, minute = number) => ({
  id: `event_${number}`,
  name,
  data: { payout },
  webhookRecords: [],
  mock: false,
  created: at(minute),
  updated: at(minute),
});

/** Notes the questions that are asked. */
function noting(sqlite: Sqlite, asked: Set<string>): Sqlite {
  const noted =
    <Rest extends unknown[], Result>(ask: (sql: string, ...rest: Rest) => Result) =>
    (sql: string, ...rest: Rest): Result => {
      asked.add(sql);
      return ask(sql, ...rest);
    };
  const { all, first, texts, run } = sqlite;
  const questions = { all: noted(all), first: noted(first), texts: noted(texts), run: noted(run) };
  return Object.assign(Object.create(sqlite) as Sqlite, questions);
}

export function openTestPayouts({ isProduction = false } = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'causeway-payouts-'));
  const file = join(directory, 'profile.db');
  const audited: Audited[] = [];
  const told: (readonly string[])[] = [];
  const asked = new Set<string>();
  let now = Date.parse(at(10_000));
  let tick = 0;
  const clock = {
    now() {
      now += tick;
      return now;
    },
  };
  let sqlite: Sqlite;

  const open = () => {
    sqlite = openSqlite({ file, key: new Uint8Array(32).fill(5) });
    migrate(sqlite, [...recordsMigrations, ...payoutsMigrations]);
    const records = openRecords({ sqlite });
    const asOf = openAsOf({ sqlite, clock });
    const payouts = openPayouts({
      records,
      asOf,
      clock,
      isProduction,
      log: { error: () => undefined },
      sqlite: noting(sqlite, asked),
      audit: {
        append({ action, facts }) {
          audited.push({ action, facts });
          return { sequence: audited.length, at: at(0), action, facts, hash: '' };
        },
      },
      tell: (ids) => void told.push(ids),
    });
    return { sqlite, records, asOf, payouts };
  };
  let opened = open();

  return {
    audited,
    told,
    /** What payouts asked the database. */
    asked,
    get sqlite() {
      return opened.sqlite;
    },
    get records() {
      return opened.records;
    },
    get payouts() {
      return opened.payouts;
    },
    get asOf() {
      return opened.asOf;
    },
    setNow(moment: string): void {
      now = Date.parse(moment);
    },
    /** From now on the clock moves by so many milliseconds whenever it is looked at. */
    tickBy(milliseconds: number): void {
      tick = milliseconds;
    },
    observe(
      event: JsonObject & { readonly id: string },
      observedAt: string,
      source: ObservationSource = 'delivery',
    ): void {
      opened.records.observe({
        kind: 'event',
        id: event.id,
        body: event,
        source,
        observedAt,
        eventId: event.id,
        eventCreated: textOf(event['created']),
        eventUpdated: textOf(event['updated']),
      });
    },
    async list(query: Partial<PayoutQuery> = {}) {
      await opened.payouts.followed();
      return await opened.payouts.list(listPayoutsInput.parse(query));
    },
    /** As a process that is killed and started again. */
    reopen(): void {
      opened.sqlite.close();
      opened = open();
    },
    async remove(): Promise<void> {
      await opened.payouts.close();
      opened.asOf.close();
      opened.sqlite.close();
      rmSync(directory, { recursive: true });
    },
  };
}
export type TestPayouts = ReturnType<typeof openTestPayouts>;

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
