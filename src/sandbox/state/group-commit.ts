/**
 * Group commit: work that arrives in one turn of the event loop shares one transaction, and is
 * answered after its commit. One sync to disk is the price of many writes instead of one.
 */
import type { Database } from './database.ts';

export interface GroupCommit {
  /**
   * Runs `work` inside the next transaction; resolves with its result once that is committed.
   * A refusal must be thrown before the work writes anything: it
   * fails alone, without undoing what shares its transaction.
   */
  submit<Result>(work: () => Result): Promise<Result>;
  /** Commits what is waiting. Nothing may be submitted afterwards. */
  close(): void;
}

export interface GroupCommitHooks {
  /** Told after a commit, before the work's answers go out. */
  committed(): void;
  /** Told after a roll back, so that what was remembered from it can be forgotten. */
  rolledBack(): void;
  /** Whether this error was thrown before its work wrote anything. */
  isRefusal(error: unknown): boolean;
}

interface Waiting {
  work(): unknown;
  resolve(result: never): void;
  reject(error: unknown): void;
}

type Outcome = { readonly result: unknown } | { readonly error: unknown };

/** More than this in one transaction would make those at its front wait too long. */
const MAX_GROUP = 512;

export function createGroupCommit(database: Database, hooks: GroupCommitHooks): GroupCommit {
  const begin = database.prepare('BEGIN IMMEDIATE');
  const commit = database.prepare('COMMIT');
  const rollback = database.prepare('ROLLBACK');
  const waiting: Waiting[] = [];
  let scheduled: NodeJS.Immediate | null = null;

  const runTogether = (group: readonly Waiting[]): Outcome[] => {
    begin.run();
    try {
      const outcomes = group.map(({ work }): Outcome => {
        try {
          return { result: work() };
        } catch (error) {
          if (hooks.isRefusal(error)) return { error };
          throw error;
        }
      });
      commit.run();
      return outcomes;
    } catch (error) {
      if (database.inTransaction) rollback.run();
      hooks.rolledBack();
      throw error;
    }
  };

  const run = (group: readonly Waiting[]): Outcome[] => {
    try {
      return runTogether(group);
    } catch (error) {
      if (group.length === 1) return [{ error }];
      // One of them broke: each gets a transaction of its own, so that only the broken one fails.
      return group.flatMap((one) => run([one]));
    }
  };

  const flush = (): void => {
    scheduled = null;
    while (waiting.length > 0) {
      const group = waiting.splice(0, MAX_GROUP);
      const outcomes = run(group);
      hooks.committed();
      outcomes.forEach((outcome, index) => {
        if ('error' in outcome) group[index]?.reject(outcome.error);
        else group[index]?.resolve(outcome.result as never);
      });
    }
  };

  return {
    submit: (work) =>
      new Promise((resolve, reject) => {
        waiting.push({ work, resolve, reject });
        scheduled ??= setImmediate(flush);
      }),
    close: () => {
      if (scheduled !== null) clearImmediate(scheduled);
      flush();
      scheduled = null;
    },
  };
}
