/**
 * Where an author's chain ends in a database in which every login may add rows under any author's key: at its
 * last entry that it signed, whatever stands above it.
 */
import type { Pool } from './database.ts';
import {
  type ChainHead,
  type ChainHeads,
  type EntryHeader,
  headOfEntry,
  signedHash,
} from './entry.ts';
import { OwnPlaceTaken } from './errors.ts';
import { type HeaderRow, headerColumns, headerOf, type StreamPlace } from './read.ts';

/** Rows at once; a login that has as many above the head, none of them signed, is looked past. */
const PAGE = 100;
/** Entries of a chain that are looked through at once, in half a second at most. */
const CHAIN_PAGE = 100_000;

const hex = (text: string): Buffer => Buffer.from(text, 'hex');

interface LoginRow extends HeaderRow {
  readonly signature: string;
  readonly login: string;
}
const signedOf = (row: LoginRow): EntryHeader | null => {
  const header = headerOf(row);
  return signedHash({ ...header, signature: row.signature }) === null ? null : header;
};

export interface SignedHead {
  /** null where nothing of the author is there. */
  readonly head: ChainHead | null;
  /** Rows above it that the author did not sign, by their login; of many the first. */
  readonly passed: ReadonlyMap<string, number>;
}

/** From the highest sequence down. */
export async function readSignedHead(
  pool: Pool,
  { team, stream }: StreamPlace,
  author: string,
): Promise<SignedHead> {
  const passed = new Map<string, number>();
  for (let last: LoginRow | undefined; ; ) {
    const before = last;
    const without = [...passed].flatMap(([login, count]) => (count < PAGE ? [] : login));
    const rows: readonly LoginRow[] = await pool.run(
      (sql) => sql<LoginRow[]>`
        SELECT ${headerColumns(sql)}, encode(signature, 'hex') AS signature, login
        FROM causeway.entries
        WHERE team = ${hex(team)} AND stream = ${hex(stream)} AND author = ${hex(author)}
          AND login <> ALL (${sql.typed.textList(without)})
          ${before === undefined ? sql`` : sql`AND (sequence, login) < (${before.sequence}::bigint, ${before.login}::text::name)`}
        ORDER BY sequence DESC, login DESC
        LIMIT ${PAGE}`,
    );
    for (const row of rows) {
      const header = signedOf(row);
      if (header !== null) return { head: headOfEntry(header), passed };
      passed.set(row.login, (passed.get(row.login) ?? 0) + 1);
    }
    if (rows.length < PAGE) return { head: null, passed };
    last = rows.at(-1);
  }
}

interface Place {
  /** bigint, as text. */
  readonly sequence: string;
  readonly login: string;
}

/** The first entry of the author up to this one whose entry before is not there; undefined for a whole chain. */
async function firstAfterGap(
  pool: Pool,
  { team, stream }: StreamPlace,
  author: string,
  upTo: number,
): Promise<Place | undefined> {
  // Each page begins with the last place of the one before, so a gap at its end or over all of it is found by the next.
  for (let from = 1; from <= upTo; from += CHAIN_PAGE) {
    const [first] = await pool.run(
      (sql) => sql<Place[]>`
        SELECT sequence, login FROM (
          SELECT sequence, login,
            lag(sequence, 1, ${from - 1}::bigint) OVER (ORDER BY sequence) AS before
          FROM causeway.entries
          WHERE team = ${hex(team)} AND stream = ${hex(stream)} AND author = ${hex(author)}
            AND sequence BETWEEN ${from} AND ${Math.min(from + CHAIN_PAGE, upTo)}
        ) AS chain
        WHERE before < sequence - 1
        LIMIT 1`,
    );
    if (first !== undefined) return first;
  }
  return undefined;
}

/**
 * For the author itself, which goes on behind it. Throws OwnPlaceTaken where what it adds would be refused, or
 * taken by nobody.
 */
export async function readOwnHead(
  pool: Pool,
  place: StreamPlace,
  author: string,
): Promise<SignedHead> {
  const found = await readSignedHead(pool, place, author);
  const at = found.head?.sequence ?? 0;
  const rows = await pool.run(
    (sql) => sql<(LoginRow & { isOwn: boolean; isWhole: boolean })[]>`
      SELECT ${headerColumns(sql)}, encode(signature, 'hex') AS signature, login,
        login = current_user AS "isOwn", sequence = ${at} AND sha256(bytes) = payload AS "isWhole"
      FROM causeway.entries
      WHERE team = ${hex(place.team)} AND stream = ${hex(place.stream)} AND author = ${hex(author)}
        AND sequence IN (${at}, ${at + 1})`,
  );
  const above = rows.filter(({ sequence }) => Number(sequence) > at);
  const own = above.find(({ isOwn }) => isOwn);
  if (own !== undefined) throw new OwnPlaceTaken(at + 1, own.login, 'own login');
  // A signed entry by another login, whose rows were passed over.
  const signed = above.find((row) => signedOf(row) !== null);
  if (signed !== undefined) throw new OwnPlaceTaken(at + 1, signed.login, 'hidden');
  const [head] = rows.filter((row) => Number(row.sequence) === at && signedOf(row) !== null);
  const isWhole = rows.some((row) => row.isWhole && signedOf(row) !== null);
  if (head !== undefined && !isWhole) throw new OwnPlaceTaken(at, head.login, 'damaged');
  const behind = await firstAfterGap(pool, place, author, at);
  if (behind !== undefined) throw new OwnPlaceTaken(Number(behind.sequence), behind.login, 'gap');
  return found;
}

/** Heads of all authors. Leaps from one to the next, so that it costs as many look-ups as there are authors. */
export async function readHeads(pool: Pool, { team, stream }: StreamPlace): Promise<ChainHeads> {
  const rows = await pool.run((sql) => {
    const place = sql`team = ${hex(team)} AND stream = ${hex(stream)}`;
    return sql<LoginRow[]>`
    WITH RECURSIVE authors (name) AS (
      (SELECT author FROM causeway.entries WHERE ${place} ORDER BY author LIMIT 1)
      UNION ALL
      SELECT (
        SELECT author FROM causeway.entries
        WHERE ${place} AND author > authors.name ORDER BY author LIMIT 1
      )
      FROM authors WHERE name IS NOT NULL
    )
    SELECT ${headerColumns(sql)}, encode(signature, 'hex') AS signature, login FROM authors
    CROSS JOIN LATERAL (
      SELECT * FROM causeway.entries
      WHERE ${place} AND author = authors.name ORDER BY sequence DESC LIMIT 1
    ) AS last
    WHERE name IS NOT NULL`;
  });
  const heads: [string, ChainHead][] = [];
  for (const row of rows) {
    const header = signedOf(row);
    const head =
      header === null
        ? (await readSignedHead(pool, { team, stream }, row.author)).head
        : headOfEntry(header);
    if (head !== null) heads.push([row.author, head]);
  }
  return Object.fromEntries(heads);
}
