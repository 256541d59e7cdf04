/** For tests: how claims look at computers of a simulated team. */
import type { WriteOutcome } from '../../../../core/service/outcomes.ts';
import { openClaimsTable } from '../../../../features/team/claims/claims-table.ts';
import { createSignerCheck, outcomeOf } from '../../../../features/team/claims/outcome-beside.ts';
import type { End } from './simulated-request.ts';
import type { SimulatedComputer } from './simulated-team.ts';

/** As the service has it. */
export interface Sent {
  readonly key: string;
  readonly alike: string;
  readonly by: number;
  /** As the computer's clock had it. */
  readonly day: string;
  /** It had no claim, as the database did not answer and owners allow that. */
  readonly isUnclaimed: boolean;
  state: 'under way' | 'unanswered' | End;
  /** The team’s log has its outcome. */
  isTold: boolean;
  /** Somebody resolved it, or stated something of its claim. */
  isSaid: boolean;
  readonly answer: (outcome: WriteOutcome) => void;
}

/** Nothing exists of it. */
export const isNothing = (state: Sent['state']): boolean =>
  state === 'refused' || state === 'not-sent';

export const tableOf = ({ desk }: SimulatedComputer) =>
  openClaimsTable(
    desk.sqlite,
    () => [],
    () => '',
    () => undefined,
  );

/** All of those whose author is in the team, and what became of them. */
export function claimsSeen(one: SimulatedComputer, isOut: (author: string) => boolean) {
  const table = tableOf(one);
  const { intents, connected } = one.at();
  const isSignedBy = createSignerCheck(table, connected.membership, one.own);
  const hashes = one.desk.sqlite.texts('SELECT hash FROM team_claims ORDER BY hash');
  // What somebody told after the last that an owner had who removed them counts where it was read before.
  const claims = table.some(hashes).filter(({ author }) => !isOut(author));
  return {
    claims,
    stated: claims.map(({ hash }) => table.settlements([hash]).get(hash)),
    became: claims.map((claim) => outcomeOf(claim, { intents, isSignedBy })),
  };
}

/** Keys of the requests that a person was asked about by this name. */
export function requestsNamed(all: readonly SimulatedComputer[], name: string): readonly string[] {
  const [what, ids = ''] = name.split(':');
  const texts = (sql: string, id: string): string[] =>
    all.flatMap(({ desk }) => desk.sqlite.texts(sql, [id]));
  const claimed = (hash: string) => texts('SELECT key FROM team_claims WHERE hash = ?', hash);
  if (what === 'claim') return claimed(ids);
  if (what !== 'settlement') return [name.replace('customer_', '')];
  const settled = 'SELECT claim FROM team_settled WHERE settlement = ?';
  return ids
    .split('+')
    .flatMap((id) => texts(settled, id))
    .flatMap(claimed);
}
