/**
 * Public IDs of a team's log in the facts of an entry: hashes of its entries, public keys, and the names of teams,
 * claims and invitations (the code of an invitation, which opens it, is in no entry). They have the form of a private
 * key, so the secrets cleaner would cut them, and an approval would not say what it approves.
 */
import type { JsonObject } from '../../../contract/scalars.ts';

/** By the beginning of the action: only facts that Causeway fills. Nobody types them. */
const fields: Readonly<Record<string, readonly string[]>> = {
  approval: ['proposal', 'approvals', 'approvers', 'claims'],
  team: ['team', 'invitation', 'author', 'owner', 'fork', 'sharedBy'],
};

const isId = (value: unknown): boolean => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);

/** Those facts that are nothing but such IDs. */
export function publicIdsIn(action: string, facts: JsonObject): JsonObject {
  const names = fields[action.slice(0, action.indexOf('.'))] ?? [];
  const found = names.flatMap((name) => {
    const value = facts[name];
    const isWhole = Array.isArray(value) ? value.every(isId) : isId(value);
    return value !== undefined && isWhole ? [[name, value] as const] : [];
  });
  return Object.fromEntries(found);
}
