/** Work that shares a transaction with others of the same turn, and resolves after its commit. */
import { createGroupCommit } from '../../platform/group-commit.ts';
import type { Sqlite } from '../../platform/sqlite.ts';

export interface SharedCommit {
  /**
   * Runs `work` inside the next transaction; resolves with its result once that is committed. A refusal must
   * be thrown before the work writes anything: it then fails alone, without undoing the others.
   */
  submit<Result>(work: () => Result): Promise<Result>;
  /** Commits waiting work. Nothing may be submitted afterwards. */
  close(): void;
}

export interface SharedCommitHooks {
  /** Called after a commit, before the work resolves. */
  committed(): void;
  /** Called after a rollback, to clear what was cached from it. */
  rolledBack(): void;
  /** Whether this error was thrown before its work wrote anything. */
  isRefusal(error: unknown): boolean;
}

/** Does its work in the transaction; the function it returns resolves it, after the commit. */
type Work = () => () => void;
interface Waiting {
  readonly work: Work;
  readonly reject: (error: unknown) => void;
}

/** With more in one transaction, the first would wait too long. */
const MAX_GROUP = 512;

export function createSharedCommit(sqlite: Sqlite, hooks: SharedCommitHooks): SharedCommit {
  const one = ({ work, reject }: Waiting): (() => void) => {
    try {
      return work();
    } catch (error) {
      if (hooks.isRefusal(error)) return () => reject(error);
      throw error;
    }
  };
  const run = (group: readonly Waiting[]): readonly (() => void)[] => {
    try {
      return sqlite.transaction(() => group.map(one));
    } catch (error) {
      hooks.rolledBack();
      const [first, ...others] = group;
      if (others.length === 0) return [() => first?.reject(error)];
      // One failed: each gets its own transaction, so that only that one fails.
      return group.flatMap((waiting) => run([waiting]));
    }
  };
  const { add, flush } = createGroupCommit<Waiting>({
    commit: (group) => {
      const answers = run(group);
      hooks.committed();
      for (const answer of answers) answer();
    },
    maxItems: MAX_GROUP,
  });
  return {
    submit: (work) =>
      new Promise((resolve, reject) => {
        add({
          work: () => {
            const result = work();
            return () => resolve(result);
          },
          reject,
        });
      }),
    close: flush,
  };
}
