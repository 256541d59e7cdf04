/** What members call themselves: sealed for the team. */
import { z } from 'zod';
import { canonicalJson } from '../../../platform/canonical-json.ts';
import type { Epochs } from '../../../team-log/epochs.ts';
import type { Membership } from '../../../team-log/membership.ts';
import { Unopenable } from '../../../team-log/sealing.ts';

/** What is sealed as a member's name. */
const memberName = z.strictObject({
  /** Of the computer. */
  name: z.string().max(80),
  /** Of a relay: its public one. */
  url: z.string().max(500).nullable(),
  /** Whose computer it is; absent where that was not said. */
  person: z.string().min(1).max(200).optional(),
});
export type MemberName = z.infer<typeof memberName>;
export const memberNameText = (name: MemberName): string => canonicalJson(name);

export interface NamesParts {
  readonly membership: () => Membership;
  readonly epochs: Pick<Epochs, 'openName'>;
}

/** null where this computer can't open it, or nobody has this key. */
export type NameOf = (id: string) => MemberName | null;

/** Names by key, opened once for each change of members. Of computers in the team that are called the same, the key's beginning stands behind the name. */
export function createMemberNames({ membership, epochs }: NamesParts): NameOf {
  let of: Membership | null = null;
  let names = new Map<string, MemberName>();
  const opened = (id: string, sealed: Parameters<Epochs['openName']>[1]): MemberName | null => {
    try {
      return memberName.parse(JSON.parse(epochs.openName(id, sealed)));
    } catch (error) {
      const isUnreadable = error instanceof z.ZodError || error instanceof SyntaxError;
      if (error instanceof Unopenable || isUnreadable) return null;
      throw error;
    }
  };
  return (id) => {
    const now = membership();
    // What could not be opened may be by now: its key came with the change that named it.
    if (of !== now || (now.members.has(id) && !names.has(id))) {
      const members = [...now.members.values()];
      const all = members.map((member) => ({
        ...{ id: member.signing, isIn: member.role !== null },
        said: opened(member.signing, member.name),
      }));
      const countOf = (name: string): number =>
        all.filter(({ said, isIn }) => isIn && said?.name === name).length;
      names = new Map(
        all.flatMap(({ id: key, said }) => {
          if (said === null) return [];
          const isClear = countOf(said.name) < 2;
          const name = isClear ? said.name : `${said.name} (${key.slice(0, 4)})`;
          return [[key, { ...said, name }]];
        }),
      );
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
