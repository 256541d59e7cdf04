/** Refuses transitions outside the tables (decisions 32). */
import { isUsualMove } from '../../contract/transitions.ts';
import { refusals } from '../http/refusal.ts';

/** @param sentence what does not move. @throws Refusal 409, with the states that it can move to. */
export function requireUsualMove<State extends string>(
  table: Readonly<Record<State, readonly State[]>>,
  { from, to }: { readonly from: State; readonly to: State },
  sentence: string,
): void {
  if (isUsualMove(table, from, to)) return;
  const allowed = table[from].join(', ') || 'nothing';
  throw refusals.conflict(`${sentence} from ${from} to ${to}. Allowed without force: ${allowed}`);
}
