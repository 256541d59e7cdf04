/** How a profile comes into a team: by founding one, or by asking to join one. */
import { type Clock, isoNow } from '../../../platform/clock.ts';
import { type Random, randomHex } from '../../../platform/random.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { createChain } from '../../../team-log/chain.ts';
import { headOfEntry, streamOfTeam } from '../../../team-log/entry.ts';
import { TeamDatabaseAway } from '../../../team-log/errors.ts';
import { currentEpoch, foldMembership } from '../../../team-log/membership.ts';
import { foundTeam } from '../../../team-log/membership-changes.ts';
import type { TeamLog } from '../../../team-log/team-log.ts';
import type { Profile } from '../../core/profiles/profile-file.ts';
import { fingerprintOfCard, ownCard } from '../handover/card.ts';
import { type DatabaseAccess, databaseOf, shownDatabase, withUser } from './database-address.ts';
import { type Invitation, sealRequest } from './invitation.ts';
import { memberNameText } from './member-name.ts';
import { type BeginRow, createRecovering, type RecoveringParts } from './recovering.ts';
import { invalid, inWords } from './team-failures.ts';
import {
  cardKeys,
  keyOf,
  newSecrets,
  type TeamSecrets,
  type teamSecretsOf,
} from './team-secrets.ts';
import type { TeamState } from './team-state.ts';

/** And what the team is to call this computer. */
export interface Entering extends DatabaseAccess {
  readonly name: string;
}

export interface EnteringParts {
  readonly profile: Pick<Profile, 'baseUrl' | 'environment'>;
  readonly sqlite: Sqlite;
  readonly state: TeamState;
  readonly vault: ReturnType<typeof teamSecretsOf>;
  readonly clock: Clock;
  readonly random: Random;
  readonly record: (action: string, facts: Record<string, string>) => void;
  /** Throws Failed INVALID where it is in a team, or can't be in one. */
  readonly requireOutside: () => void;
  readonly openLog: (url: string, password: string, ca: string | null, team: string) => TeamLog;
  readonly teamsIn: RecoveringParts['teamsIn'];
  readonly begin: () => Promise<void>;
  readonly end: () => Promise<void>;
  /** Everything read and sent, where it is connected. */
  readonly now: () => Promise<void>;
  readonly onChange: () => void;
}

/** Only where that database keeps what it says it keeps. Closes the log. */
export async function tried<Result>(log: TeamLog, work: () => Promise<Result>): Promise<Result> {
  try {
    await log.check('desk');
    return await work();
  } catch (error) {
    throw inWords(error);
  } finally {
    await log.close();
  }
}

export function createEntering(parts: EnteringParts) {
  const { profile, sqlite, state, vault, clock, random, record, requireOutside } = parts;
  const { openLog, begin, end, onChange } = parts;

  async function nowOrLater(): Promise<void> {
    try {
      await parts.now();
    } catch (error) {
      if (!(error instanceof TeamDatabaseAway)) throw inWords(error);
    } finally {
      onChange();
    }
  }

  /**
   * Keeps the secrets of a team, does the work that lets this computer in, and begins with it.
   *
   * @param mayBeIn whether the work may have been done, although it failed: the secrets stay
   */
  async function enter(
    made: TeamSecrets,
    row: BeginRow,
    action: string,
    work: () => Promise<void>,
    mayBeIn = (_error: unknown): boolean => false,
  ): Promise<void> {
    await end();
    await vault.keep(made);
    try {
      await work();
    } catch (error) {
      if (!mayBeIn(error)) await vault.forget();
      throw error;
    }
    sqlite.transaction(() => {
      state.begin(row, isoNow(clock));
      record(action, { database: shownDatabase(row.url) });
    });
    await begin();
    onChange();
  }

  function requireFits({ baseUrl, environment }: Invitation): void {
    if (profile.baseUrl === baseUrl && profile.environment === environment) return;
    throw invalid(
      `This invitation is for another service: ${baseUrl} (${environment}). Open the profile with that base URL and environment, or add it first.`,
    );
  }

  return {
    ...createRecovering({
      profile,
      clock,
      random,
      requireOutside,
      tried,
      openLog,
      teamsIn: parts.teamsIn,
      async kept() {
        const secrets = await vault.read();
        // Those of the team that it is, or was, in are not of a try.
        return secrets !== null && keyOf(secrets).publicKey !== state.get()?.author
          ? secrets
          : null;
      },
      async enter(made, row, work) {
        const isAway = (error: unknown) => error instanceof TeamDatabaseAway;
        await enter(made, row, 'recovered-here', work, isAway);
        await nowOrLater();
      },
    }),
    requireFits,
    /** Resolves when the team is in the database, or stored here to be sent to it. */
    async found(
      typed: Entering & { readonly database: string; readonly personName: string },
    ): Promise<string> {
      requireOutside();
      const url = withUser(databaseOf(typed.database), typed.user);
      const made = newSecrets(typed, random);
      const signing = keyOf(made);
      const at = isoNow(clock);
      const { team, entry } = foundTeam({
        signing,
        at,
        random,
        name: memberNameText({ name: typed.name, url: null, person: typed.personName }),
      });
      const stream = randomHex(random, 16);
      await tried(openLog(url, typed.password, typed.ca, team), async () => undefined);
      const chain = createChain({
        signing,
        team,
        stream: streamOfTeam(team),
        head: headOfEntry(entry),
        random,
      });
      const content = Buffer.from(
        JSON.stringify({ stream, baseUrl: profile.baseUrl, environment: profile.environment }),
      );
      const epoch = currentEpoch(foldMembership(team, [entry]));
      await end();
      const shared = chain.next({ kind: 'stream', epoch, content, at });
      await vault.keep(made);
      sqlite.transaction(() => {
        const { publicKey: author } = signing;
        const { ca, name } = typed;
        state.begin({ team, stream, url, ca, author, invitation: null, name }, at);
        state.send(entry);
        state.send(shared);
        record('founded', { database: shownDatabase(url) });
      });
      await begin();
      await nowOrLater();
      return team;
    },
    /** Asks to be admitted. Gives the fingerprint that the owner compares. */
    async join(invitation: Invitation, access: Entering): Promise<string> {
      requireOutside();
      requireFits(invitation);
      const url = withUser(databaseOf(invitation.database), access.user);
      const made = newSecrets(access, random);
      const signing = keyOf(made);
      const { team, stream, id } = invitation;
      const request = sealRequest(invitation, ownCard(signing, access.name));
      const { ca, password, name } = access;
      const log = openLog(url, password, ca, team);
      const row = { team, stream, url, ca, author: signing.publicKey, invitation: id, name };
      await tried(log, () =>
        enter(made, row, 'asked-to-join', () => log.requests.send(id, request)),
      );
      return fingerprintOfCard(cardKeys(signing));
    },
  };
}
