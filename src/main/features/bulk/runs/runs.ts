/**
 * The runs of one profile, of which one at most is under way:
 *
 *     start ─▶ running ⇄ paused ─▶ stopped        a person, or what the runner saw
 *                │  └─▶ done
 *                └─▶ (killed) interrupted ─▶ running, when a person says so
 *
 * One that came from a backup unfinished is stopped: what it calls waiting may have been sent since.
 */
import type { BulkRowState, BulkRun, BulkRunRow } from '../../../../bridge/bulk.ts';
import { maxBulkRows } from '../../../../bridge/bulk-limits.ts';
import { isoNow } from '../../../../platform/clock.ts';
import { randomHex } from '../../../../platform/random.ts';
import { whileMore } from '../../../../platform/slices.ts';
import { isDiskFull, type Sqlite } from '../../../../platform/sqlite.ts';
import type { Audit } from '../../../core/audit/types.ts';
import type { ApprovalsPlace, StillApproved } from '../../../core/intents/approvals.ts';
import { Failed } from '../../../core/intents/failed.ts';
import type { Intents } from '../../../core/intents/types.ts';
import type { AccountConcerns } from '../account-concerns.ts';
import { keepingOwn, type OwnNamesOfRun } from './keep-own.ts';
import { createKnownSince } from './known-since.ts';
import { prepareRun, type RunOrder } from './prepare-run.ts';
import { openProposedRuns, type ProposedRuns } from './proposed-runs.ts';
import { keepRowEnd, rowEndOf, unknownEnd } from './row-end.ts';
import { runRowView, runView } from './run-views.ts';
import { type Runner, type RunnerParts, startRunner } from './runner.ts';
import { createRunsRepository, type RunsRepository } from './runs-repository.ts';
import type { StoredRun } from './stored-rows.ts';
import { type Pause, pauses, restoredRow } from './why-paused.ts';

export interface Runs {
  readonly repository: RunsRepository;
  readonly proposed: ProposedRuns;
  has(id: string): boolean;
  /** Durable before it resolves. Rejects with Failed INVALID; then nothing was sent. */
  start(order: RunOrder): Promise<BulkRun>;
  list(page: { offset: number; limit: number }): { rows: BulkRun[]; total: number };
  /** All that go on when a person says so. */
  waiting(): StoredRun[];
  /** Throws Failed NOT_FOUND, as those below. */
  get(id: string): BulkRun;
  stored(id: string): StoredRun;
  pause(id: string): BulkRun;
  /** Rejects with Failed INVALID when nothing can be written now, or another run is under way. */
  goOn(id: string): Promise<BulkRun>;
  stop(id: string): Promise<BulkRun>;
  rows(query: { id: string; state: BulkRowState | null; offset: number; limit: number }): {
    rows: BulkRunRow[];
    total: number;
  };
  /** What became of unknown rows may be known now: their own references and names go to what was created. */
  settled(): void;
  /** Pauses what runs, and waits until nothing is under way. */
  close(): Promise<void>;
}

export interface RunsParts
  extends Pick<RunnerParts, 'client' | 'writeBlock' | 'claims' | 'clock' | 'random'> {
  readonly approvals: ApprovalsPlace;
  readonly sqlite: Sqlite;
  readonly intents: RunnerParts['intents'] & Pick<Intents, 'getAll'>;
  readonly records: OwnNamesOfRun;
  readonly audit: Pick<Audit, 'append'>;
  readonly log: RunnerParts['log'];
  readonly concerns: Pick<AccountConcerns, 'departing'>;
  /** The database came from a backup, and was not opened since. */
  readonly isRestored?: boolean;
  readonly onChange: (
    runId: string,
    what: { created: readonly string[]; isState: boolean },
  ) => void;
}

const invalid = (sentence: string, cause: string) =>
  new Failed('INVALID', { sentence, cause, canTryAgain: true });

function requireResting({ state }: StoredRun): void {
  if (state === 'paused' || state === 'interrupted') return;
  throw invalid(
    'This run has ended. Start a new run with a file of the rows that were not sent.',
    'over',
  );
}

