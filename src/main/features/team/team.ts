/** A profile's team: founding, inviting, joining, admitting, changing, leaving, and what the page sees of it. */
import type { TeamView } from '../../../bridge/team.ts';
import { isoNow, isoTime } from '../../../platform/clock.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { isApprovalKind } from '../../../team-log/kinds.ts';
import type { TeamLog, TeamLogOptions } from '../../../team-log/team-log.ts';
import type { teamsIn } from '../../../team-log/teams-in.ts';
import { personName } from '../../core/audit/types.ts';
import type { ProfileCore } from '../../core/feature/feature.ts';
import type { SecretStore } from '../../core/vault/secret-store.ts';
import type { ApprovalsApi } from '../approvals/approvals.ts';
import { fingerprintOfCard, maxComputerName } from '../handover/card.ts';
import type { TeamSide } from '../webhooks/team-side.ts';
import type { RecordAct } from './acknowledgement.ts';
import { createChangingAccess } from './changing-access.ts';
import { refusingClaims } from './claims/refusing.ts';
import { type Connected, connect } from './connected.ts';
import { shownDatabase } from './database-address.ts';
import { openDeliveriesOf, type TeamDeliveries } from './deliveries/team-deliveries.ts';
import { createEntering } from './entering.ts';
import type { Reduce } from './fact-store.ts';
import { invitationLastsMs, makeInvitation, textOfInvitation } from './invitation.ts';
import { shownName } from './member-name.ts';
import { createPublishing } from './publishing.ts';
import { createResolving } from './resolving.ts';
import type { Taken } from './taking.ts';
import { createTeamActs } from './team-acts.ts';
import { invalid } from './team-failures.ts';
import { cardKeys, keyOf, type TeamSecrets, teamSecretsOf } from './team-secrets.ts';
import { openTeamState } from './team-state.ts';
import { viewOf } from './team-view.ts';
import type { TokenSharingParts } from './token-sharing.ts';
import { silentVoice, voiceOf } from './voice.ts';

export interface TeamInstalled {
  readonly vault: {
    readonly named: SecretStore;
    isDurable(): boolean;
  };
  readonly openTeamLog: (options: TeamLogOptions) => TeamLog;
  /** Teams of a database. */
  readonly teamsIn: typeof teamsIn;
  /** Tokens for the service, by profile. */
  readonly tokens: TokenSharingParts['tokens'];
  /** Erased customers stay erased. */
  readonly reduceErased: (sqlite: Sqlite) => () => Reduce;
  /** Name of this computer, as its owner gave it. */
  readonly computerName: () => string;
  /** Version of Causeway. */
  readonly release: string;
}

export interface TeamParts {
  readonly core: ProfileCore;
  readonly installed: TeamInstalled;
  /** Names the person for the audit log. */
  readonly namePerson: (name: string) => void;
  readonly onTaken: (taken: Taken) => void;
  readonly onChange: () => void;
  /** What takes entries about approvals; told when the profile is in another team, or in none (null). */
  readonly approvals: Pick<
    ApprovalsApi,
    'take' | 'forget' | 'use' | 'allowsWithoutDatabase' | 'limitOf' | 'openApprovedBy'
  >;
  /** The profile's webhooks; null where there are none. */
  readonly side: TeamSide | null;
}

export type Team = Awaited<ReturnType<typeof openTeam>>;

