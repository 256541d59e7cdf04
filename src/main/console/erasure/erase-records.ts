/** What takes long of an erasure, over a profile's database: in a thread, or in a process that nothing else waits for. */
import { existsSync } from 'node:fs';
import { z } from 'zod';
import { systemClock } from '../../../platform/clock.ts';
import { readCount } from '../../../platform/read-count.ts';
import { openSqlite, type Sqlite } from '../../../platform/sqlite.ts';
import type { Run } from '../../../platform/thread.ts';
import { forgetCustomers } from '../../../sandbox/index.ts';
import { openAudit } from '../../core/audit/audit.ts';
import type { Person } from '../../core/audit/types.ts';
import type { ErasedNames } from '../../core/records/erased/erased-bodies.ts';
import {
  type Erasure,
  FOR_EVER,
  openErasedSubjects,
} from '../../core/records/erased/erased-subjects.ts';
import { noteErasedDelivery } from '../../features/webhooks/intake/rewrite-erased.ts';
import type { DatabaseFile } from '../database-file.ts';
import { surveyOf, type Until } from './survey.ts';
import { type SweptCounts, sweep } from './sweep.ts';
import { theirRequests, waitingRows } from './sweep-requests.ts';

export interface Surveyed extends SweptCounts {
  readonly names: ErasedNames;
  /** Texts that tell the person from others, to look for in what nothing else tells of. */
  readonly telling: readonly string[];
  /** Whether a text that goes stands in the reason that was given. */
  readonly isNamedInReason: boolean;
  /** Requests of theirs that may be sent again. */
  readonly unresolved: number;
  /** Rows of bulk runs of theirs that are to be sent. */
  readonly waiting: number;
}

export interface EraseOrder {
  readonly into: DatabaseFile;
  readonly erasures: readonly Erasure[];
  /** Deliveries that name them and are no event of theirs. */
  readonly arrivals: readonly number[];
  /** Who is at the computer; null where the system knows nobody. */
  readonly person: Person | null;
  /** They were asked for over another copy of the same data, and the entry says so. */
  readonly isAgain: boolean;
}

export const erasedAction = 'customer.personal-data-erased';
const again = 'customer.personal-data-erased-again';

export function open<Result>(
  database: Pick<DatabaseFile, 'file' | 'key'>,
  work: (sqlite: Sqlite) => Result,
): Result {
  const sqlite = openSqlite({ ...database, waitMs: 10_000 });
  try {
    return work(sqlite);
  } finally {
    sqlite.close();
  }
}

/** When the newest erasure of each customer was lifted; FOR_EVER where it was not. */
export const untilOf = (erasures: readonly Erasure[]): Until =>
  new Map(
    erasures
      .toSorted((one, other) => (one.at < other.at ? -1 : 1))
      .map(({ customerId, liftedAt }) => [customerId, liftedAt ?? FOR_EVER]),
  );

function survey(from: DatabaseFile, customers: readonly string[], reason = ''): Surveyed {
  return open(from, (sqlite) => {
    const subject = surveyOf(sqlite, new Map(customers.map((id) => [id, FOR_EVER])));
    const { owners, events, gone, figures, observed } = subject;
    const requests = theirRequests(subject);
    const count = readCount(
      sqlite,
      `SELECT count(*) AS count FROM read_deliveries
         WHERE event_id IN (SELECT value FROM json_each(?))`,
      [JSON.stringify([...events])],
    );
    return {
      names: { ids: [...owners.keys()], figures: [...figures] },
      telling: gone.telling(),
      isNamedInReason: gone.scrub(reason) !== reason,
      observations: observed.length,
      deliveries: count,
      requests: requests.settled.length,
      unresolved: requests.unresolved.length,
      waiting: waitingRows(subject),
    };
  });
}

/** Stores the erasures in the running transaction; those that are there stay, but for how they ended. */
export function putErasures(sqlite: Sqlite, erasures: readonly Erasure[]): void {
  for (const erasure of erasures) {
    sqlite.run(
      `INSERT INTO erasures
         (customer_id, at, erased_by, reason, lifted_at, lifted_by, lift_reason)
       VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (customer_id, at) DO UPDATE SET
         lifted_at = excluded.lifted_at, lifted_by = excluded.lifted_by,
         lift_reason = excluded.lift_reason WHERE lifted_at IS NULL`,
      [
        erasure.customerId,
        erasure.at,
        erasure.by,
        erasure.reason,
        erasure.liftedAt,
        erasure.liftedBy,
        erasure.liftReason,
      ],
    );
    sqlite.run('INSERT INTO erased_ids VALUES (?, ?) ON CONFLICT DO NOTHING', [
      erasure.customerId,
      erasure.customerId,
    ]);
  }
}

/** Erasures, rows and entries of the log in one transaction: all of it, or nothing. */
function erase({ into, erasures, arrivals, person, isAgain }: EraseOrder): SweptCounts {
  return open(into, (sqlite) =>
    sqlite.transaction(() => {
      putErasures(sqlite, erasures);
      for (const arrival of arrivals) noteErasedDelivery(sqlite, arrival);
      const counts = sweep(sqlite, untilOf(erasures));
      const audit = openAudit({ sqlite, clock: systemClock, person: () => person });
      for (const { customerId, at, reason } of erasures) {
        const facts = isAgain ? { customerId, at } : { customerId, reason, ...counts };
        audit.append({ action: isAgain ? again : erasedAction, facts });
      }
      return counts;
    }),
  );
}

const indexes = ['record_search', 'payout_search'];

/** Leaves nothing of what was let go: not in the indexes of words, not in free pages, not in the log. */
export function emptyFreePages(sqlite: Sqlite): void {
  for (const index of indexes) sqlite.exec(`INSERT INTO ${index} (${index}) VALUES ('optimize')`);
  emptyPages(sqlite);
}

function emptyPages(sqlite: Sqlite): void {
  sqlite.exec('VACUUM');
  const log = z.object({ busy: z.number() });
  if (log.parse(sqlite.first('PRAGMA wal_checkpoint(TRUNCATE)')).busy !== 0)
    throw new Error('The log of the database could not be emptied.');
}

const purge = (database: DatabaseFile): void => open(database, emptyFreePages);

/** The built-in sandbox’s own state, where it is there and does not run. */
function forget(state: Pick<DatabaseFile, 'file' | 'key'>, customers: readonly string[]): void {
  if (!existsSync(state.file)) return;
  open(state, (sqlite) => {
    sqlite.transaction(() => forgetCustomers(sqlite, customers));
    emptyPages(sqlite);
  });
}

/** What is stored, carried out over what came since. The same again changes nothing. */
const sweepAgain = (into: DatabaseFile): SweptCounts =>
  open(into, (sqlite) =>
    sqlite.transaction(() => sweep(sqlite, untilOf(openErasedSubjects(sqlite).list()))),
  );

export const eraseCalls = { survey, erase, sweepAgain, purge, forget };

export type RunErase = Run<typeof eraseCalls>;
