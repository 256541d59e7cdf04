/** Appending entries: all or none, durable when it resolves, the same entry again changes nothing. */
import { databaseRules, factsOf, requireAll } from './check.ts';
import { type Database, type Pool, UniqueViolation } from './database.ts';
import { hashOfEntry, intactHash, type SignedEntry } from './entry.ts';
import { ChainConflict, OwnPlaceTaken, TeamDatabaseAway } from './errors.ts';
import { readFollowing } from './read.ts';

/** Somebody else may write the same while it is looked what is there. */
const TRIES = 3;

/**
 * Throws ChainConflict, TeamDatabaseAway, TeamDatabaseRefused.
 * @param behind the entries that the database has to have before these, else OwnPlaceTaken
 */
export async function appendEntries(
  pool: Pool,
  entries: readonly SignedEntry[],
  behind: readonly ChainPlace[] = [],
): Promise<void> {
  let left = entries;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await insertDurably(pool, left, behind);
      return;
    } catch (error) {
      if (!(error instanceof UniqueViolation)) throw error;
      const before = left.length;
      const found = await lookUp(pool, left);
      left = found.missing;
      if (left.length === 0) return;
      const [first] = left;
      // All of them are new, so it is not their own place that is taken.
      if (first !== undefined && (left.length === before || attempt === TRIES))
        throw conflict(found.followed ?? first, found.followed !== undefined);
    }
  }
}

type ChainPlace = Pick<SignedEntry, 'team' | 'stream' | 'author' | 'sequence'>;

/** What stands right before these in their chains, and is not among them. */
export const entriesBefore = (entries: readonly SignedEntry[]): readonly ChainPlace[] => {
  const firsts = new Map(
    entries.toReversed().map((entry) => [`${entry.stream}:${entry.author}`, entry]),
  );
  return [...firsts.values()].flatMap(({ team, stream, author, sequence }) =>
    sequence === 1 ? [] : { team, stream, author, sequence: sequence - 1 },
  );
};

async function insertDurably(
  pool: Pool,
  entries: readonly SignedEntry[],
  behind: readonly ChainPlace[],
): Promise<void> {
  const { count } = await pool.run((sql) => insert(sql, entries, behind));
  if (count > 0) return;
  requireAll(databaseRules(await pool.run(factsOf)));
  const [lost] =
    behind.length === 0
      ? []
      : await pool.run((sql) => sql<{ sequence: string }[]>`${lacking(sql, behind)}`);
  if (lost !== undefined) throw new OwnPlaceTaken(Number(lost.sequence), null, 'lost');
  throw new TeamDatabaseAway('The settings of the team’s database were changed just now.');
}

const conflict = ({ stream, sequence }: SignedEntry, isFollowed: boolean) =>
  new ChainConflict(stream, sequence, isFollowed);

/**
 * One statement, so one transaction and one round trip. Payloads go one behind the other, as PostgreSQL reads each
 * character of a list several times.
 */
