/**
 * The record of when deliveries could arrive: while the receiver ran, and under which public addresses
 * it was proved to be reached. It belongs to the installation, as the receiver does: what arrives
 * while a profile is closed or locked is held for it, and nothing of that is missed.
 *
 *     opened ──beat──▶ alive ──beat──▶ alive ──▶ closed      killed: it ends with its last beat
 *                        └─ slept, or the clock was set: that run ends, another one begins
 */
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod';
import type { Clock } from '../../../../platform/clock.ts';
import { errorCode } from '../../../../platform/error-code.ts';
import { type Migration, migrate } from '../../../../platform/migrations.ts';
import { moveFile } from '../../../../platform/move-file.ts';
import { openSqlite, type Sqlite, WrongDatabaseKey } from '../../../../platform/sqlite.ts';
import type { Log } from '../../../core/foundation/log.ts';
import type { WebhookPath } from '../inbox/types.ts';
import type { TunnelRoute } from '../register/types.ts';
import { webhookUrl } from '../register/webhook-url.ts';

/**
 * Every path under every tunnel's address. Paths of profiles that are not open are not proved one by
 * one, so a path counts with its tunnel unless it is known not to come through.
 */
export const coverageNow = (
  ways: readonly TunnelRoute[],
  slots: readonly WebhookPath[],
): PathCoverage[] =>
  ways.flatMap(({ publicOrigin, state, lastProvenAt, paths }) =>
    publicOrigin === null
      ? []
      : slots.map(({ path }) => {
          const own = paths.get(path);
          return {
            address: webhookUrl(publicOrigin, path),
            isProven: state === 'proven' && own?.state !== 'failed',
            isClosed: state === 'closed',
            lastProvenAt: own?.lastProvenAt ?? lastProvenAt,
          };
        }),
  );

/** Milliseconds since 1970, from the first on and before the second. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** When an address was covered. */
export interface CoveredAddress extends TimeRange {
  readonly address: string;
}

/** A way in as it stands now. */
export interface PathCoverage {
  /** Where a webhook is registered: public origin and path. */
  readonly address: string;
  readonly isProven: boolean;
  /** A person or the end of the program closed it: it held up to now. */
  readonly isClosed: boolean;
  /** When it was proved last: ISO 8601 UTC. */
  readonly lastProvenAt: string | null;
}

export interface CoverageReads {
  /** When the receiver ran, oldest first, as far as it touches the stretch. */
  runs(within: TimeRange): readonly TimeRange[];
  /** When an address was proved, oldest first. */
  ways(within: TimeRange): readonly CoveredAddress[];
}

export interface CoverageLog extends CoverageReads {
  /** All ways in, after every change of one. */
  tell(ways: readonly PathCoverage[]): void;
  /** Called when what is known of ways changed. Returns what ends it. */
  onChange(listener: () => void): () => void;
  /** Says that the receiver was closed. Idempotent. */
  close(): void;
}

export interface CoverageOptions {
  readonly file: string;
  /** The raw key: 32 bytes. */
  readonly key: Uint8Array;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
  /**
   * When the last delivery arrived, in milliseconds since 1970: a run that was killed lived until
   * then, however long ago its last beat was.
   */
  readonly lastArrivalAt?: number | null;
  /** A damaged file was put aside whole under this name. */
  readonly onLaidAside?: (keptAs: string) => void;
  /** Between beats. Only tests replace it. */
  readonly beatMs?: number;
}

const BEAT_MS = 30_000;
/** Beats this much later than they should be mean that the program did not run. */
const LATE_BEATS = 3;
/** A clock that was set back by less is no reason for another run. */
const BACK_MS = 5_000;

interface OpenWay {
  readonly way: number;
  readonly from: number;
  lastProofAt: number;
}

type Proof = PathCoverage & { readonly lastProvenAt: string };
const isProof = (way: PathCoverage): way is Proof => way.isProven && way.lastProvenAt !== null;

const idRow = z.object({ id: z.int() });
const stretchRows = z.array(z.object({ began: z.int(), ended: z.int() }));
const wayRows = z.array(z.object({ address: z.string(), began: z.int(), ended: z.int() }));

/**
 * Opens it, and begins a run. A file that can't be opened is laid aside, because deliveries have to be
 * taken in all the same; the time before shows as a gap then. Throws what else the database throws.
 */
