/** What members call themselves: sealed for the team. */
import { z } from 'zod';
import { canonicalJson } from '../../../platform/canonical-json.ts';
import type { Epochs } from '../../../team-log/epochs.ts';
import type { Membership } from '../../../team-log/membership.ts';
import { Unopenable } from '../../../team-log/sealing.ts';

/** What is sealed as a member's name; `url`: a relay's public one. */
const memberName = z.strictObject({
  name: z.string().max(80),
  url: z.string().max(500).nullable(),
});
type MemberName = z.infer<typeof memberName>;
export const memberNameText = (name: MemberName): string => canonicalJson(name);

/** Whose membership and keys are asked. */
export interface Named {
  readonly membership: () => Membership;
  readonly epochs: Pick<Epochs, 'openName'>;
}

/** null where this computer can't open it, or nobody has this key. */
export function nameOfMember({ membership, epochs }: Named, id: string): MemberName | null {
  const member = membership().members.get(id);
  if (member === undefined) return null;
  try {
    return memberName.parse(JSON.parse(epochs.openName(id, member.name)));
  } catch (error) {
    if (error instanceof Unopenable || error instanceof z.ZodError || error instanceof SyntaxError)
      return null;
    throw error;
  }
}

/** For sharing webhooks: keys, roles, and where relays are. */
export const membersIn = (open: Named) =>
  [...open.membership().members.values()].flatMap(({ signing, sealing, role }) =>
    role === null ? [] : { signing, sealing, role, url: nameOfMember(open, signing)?.url ?? null },
  );
