/**
 * Work on reconciliations in the background, one after another and in short slices: lines are stored,
 * matched, and what was matched is stored. A kill leaves one that says so (`interrupted`).
 */
import type { ReconcileKind } from '../../../bridge/reconcile.ts';
import { type Clock, isoNow } from '../../../platform/clock.ts';
import { inParts, inSlices, nextTurn } from '../../../platform/slices.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import type { Audit } from '../../core/audit/types.ts';
import type { Log } from '../../core/foundation/log.ts';
import type { Records } from '../../core/records/types.ts';
import type { Payouts } from '../payouts/payouts.ts';
import { firstState } from './line-facts.ts';
import type { LinesTable, StoredLine } from './lines-table.ts';
import {
  accountsOf,
  allAccounts,
  type DepositAccount,
  matchLineOf,
  searchedOf,
  withAccounts,
} from './match-payouts.ts';
import { matchLines } from './matching/match.ts';
import type { Match, MatchLine, MatchPayout } from './matching/types.ts';
import type { StatementLine } from './reading/statement-line.ts';
import type { ReconciliationsTable, StoredReconciliation } from './reconciliations-table.ts';

export interface JobsParts {
  readonly sqlite: Sqlite;
  readonly table: ReconciliationsTable;
  readonly lines: LinesTable;
  readonly payouts: Pick<Payouts, 'facts'>;
  readonly records: Pick<Records, 'contents' | 'bodiesAfter'>;
  readonly audit: Pick<Audit, 'append'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  readonly tell: (id: string) => void;
}

/** Lines that are written in one transaction. */
const PART = 50;
/** Lines that are read at a time. */
const READ = 100;

export function createJobs(parts: JobsParts) {
  const { sqlite, table, lines, clock, log } = parts;
  const closed = new AbortController();
  const underWay = new Set<number>();
  let queue: Promise<void> = Promise.resolve();

  /** After those before it; a failure is logged and leaves the reconciliation interrupted. */
  function enqueue(stored: StoredReconciliation, work: () => Promise<void>): void {
    underWay.add(stored.number);
    queue = queue.then(async () => {
      try {
        closed.signal.throwIfAborted();
        await work();
      } catch (error) {
        if (closed.signal.aborted) return;
        log.error({ err: error, reconciliation: stored.id }, 'a reconciliation was interrupted');
        interrupt(stored);
      } finally {
        underWay.delete(stored.number);
      }
      parts.tell(stored.id);
    });
  }

  /** What kept it from going on, such as a full disk, may keep this from being stored, too. */
  function interrupt({ number, id }: StoredReconciliation): void {
    try {
      table.setStatus(number, 'interrupted');
    } catch (error) {
      log.error({ err: error, reconciliation: id }, 'an interruption could not be stored');
    }
  }

  async function store(stored: StoredReconciliation, all: readonly StatementLine[]): Promise<void> {
    for (const part of inParts(all, PART)) {
      closed.signal.throwIfAborted();
      sqlite.derive(() => {
        for (const line of part) lines.add(stored.number, stored.kind, line);
      });
      await nextTurn();
    }
  }

  async function payoutsFor(stored: StoredReconciliation): Promise<MatchPayout[]> {
    const { signal } = closed;
    const known = new Map<string, DepositAccount>();
    const payouts: MatchPayout[] = [];
    for await (const part of parts.payouts.facts(searchedOf(stored), signal)) {
      const read = (ids: readonly string[]) => accountsOf(parts.records, ids);
      payouts.push(
        ...(await inSlices(withAccounts(part, stored.kind, known, read), clock, signal)),
      );
    }
    return payouts;
  }

  /** On a chain wallets stand in the lines themselves. */
  const accountsFor = async ({ kind }: StoredReconciliation): Promise<readonly string[]> =>
    kind === 'bank' ? await inSlices(allAccounts(parts.records), clock, closed.signal) : [];

  /** Those that no person decided, and that are compared with anything. */
  async function openLines({ number, kind }: StoredReconciliation): Promise<MatchLine[]> {
    const open: MatchLine[] = [];
    for (let row = 0; ; ) {
      closed.signal.throwIfAborted();
      const some = lines.after(number, row, READ);
      open.push(...some.flatMap((line) => openLine(line, kind) ?? []));
      const last = some.at(-1);
      if (last === undefined) return open;
      row = last.row;
      await nextTurn();
    }
  }

  async function match(stored: StoredReconciliation): Promise<void> {
    const { number, kind, windowDays } = stored;
    table.setStatus(number, 'matching');
    parts.tell(stored.id);
    const order = {
      kind,
      windowDays,
      lines: await openLines(stored),
      payouts: await payoutsFor(stored),
      accounts: await accountsFor(stored),
      taken: new Set(lines.taken(kind)),
    };
    const matches = await inSlices(matchLines(order), clock, closed.signal);
    const kept: Match[] = [];
    for (const some of inParts(matches, PART)) {
      closed.signal.throwIfAborted();
      sqlite.derive(() => {
        for (const found of some) kept.push(lines.putMatch(number, kind, found));
      });
      await nextTurn();
    }
    const facts = { reconciliationId: stored.id, ...countsOf(kept) };
    sqlite.transaction(() => {
      table.setStatus(number, 'ready', isoNow(clock));
      parts.audit.append({ action: 'reconciliation.matched', facts });
    });
  }

  return {
    /** Stores its lines, then matches them. */
    begin(stored: StoredReconciliation, all: readonly StatementLine[]): void {
      enqueue(stored, async () => {
        await store(stored, all);
        await match(stored);
      });
    },
    match: (stored: StoredReconciliation): void => enqueue(stored, () => match(stored)),
    /** As it is stored; what is stored as busy, and not worked on, was interrupted. */
    standing: (stored: StoredReconciliation): StoredReconciliation =>
      isBusy(stored) && !underWay.has(stored.number)
        ? { ...stored, status: 'interrupted' }
        : stored,
    /** Resolves when nothing is under way. */
    idle: (): Promise<void> => queue,
    async close(): Promise<void> {
      closed.abort(new Error('The profile was closed.'));
      await queue;
    },
  };
}

export const isBusy = ({ status }: Pick<StoredReconciliation, 'status'>): boolean =>
  status === 'reading' || status === 'matching';

/** null where a person decided it, and where it is compared with nothing. */
function openLine({ state, line }: StoredLine, kind: ReconcileKind): MatchLine | null {
  const isDecided = state === 'confirmed' || state === 'none';
  return isDecided || firstState(line, kind) !== 'unmatched' ? null : matchLineOf(line);
}

function countsOf(matches: readonly { readonly state: string }[]): Record<string, number> {
  const counts: Record<string, number> = { certain: 0, likely: 0, ambiguous: 0, unmatched: 0 };
  for (const { state } of matches) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}