/** In a database that bulkMigrations were applied to, after the journal recovered. */
export function openRuns(parts: RunsParts): Runs {
  const { sqlite, intents, audit, clock, onChange } = parts;
  const repository = createRunsRepository(sqlite, keepingOwn({ ...parts, names: parts.records }));
  const known = createKnownSince(sqlite, repository);
  const proposed = openProposedRuns({ ...parts, repository });
  const runners = new Map<string, Runner>();
  /** What pauses told of that colleagues resolved, by run. */
  const toldOf = new Map<string, Set<string>>();
  /** Why a run is paused, by its ID, where the pause could not be stored. */
  const atRest = new Map<string, Pause>();
  /** From before the first thing that is awaited, so that of two that start at once one does. */
  let starting: Promise<unknown> | null = null;
  let isClosing = false;

  /** A run in its real state: the database may say that a paused one is running. */
  const standing = (run: StoredRun): StoredRun => {
    const rest = atRest.get(run.id);
    return rest === undefined || run.state !== 'running'
      ? run
      : { ...run, state: 'paused', cause: rest.cause, sentence: rest.sentence };
  };
  const unfinished = (): StoredRun[] =>
    (['paused', 'interrupted', 'running'] as const).flatMap(repository.inState);
  const find = (id: string): StoredRun => {
    const run = repository.get(id);
    if (run !== null) return standing(run);
    throw new Failed('NOT_FOUND', { sentence: 'This bulk run is not known to Causeway.' });
  };
  /** IDs of records with a mismatch that nobody signed off. */
  const departing = (ids: readonly string[]): ReadonlySet<string> =>
    ids.length === 0 ? new Set() : new Set(parts.concerns.departing(ids).keys());
  const view = (run: StoredRun): BulkRun => {
    const departed = repository.departed(run.number);
    const open = run.kind === 'customer' ? new Set(departed) : departing(departed);
    return runView(run, repository, [...open], runners.get(run.id) ?? null, clock.now());
  };

  function stopAll({ number }: StoredRun, reason: string | null = null): void {
    while (repository.stopWaiting(number, reason));
  }

  function setState(run: StoredRun, state: StoredRun['state'], why: Pause | null): void {
    const isEnded = state === 'done' || state === 'stopped';
    sqlite.transaction(() => {
      if (state === 'stopped') stopAll(run, why === pauses.restored ? restoredRow : null);
      repository.setState(run.number, {
        state,
        stateAt: isoNow(clock),
        cause: why?.cause ?? null,
        sentence: why?.sentence ?? null,
        endedAt: isEnded ? isoNow(clock) : null,
      });
      const counts = Object.fromEntries(repository.counts(run.number));
      const facts = { runId: run.id, sha256: run.sha256, cause: why?.cause ?? null, counts };
      audit.append({ action: `bulk.${state}`, facts });
    });
    atRest.delete(run.id);
    onChange(run.id, { created: [], isState: true });
  }

  /** What an earlier process left: its intents were settled by now. */
  function recover(): void {
    while (repository.forgetPreparing());
    for (const run of repository.withRowsToFollow()) follow(run);
    repository.keepOwnOfSettled();
    for (const run of parts.isRestored === true ? unfinished() : [])
      setState(run, 'stopped', pauses.restored);
    for (const run of repository.inState('running')) setState(run, 'interrupted', pauses.restart);
  }

  /** Rows whose end could not be written beside their intents take it from those. */
  function follow(run: StoredRun): void {
    sqlite.transaction(() => {
      for (const { key } of repository.toFollow(run.number)) {
        const intent = intents.get(key);
        const end = intent === null ? unknownEnd : rowEndOf(intent);
        const id = intent?.resourceId ?? null;
        const departs = run.kind === 'virtualAccount' && id !== null && departing([id]).has(id);
        keepRowEnd(repository, key, end, parts.random, departs);
      }
      if (run.state === 'stopped' || run.state === 'done') stopAll(run);
    });
  }

  function run(stored: StoredRun, stillApproved: StillApproved, resumedAfter: string | null): void {
    if (runners.size > 0) throw anotherRun();
    // After a restart it pauses once more.
    const told = toldOf.get(stored.id) ?? new Set<string>();
    toldOf.set(stored.id, told);
    const runner = startRunner(stored, {
      ...parts,
      repository,
      known,
      stillApproved,
      resumedAfter,
      told,
      onProgress: (created) => onChange(stored.id, { created, isState: false }),
      onStopped(why) {
        // Stopped by a person while it came to rest.
        if (repository.get(stored.id)?.state !== 'stopped') {
          setState(stored, why === null ? 'done' : 'paused', why);
        }
        runners.delete(stored.id);
      },
      onGivenUp(why) {
        atRest.set(stored.id, why);
        runners.delete(stored.id);
        onChange(stored.id, { created: [], isState: true });
      },
    });
    runners.set(stored.id, runner);
  }

  /** What departs is cleared up before more of the same is sent. */
  function requireNoMismatch(run: StoredRun): void {
    const open = departing(repository.departed(run.number)).size;
    if (open === 0) return;
    throw invalid(
      open === 1
        ? '1 account of this run has a mismatch that nobody signed off. Sign it off on the account’s page, then resume.'
        : `${open} accounts of this run have mismatches that nobody signed off. Sign off each on its account’s page, then resume.`,
      'departs',
    );
  }

  const anotherRun = () =>
    invalid('Another run is in progress. Wait until it ends, or pause it first.', 'another-run');

  /** Does it when nothing else runs or starts, and nothing stands in the way of a write. */
  async function alone<Result>(work: () => Promise<Result>): Promise<Result> {
    if (runners.size > 0 || starting !== null || isClosing) throw anotherRun();
    return await meanwhile(async () => {
      const block = await parts.writeBlock();
      if (block !== null) throw invalid(block.sentence, block.cause);
      return await work();
    });
  }

  /** Nothing starts or goes on while it works. */
  async function meanwhile<Result>(work: () => Promise<Result>): Promise<Result> {
    const { promise, resolve } = Promise.withResolvers<void>();
    starting = promise;
    try {
      return await work();
    } finally {
      starting = null;
      resolve();
    }
  }

  /** Resolves when nothing starts, and this run sends nothing any more. */
  async function restOf(id: string): Promise<void> {
    for (;;) {
      const runner = runners.get(id);
      runner?.pause(pauses.person);
      if (starting === null && runner === undefined) return;
      await (starting ?? runner?.stopped);
    }
  }

  /** Begins to send, unless the profile is being closed by now. */
  function begin(
    stored: StoredRun,
    stillApproved: StillApproved,
    resumedAfter: string | null = null,
  ): void {
    if (isClosing) setState(stored, 'paused', pauses.closed);
    else run(stored, stillApproved, resumedAfter);
  }

  recover();

  return {
    repository,
    proposed,

    start: (order) =>
      alone(async () => {
        try {
          const { kind, rows } = order;
          const id = order.id ?? randomHex(parts.random, 16);
          const stillApproved = await parts.approvals.requireRun({
            id,
            kind,
            rows,
            isResumed: false,
          });
          const stored = await prepareRun({ ...order, id }, { ...parts, repository });
          begin(stored, stillApproved);
          onChange(stored.id, { created: [], isState: true });
          return view(find(stored.id));
        } catch (error) {
          if (!isDiskFull(error)) throw error;
          throw invalid(
            'The disk is full, so Causeway can’t store the run. Nothing was sent. Free some disk space, then try again.',
            'disk-full',
          );
        }
      }),

    list({ offset, limit }) {
      const { runs, total } = repository.page(offset, limit);
      return { rows: runs.map((run) => view(standing(run))), total };
    },

    waiting: () =>
      unfinished()
        .map(standing)
        .filter(({ state }) => state !== 'running'),

    get: (id) => view(find(id)),
    stored: find,
    has: (id) => repository.get(id) !== null,

    pause(id) {
      find(id);
      runners.get(id)?.pause(pauses.person);
      return view(find(id));
    },

    async goOn(id) {
      const stored = find(id);
      if (runners.has(id)) return view(stored);
      requireResting(stored);
      return await alone(async () => {
        follow(find(id));
        requireNoMismatch(find(id));
        // A person may have stopped it meanwhile.
        requireResting(find(id));
        const rows = repository.waiting(stored.number, maxBulkRows);
        const { kind } = stored;
        const stillApproved = await parts.approvals.requireRun({ id, kind, rows, isResumed: true });
        requireResting(find(id));
        setState(stored, 'running', null);
        begin(find(id), stillApproved, stored.cause);
        return view(find(id));
      });
    },

    async stop(id) {
      const stored = find(id);
      if (stored.state === 'stopped' || stored.state === 'done') return view(stored);
      do await restOf(id);
      while (starting !== null || runners.has(id));
      if (find(id).state !== 'done') {
        await meanwhile(async () => {
          follow(find(id));
          await whileMore(() => repository.stopWaiting(stored.number, null));
          setState(stored, 'stopped', null);
        });
      }
      return view(find(id));
    },

    rows({ id, state, offset, limit }) {
      const { number, kind } = find(id);
      const { rows, total } = repository.rows(number, state, offset, limit);
      const earlier = repository.earlierKeys(number, rows[0]?.row ?? 0, rows.at(-1)?.row ?? 0);
      const known = intents.getAll(rows.flatMap(({ key }) => key ?? []));
      const marked = rows.filter(({ hasMismatch }) => hasMismatch);
      const open = departing(marked.flatMap(({ resourceId }) => resourceId ?? []));
      return {
        rows: rows.map((row) => {
          const intent = known.get(row.key ?? '') ?? null;
          const isDeparting =
            kind === 'customer' ? row.hasMismatch : open.has(row.resourceId ?? '');
          return runRowView(kind, row, earlier.get(row.row) ?? [], intent, isDeparting);
        }),
        total,
      };
    },

    settled() {
      try {
        repository.keepOwnOfSettled();
      } catch (error) {
        // The next opening does it.
        parts.log.error(
          { err: error },
          'references and display names of resolved rows could not be stored',
        );
      }
    },

    async close() {
      isClosing = true;
      await starting;
      for (const runner of runners.values()) runner.pause(pauses.closed);
      await Promise.all([...runners.values()].map(({ stopped }) => stopped));
    },
  };
}
