/** For tests: what computers of a team do beside approvals, and what they and the database have of those. */
import { systemRandom } from '../../../../../platform/random.ts';
import { foldMembership } from '../../../../../team-log/membership.ts';
import { addMember, changeRole, removeMember } from '../../../../../team-log/membership-changes.ts';
import { NotClaimed } from '../../../../core/intents/claims.ts';
import { Failed } from '../../../../core/intents/failed.ts';
import type { RequestedContent } from '../../../../features/approvals/contents.ts';
import { joiner } from './approval-steps.ts';
import { type Known, knownAt, type TeamAt } from './approvals-known.ts';
import type { SimulatedComputer, SimulatedTeam } from './simulated-team.ts';

export const members = [
  { role: 'owner' },
  { role: 'operator', person: 'b'.repeat(64) },
  { role: 'approver', person: 'b'.repeat(64) },
  { role: 'owner' },
  { role: null },
] as const;
type Proposed = Known<RequestedContent>;
type Placed = Pick<Known, 'author' | 'stream' | 'sequence'>;
const placeOf = ({ author, stream, sequence }: Placed) => `${author} ${stream} ${sequence}`;

export abstract class TeamOrders {
  protected abstract readonly team: SimulatedTeam;
  /** By hash, in the order in which they were found. */
  readonly #proposed = new Map<string, Proposed>();

  protected computer(index: number): SimulatedComputer {
    const found = this.team.computers[index];
    if (found === undefined) throw new TypeError('There is no such computer.');
    return found;
  }
  protected membersNow = (): SimulatedComputer[] =>
    this.team.computers.filter((one) => one.role() !== null && one.state.get()?.ended === null);

  /** The team by what this computer has. */
  protected here(one: SimulatedComputer): TeamAt {
    const { connected } = one.at();
    const now = one.clock.now();
    return { known: knownAt(one.desk.sqlite), membership: connected.membership(), now };
  }

  /** The team by what the database has. */
  protected stored(): TeamAt {
    const { team, stored, computers } = this.team;
    const has = new Set(stored.map(placeOf));
    const known = computers.flatMap(({ desk }) => knownAt(desk.sqlite));
    return {
      known: known.filter((one) => has.has(placeOf(one))),
      membership: foldMembership(team, stored),
      now: this.team.now(),
    };
  }

  /** What is declared to go wrong is not what is looked for. */
  protected async try(work: () => Promise<unknown>): Promise<unknown> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Failed || error instanceof NotClaimed) return error;
      throw error;
    } finally {
      await this.team.quiet();
    }
  }

  /** A proposal among all that any computer has; `which` counts from the newest. */
  protected proposal(which: number): Proposed | undefined {
    const known = this.team.computers.flatMap(({ desk }) => knownAt(desk.sqlite));
    for (const one of known)
      if (one.content.what === 'proposal') this.#proposed.set(one.hash, one as Proposed);
    return [...this.#proposed.values()].at(-1 - (which % Math.max(1, this.#proposed.size)));
  }

  protected async exchange(one: SimulatedComputer): Promise<void> {
    if (one.isInTeam()) await one.exchange();
  }
  protected async exchangeAll(): Promise<void> {
    for (const _ of [1, 2]) for (const one of this.team.computers) await this.exchange(one);
  }
  protected async mend(one: SimulatedComputer): Promise<void> {
    Object.assign(one.line, { isDown: false, cutAfter: null });
    await this.exchange(one);
  }

  protected async turn(
    one: SimulatedComputer,
    role: 'operator' | 'approver' | 'owner' | null,
  ): Promise<void> {
    const owner = this.computer(0);
    const now = owner.at().connected.membership().members.get(one.own)?.role ?? null;
    if (now === null || now === role) return;
    const heads = owner.headsOf(one.own);
    await owner.change((membership) =>
      role === null
        ? removeMember(membership, one.own, heads, systemRandom)
        : changeRole(one.own, role, heads),
    );
  }

  /** An owner admits it. */
  protected async join(): Promise<void> {
    const one = this.computer(joiner);
    if (one.isInTeam()) return;
    one.join();
    const owner = this.computer(0);
    const { epochs } = owner.at().connected;
    const order = {
      member: one.keys,
      role: 'operator',
      invitation: 'c'.repeat(64),
      name: 'x',
    } as const;
    await owner.change((now) => addMember(now, epochs, order, systemRandom));
  }

  close(): void {
    this.team.close();
  }
}
