import type { ApprovalSubject } from '../../../bridge/approval-limits.ts';
import type { TeamConnection, TeamView } from '../../../bridge/team.ts';
import { forkSentence, problemNames, roleNames } from '../../../bridge/team-words.ts';
import { counted } from '../../../bridge/words.ts';
import { eachWrite } from '../../../contract/writes.ts';
import { sentenceCase } from '../../format/words.ts';

/** Texts of the policy of approvals. */
export const policyTexts = {
  title: 'Approval policy',
  lead: 'What other members have to approve before anyone in the team sends it. Nobody approves their own requests.',
  setBy: (who: string) => `Set by ${who}`,
  several:
    'Several owners set a policy at the same time. All of their policies apply until an owner sets the policy again.',
  waits: 'The newest policy is stored, and goes to the team when its database responds.',
  bothApply: 'Until then, requests need what either policy asks.',
  lost: 'The team’s database has lost this policy, so computers that join now don’t know it, and send without the approvals that it asks. Until an owner sets it again, under Change policy, check what they send.',
  ownersOnly: 'Only an owner of the team can change the policy.',
  edit: 'Change policy',
  set: 'Set policy…',
  addRule: 'Add rule',
  rule: (number: number) => `Rule ${number}`,
  of: 'Applies to',
  subjects: {
    ...eachWrite(({ nouns }) => `New ${nouns}`),
    bulk: 'Bulk runs',
  } satisfies Record<ApprovalSubject, string>,
  approvers: 'Approvers',
  remove: 'Remove',
  removeRule: (number: number) => `Remove rule ${number}`,
  network: 'Network',
  otherNetwork: 'Other network',
  any: 'Any',
  fee: 'Integrator fee from (bps)',
  newAddress: 'Wallet address is new on its network',
  rows: 'From this number of rows',
  limits: 'Daily limit (UTC) for the whole team',
  limitOf: eachWrite(({ nouns }) => sentenceCase(nouns)),
  noLimit: 'No limit',
  withoutDatabase: 'Allow sending while the team’s database does not respond',
  withoutDatabaseHelp:
    'A request is then sent even without an approval that it needs, and perhaps twice, because no computer sees what the others send. Each is marked in the audit log. If not allowed, requests wait.',
} as const;

type Cannot = NonNullable<TeamView['cannot']>;

