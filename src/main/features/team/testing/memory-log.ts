/** For tests: a team whose log is in memory, with the rules of the database about what has one place alone. */
import { randomBytes } from 'node:crypto';
import { systemRandom } from '../../../../platform/random.ts';
import { createChain } from '../../../../team-log/chain.ts';
import { headOfEntry, type SignedEntry, streamOfTeam } from '../../../../team-log/entry.ts';
import { createEpochs } from '../../../../team-log/epochs.ts';
import { ChainConflict, TeamDatabaseAway } from '../../../../team-log/errors.ts';
import { foldMembership } from '../../../../team-log/membership.ts';
import { addMember, foundTeam } from '../../../../team-log/membership-changes.ts';
import { type MemberRole, membershipBytes } from '../../../../team-log/membership-payload.ts';
import type { TeamLog } from '../../../../team-log/team-log.ts';
import type { SigningKey } from '../../../core/audit/signing.ts';

const at = '2026-11-26T10:00:00.000Z';

/** The database: entries in the order in which they were committed. */
export type Stored = SignedEntry[];

/** How many answers come before the line is cut; with `late`, the last one was carried out. */
export interface Cut {
  readonly after: number;
  readonly late: boolean;
}

/** All or none, as one statement. */
function append(stored: Stored, entries: readonly SignedEntry[]): void {
  const isOfPlace = (one: SignedEntry, entry: SignedEntry): boolean =>
    one.stream === entry.stream && one.author === entry.author && one.sequence === entry.sequence;
  const left = entries.filter((entry) => {
    const there = stored.find((one) => isOfPlace(one, entry));
    if (there !== undefined && there.signature !== entry.signature)
      throw new ChainConflict(entry.stream, entry.sequence, false);
    return there === undefined;
  });
  const taken = left.find(
    ({ follows }) => follows !== null && stored.some((entry) => entry.follows === follows),
  );
  if (taken === undefined) {
    stored.push(...left);
    return;
  }
  const { stream, sequence } = left.find(({ kind }) => kind === taken.kind) ?? taken;
  throw new ChainConflict(stream, sequence, true);
}

export function logOn(stored: Stored, cut: Cut | null): TeamLog {
  let calls = 0;
  const asked = <Result>(work: () => Result): Promise<Result> => {
    calls += 1;
    const isCut = cut !== null && calls > cut.after;
    if (isCut && !(cut.late && calls === cut.after + 1))
      return Promise.reject(new TeamDatabaseAway('cut off'));
    try {
      const result = work();
      return isCut ? Promise.reject(new TeamDatabaseAway('cut off')) : Promise.resolve(result);
    } catch (error) {
      return Promise.reject(error);
    }
  };
  const inOrder = (of: string) =>
    stored
      .filter((entry) => entry.stream === of)
      .toSorted((one, other) => one.sequence - other.sequence);
  const headsOf = (of: string) =>
    Object.fromEntries(inOrder(of).map((entry) => [entry.author, headOfEntry(entry)]));
  const unused = () => Promise.reject(new TypeError('Not asked for here.'));
  return {
    check: () => asked(() => undefined),
    append: (entries) => asked(() => append(stored, entries)),
    appendNext: unused,
    read: (of, after, { entries: limit }) =>
      asked(() => {
        const from = Number(after?.seen ?? 0);
        const found = stored
          .map((entry, index) => ({ entry, index }))
          .filter(({ entry, index }) => index >= from && entry.stream === of)
          .slice(0, limit);
        const seen = String((found.at(-1)?.index ?? stored.length - 1) + 1);
        return {
          entries: found.map(({ entry }) => entry),
          cursor: { system: '1', seen, reading: null },
          isLast: found.length < limit,
        };
      }),
    following: (names) =>
      asked(() => stored.filter(({ follows }) => follows !== null && names.includes(follows))),
    readAuthor: (of, author, after, { entries: limit }) =>
      asked(() =>
        inOrder(of)
          .filter((entry) => entry.author === author && entry.sequence > after)
          .slice(0, limit),
      ),
    headsOf: (of) => asked(() => headsOf(of)),
    ownHead: unused,
    listen: () => async () => undefined,
    requests: { send: unused, list: async () => [] },
    forwards: { hold: unused, end: unused, giveBack: unused },
    presence: { say: async () => undefined, list: async () => ({ now: at, notes: [] }) },
    close: async () => undefined,
  };
}

/** As a database that does not respond for a while: nobody claims then, or looks who did. */
export function awayWhile(isAway: () => boolean, log: TeamLog): TeamLog {
  const away = () => Promise.reject(new TeamDatabaseAway('It is away.'));
  return {
    ...log,
    following: (names) => (isAway() ? away() : log.following(names)),
    append: (entries) => (isAway() ? away() : log.append(entries)),
  };
}

/**
 * A team of all, as its database has it. The first is its owner; the others have the role, or each its own.
 *
 * @param names as they are sealed @param persons whose the others are, 64 hex digits each
 */
export function teamOfAll(
  keys: readonly SigningKey[],
  role: MemberRole | readonly MemberRole[] = 'operator',
  names: readonly string[] = [],
  persons: readonly (string | undefined)[] = [],
): { team: string; stored: Stored } {
  const [owner, ...others] = keys as [SigningKey, ...SigningKey[]];
  const random = systemRandom;
  const { team, entry } = foundTeam({ signing: owner, name: names[0] ?? 'x', at, random });
  const stored = [entry];
  const own = streamOfTeam(team);
  const chain = createChain({
    signing: owner,
    team,
    stream: own,
    head: headOfEntry(entry),
    random,
  });
  for (const [index, key] of others.entries()) {
    const now = foldMembership(team, stored);
    const epochs = createEpochs(owner, now);
    const order = {
      member: { signing: key.publicKey, sealing: key.sealingKey },
      invitation: randomBytes(32).toString('hex'),
      name: names[index + 1] ?? 'x',
      role: typeof role === 'string' ? role : (role[index] ?? 'operator'),
      ...(persons[index] === undefined ? {} : { person: persons[index] }),
    };
    const content = membershipBytes(addMember(now, epochs, order, random));
    stored.push(chain.next({ kind: 'membership', epoch: null, content, at, follows: now.head }));
  }
  return { team, stored };
}
