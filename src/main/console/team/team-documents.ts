/** Main's own documents of a team: nobody founds, joins, admits or removes without a person who reads them. */
import { longInstant } from '../../../bridge/instants.ts';
import type { TeamRole, TeamView } from '../../../bridge/team.ts';
import { roleNames } from '../../../bridge/team-words.ts';
import { counted, listed } from '../../../bridge/words.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Random } from '../../../platform/random.ts';
import { mayWrite, operates } from '../../../team-log/kinds.ts';
import type { AskPerson, Confirmation } from '../../core/feature/confirmation.ts';
import { fingerprintOfCard, wordsOfFingerprint } from '../../features/handover/card.ts';
import type { TeamInstalled } from '../../features/team/feature.ts';
import { type Invitation, invitationOf } from '../../features/team/invitation.ts';
import type { Team } from '../../features/team/team.ts';
import { isOnlyOwner, wordsOfTeam } from '../../features/team/team-view.ts';
import type { PublicOriginRules } from '../../features/webhooks/tunnels/public-origin.ts';
import { accessDocument } from './access-document.ts';
import { admitDocument, readPersonName, readRole, roleField } from './admit-document.ts';
import { databaseFields, invalid, nameField, readAccess, readName } from './database-fields.ts';
import { lastsMs, later, profileFact } from './document-parts.ts';
import { forkDocument, problemDocument } from './problem-document.ts';
import { recoverDocument, recoveryDocument } from './recovery-documents.ts';
import { relayDocument } from './relay-document.ts';
import { resolveDocument } from './resolve-document.ts';
import { shareTokenDocument, takeBackTokenDocument, useTokenDocument } from './token-documents.ts';

export interface TeamDocumentParts {
  readonly ask: AskPerson;
  readonly clock: Clock;
  readonly random: Random;
  /** What a relay's public URL has to be. */
  readonly rules: PublicOriginRules;
}

export const createTeamDocuments = ({
  ask,
  clock,
  random,
  rules,
}: TeamDocumentParts): TeamInstalled['team']['documents'] => ({
  found: (team) => ask(foundDocument(team, random)),
  invite: (team) => ask(inviteDocument(team)),
  join: (team) => ask(joinDocument(team, clock)),
  admit: (team, id) => ask(admitDocument(team, id, random)),
  admitRelay: (team) => ask(relayDocument(team, random, rules)),
  changeRole: (team, id) => ask(roleDocument(team, id)),
  remove: (team, id) => ask(removeDocument(team, id)),
  leave: (team) => ask(leaveDocument(team)),
  changeAccess: async (team) => await ask(accessDocument(team)),
  putAside: async (team, number) => await ask(problemDocument(team, number)),
  setRecovery: (team) => ask(recoveryDocument(team, random)),
  recover: (team) => ask(recoverDocument(team)),
  resolveFork: async (team) => await ask(forkDocument(team)),
  shareToken: async (team) => await ask(await shareTokenDocument(team)),
  takeBackToken: (team) => ask(takeBackTokenDocument(team)),
  useToken: async (team) => await ask(useTokenDocument(team)),
  resolve: async (team, claims) => await ask(await resolveDocument(team, claims)),
});

const shared =
  'Records, requests, notes, sign-offs and resolutions of this profile are shared, sealed on this computer: whoever runs the database reads none of them. Tokens and settings stay here. So do secrets of webhooks, but those of webhooks at a relay’s URL go to owners, operators and relays.';

function foundDocument(team: () => Team, random: Random): Confirmation {
  return {
    title: 'Create a team',
    facts: [profileFact(team())],
    paragraphs: [
      'In a team, several computers share one record of this profile through a PostgreSQL database of yours. Whoever runs that database prepares it first (docs/team.md).',
      shared,
      'This computer becomes the first owner. Make a second owner soon: without an owner nobody is admitted or removed.',
    ],
    fields: [
      nameField(team().suggestedName()),
      {
        name: 'personName',
        label: 'Your name',
        isOpen: true,
        value: team().suggestedPerson(),
        help: 'The team sees it beside your computers, and with what you request and approve. You can’t change it later. The audit log takes it too, unless you gave yourself a name there.',
      },
      {
        name: 'database',
        label: 'Database URL',
        isOpen: true,
        help: 'Hosts and name, for example postgres://db.example.com:5432/causeway. Without user and password.',
      },
      ...databaseFields,
    ],
    button: 'Create team',
    lastsMs,
    async act(fields) {
      const personName = readPersonName(fields);
      if (personName === '') throw invalid('Enter your name.');
      const entering = { ...readAccess(fields), name: readName(fields), personName };
      const id = await team().found({ ...entering, database: fields.get('database') ?? '' });
      const sentence =
        'The database was checked, and the team is created. Invite the next computer under Settings, Team.';
      // Where the database does not answer any more, nobody is an owner yet.
      if (team().view().team?.own.role !== 'owner')
        return { title: 'Team created', sentence, words: wordsOfTeam(id) };
      return {
        next: recoveryDocument(team, random),
        done: 'Team created. Invite the next computer under Settings, Team. Make the team’s recovery key now, or later there.',
      };
    },
  };
}

