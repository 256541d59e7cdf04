/** What members call themselves: sealed for the team. */
import { z } from 'zod';
import { canonicalJson } from '../../../platform/canonical-json.ts';
import { folded } from '../../../platform/folded-text.ts';
import { readJson } from '../../../platform/json-column.ts';
import { shortKey } from '../../../team-log/entry.ts';
import type { Epochs } from '../../../team-log/epochs.ts';
import type { Membership } from '../../../team-log/membership.ts';
import type { SealedName } from '../../../team-log/membership-payload.ts';
import { Unopenable } from '../../../team-log/sealing.ts';

/** Persons with the same folded name are called alike. */
export const foldedPerson = (name: string | null): string | null =>
  name === null ? null : folded(name).trim();

/** What is sealed as a member's name. */
const memberName = z.strictObject({
  /** Name of the computer. */
  name: z.string().max(80),
  /** Public URL of a relay; null for others. */
  url: z.string().max(500).nullable(),
  /** Name of the person whose computer it is; absent where it was not given. */
  person: z.string().min(1).max(200).optional(),
});
export type MemberName = z.infer<typeof memberName>;
export const memberNameText = (name: MemberName): string => canonicalJson(name);

/** Throws for another form. */
export const readMemberName = (text: string): MemberName => readJson(memberName, text);

/** null where this computer can't open it, or it is of another form. */
export function openedMemberName(
  epochs: Pick<Epochs, 'openName'>,
  id: string,
  sealed: SealedName,
): MemberName | null {
  try {
    return readMemberName(epochs.openName(id, sealed));
  } catch (error) {
    const isUnreadable = error instanceof z.ZodError || error instanceof SyntaxError;
    if (error instanceof Unopenable || isUnreadable) return null;
    throw error;
  }
}

export interface NamesParts {
  readonly membership: () => Membership;
  readonly epochs: Pick<Epochs, 'openName' | 'has'>;
}

/** null where this computer can't open it, or nobody has this key. */
export type NameOf = (id: string) => MemberName | null;

/** For showing; the key's beginning where there is no name. */
export const shownName = (nameOf: NameOf, id: string): string => nameOf(id)?.name ?? shortKey(id);

/**
 * Names by key, opened once for each change of members. Of computers in the team that are called the same, the key's
 * beginning stands behind the name.
 */
export function createMemberNames({ membership, epochs }: NamesParts): NameOf {
  let of: Membership | null = null;
  let names = new Map<string, MemberName | null>();

  function read(now: Membership): Map<string, MemberName | null> {
    // The key of a name may come after it: until then it is looked at again.
    const all = [...now.members.values()]
      .filter(({ name }) => epochs.has(name.epoch))
      .map((member) => ({
        ...member,
        said: openedMemberName(epochs, member.signing, member.name),
      }));
    const counts = new Map<string, number>();
    for (const { role, said } of all) {
      if (role !== null && said !== null) counts.set(said.name, (counts.get(said.name) ?? 0) + 1);
    }
    return new Map(
      all.map(({ signing, said }) => {
        if (said === null || (counts.get(said.name) ?? 0) < 2) return [signing, said];
        return [signing, { ...said, name: `${said.name} (${signing.slice(0, 4)})` }];
      }),
    );
  }

  return (id) => {
    const now = membership();
    if (of !== now || (now.members.has(id) && !names.has(id))) {
      names = read(now);
      of = now;
    }
    return names.get(id) ?? null;
  };
}

export interface Named {
  readonly membership: () => Membership;
  readonly nameOf: NameOf;
}

/** For sharing webhooks: keys, roles, and where relays are. */
export const membersIn = (open: Named) =>
  [...open.membership().members.values()].flatMap(({ signing, sealing, role }) =>
    role === null ? [] : { signing, sealing, role, url: open.nameOf(signing)?.url ?? null },
  );