/** Texts of the team, in the settings. */
export const teamTexts = {
  title: 'Team',
  lead: 'Several computers share one record of this profile through a PostgreSQL database of yours. What they share is sealed: whoever runs the database can’t read it.',
  none: 'This profile is in no team. Join one with an invitation, or create one. Recover one only where no owner’s computer is left.',
  cannot: {
    'built-in':
      'The built-in sandbox is a simulation of this computer, so it is not shared. Open another profile first.',
    session: 'A session without stored data can’t be in a team.',
  } satisfies Record<Cannot, string>,
  toProfiles: 'Go to profiles',
  found: 'Create team…',
  join: 'Join team…',
  recover: 'Recover team…',
  again: 'Join again…',
  invite: 'Invite computer…',
  admitRelay: 'Admit relay…',
  changeAccess: 'Change database access…',
  leave: 'Leave team…',
  state: 'State',
  states: {
    waiting: 'Waiting for an owner to admit this computer',
    connecting: 'Connecting',
    on: 'Connected',
    away: 'Database not responding',
    refused: 'Database can’t be used',
    removed: 'Removed from the team',
    conflict: 'Stopped: another computer uses the key of this one',
    restored: 'Restored: join again',
  } satisfies Record<TeamConnection, string>,
  advice: {
    waiting: 'Call the owner who invited you, and read out the words below.',
    removed:
      'An owner removed this computer. What the team shared until then stays here. Leave the team, then join again with another invitation.',
    conflict:
      'The database has entries in this computer’s name that it did not write: its data was probably copied to another computer. Leave the team on both, then join again with one invitation each.',
    restored:
      'A backup does not contain the team’s key, so that two computers restored from one backup never write as one computer. Ask an owner to invite this computer and to remove the earlier one.',
  } satisfies Partial<Record<TeamConnection, string>>,
  database: 'Database',
  user: 'Database user',
  exchanged: 'Last exchange',
  never: 'None yet',
  toSend: 'To send',
  toRead: 'To read',
  entries: (n: number) => counted(n, 'entry', 'entries'),
  ownName: 'Name of this computer',
  ownWords: 'Words of this computer',
  toCompare: 'Words and ID to compare',
  teamWords: 'Words of the team',
  id: 'ID of the team',
  members: {
    title: 'Computers',
    lead: 'People in the team and their computers. Each person’s approval of a request counts once.',
    waitingLead: 'Who may admit this computer. Names can be read once it is admitted.',
    columns: {
      person: 'Person',
      computer: 'Computer',
      role: 'Role',
      seen: 'Last seen',
      version: 'Version',
      behind: 'Behind',
    },
    actions: 'Actions',
    own: 'This computer',
    recovered: 'made owner by the recovery key',
    login: (login: string) => `Database login ${login}`,
    sharedLogin: (login: string, names: string) =>
      `${names} use the same database login, ${login}. Give each computer a login of its own.`,
    sameName: (name: string, computers: string) =>
      `More than one person in the team is called “${name}”: ${computers}. If they are one person, remove the other computer and admit it again as theirs: people approve each other’s requests.`,
    unnamed: (id: string) => `Unknown (${id})`,
    unnamedPerson: 'Not named',
    ownersComputer: 'The owner’s computer',
    words: 'Words of each computer, to compare by phone or in person',
    now: 'Now',
    notSeen: 'Not seen yet',
    upToDate: 'Up to date',
    change: 'Change role…',
    changeOne: (name: string) => `Change role of ${name}…`,
    remove: 'Remove…',
    removeOne: (name: string) => `Remove ${name}…`,
  },
  roles: roleNames,
  requests: {
    title: 'Who asks to join',
    lead: 'They used an invitation that was made on this computer. Admit one only after you compared its words.',
    asked: 'asked',
    admit: 'Admit…',
    admitOne: (name: string) => `Admit ${name}…`,
  },
  problems: {
    title: 'Problems of the log',
    lead: 'Causeway checks what the database shows. It did not accept these entries; everything else continues. Find out who changed the database, then put the problem aside.',
    of: (author: string, first: number, last: number) =>
      first === last ? `${author}, entry ${first}` : `${author}, entries ${first} to ${last}`,
    kinds: problemNames,
    putAside: 'Put aside…',
    putAsideOne: (what: string) => `Put aside: ${what}…`,
    whenConnected: 'You can put problems aside once this computer is connected.',
    byOwner:
      'Only an owner can put problems aside, for this computer too. For a problem that only this computer found, an owner makes this computer an owner for as long as that takes.',
    aside: {
      title: 'Problems put aside',
      lead: 'Owners have looked into these. A problem opens again when it concerns more entries.',
      here: 'This computer',
    },
    unmatched: {
      title: 'Not found on this computer',
      lead: 'Owners put these aside on other computers. This computer has no such problem, or did not know of all its entries then. If this computer finds one later, the problem stays open, or the audit log says that it was put aside.',
    },
  },
  recovery: {
    title: 'Recovery key of the team',
    lead: '24 words on paper that make any computer an owner: for when every owner’s computer is lost, or the members are forked.',
    set: 'Set',
    /** @param isOn whether what the team has was read */
    none: (isOn: boolean) =>
      isOn
        ? 'None. If the last owner’s computer is lost, the team is lost.'
        : 'Not known until this computer is connected.',
    used: 'Used',
    change:
      'This key made a computer an owner. Set another one, so that the words that were typed open nothing more.',
    make: 'Set recovery key…',
    makeAnother: 'Change recovery key…',
  },
  fork: {
    title: 'The members are forked',
    lead: `${forkSentence} Until two owners, or one owner with the recovery key, choose a branch, the members stay as they were before. A computer that any branch removes can’t take part until then.`,
    branch: (n: number) => `Branch ${n}`,
    chosenBy: (names: string) => `Chosen by ${names}. Another owner confirms it.`,
    byKey:
      'This computer is not an owner’s in every branch, so resolving the fork here takes the team’s recovery key.',
    resolve: 'Resolve fork…',
  },
  resolved: {
    title: 'Resolved forks',
    lead: 'The changes listed here do not count. Make a change again where it is still needed.',
    fork: 'Fork',
    by: (chosenBy: string, by: string) => `Chosen by ${chosenBy}, confirmed by ${by}`,
    byKey: 'Resolved by the recovery key',
  },
  token: {
    title: 'Shared access token',
    lead: 'An owner can share the access token of this profile with owners and operators. It is sealed to their computers, and a person at each decides whether to use it.',
    none: 'No token is shared.',
    by: 'Shared by',
    back: 'Sharing stopped by',
    to: 'Sealed to',
    without: 'Not sealed to',
    shareAgain: 'They became owner or operator later. Share the token again to include them.',
    gone: 'Gone since',
    replace:
      'The token may still be known there. Replace it at the service, enter the new one, and say so when you share it, or stop sharing.',
    share: 'Share token…',
    again: 'Share token again…',
    end: 'Stop sharing…',
    wasReplaced: 'Token was replaced…',
    use: 'Use the team’s token…',
  },
  frame: {
    states: {
      waiting: 'Team: not admitted yet',
      connecting: 'Team: connecting',
      on: 'Team connected',
      away: 'Team’s database not responding',
      refused: 'Team’s database can’t be used',
      removed: 'Removed from the team',
      conflict: 'Team: stopped',
      restored: 'Team: join again',
    } satisfies Record<TeamConnection, string>,
    away: (when: string) =>
      `Causeway can’t exchange data with the team’s database. Shared records are as of ${when}; what you do here is shared later.`,
    never:
      'Causeway can’t exchange data with the team’s database. Nothing was exchanged yet; what you do here is shared later.',
    ended: (when: string) =>
      `This computer no longer exchanges data with its team. Shared records are as of ${when}.`,
    catchingUp: (n: string) => `Catching up with the team: ${n} still to read.`,
  },
} as const;
