/** For tests: a database whose process may be killed at any commit, and whose disk may refuse what is written. */
import { openSqlite, type Sqlite, type SqliteOptions } from '../../../../platform/sqlite.ts';

/** Nothing is done any more by a process that was killed. */
export class Killed extends Error {
  override readonly name = 'Killed';
}

export interface ShakyDisk {
  readonly sqlite: Sqlite;
  /** Counts whatever is asked of it. */
  asked(): number;
  /** After so many commits; the last of them is kept, or not. */
  killAt(commits: number, isKept: boolean): void;
  /** From the so many-th statement that writes on, so many of them. */
  refuse(after: number, count: number): void;
  isDead(): boolean;
  kill(): void;
  /** Once nothing of it goes on. */
  close(): void;
}

const full = (): Error =>
  Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });

/** @param onKilled not called by `kill` */
export function openShakyDisk(options: SqliteOptions, onKilled: () => void): ShakyDisk {
  const plain = openSqlite(options);
  let asked = 0;
  let depth = 0;
  let isDead = false;
  let dies: { commits: number; readonly isKept: boolean } | null = null;
  let refusal = { after: 0, count: 0 };

  /** What a process that was killed still reads comes to nothing. */
  function reading(): void {
    asked += 1;
  }
  function alive(): void {
    asked += 1;
    if (isDead) throw new Killed('killed');
  }
  function end(): void {
    isDead = true;
  }
  /** Whether this commit is the last. */
  function isLast(): boolean {
    if (dies === null || depth > 0) return false;
    dies.commits -= 1;
    return dies.commits < 0;
  }
  function die(): never {
    end();
    onKilled();
    throw new Killed('killed');
  }
  function writable(): void {
    if (refusal.count === 0) return;
    if (refusal.after > 0) refusal = { ...refusal, after: refusal.after - 1 };
    else {
      refusal = { ...refusal, count: refusal.count - 1 };
      throw full();
    }
  }

  /** One commit, or part of one. */
  function committing<Result>(commit: (work: () => Result) => Result, work: () => Result): Result {
    alive();
    const last = isLast();
    let isUndone = false;
    try {
      const result = commit(() => {
        depth += 1;
        try {
          const done = work();
          isUndone = last && dies?.isKept === false;
          if (isUndone) throw new Killed('killed');
          return done;
        } finally {
          depth -= 1;
        }
      });
      if (last) die();
      return result;
    } catch (error) {
      if (isUndone && !isDead) die();
      throw error;
    }
  }

  const sqlite: Sqlite = {
    ...plain,
    get seal() {
      return plain.seal;
    },
    exec(sql) {
      alive();
      plain.exec(sql);
    },
    all(sql, parameters) {
      reading();
      return plain.all(sql, parameters);
    },
    first(sql, parameters) {
      reading();
      return plain.first(sql, parameters);
    },
    texts(sql, parameters) {
      reading();
      return plain.texts(sql, parameters);
    },
    run(sql, parameters) {
      alive();
      writable();
      if (depth > 0) return plain.run(sql, parameters);
      return committing(plain.transaction<ReturnType<Sqlite['run']>>, () =>
        plain.run(sql, parameters),
      );
    },
    prepare(sql) {
      reading();
      return plain.prepare(sql);
    },
    transaction: (work) => committing(plain.transaction, work),
    join: (work) => (depth > 0 ? work() : committing(plain.transaction, work)),
    derive: (work) => committing(plain.derive, work),
    checkpoint(waitMs) {
      alive();
      return plain.checkpoint(waitMs);
    },
    writes() {
      reading();
      return plain.writes();
    },
    close: plain.close,
  };

  return {
    sqlite,
    asked: () => asked,
    killAt(commits, isKept) {
      dies = { commits, isKept };
    },
    refuse(after, count) {
      refusal = { after, count };
    },
    isDead: () => isDead,
    kill: end,
    close: plain.close,
  };
}
