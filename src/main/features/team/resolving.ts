/** What an owner or operator does about requests of computers that are gone (colleague-claims.ts). */
import type { ColleagueRequest } from '../../../bridge/team.ts';
import type { RecordAct } from './acknowledgement.ts';
import type { Settled, Statement } from './claims/colleague-claims.ts';
import type { Connected } from './connected.ts';
import { invalid, inWords } from './team-failures.ts';

interface ResolvingParts {
  /** null where this computer is not connected with a team. */
  readonly connected: () => Connected | null;
  readonly record: RecordAct;
  readonly onChange: () => void;
}

export function createResolving({ connected, record, onChange }: ResolvingParts) {
  const requireOperator = (): Connected => {
    const open = connected();
    if (open === null) throw invalid('This computer is not in a team.');
    const why = open.resolveBlocked();
    if (why === null) return open;
    throw invalid(why);
  };

  return {
    async colleagueRequests() {
      const open = connected();
      if (open === null) return { open: [], stated: [], resolveBlocked: null };
      return { ...(await open.colleagues.list()), resolveBlocked: open.resolveBlocked() };
    },
    sentTwice: () => connected()?.sentTwice() ?? [],
    colleagueNeeds: () => connected()?.colleagues.needs() ?? { open: [], differing: [] },
    /** Those of them that can be resolved. Throws Failed INVALID where there are none, and for other roles. */
    requestsToResolve: (claims: readonly string[]): Promise<readonly ColleagueRequest[]> =>
      requireOperator().colleagues.chosen(claims),
    /** Gives which were resolved. Throws Failed INVALID with what stopped it. */
    async resolve(claims: readonly string[], statement: Statement): Promise<Settled> {
      try {
        const { settled, isSent } = await requireOperator().colleagues.settle(claims, statement);
        const { verdict, resourceId } = statement;
        record('requests-resolved', {
          count: settled.length,
          verdict,
          resourceId,
          // As the audit log of the computer that sent them names them.
          intentKeys: settled.map(({ key }) => key).join(' '),
        });
        return { settled, isSent };
      } catch (error) {
        throw inWords(error);
      } finally {
        onChange();
      }
    },
  };
}
