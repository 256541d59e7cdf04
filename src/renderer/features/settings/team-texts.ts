import type { TeamConnection, TeamRole, TeamView } from '../../../bridge/team.ts';
import { counted } from '../../format/words.ts';

type Cannot = NonNullable<TeamView['cannot']>;

/** Texts of the team, in the settings. */
export const teamTexts = {
  title: 'Team',
  lead: 'Several computers keep one record of this profile, over a PostgreSQL database of yours. What they share is sealed: who runs the database reads none of it.',
  none: 'This profile is in no team.',
  cannot: {
    'built-in':
      'The built-in sandbox is a simulation of this computer, so it is not shared. Open another profile first.',
    session: 'A session without stored data can’t be in a team.',
  } satisfies Record<Cannot, string>,
  found: 'Found team…',
  join: 'Join team…',
  recover: 'Recover team…',
  again: 'Join again…',
  invite: 'Invite computer…',
  admitRelay: 'Admit relay…',
  leave: 'Leave team…',
  state: 'State',
  states: {
    waiting: 'Waiting for an owner to admit this computer',
    connecting: 'Connecting',
    on: 'Connected',
    away: 'Database away',
    refused: 'Database refused',
    removed: 'Removed from the team',
    conflict: 'Stopped: another computer writes under the key of this one',
    restored: 'Restored: join again',
  } satisfies Record<TeamConnection, string>,
  advice: {
    waiting: 'Call the owner who invited you, and read out the words below.',
    removed:
      'An owner removed this computer. What came until then stays here. Leave the team, then join again with another invitation.',
    conflict:
      'Entries of this computer are in the database that it did not write: its data were probably copied to another computer. Leave the team on both, then join again with an invitation for each.',
    restored:
      'The key of the team is in no backup, so that two computers that were restored from one never write as the same. Ask an owner for an invitation, and to remove the computer of before.',
  } satisfies Partial<Record<TeamConnection, string>>,
  database: 'Database',
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
    lead: 'Persons of the team and their computers. Each person counts once where requests are approved.',
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
    recovered: 'made by the recovery key',
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
  roles: {
    owner: 'Owner',
    operator: 'Operator',
    approver: 'Approver',
    reviewer: 'Reviewer',
    relay: 'Relay',
  } satisfies Record<TeamRole, string>,
  requests: {
    title: 'Who asks to join',
    lead: 'They used an invitation that was made on this computer. Admit one only after you compared its words.',
    asked: 'asked',
    admit: 'Admit…',
    admitOne: (name: string) => `Admit ${name}…`,
  },
  problems: {
    title: 'Problems of the log',
    lead: 'What the database shows is checked here. Causeway took none of this; everything else continues. Find out who changed the database, then put the problem aside.',
    of: (author: string, first: number, last: number) =>
      first === last ? `${author}, entry ${first}` : `${author}, entries ${first} to ${last}`,
    kinds: {
      forged: 'Forged',
      elsewhere: 'From elsewhere',
      stranger: 'Not by a member',
      gap: 'Missing entries',
      fork: 'Forked',
      'rolled back': 'Rolled back',
      unreadable: 'Unreadable',
      'membership fork': 'Membership forked',
      audit: 'Audit log cut',
    },
    putAside: 'Put aside…',
    putAsideOne: (what: string) => `Put aside: ${what}…`,
    byOwner:
      'An owner puts problems aside, also for this computer. For those that are here alone, an owner makes this computer an owner for as long as it takes.',
    aside: {
      title: 'Problems put aside',
      lead: 'Owners have looked into these. One opens again when it is about more entries.',
      here: 'This computer',
    },
    unmatched: {
      title: 'Not found on this computer',
      lead: 'Owners put these aside on other computers. This computer has no such problem, or did not know of all its entries then. If it finds one, that stays open, or the audit log says that it was put aside.',
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
      'It made a computer an owner. Set another one, so that the words that were typed are worthless.',
    make: 'Set recovery key…',
    makeAnother: 'Change recovery key…',
  },
  fork: {
    title: 'The members are forked',
    lead: 'These changes of the team’s members follow the same one, so only one branch can count. Until two owners, or the recovery key, resolve it, the members stay as they were before.',
    branch: (n: number) => `Branch ${n}`,
    chosenBy: (names: string) => `Chosen by ${names}. Another owner confirms it.`,
    byKey:
      'This computer is not an owner’s in every branch: here it takes the recovery key of the team.',
    resolve: 'Resolve fork…',
  },
  resolved: {
    title: 'Resolved forks',
    lead: 'What is listed here counts for nothing. Make a change again where it is still needed.',
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
      away: 'Team’s database away',
      refused: 'Team’s database refused',
      removed: 'Removed from the team',
      conflict: 'Team: stopped',
      restored: 'Team: join again',
    } satisfies Record<TeamConnection, string>,
    away: (when: string) =>
      `Causeway can’t exchange data with the team’s database. Shared records are as of ${when}; what you do here is shared later.`,
    never:
      'Causeway can’t exchange data with the team’s database. Nothing was exchanged yet; what you do here is shared later.',
    catchingUp: (n: string) => `Catching up with the team: ${n} still to read.`,
  },
} as const;