function inviteDocument(team: () => Team): Confirmation {
  return {
    title: 'Invite a computer',
    facts: [profileFact(team()), ['Database', team().database()]],
    paragraphs: [
      'The invitation is a text for one computer. It can be used once, within a day. Send it in any way that your team trusts: it holds no password, and a computer that uses it is in the team only once you have compared its words and admitted it.',
      'The other computer needs a user of the database, and a profile with the same base URL and environment.',
    ],
    button: 'Make invitation',
    act: async () => ({
      label: 'Invitation',
      secret: await team().invite(),
      isPassedOn: true,
      whatToDo:
        'Send it to the person at the other computer, who pastes it under Settings, Team, Join team. Their request to join then appears here, under Settings, Team.',
    }),
  };
}

function joinDocument(team: () => Team, clock: Clock): Confirmation {
  return {
    title: 'Join a team',
    facts: [profileFact(team())],
    paragraphs: [
      'Paste the invitation that an owner of the team made. You first see what is in it; nothing is sent before that.',
    ],
    fields: [
      {
        name: 'invitation',
        label: 'Invitation',
        isOpen: true,
        isLong: true,
        help: 'It starts with causeway-invitation-1.',
      },
    ],
    button: 'Show invitation',
    lastsMs,
    act(fields) {
      const invitation = invitationOf(fields.get('invitation') ?? '', clock.now());
      team().requireFits(invitation);
      return { next: askDocument(team, invitation) };
    },
  };
}

function askDocument(team: () => Team, invitation: Invitation): Confirmation {
  const { database, until, signing, sealing } = invitation;
  return {
    title: 'Ask to join this team?',
    facts: [
      profileFact(team()),
      ['Database', database.replace('postgres://', '')],
      ['Words of the team', wordsOfTeam(invitation.team)],
      ['Words of the owner’s computer', wordsOfKeys({ signing, sealing })],
      ['Valid until', longInstant(until)],
    ],
    paragraphs: [
      'If you are not sure who the invitation is from, compare the words of both with the owner, who finds them under Settings, Team, Words and ID to compare.',
      shared,
      'Everything recorded in this profile goes to the team once an owner has admitted this computer. That can’t be undone. Until then, requests to a production environment wait.',
    ],
    fields: [nameField(team().suggestedName()), ...databaseFields],
    button: 'Ask to join',
    lastsMs,
    async act(fields) {
      const entering = { ...readAccess(fields), name: readName(fields) };
      const fingerprint = await team().join(invitation, entering);
      return {
        title: 'Asked to join',
        sentence:
          'Call the owner who invited you and read out these words of this computer. Settings, Team shows them, too.',
        words: wordsOfFingerprint(fingerprint),
      };
    },
  };
}

type Keys = Parameters<typeof fingerprintOfCard>[0];
const wordsOfKeys = (keys: Keys): readonly string[] => wordsOfFingerprint(fingerprintOfCard(keys));

const nameOfRole = (role: TeamRole | null): string => (role === null ? '' : roleNames[role]);

function roleDocument(team: () => Team, id: string): Confirmation {
  const name = team().nameOf(id);
  const role = team().roleOf(id);
  if (role === 'relay') throw invalid('A relay keeps its role. Remove it instead.');
  return {
    title: `Change the role of “${name}”`,
    facts: [
      profileFact(team()),
      ['Computer', name],
      ['Role now', nameOfRole(role)],
      ...approvedFact(team(), id),
    ],
    paragraphs: [
      'What that computer wrote so far stays. A team needs at least one owner.',
      ...(mayWrite(role, 'approval') ? [`As an operator or reviewer, ${approvalsEnd}`] : []),
    ],
    fields: [roleField],
    button: 'Change role',
    async act(fields) {
      const next = readRole(fields);
      const isSent = await team().changeRole(id, next);
      return { title: 'Role changed', sentence: `“${name}” is ${next} now.${later(isSent)}` };
    },
  };
}

const approvalsEnd =
  'it may not approve. Its approvals of requests that are not sent yet then stop counting, so others have to approve those. A bulk run that needs one of them pauses. Its refusals stand.';

function approvedFact(team: Team, id: string): readonly (readonly [string, string])[] {
  const count = team.openApprovedBy(id);
  if (count === 0) return [];
  return [['Approved, not sent yet', count === 1 ? '1 request' : `${count} requests`]];
}

/** Which login of the database is to be taken from a removed computer. */
function accessOf(team: Team, id: string) {
  const login = team.loginOf(id);
  if (login === null) {
    return { facts: [], toDo: 'Ask whoever runs the database to take away its login, too.' };
  }
  const others = team.othersByLogin(id).map((name) => `“${name}”`);
  return {
    facts: [['Database login', login]] as const,
    toDo:
      others.length === 0
        ? `Ask whoever runs the database to take away the login ${login}, too.`
        : `The login ${login} of the database is used by ${listed(others)}, too: whoever runs the database gives them a login of their own first, and then takes away the login ${login}.`,
  };
}