export function openCoverageLog(options: CoverageOptions): CoverageLog {
  const { clock, log, lastArrivalAt = null, beatMs = BEAT_MS } = options;
  const sqlite = openOrLayAside(options);
  if (lastArrivalAt !== null) extendKilledRun(sqlite, Math.min(lastArrivalAt, clock.now()));
  const listeners = new Set<() => void>();
  const open = new Map<string, OpenWay>();
  let aliveAt = clock.now();
  let isClosed = false;

  const begin = (): { readonly run: number; readonly from: number } => {
    const from = clock.now();
    const row = sqlite.first(
      'INSERT INTO runs (opened_at, alive_at) VALUES (?, ?) RETURNING run AS id',
      [from, from],
    );
    return { run: idRow.parse(row).id, from };
  };
  let current = begin();

  /** A full disk must not stop the receiver; what is not written down shows as a gap. */
  const attempt = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      log.warn({ err: error }, 'it could not be written down that deliveries can arrive');
    }
  };

  const beat = (): void =>
    attempt(() => {
      const now = clock.now();
      const slept = now - aliveAt > beatMs * LATE_BEATS || now < aliveAt - BACK_MS;
      aliveAt = now;
      if (slept) {
        // Its ways end with it; each is proved again before it counts.
        open.clear();
        current = begin();
        for (const listener of listeners) listener();
      } else sqlite.run('UPDATE runs SET alive_at = ? WHERE run = ?', [now, current.run]);
    });
  const timer = setInterval(beat, beatMs);
  timer.unref();

  const end = (address: string, at: number): void => {
    const way = open.get(address);
    if (way === undefined) return;
    open.delete(address);
    const until = Math.max(way.from, at);
    sqlite.run('UPDATE ways SET proven_until = ? WHERE way = ?', [until, way.way]);
  };

  const prove = (address: string, at: number): boolean => {
    const known = open.get(address);
    if (known !== undefined) {
      known.lastProofAt = at;
      return false;
    }
    // A proof from before this run says nothing of it.
    if (at < current.from) return false;
    const row = sqlite.first(
      'INSERT INTO ways (run, address, proven_from) VALUES (?, ?, ?) RETURNING way AS id',
      [current.run, address, at],
    );
    open.set(address, { way: idRow.parse(row).id, from: at, lastProofAt: at });
    return true;
  };

  /** Returns whether any ended. */
  const endLost = (ways: readonly PathCoverage[]): boolean => {
    const held = new Set(ways.flatMap((way) => (isProof(way) ? [way.address] : [])));
    const closed = new Set(ways.flatMap((way) => (way.isClosed ? [way.address] : [])));
    const lost = [...open].filter(([address]) => !held.has(address));
    for (const [address, way] of lost) {
      end(address, closed.has(address) ? clock.now() : way.lastProofAt);
    }
    return lost.length > 0;
  };

  return {
    tell(ways) {
      if (isClosed) return;
      beat();
      attempt(() => {
        const hasLost = endLost(ways);
        const begun = ways
          .filter(isProof)
          .filter(({ address, lastProvenAt }) => prove(address, Date.parse(lastProvenAt)));
        if (hasLost || begun.length > 0) for (const listener of listeners) listener();
      });
    },

    runs: ({ from, to }) =>
      stretchRows
        .parse(
          sqlite.all(
            `SELECT opened_at AS began, CASE run WHEN ? THEN ? ELSE coalesce(closed_at, alive_at) END AS ended
             FROM runs WHERE (run = ? OR coalesce(closed_at, alive_at) >= ?) AND opened_at < ?
             ORDER BY opened_at`,
            [current.run, clock.now(), current.run, from, to],
          ),
        )
        .map(({ began, ended }) => ({ from: began, to: ended })),

    ways: ({ from, to }) =>
      wayRows
        .parse(
          sqlite.all(
            `SELECT * FROM (SELECT w.address, w.proven_from AS began,
               coalesce(w.proven_until, CASE w.run WHEN ? THEN ? ELSE coalesce(r.closed_at, r.alive_at) END) AS ended
               FROM runs r CROSS JOIN ways w ON w.run = r.run
               WHERE r.run = ? OR coalesce(r.closed_at, r.alive_at) >= ?)
             WHERE ended >= ? AND began < ? ORDER BY began`,
            [current.run, clock.now(), current.run, from, from, to],
          ),
        )
        .map(({ address, began, ended }) => ({ address, from: began, to: ended })),

    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    close() {
      if (isClosed) return;
      isClosed = true;
      clearInterval(timer);
      listeners.clear();
      attempt(() => {
        const now = clock.now();
        for (const address of [...open.keys()]) end(address, now);
        const { run } = current;
        sqlite.run('UPDATE runs SET alive_at = ?, closed_at = ? WHERE run = ?', [now, now, run]);
      });
      sqlite.close();
    },
  };
}

/** The last run, where nothing says that it was closed. */
function extendKilledRun(sqlite: Sqlite, lastArrivalAt: number): void {
  sqlite.run(
    `UPDATE runs SET alive_at = max(alive_at, ?)
     WHERE run = (SELECT max(run) FROM runs) AND closed_at IS NULL AND opened_at <= ?`,
    [lastArrivalAt, lastArrivalAt],
  );
}

function openMigrated({ file, key }: CoverageOptions): Sqlite {
  const sqlite = openSqlite({ file, key });
  try {
    migrate(sqlite, coverageMigrations);
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

function openOrLayAside(options: CoverageOptions): Sqlite {
  const { file, clock, log, onLaidAside } = options;
  try {
    return openMigrated(options);
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    log.warn({ err: error }, 'the record of when deliveries could arrive can’t be read');
    const kept = `${file}.damaged-${clock.now()}`;
    for (const end of ['-wal', '-shm', ''])
      if (existsSync(`${file}${end}`)) moveFile(`${file}${end}`, `${kept}${end}`);
    onLaidAside?.(basename(kept));
    return openMigrated(options);
  }
}

const isUnreadable = (error: unknown): boolean =>
  error instanceof WrongDatabaseKey || errorCode(error).startsWith('SQLITE_CORRUPT');

const coverage1: Migration = {
  id: '2026-11-21-coverage-1',
  up(sqlite) {
    sqlite.exec(`
      -- Milliseconds since 1970. A run without an end was cut off after it was last alive.
      CREATE TABLE runs (
        run INTEGER PRIMARY KEY,
        opened_at INTEGER NOT NULL,
        alive_at INTEGER NOT NULL,
        closed_at INTEGER
      ) STRICT;
      CREATE INDEX runs_by_end ON runs (coalesce(closed_at, alive_at));

      -- Addresses of webhooks that were proved to lead here. One without an end ended with its run.
      CREATE TABLE ways (
        way INTEGER PRIMARY KEY,
        run INTEGER NOT NULL REFERENCES runs,
        address TEXT NOT NULL,
        proven_from INTEGER NOT NULL,
        proven_until INTEGER
      ) STRICT;
      CREATE INDEX ways_by_run ON ways (run);
    `);
  },
};

/** Beside the inbox, in a database of its own. */
export const coverageMigrations: readonly Migration[] = [coverage1];
