/** Members of a team by whose computers they are. */
import type { TeamMember } from '../../../bridge/team.ts';
import { teamTexts } from './team-texts.ts';

/** A person, or a relay, which is nobody's. */
interface Party {
  readonly name: string;
  readonly computers: readonly TeamMember[];
}

/** Own ones first, then in the order in which they came; relays last. */
export function partiesOf(members: readonly TeamMember[]): readonly Party[] {
  const parties = new Map<string, TeamMember[]>();
  for (const member of members) {
    parties.set(member.personId, [...(parties.get(member.personId) ?? []), member]);
  }
  return [...parties.values()]
    .map((computers) => {
      const isOwn = computers.some((computer) => computer.isOwn);
      const isRelay = computers.every(({ role }) => role === 'relay');
      const name = isRelay
        ? teamTexts.roles.relay
        : (computers[0]?.person ?? teamTexts.members.unnamedPerson);
      return { name, computers, place: isOwn ? 0 : isRelay ? 2 : 1 };
    })
    .toSorted((one, other) => one.place - other.place);
}
