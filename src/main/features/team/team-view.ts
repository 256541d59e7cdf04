/** What the page sees of a team. */
import type { JoinedTeam, TeamView } from '../../../bridge/team.ts';
import { fingerprintOfCard, wordsOfFingerprint } from '../handover/card.ts';
import { QUIET_MS } from './claims/colleague-claims.ts';
import type { Connected } from './connected.ts';
import { shownDatabase, userOf } from './database-address.ts';
import { describedIn, forkViewOf } from './fork-acts.ts';
import { foldedPerson, shownName } from './member-name.ts';
import { personsIn } from './membership-acts.ts';
import type { TeamSecrets } from './team-secrets.ts';
import type { TeamRow, TeamState } from './team-state.ts';

export interface ViewParts {
  readonly cannot: TeamView['cannot'];
  readonly state: TeamState;
  readonly connected: Connected | null;
  /** null where the vault has no key of the team. */
  readonly secrets: TeamSecrets | null;
  readonly now: string;
  readonly computerName: string;
  readonly token: JoinedTeam['token'];
  readonly accessChanges: number;
  /** Whether the team is being connected anew. */
  readonly isConnecting: boolean;
}

/** Words for the start of the team’s ID, for people to compare. */
export const wordsOfTeam = (team: string): string[] => [...wordsOfFingerprint(team.slice(0, 32))];

export function viewOf(parts: ViewParts): TeamView {
  const { cannot, state, connected } = parts;
  const row = state.get();
  if (row === null) return { cannot, team: null };
  const members = connected === null ? [] : membersOf(connected);
  const own = members.find(({ isOwn }) => isOwn);
  const nameOf = (id: string): string => shownName(connected?.nameOf ?? (() => null), id);
  return {
    cannot,
    team: {
      id: row.team,
      words: wordsOfTeam(row.team),
      database: shownDatabase(row.url),
      user: userOf(row.url),
      accessChanges: parts.accessChanges,
      ...stateOf(parts, row),
      exchangedAt: row.exchanged_at,
      toSend: state.toSend(),
      toRead: connected?.toRead() ?? null,
      own: {
        name: own?.name ?? parts.computerName,
        words: connected === null ? [] : wordsOfKeys(connected.ownKeys),
        role: own?.role ?? null,
      },
      members,
      invited: invitedBy(parts),
      requests: (connected?.requests() ?? []).map(({ id, card, at }) => ({
        id,
        name: card.name,
        at,
      })),
      problems: state.problems().map(({ number, kind, author, sequence, until, sentence, at }) => ({
        id: number,
        kind,
        author: nameOf(author),
        sequence,
        until,
        at,
        sentence:
          kind === 'rolled back' && author === row.author
            ? `${sentence} ${isOnlyOwner(members) ? onlyOwnersLost : ownLost}`
            : sentence,
      })),
      aside: state.aside().map(({ number, kind, author, sequence, until, note, ...one }) => ({
        id: number,
        kind,
        author: nameOf(author),
        sequence,
        until,
        note,
        at: one.aside_at,
        by: one.aside_by === null ? null : nameOf(one.aside_by),
      })),
      acknowledged: state.unmatched().map(({ problem, note, by, at }) => ({
        kind: problem.kind,
        author: nameOf(problem.author),
        sequence: problem.sequence,
        until: problem.until,
        note,
        by: nameOf(by),
        at,
      })),
      ...recoveryOf(connected),
      token: parts.token,
    },
  };
}

function recoveryOf(connected: Connected | null) {
  if (connected === null) return { recovery: null, fork: null, resolved: [] };
  const { recovery, resolved } = connected.membership();
  const nameOf = (id: string): string => shownName(connected.nameOf, id);
  return {
    recovery: recovery && { setAt: recovery.since.at, usedAt: recovery.used?.at ?? null },
    fork: forkViewOf(connected),
    resolved: resolved.map(({ at, by, chosenBy, left }) => ({
      at,
      by: chosenBy === null ? null : nameOf(by),
      chosenBy: chosenBy === null ? null : nameOf(chosenBy),
      left: [...describedIn(connected, left)],
    })),
  };
}

/** Made here, not expired, and not taken up. */
function invitedBy({ secrets, connected, now }: ViewParts): number {
  const used = connected?.membership().invitations ?? new Set<string>();
  return (secrets?.invitations ?? []).filter(({ id, until }) => until > now && !used.has(id))
    .length;
}

function stateOf({ secrets, connected, isConnecting }: ViewParts, { ended }: TeamRow) {
  const sentence = null;
  if (ended !== null) return { state: ended, sentence };
  if (isConnecting) return { state: 'connecting' as const, sentence };
  if (secrets === null || connected === null) return { state: 'restored' as const, sentence };
  const status = connected.status();
  if (!('sentence' in status)) return { state: status.state, sentence };
  return {
    state: status.state,
    sentence: connected.sendsWithout() ? `${status.sentence} ${sentWithout}` : status.sentence,
  };
}

type Keys = Parameters<typeof fingerprintOfCard>[0];
const wordsOfKeys = (keys: Keys): string[] => [...wordsOfFingerprint(fingerprintOfCard(keys))];

function membersOf(connected: Connected): JoinedTeam['members'] {
  const { members, recoveries } = connected.membership();
  const isOwner = members.get(connected.own)?.role === 'owner';
  const persons = new Map(personsIn(connected).map(({ id, name }) => [id, name]));
  return [...members.values()].flatMap((member) => {
    const { signing, role, person } = member;
    if (role === null) return [];
    const presence = connected.presenceOf(signing);
    const named = connected.nameOf(signing);
    const isOwn = signing === connected.own;
    return {
      id: signing,
      name: named?.name ?? null,
      role,
      isOwn,
      words: wordsOfKeys(member),
      url: named?.url ?? null,
      isRecovered: recoveries.has(member.since.by),
      personId: person,
      person: persons.get(person) ?? null,
      foldedPerson: foldedPerson(persons.get(person) ?? null),
      version: presence?.release ?? null,
      seenAt: presence?.at ?? null,
      login: isOwner ? connected.loginOf(signing) : null,
      isSilent: role === 'relay' && (connected.sinceSeen(signing) ?? 0) > QUIET_MS,
      behind: presence?.has == null || isOwn ? null : connected.behind(presence.has),
    };
  });
}

/** What it writes in their place would be taken by nobody that read them. */
const ownLost = 'This computer’s own entries are lost. Leave the team and join again.';
const onlyOwnersLost =
  'This computer’s own entries are lost, and no other computer is an owner’s. Make another one an owner, or take out the words of the team’s recovery key. Then leave the team, and join again or recover it.';
export const isOnlyOwner = (members: JoinedTeam['members']): boolean =>
  members.some(({ isOwn, role }) => isOwn && role === 'owner') &&
  members.every(({ isOwn, role }) => isOwn || role !== 'owner');
const sentWithout =
  'An owner allowed this: requests are sent without asking the team, and each is marked in the audit log.';
