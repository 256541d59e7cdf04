/** How a computer that knows nothing of a team becomes an owner of it: by the words of the team's recovery key. */
import { z } from 'zod';
import { type Clock, isoNow } from '../../../platform/clock.ts';
import { readJson } from '../../../platform/json-column.ts';
import { type Random, randomHex } from '../../../platform/random.ts';
import { createChain } from '../../../team-log/chain.ts';
import { hashOfEntry, type SignedEntry, streamOfTeam } from '../../../team-log/entry.ts';
import { createEpochs, type Epochs } from '../../../team-log/epochs.ts';
import { createJudge, type JudgeStore } from '../../../team-log/judge.ts';
import { foldMembership, type Membership } from '../../../team-log/membership.ts';
import { addMember } from '../../../team-log/membership-changes.ts';
import { membershipBytes } from '../../../team-log/membership-payload.ts';
import { createMemoryStore } from '../../../team-log/memory-store.ts';
import type { Cursor } from '../../../team-log/read.ts';
import { Unopenable } from '../../../team-log/sealing.ts';
import type { TeamLog } from '../../../team-log/team-log.ts';
import type { SigningKey } from '../../core/audit/signing.ts';
import type { Profile } from '../../core/profiles/profile-file.ts';
import { type DatabaseAccess, databaseOf, withUser } from './database-address.ts';
import { createMemberNames, memberNameText, shownName } from './member-name.ts';
import { type Admitted, personsIn, type TeamPerson } from './membership-acts.ts';
import { recoveryKeyOfTeam } from './recovery-acts.ts';
import { sharedStream } from './taking.ts';
import { invalid, inWords } from './team-failures.ts';
import { keyOf, newSecrets, type TeamSecrets } from './team-secrets.ts';
import type { TeamState } from './team-state.ts';

/** A team that a recovery key opens, as a person looks at it before anything is written. */
export interface Recoverable {
  readonly team: string;
  /** Names of its members, with their roles. */
  readonly members: readonly { readonly name: string; readonly role: string }[];
  readonly persons: readonly TeamPerson[];
  /** When the recovery key was set. */
  readonly since: string;
  readonly database: string;
  /** Makes this computer an owner. Throws Failed INVALID; asked again, it makes no second one. */
  recover(as: RecoveredAs): Promise<void>;
}

/** What the team is to call the computer, and whose it is (as of Admitted). */
export type RecoveredAs = Pick<Admitted, 'name' | 'person' | 'personName'>;

export type BeginRow = Parameters<TeamState['begin']>[0];

export interface RecoveringParts {
  readonly profile: Pick<Profile, 'baseUrl' | 'environment'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly requireOutside: () => void;
  /** Checks the database, and closes the log. Throws Failed INVALID. */
  readonly tried: <Result>(log: TeamLog, work: () => Promise<Result>) => Promise<Result>;
  readonly openLog: (url: string, password: string, ca: string | null, team: string) => TeamLog;
  readonly teamsIn: (options: {
    url: string;
    password: string;
    ca?: string;
  }) => Promise<readonly string[]>;
  /** Secrets whose entry may be in a database although its answer was lost; null for none. */
  readonly kept: () => Promise<TeamSecrets | null>;
  /**
   * Keeps the secrets, does the work, and is in the team then. What was kept goes where the work fails, unless the
   * database did not answer.
   */
  readonly enter: (made: TeamSecrets, row: BeginRow, work: () => Promise<void>) => Promise<void>;
}

const page = { entries: 500, bytes: 4 * 1024 * 1024 };

interface ReadTeam {
  readonly membership: Membership;
  readonly store: JudgeStore;
  /** Entries of kind `stream`. */
  readonly shared: readonly SignedEntry[];
}

/** Judged as a computer judges it that knows nothing of the team yet. */
async function readTeam(log: Pick<TeamLog, 'read'>, team: string): Promise<ReadTeam> {
  const store = createMemoryStore();
  const judge = createJudge(team, store);
  const stream = streamOfTeam(team);
  const shared: SignedEntry[] = [];
  for (let after: Cursor | null = null; ; ) {
    const { entries, cursor, isLast } = await log.read(stream, after, page);
    for (const entry of entries) {
      const isTaken = judge.judge(entry, stream).is === 'taken';
      if (isTaken && entry.kind === 'stream') shared.push(entry);
    }
    if (isLast) return { membership: judge.membership(), store, shared };
    after = cursor;
  }
}

function withEpochs<Result>(
  key: SigningKey,
  membership: Membership,
  work: (epochs: Epochs) => Result,
): Result {
  const epochs = createEpochs(key, membership);
  try {
    return work(epochs);
  } finally {
    epochs.close();
  }
}