function removeDocument(team: () => Team, id: string): Confirmation {
  const name = team().nameOf(id);
  const role = team().roleOf(id);
  const access = accessOf(team(), id);
  const token = team().hasSharedToken(id)
    ? [
        'The shared access token was sealed to it, or came from it. Replace the token at the service, enter the new one here, and share that.',
      ]
    : [];
  const words =
    role === 'owner' && team().recoveryPlace().before !== null
      ? [
          'If its person knows the words of the team’s recovery key, set another recovery key right after this: with those words and a user of the database, they become an owner again, and read what the team shares from then on.',
        ]
      : [];
  const secrets = operates(role)
    ? [
        'It has the secrets of the team’s webhooks, too. If those may have leaked, create other webhooks.',
      ]
    : [];
  const could =
    role === 'relay'
      ? 'This relay read the deliveries that it received, and has had the secrets of its webhooks: if those may have leaked, create other webhooks. It no longer takes deliveries.'
      : 'That computer could read all that the team shared until now, and still has it. What the team shares from now on is sealed to a new key, which that computer does not get.';
  return {
    title: `Remove “${name}” from the team?`,
    facts: [
      profileFact(team()),
      ['Computer', name],
      ['Role', nameOfRole(role)],
      ['Its words', wordsOfKeys(team().cardKeysOf(id))],
      ...access.facts,
      ...approvedFact(team(), id),
    ],
    paragraphs: [
      could,
      ...(mayWrite(role, 'approval') ? [`Once removed, ${approvalsEnd}`] : []),
      'Its entries so far stay; entries that it writes from now on don’t count. To bring that computer back into the team, invite it again.',
      ...secrets,
      ...token,
      ...words,
      `${access.toDo} If the computer was lost, replace the tokens of the service that were on it.`,
    ],
    button: 'Remove from team',
    async act() {
      const isSent = await team().remove(id);
      return {
        title: 'Removed from the team',
        sentence: `“${name}” is no longer in the team.${later(isSent)} ${access.toDo}`,
      };
    },
  };
}

function leavesNoOwner(team: TeamView['team']): readonly string[] {
  if (team === null || !isOnlyOwner(team.members)) return [];
  const only = 'This is the only owner’s computer. Once it has left, nobody is admitted or removed';
  return [
    team.recovery === null
      ? `${only}, and nothing brings an owner back, because no recovery key of the team is set. Cancel, and make another computer an owner or set a recovery key first.`
      : `${only} until somebody recovers the team with its recovery key. Take out its 24 words first, or cancel and make another computer an owner.`,
  ];
}

const notShared =
  'What this computer has not shared yet goes to the team only once it has joined again. Requests for approval that were made on it and not sent can no longer be sent: request approval again.';

/** Kinds of entries that nothing tells again. */
const lostNouns: ReadonlyMap<string, readonly [one: string, many: string]> = new Map([
  ['membership', ['change of the members', 'changes of the members']],
  ['policy', ['approval policy', 'approval policies']],
  ['proposal', ['request for approval', 'requests for approval']],
  ['withdrawal', ['withdrawal of a request', 'withdrawals of requests']],
  ['approval', ['approval or refusal', 'approvals or refusals']],
  ['settlement', ['resolution of colleagues’ requests', 'resolutions of colleagues’ requests']],
  ['acknowledgement', ['problem put aside', 'problems put aside']],
  ['token', ['change of the shared token', 'changes of the shared token']],
]);

const lostOnLeaving = (team: Team): readonly string[] =>
  team.waiting().flatMap(({ kind, count }) => {
    const nouns = lostNouns.get(kind);
    return nouns === undefined ? [] : [counted(count, ...nouns)];
  });

const lostNow =
  'What is listed as lost was signed on this computer, and the team’s database does not have it. The team never gets it.';
const lostUnlessCancelled = `${lostNow} To keep it, cancel, and leave the team once the database has responded.`;

function leaveDocument(team: () => Team): Confirmation {
  const lost = lostOnLeaving(team());
  return {
    title: 'Leave the team?',
    facts: [
      profileFact(team()),
      ['Database', team().database()],
      ...(lost.length === 0 ? [] : [['Lost when you leave', lost.join(' · ')] as const]),
    ],
    paragraphs:
      team().view().team?.state === 'removed'
        ? [
            'An owner removed this computer from the team. What the team shared until then stays on this computer; what this computer shared stays with the team.',
            notShared,
            ...(lost.length === 0 ? [] : [lostNow]),
            'The key of the team and the password of the database are deleted on this computer. Then it can join again with another invitation.',
          ]
        : [
            'This computer stops sharing this profile and receiving it from the team. What the team shared stays on this computer; what this computer shared stays with the team.',
            notShared,
            ...(lost.length === 0 ? [] : [lostUnlessCancelled]),
            ...leavesNoOwner(team().view().team),
            'The key of the team and the password of the database are deleted on this computer. Ask an owner to remove it from the team, too: until then the team accepts its key. To come back, it has to be invited again.',
          ],
    button: 'Leave team',
    async act() {
      await team().leave();
      return { title: 'Team left', sentence: 'This profile is no longer in a team.' };
    },
  };
}
