/** Work that shares one transaction with what arrives in the same turn, and is answered after its commit. */
import { createGroupCommit } from '../../platform/group-commit.ts';
import type { Sqlite } from '../../platform/sqlite.ts';

export interface SharedCommit {
  /**
   * Runs `work` inside the next transaction; resolves with its result once that is committed.
   * A refusal must be thrown before the work writes anything: it
   * fails alone, without undoing what shares its transaction.
   */
  submit<Result>(work: () => Result): Promise<Result>;
  /** Commits what is waiting. Nothing may be submitted afterwards. */
  close(): void;
}

export interface SharedCommitHooks {
  /** Told after a commit, before the work's answers go out. */
  committed(): void;
  /** Told after a roll back, so that what was remembered from it can be forgotten. */
  rolledBack(): void;
  /** Whether this error was thrown before its work wrote anything. */
  isRefusal(error: unknown): boolean;
}

/** Does its work in the transaction; what is returned answers it, and is called after the commit. */
type Work = () => () => void;
interface Waiting {
  readonly work: Work;
  readonly reject: (error: unknown) => void;
}

/** More than this in one transaction would make those at its front wait too long. */
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
      // One of them broke: each gets a transaction of its own, so that only the broken one fails.
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
