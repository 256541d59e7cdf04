/** A fork of the team's members: what each branch says, and how owners or the recovery key resolve it. */
import { longInstant } from '../../../bridge/instants.ts';
import type { JoinedTeam } from '../../../bridge/team.ts';
import { type SignedEntry, shortKey } from '../../../team-log/entry.ts';
import { chooseBranch, resolveFork } from '../../../team-log/membership-changes.ts';
import type { MembershipFork } from '../../../team-log/membership-fork.ts';
import { readMembershipPayload, type SealedName } from '../../../team-log/membership-payload.ts';
import type { RecordAct } from './acknowledgement.ts';
import type { Connected } from './connected.ts';
import { openedMemberName, shownName } from './member-name.ts';
import { recoveryKeyOfTeam } from './recovery-acts.ts';
import { invalid, inWords } from './team-failures.ts';

type Named = Pick<Connected, 'membership' | 'epochs' | 'nameOf'>;
type ForkView = NonNullable<JoinedTeam['fork']>;

/** Names of members by ID, also of those whom only a branch has, who are not in the team now. */
function namesIn(open: Named, entries: readonly SignedEntry[]): (id: string) => string {
  const sealed = new Map<string, SealedName>();
  for (const { bytes } of entries) {
    const payload = readMembershipPayload(bytes);
    if (payload?.what === 'added') sealed.set(payload.member.signing, payload.name);
  }
  return (id) => {
    if (open.membership().recoveries.has(id)) return 'the recovery key';
    const known = open.nameOf(id)?.name;
    const name = sealed.get(id);
    return known ?? (name && openedMemberName(open.epochs, id, name)?.name) ?? shortKey(id);
  };
}

/** What changes of members say, for a person, in order. */
export function describedIn(open: Named, entries: readonly SignedEntry[]): readonly string[] {
  const nameOf = namesIn(open, entries);
  return entries.map(({ bytes, author, at }) => {
    const payload = readMembershipPayload(bytes);
    return `${longInstant(at)}: ${nameOf(author)} ${payload === null ? 'made a change' : sayOf(payload, nameOf)}`;
  });
}

function sayOf(
  payload: NonNullable<ReturnType<typeof readMembershipPayload>>,
  nameOf: (id: string) => string,
): string {
  switch (payload.what) {
    case 'added':
      return `admitted “${nameOf(payload.member.signing)}” as ${payload.role}`;
    case 'role':
      return `made “${nameOf(payload.member)}” ${payload.role}`;
    case 'removed':
      return `removed “${nameOf(payload.member)}”`;
    case 'recovery':
      return 'set another recovery key';
    case 'founded':
      return 'created the team';
    default:
      return 'resolved an earlier fork';
  }
}

/** null where the members are not forked. */
export function forkViewOf(open: Connected): ForkView | null {
  const { fork } = open.membership();
  return fork === null ? null : viewOf(open, fork);
}

function viewOf(open: Connected, fork: MembershipFork): ForkView {
  const all = fork.branches.flatMap(({ entries }) => entries);
  const nameOf = namesIn(open, all);
  return {
    branches: fork.branches.map(({ tip, entries }) => ({
      tip,
      says: [...describedIn(open, entries)],
      chosenBy: fork.choices.filter((choice) => choice.tip === tip).map(({ by }) => nameOf(by)),
    })),
    mayResolve: fork.deciders.includes(open.own),
  };
}

/** @param requireMember throws Failed INVALID where this computer is in no team */
export function createForkActs(
  requireMember: () => Connected,
  record: RecordAct,
  onChange: () => void,
) {
  const requireFork = (open: Connected): MembershipFork => {
    const { fork } = open.membership();
    if (fork === null) throw invalid('The team’s members are no longer forked.');
    return fork;
  };
  async function acted(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      throw inWords(error);
    } finally {
      onChange();
    }
  }
  return {
    /** With the owners’ computers, of other persons, that can confirm a branch. Throws Failed INVALID where there is none. */
    fork(): ForkView & { readonly confirmers: readonly string[] } {
      const open = requireMember();
      const fork = requireFork(open);
      const { members } = open.membership();
      const own = members.get(open.own)?.person;
      const confirmers = fork.deciders
        .filter((id) => members.get(id)?.person !== own)
        .map((id) => shownName(open.nameOf, id));
      return { ...viewOf(open, fork), confirmers };
    },
    /** Confirms what another owner chose, which resolves it (true), or chooses for another owner to confirm (false). */
    async resolveFork(tip: string): Promise<boolean> {
      const open = requireMember();
      const { deciders } = requireFork(open);
      if (!deciders.includes(open.own))
        throw invalid(
          'Only someone who is an owner in every branch can resolve the fork. Use the recovery key instead.',
        );
      let isResolved = false;
      await acted(() =>
        open.change((now) => {
          const { fork, members } = now;
          const isOther = (by: string) => members.get(by)?.person !== members.get(open.own)?.person;
          const other = fork?.choices.find((choice) => choice.tip === tip && isOther(choice.by));
          isResolved = other !== undefined;
          return other === undefined ? chooseBranch(now, tip) : resolveFork(now, tip, other.signed);
        }),
      );
      return isResolved;
    },
    async resolveByRecovery(tip: string, words: Uint8Array): Promise<void> {
      const open = requireMember();
      const { choices, deciders } = requireFork(open);
      const { team, recovery } = open.membership();
      const key = recoveryKeyOfTeam(words, team);
      if (recovery?.signing !== key.publicKey)
        throw invalid('These words are not the recovery key that the team had before the fork.');
      await acted(async () => {
        // Its word, not the key's, brings a branch to computers that were never shown it.
        if (choices.length === 0 && deciders.includes(open.own))
          await open.change((now) => chooseBranch(now, tip));
        await open.changeBy(key, (now) => resolveFork(now, tip, null));
      });
      // The log names the key alone, and this computer’s person used it.
      record('fork-resolved', { branch: tip.slice(0, 16), signer: 'recovery key' });
    },
  };
}