export async function openTeam(parts: TeamParts) {
  const { core, installed, onTaken, onChange, side, approvals } = parts;
  const { sqlite, profile, clock, random, audit } = core;
  const { computerName } = installed;
  const state = openTeamState(
    sqlite,
    ({ problem, note, by }) => record('problem-acknowledged', { ...problem, note, owner: by }),
    // Nothing would tell that they wait.
    approvals.forget,
  );
  const vault = teamSecretsOf(installed.vault, profile.id);
  const own = core.signing.publicKey;
  let secrets: TeamSecrets | null = null;
  let connected: Connected | null = null;
  let deliveries: TeamDeliveries | null = null;

  const cannot = (): TeamView['cannot'] => {
    if (profile.environment === 'built-in') return 'built-in';
    return installed.vault.isDurable() ? null : 'session';
  };
  const person = () => personName(core.person());
  /** As the team calls this computer, or is to. */
  const ownName = (): string =>
    connected?.nameOf(connected.own)?.name ?? state.get()?.name ?? computerName();
  const record: RecordAct = (action, facts) =>
    audit.append({
      action: `team.${action}`,
      facts: { team: state.get()?.team ?? null, ...facts },
    });

  const openLog = (url: string, password: string, ca: string | null, team: string): TeamLog => {
    core.known.learn(password);
    return installed.openTeamLog({ url, password, team, ...(ca === null ? {} : { ca }) });
  };

  /** Where it is in a team, with its key of the team. */
  async function begin(): Promise<void> {
    await connectIt();
    placeClaims();
    const row = state.get();
    if (row === null) approvals.use(null);
    else if (connected === null) approvals.use(silentVoice(row, state, sqlite));
    else approvals.use(voiceOf({ row, state, connected }));
  }

  /** Where nothing is connected. What may be twice in production is not sent before the team was left, or joined again. */
  function placeClaims(): void {
    const row = state.get();
    if (connected !== null) return;
    side?.forwardFor(row === null ? null : 'unknown');
    const isAlone = row === null || profile.environment !== 'production';
    core.claims.use(isAlone ? null : refusingClaims(row.ended ?? 'restored'));
  }

  async function connectIt(): Promise<void> {
    const row = state.get();
    if (row === null) return;
    secrets = await vault.read();
    if (secrets === null || row.ended !== null) return;
    const signing = keyOf(secrets);
    if (signing.publicKey !== row.author) {
      secrets = null;
      return;
    }
    const log = openLog(row.url, secrets.password, row.ca, row.team);
    connected = connect({
      sqlite,
      state,
      row,
      signing,
      log,
      clock,
      random,
      own,
      onTaken,
      onChange,
      environment: profile.environment,
      places: core.claims,
      intents: core.intents,
      records: core.records,
      takeOther(entry, content) {
        if (isApprovalKind(entry.kind)) approvals.take(entry, content);
        else deliveries?.takeOther(entry, content);
      },
      onMembers: () => deliveries?.membershipChanged(),
      onJoined: (role) => record('joined', { role }),
      onLost: (sequence) => record('change-lost', { sequence }),
      known: () => core.known.values(),
      reduce: installed.reduceErased(sqlite),
      isShared: (shared) =>
        shared.stream !== row.stream ||
        (shared.baseUrl === profile.baseUrl && shared.environment === profile.environment),
      report: core.log,
      anchor: core.anchor,
      record,
      allowsWithoutDatabase: approvals.allowsWithoutDatabase,
      limitOf: approvals.limitOf,
      secrets: requireSecrets,
      release: installed.release,
      person,
      publishing: createPublishing({
        sqlite,
        state,
        own,
        known: () => core.known.values(),
        start: () => ({
          computer: own,
          person: person(),
          computers: { [own]: ownName().slice(0, maxComputerName) },
        }),
      }),
    });
    const opened = connected;
    if (side === null) return;
    deliveries = openDeliveriesOf(opened, {
      side,
      sqlite,
      signing,
      random,
      clock,
      row,
      log,
      report: core.log,
    });
    deliveries.membershipChanged();
  }

  async function end(): Promise<void> {
    const ending = connected;
    connected = null;
    await deliveries?.close();
    deliveries = null;
    await ending?.close();
  }

  const requireSecrets = (): TeamSecrets => {
    if (secrets === null) throw invalid('This computer has no key of the team. Join again.');
    return secrets;
  };
  const requireConnected = (): Connected => {
    if (connected === null) throw invalid('This computer is not in a team.');
    return connected;
  };
  const requireOwner = (): Connected => {
    const open = requireConnected();
    if (open.membership().members.get(open.own)?.role === 'owner') return open;
    throw invalid('Only an owner of the team can do this.');
  };
  const requireOutside = (): void => {
    if (cannot() !== null) throw invalid('This profile can’t be shared with a team.');
    if (state.get() !== null && secrets !== null && state.get()?.ended === null) {
      throw invalid('This profile is in a team already. Leave that team first.');
    }
  };

  const acts = createTeamActs({
    core,
    installed,
    state,
    record,
    onChange,
    requireOwner,
    requireConnected,
    connected: () => connected,
    signing: () => keyOf(requireSecrets()),
  });
  const entering = createEntering({
    profile,
    sqlite,
    state,
    vault,
    clock,
    random,
    teamsIn: installed.teamsIn,
    record,
    requireOutside,
    openLog,
    begin,
    end,
    onChange,
    now: async () => await connected?.now(),
  });

  const changingAccess = createChangingAccess({
    sqlite,
    state,
    vault,
    record,
    openLog,
    begin,
    end,
    onChange,
    requireSecrets,
    nameOf: (author) => shownName(connected?.nameOf ?? (() => null), author),
  });

  await begin();
  return {
    profile: {
      name: profile.name,
      baseUrl: profile.baseUrl ?? '',
      environment: profile.environment,
    },
    cannot,
    /** For a person to change, where a team is to call this computer otherwise. */
    suggestedName: computerName,
    suggestedPerson: () => person() ?? '',
    requireOutside,
    requireOwner: () => void requireOwner(),
    /** Also where nothing is exchanged any more. */
    requireInside(): void {
      if (state.get() === null) throw invalid('This profile is in no team.');
    },
    openApprovedBy: approvals.openApprovedBy,
    waiting: state.waiting,
    database: () => shownDatabase(state.get()?.url ?? ''),
    /** 32 hex digits that people compare as words; of a computer here by its card. */
    ownFingerprint: () => fingerprintOfCard(cardKeys(keyOf(requireSecrets()))),
    view: (): TeamView =>
      viewOf({
        cannot: cannot(),
        state,
        connected,
        secrets,
        now: isoNow(clock),
        computerName: ownName(),
        token: acts.sharedToken(),
        accessChanges: changingAccess.accessChanges(),
        isConnecting: changingAccess.isChangingAccess(),
      }),
    /** The invitation's text. */
    async invite(): Promise<string> {
      const row = state.get();
      requireOwner();
      const kept = requireSecrets();
      if (row === null || profile.baseUrl === null || profile.environment === 'built-in') {
        throw invalid('This profile is in no team.');
      }
      const now = isoNow(clock);
      const until = isoTime(clock.now() + invitationLastsMs);
      const { team, stream } = row;
      const { baseUrl, environment } = profile;
      const database = `postgres://${shownDatabase(row.url)}`;
      const made = makeInvitation(
        keyOf(kept),
        { team, stream, database, baseUrl, environment, until },
        random,
      );
      const open = kept.invitations.filter((invitation) => invitation.until > now);
      secrets = { ...kept, invitations: [...open, { id: made.id, code: made.code, until }] };
      await vault.keep(secrets);
      record('invited', { invitation: made.id, until });
      onChange();
      return textOfInvitation(made);
    },

    ...entering,
    async found(typed: Parameters<typeof entering.found>[0]): Promise<string> {
      const team = await entering.found(typed);
      // Two names of one person, unless they chose another one for the log themselves.
      const who = core.person();
      if (who !== null && who.byName === undefined && who.by !== typed.personName) {
        try {
          parts.namePerson(typed.personName);
          audit.append({ action: 'person.named', facts: {} });
          core.notify({ topic: 'audit', ids: [] });
        } catch (error) {
          // The team is there all the same.
          core.log.error(
            { err: error },
            'the name given for the team was not kept for the audit log',
          );
        }
      }
      return team;
    },
    ...acts,
    ...changingAccess,
    ...createResolving({ connected: () => connected, record, onChange }),
    /** What came stays; the password and the key of the team go. */
    async leave(): Promise<void> {
      await end();
      record('left', {});
      sqlite.transaction(() => state.forget());
      await vault.forget();
      secrets = null;
      placeClaims();
      approvals.use(null);
      onChange();
    },
    wake: () => connected?.wake(),
    deliveriesCame: () => deliveries?.wake(),
    close: end,
  };
}
