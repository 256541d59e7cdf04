/** What of the team's members every computer writes into its own audit log: what nobody at it did. */
import type { SignedEntry } from '../../../team-log/entry.ts';
import type { Membership } from '../../../team-log/membership.ts';
import { readMembershipPayload } from '../../../team-log/membership-payload.ts';
import { fingerprintOfCard } from '../handover/card.ts';
import type { RecordAct } from './acknowledgement.ts';

/** In the transaction that takes the entry. */
export function recordMembership(
  record: RecordAct,
  { bytes, author, at }: SignedEntry,
  { recoveries, resolved, members }: Membership,
): void {
  const payload = readMembershipPayload(bytes);
  const member = members.get(author);
  const by = member === undefined ? 'recovery key' : fingerprintOfCard(member);
  if (payload?.what === 'recovery') record('recovery-key-set', { by, at });
  if (payload?.what === 'added' && recoveries.has(author))
    record('recovered', { member: fingerprintOfCard(payload.member), at });
  if (payload?.what !== 'settled') return;
  const left = resolved.find(({ fork }) => fork === payload.fork)?.left ?? [];
  const places = left.map((entry) => `${entry.author.slice(0, 16)} ${entry.sequence}`);
  record('fork-resolved', { by, fork: payload.fork, at, left: places.join(', ') });
}