export function createRecovering(parts: RecoveringParts) {
  const { profile, clock, random, tried, openLog } = parts;

  /** The stream of this profile in the team. Throws Failed INVALID where the team shares another. */
  function streamIn({ shared, membership }: ReadTeam, key: SigningKey): string {
    const said = withEpochs(key, membership, (epochs) =>
      shared.flatMap((entry) => {
        try {
          return readJson(sharedStream, epochs.open(entry));
        } catch (error) {
          const isUnreadable = error instanceof z.ZodError || error instanceof SyntaxError;
          if (error instanceof Unopenable || isUnreadable) return [];
          throw error;
        }
      }),
    );
    const here = said.find(
      ({ baseUrl, environment }) =>
        baseUrl === profile.baseUrl && environment === profile.environment,
    );
    if (here !== undefined) return here.stream;
    const other = said.map(({ baseUrl, environment }) => `${baseUrl} (${environment})`);
    throw invalid(
      `This team shares another service: ${other.join(', ')}. Open the profile with that base URL and environment, or add it first.`,
    );
  }

  function membersIn(
    { membership }: Pick<ReadTeam, 'membership'>,
    key: SigningKey,
  ): Pick<Recoverable, 'members' | 'persons'> {
    return withEpochs(key, membership, (epochs) => {
      const of = { membership: () => membership, epochs };
      const nameOf = createMemberNames(of);
      const members = [...membership.members.values()].flatMap(({ signing, role }) =>
        role === null ? [] : { role, name: shownName(nameOf, signing) },
      );
      return { members, persons: personsIn({ ...of, nameOf, presenceOf: () => null }) };
    });
  }

  /** The entry that makes this computer an owner. Throws RangeError where the team does not take it. */
  function addedBy(
    key: SigningKey,
    { membership, store }: ReadTeam,
    own: SigningKey,
    { name, person, personName }: RecoveredAs,
  ): SignedEntry {
    const { team, head } = membership;
    const stream = streamOfTeam(team);
    const known = membersIn({ membership }, key).persons.find(({ id }) => id === person);
    const said = known === undefined ? personName : known.name;
    const order = {
      member: { signing: own.publicKey, sealing: own.sealingKey },
      role: 'owner' as const,
      invitation: randomHex(random, 32),
      name: memberNameText({ name, url: null, ...(said === null ? {} : { person: said }) }),
      ...(person === null ? {} : { person }),
    };
    const content = withEpochs(key, membership, (epochs) =>
      membershipBytes(addMember(membership, epochs, order, random)),
    );
    const last = store.head(stream, key.publicKey);
    const chain = createChain({ signing: key, team, stream, head: last, random });
    const entry = chain.next({
      kind: 'membership',
      epoch: null,
      content,
      follows: head,
      at: isoNow(clock),
    });
    const after = foldMembership(team, [...store.membership(), entry]);
    if (after.counted.has(hashOfEntry(entry))) return entry;
    throw new RangeError('The team does not allow this change.');
  }

  return {
    /** The team of this database that the words open. Throws Failed INVALID where there is none. */
    async recoverable(
      typed: DatabaseAccess & { readonly database: string },
      words: Uint8Array,
    ): Promise<Recoverable> {
      parts.requireOutside();
      const database = databaseOf(typed.database);
      const url = withUser(database, typed.user);
      const { password, ca } = typed;
      const teams = await parts
        .teamsIn({ url, password, ...(ca === null ? {} : { ca }) })
        .catch((error: unknown) => {
          throw inWords(error);
        });
      let isOld = false;
      for (const team of teams) {
        const key = recoveryKeyOfTeam(words, team);
        const log = openLog(url, password, ca, team);
        const read = await tried(log, () => readTeam(log, team));
        const { recovery, recoveries } = read.membership;
        isOld ||= recoveries.has(key.publicKey);
        if (recovery?.signing !== key.publicKey) continue;
        const made = await secretsFor(read.membership, password);
        return recoverableOf({ ...typed, made }, url, team, key, read);
      }
      throw invalid(
        isOld
          ? 'This recovery key was replaced by another one. Use the newest copy.'
          : 'No team of this database has this recovery key. Check that these are the 24 words of the team’s recovery key, not of a computer’s, and which database it is.',
      );
    },
  };

  /** Those of a try whose answer was lost, so that no second owner comes of it; else new ones. */
  async function secretsFor({ members }: Membership, password: string): Promise<TeamSecrets> {
    const kept = await parts.kept();
    const member = kept === null ? undefined : members.get(keyOf(kept).publicKey);
    const isUsable = kept !== null && (member === undefined || member.role === 'owner');
    return isUsable ? { ...kept, password } : newSecrets({ password }, random);
  }

  function recoverableOf(
    {
      password,
      ca,
      database,
      made,
    }: DatabaseAccess & { readonly database: string; readonly made: TeamSecrets },
    url: string,
    team: string,
    key: SigningKey,
    read: ReadTeam,
  ): Recoverable {
    const stream = streamIn(read, key);
    const own = keyOf(made);
    const { publicKey: author } = own;
    return {
      team,
      ...membersIn(read, key),
      since: read.membership.recovery?.since.at ?? '',
      database: databaseOf(database),
      async recover(as) {
        parts.requireOutside();
        const log = openLog(url, password, ca, team);
        await tried(log, async () => {
          const now = await readTeam(log, team);
          if (now.membership.fork !== null)
            throw invalid(
              'The team’s members are forked. An owner resolves that first, with these words, under Settings, Team.',
            );
          const row = { team, stream, url, ca, author, invitation: null, name: as.name };
          await parts.enter(made, row, async () => {
            // An answer may have been lost.
            if (now.membership.members.has(own.publicKey)) return;
            await log.append([addedBy(key, now, own, as)]);
          });
        });
      },
    };
  }
}
