/** Members of a team by whose computers they are. */
import type { TeamMember } from '../../../bridge/team.ts';
import { teamTexts } from './team-texts.ts';

/** A person, or a relay, which is nobody's. */
interface Party {
  readonly id: string;
  readonly name: string;
  readonly computers: readonly TeamMember[];
}

/** Own ones first, then in the order in which they came; relays last. */
export function partiesOf(members: readonly TeamMember[]): readonly Party[] {
  const parties = new Map<string, TeamMember[]>();
  for (const member of members) {
    parties.set(member.personId, [...(parties.get(member.personId) ?? []), member]);
  }
  const placeOf = ({ computers }: Party): number =>
    computers.some(({ isOwn }) => isOwn)
      ? 0
      : computers.every(({ role }) => role === 'relay')
        ? 2
        : 1;
  return [...parties]
    .map(([id, computers]) => {
      const isRelay = computers.every(({ role }) => role === 'relay');
      const name = isRelay
        ? teamTexts.roles.relay
        : (computers[0]?.person ?? teamTexts.members.unnamedPerson);
      return { id, name, computers };
    })
    .toSorted((one, other) => placeOf(one) - placeOf(other));
}