function insert(sql: Database, entries: readonly SignedEntry[], behind: readonly ChainPlace[]) {
  const { byteaOf, byteaList, textList, bigintList } = sql.typed;
  const bytesOf = (of: (entry: SignedEntry) => string) => byteaList(entries.map(of));
  return sql`
    INSERT INTO causeway.entries
      (team, stream, author, sequence, kind, epoch, previous, follows, at, payload, signature, bytes)
    SELECT team, stream, author, sequence, kind, epoch, previous, follows, at, payload, signature,
      substring(${byteaOf(entries.map(({ bytes }) => bytes))}
        FROM (1 - size + sum(size::integer) OVER (ORDER BY number))::integer FOR size::integer)
    FROM unnest(
      ${bytesOf(({ team }) => team)}, ${bytesOf(({ stream }) => stream)},
      ${bytesOf(({ author }) => author)}, ${bigintList(entries.map(({ sequence }) => sequence))},
      ${textList(entries.map(({ kind }) => kind))}, ${bigintList(entries.map(({ epoch }) => epoch))},
      ${bytesOf(({ previous }) => previous)},
      ${byteaList(entries.map(({ follows }) => follows))},
      ${textList(entries.map(({ at }) => at))}, ${bytesOf(({ payload }) => payload)},
      ${bytesOf(({ signature }) => signature)}, ${bigintList(entries.map(({ bytes }) => bytes.length))}
    ) WITH ORDINALITY AS added
      (team, stream, author, sequence, kind, epoch, previous, follows, at, payload, signature, size, number)
    -- Behind a connection that was made anew may be another server, or this one with other settings.
    WHERE current_setting('fsync') = 'on' AND current_setting('full_page_writes') = 'on'
      AND current_setting('synchronous_commit') NOT IN ('off', 'local')
      ${behind.length === 0 ? sql`` : sql`AND NOT EXISTS (${lacking(sql, behind)})`}
    ORDER BY number`;
}

/** One look-up in the primary key for each. */
function lacking(sql: Database, places: readonly ChainPlace[]) {
  const { byteaList, bigintList } = sql.typed;
  return sql`
    SELECT sequence FROM unnest(
      ${byteaList(places.map(({ team }) => team))}, ${byteaList(places.map(({ stream }) => stream))},
      ${byteaList(places.map(({ author }) => author))},
      ${bigintList(places.map(({ sequence }) => sequence))}
    ) AS place (team, stream, author, sequence)
    WHERE NOT EXISTS (
      SELECT FROM causeway.entries
      WHERE entries.team = place.team AND entries.stream = place.stream
        AND entries.author = place.author AND entries.sequence = place.sequence
    )`;
}

interface Found {
  /** Those that the database does not have. */
  readonly missing: readonly SignedEntry[];
  /** Another entry follows the same as one of these: the first of its kind among them, which go together. */
  readonly followed: SignedEntry | undefined;
}

/** Throws ChainConflict where the database has another in the place of one. */
async function lookUp(pool: Pool, entries: readonly SignedEntry[]): Promise<Found> {
  const rows = await pool.run((sql) => stored(sql, entries));
  const there = new Map(rows.map(({ number, signature }) => [Number(number) - 1, signature]));
  const left = entries.filter((entry, position) => {
    const signature = there.get(position);
    // Ed25519 signs the same with the same bytes.
    if (signature !== undefined && signature !== entry.signature) throw conflict(entry, false);
    return signature === undefined;
  });
  const [first] = left;
  const names = left.flatMap(({ follows }) => follows ?? []);
  if (first === undefined || names.length === 0) return { missing: left, followed: undefined };
  const following = await readFollowing(pool, first.team, names);
  // Under the login of before, whose answer was lost.
  const own = new Set(following.map(intactHash));
  const missing = left.filter((entry) => entry.follows === null || !own.has(hashOfEntry(entry)));
  const followed = new Set(following.map(({ follows }) => follows));
  const taken = missing.find(({ follows }) => follows !== null && followed.has(follows));
  return { missing, followed: missing.find(({ kind }) => kind === taken?.kind) };
}

function stored(sql: Database, entries: readonly SignedEntry[]) {
  const { byteaList, bigintList } = sql.typed;
  const listed = (of: (entry: SignedEntry) => string) => byteaList(entries.map(of));
  return sql<{ number: string; signature: string }[]>`
    SELECT asked.number, encode(entries.signature, 'hex') AS signature
    FROM unnest(
      ${listed(({ team }) => team)}, ${listed(({ stream }) => stream)},
      ${listed(({ author }) => author)}, ${bigintList(entries.map(({ sequence }) => sequence))}
    ) WITH ORDINALITY AS asked (team, stream, author, sequence, number)
    JOIN causeway.entries USING (team, stream, author, sequence)
    WHERE login = current_user`;
}
