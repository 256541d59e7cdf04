/** What became of files that this computer proposed: the team is told of a run, and nothing is kept for none. */
import type { Bulk } from '../bulk/bulk.ts';
import type { Book } from './book.ts';
import type { Folded, FoldedRequest } from './fold.ts';
import type { ApprovalStore } from './store.ts';

export interface OwnFilesParts {
  readonly book: Pick<Book, 'team' | 'folded'>;
  readonly store: Pick<ApprovalStore, 'all'>;
  readonly bulk: Pick<Bulk, 'forgetProposed'> & { readonly runs: Pick<Bulk['runs'], 'has'> };
  /** Tells the team that the run of a proposal began. */
  readonly sayStarted: (proposal: string) => Promise<unknown>;
}

const neverSent: ReadonlySet<FoldedRequest['state']> = new Set(['refused', 'withdrawn', 'expired']);

export function createOwnFiles({ book, store, bulk, sayStarted }: OwnFilesParts) {
  const ownIn = ({ proposals }: Folded): FoldedRequest[] =>
    [...proposals.values()].filter(
      ({ author, content }) => author === book.team()?.own && content.request.what === 'bulk',
    );
  /** Deletes what is stored for the runs of files that will never begin. */
  function forgetEnded(folded: Folded): void {
    const ended = ownIn(folded).filter(({ state }) => neverSent.has(state));
    if (ended.length === 0) return;
    // What is left goes with the next opening.
    bulk.forgetProposed(ended.map(({ content }) => content.intentKey)).catch(() => undefined);
  }
  return {
    forgetEnded,
    /** Does as `forgetEnded` once the running transaction is through. */
    forgetSoon(): void {
      const forget = (): void => {
        const voice = book.team();
        if (voice !== null) forgetEnded(book.folded(voice));
      };
      Promise.resolve()
        .then(forget)
        .catch(() => undefined);
    },
    /** A file whose run began, and whose team was not told because this computer stopped. */
    async tellStarted(folded: Folded): Promise<void> {
      for (const proposal of ownIn(folded)) {
        const isTold = [...store.all()].some(
          ({ content }) =>
            content.what === 'withdrawal' &&
            content.why === 'started' &&
            content.proposal === proposal.hash,
        );
        if (bulk.runs.has(proposal.content.intentKey) && !isTold) {
          await sayStarted(proposal.hash).catch(() => undefined);
        }
      }
    },
  };
}
