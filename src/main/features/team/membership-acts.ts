/** What an owner does with who is in the team. */
import type { TeamRole } from '../../../bridge/team.ts';
import type { Random } from '../../../platform/random.ts';
import { shortKey } from '../../../team-log/entry.ts';
import type { Membership } from '../../../team-log/membership.ts';
import { addMember, changeRole, removeMember } from '../../../team-log/membership-changes.ts';
import type { MembershipPayload } from '../../../team-log/membership-payload.ts';
import { type Card, fingerprintOfCard } from '../handover/card.ts';
import type { RecordAct } from './acknowledgement.ts';
import type { Connected } from './connected.ts';
import { memberNameText, shownName } from './member-name.ts';
import { invalid, inWords } from './team-failures.ts';

/** Who is admitted: its keys, what the team calls it, and a relay's public URL. */
export interface Admitted extends Pick<Card, 'signing' | 'sealing' | 'name'> {
  readonly url: string | null;
  /** ID of the person whose computer it is, 64 hex digits; null for a new person, and for a relay. */
  readonly person: string | null;
  /** Name of a new person; null where nobody gave it. */
  readonly personName: string | null;
}

/** A person of the team, by their computers. */
export interface TeamPerson {
  /** 64 hex digits. */
  readonly id: string;
  readonly name: string | null;
  readonly computers: readonly string[];
}

export interface MembershipActsParts {
  /** Throws Failed INVALID for anybody else. */
  readonly requireOwner: () => Connected;
  readonly record: RecordAct;
  readonly random: Random;
  readonly onChange: () => void;
}

/** All throw Failed INVALID with what stopped them. Changes give false where they go when the database answers. */
export function createMembershipActs(parts: MembershipActsParts) {
  const { requireOwner, record, random, onChange } = parts;

  async function changed(
    make: (membership: Membership) => MembershipPayload,
    about: 'joining' | 'heads' | null = null,
  ): Promise<boolean> {
    const open = requireOwner();
    try {
      return await open.change(make, about);
    } catch (error) {
      throw inWords(error);
    } finally {
      await open.hearNow();
      onChange();
    }
  }

  const memberOf = (id: string) => {
    const member = requireOwner().membership().members.get(id);
    if (member === undefined || member.role === null)
      throw invalid('That computer is no longer in the team. Nothing was changed.');
    return member;
  };

  const nameOf = (id: string): string => shownName(requireOwner().nameOf, id);

  return {
    nameOf,
    /** Who has a computer in the team now; not relays. */
    persons: (): readonly TeamPerson[] => personsIn(requireOwner()),
    /** The login of the database that a computer used; null where that is not known. */
    loginOf: (id: string) => requireOwner().loginOf(id),
    /** Names of the other computers in the team that used the same. */
    othersByLogin: (id: string): readonly string[] => {
      const { loginOf, membership, nameOf } = requireOwner();
      const login = loginOf(id);
      return [...membership().members.values()]
        .filter(({ signing, role }) => role !== null && signing !== id)
        .filter(({ signing }) => login !== null && loginOf(signing) === login)
        .map(({ signing }) => shownName(nameOf, signing));
    },
    roleOf: (id: string) => memberOf(id).role,
    cardKeysOf: (id: string) => {
      const { signing, sealing } = memberOf(id);
      return { signing, sealing };
    },
    /** A request to join, as it was asked. Throws Failed INVALID where it is not there any more. */
    request(id: string): Card {
      const found = requireOwner()
        .requests()
        .find((card) => card.id === id);
      if (found === undefined) throw invalid('This request is no longer there. Invite again.');
      return found.card;
    },
    async admit(card: Admitted, role: TeamRole, invitation: string): Promise<boolean> {
      const open = requireOwner();
      const { signing, sealing, name, url, person, personName } = card;
      const said = person === null ? personName : nameOfPerson(open, person);
      const order = {
        member: { signing, sealing },
        role,
        invitation,
        name: memberNameText({ name, url, ...(said === null ? {} : { person: said }) }),
        ...(person === null ? {} : { person }),
      };
      const isSent = await changed((now) => addMember(now, open.epochs, order, random), 'joining');
      record('member-admitted', { ...recorded(card, name), role });
      return isSent;
    },
    async changeRole(id: string, role: TeamRole): Promise<boolean> {
      const member = memberOf(id);
      const isSent = await changed(
        () => changeRole(id, role, headsOf(requireOwner(), id)),
        'heads',
      );
      record('role-changed', { ...recorded(member, nameOf(id)), role });
      return isSent;
    },
    async remove(id: string): Promise<boolean> {
      const member = memberOf(id);
      const name = nameOf(id);
      const isSent = await changed(
        (now) => removeMember(now, id, headsOf(requireOwner(), id), random),
        'heads',
      );
      record('member-removed', recorded(member, name));
      return isSent;
    },
  };
}

/** In the audit log: as the page shows it, and by what its words stand for. */
const recorded = (card: Pick<Card, 'signing' | 'sealing'>, name: string) => ({
  computer: `${name} (${shortKey(card.signing)})`,
  member: fingerprintOfCard(card),
});

interface PersonsIn extends Pick<Connected, 'membership' | 'nameOf'> {
  readonly presenceOf: (id: string) => { readonly person: string | null } | null;
}

/** Persons by their computers that are in the team now; a relay belongs to nobody. */
export function personsIn(open: PersonsIn): readonly TeamPerson[] {
  const persons = new Map<string, string[]>();
  for (const { signing, person, role } of open.membership().members.values()) {
    if (role === null || role === 'relay') continue;
    const computer = shownName(open.nameOf, signing);
    persons.set(person, [...(persons.get(person) ?? []), computer]);
  }
  return [...persons].map(([id, computers]) => ({ id, name: nameOfPerson(open, id), computers }));
}

/** Name as given when a computer of the person was admitted, else as one of them gives it now; null for neither. */
function nameOfPerson(open: PersonsIn, person: string): string | null {
  const own = [...open.membership().members.values()].filter((member) => member.person === person);
  const said = own.map(({ signing }) => open.nameOf(signing)?.person);
  const present = own.map(({ signing }) => open.presenceOf(signing)?.person);
  return [...said, ...present].find((name) => typeof name === 'string') ?? null;
}

/** The last of a member's entries that are here, by stream: what counts of them. What was written until then is read first. */
const headsOf = (open: Connected, id: string) =>
  Object.fromEntries(
    open.streams.flatMap((stream) => {
      const head = open.headOf(stream, id);
      return head === null ? [] : [[stream, head]];
    }),
  );
