/**
 * Reading in an order that skips nothing. Transactions become visible in another order than their rows were
 * numbered, so a cursor is not a number: it is the snapshot (pg_current_snapshot) of which everything was read.
 * The next round gives what is visible now and was not visible then, page by page:
 *
 *     seen S0 ── round: visible in S1, not in S0, by (transaction, position) ──▶ seen S1 ──▶ …
 *
 * What counts as seen ends with the last row that was read (`seenOf`).
 * A transaction that takes long holds nobody up, and its rows come once it commits.
 */
import type { Database, Pool } from './database.ts';
import type { EntryHeader, SignedEntry } from './entry.ts';

/** Where reading goes on. Opaque: keep it as JSON. */
export interface Cursor {
  /** The database's system identifier and timeline: with another one reading starts again. */
  readonly system: string;
  /** Snapshot of which everything was read; null before the first row. */
  readonly seen: string | null;
  /** Snapshot that is being read, and how far. */
  readonly reading: {
    readonly snapshot: string;
    readonly transaction: string;
    readonly position: string;
  } | null;
}

export interface ReadLimit {
  readonly entries: number;
  /** Bytes of payloads; one entry is given whatever its size. */
  readonly bytes: number;
}

export interface ReadPage {
  readonly entries: readonly SignedEntry[];
  readonly cursor: Cursor;
  /** Nothing more was visible when it was read. */
  readonly isLast: boolean;
}

export interface StreamPlace {
  readonly team: string;
  readonly stream: string;
}

const hex = (text: string): Buffer => Buffer.from(text, 'hex');

export interface HeaderRow {
  readonly team: string;
  readonly stream: string;
  readonly author: string;
  /** bigint, as text. */
  readonly sequence: string;
  readonly kind: string;
  readonly epoch: number;
  readonly previous: string;
  readonly follows: string | null;
  readonly at: string;
  readonly payload: string;
}
interface EntryRow extends HeaderRow {
  readonly signature: string;
  readonly bytes: Uint8Array;
}

export const headerColumns = (sql: Database) => sql`
  encode(team, 'hex') AS team, encode(stream, 'hex') AS stream, encode(author, 'hex') AS author,
  sequence, kind, epoch, encode(previous, 'hex') AS previous, encode(follows, 'hex') AS follows, at,
  encode(payload, 'hex') AS payload`;

/** As it is: the judge finds what is of another form. */
export const headerOf = (row: HeaderRow): EntryHeader => ({
  version: 1,
  team: row.team,
  stream: row.stream,
  author: row.author,
  sequence: Number(row.sequence),
  kind: row.kind as EntryHeader['kind'],
  epoch: row.epoch,
  previous: row.previous,
  follows: row.follows,
  at: row.at,
  payload: row.payload,
});

const entryOf = (row: EntryRow): SignedEntry => ({
  ...headerOf(row),
  signature: row.signature,
  bytes: row.bytes,
});

interface PageRow extends EntryRow {
  readonly system: string;
  readonly snapshot: string;
  readonly transaction: string;
  /** null where the page is empty. */
  readonly position: string | null;
  /** Rows of the page before it was cut by bytes. */
  readonly found: string;
}

export async function readEntries(
  pool: Pool,
  place: StreamPlace,
  after: Cursor | null,
  most: ReadLimit,
): Promise<ReadPage> {
  const rows = await pool.run((sql) => pageOf(sql, place, after, most));
  const [first] = rows;
  if (first === undefined) throw new TypeError('The database gave no row.');
  const { system } = first;
  if (after !== null && after.system !== system) return await readEntries(pool, place, null, most);
  const page = rows.filter(({ position }) => position !== null);
  const snapshot = after?.reading?.snapshot ?? first.snapshot;
  const last = page.at(-1);
  const found = Number(first.found);
  const isWhole = last === undefined || (found < most.entries && page.length === found);
  const cursor: Cursor = isWhole
    ? {
        system,
        reading: null,
        seen: seenOf(
          snapshot,
          after?.seen ?? null,
          last?.transaction ?? after?.reading?.transaction,
        ),
      }
    : {
        system,
        seen: after?.seen ?? null,
        reading: { snapshot, transaction: last.transaction, position: last.position ?? '0' },
      };
  // A round that ends with an empty page says nothing of what came since.
  if (last === undefined && after?.reading != null) {
    return await readEntries(pool, place, cursor, most);
  }
  return { entries: page.map(entryOf), cursor, isLast: isWhole && after?.reading == null };
}

/**
 * What was read, as a snapshot that ends with the last row of all that were: a server that crashed gives numbers of
 * later transactions again, where those left nothing (as of a notification), and such a row is new then.
 */
function seenOf(snapshot: string, before: string | null, last: string | undefined): string | null {
  const [, upTo = '0', running = ''] = snapshot.split(':');
  const ends = [before?.split(':')[1] ?? '0', last === undefined ? '0' : BigInt(last) + 1n];
  const end = ends.map(BigInt).reduce((one, other) => (one > other ? one : other));
  if (end === 0n) return null;
  const xmax = end < BigInt(upTo) ? end : BigInt(upTo);
  const open = running.split(',').filter((one) => one !== '' && BigInt(one) < xmax);
  return `${open[0] ?? xmax}:${xmax}:${open.join(',')}`;
}

function pageOf(
  sql: Database,
  { team, stream }: StreamPlace,
  after: Cursor | null,
  most: ReadLimit,
) {
  const seen = after?.seen ?? null;
  const reading = after?.reading ?? null;
  // One lower bound alone: of two the index might begin at the lesser.
  const from =
    reading !== null
      ? sql`AND (transaction, position) > (${reading.transaction}::text::xid8, ${reading.position}::bigint)`
      : seen !== null
        ? sql`AND transaction >= pg_snapshot_xmin(${seen}::text::pg_snapshot)`
        : sql``;
  const isNew =
    seen === null
      ? sql``
      : sql`AND NOT pg_visible_in_snapshot(transaction, ${seen}::text::pg_snapshot)`;
  const isOfRound =
    reading === null
      ? sql``
      : sql`AND pg_visible_in_snapshot(transaction, ${reading.snapshot}::text::pg_snapshot)`;
  return sql<PageRow[]>`
    SELECT
      -- With the write-ahead log's timeline: a promoted standby gives numbers of transactions again.
      (SELECT system_identifier FROM pg_control_system()) || ' ' ||
        substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) AS system,
      pg_current_snapshot()::text AS snapshot, coalesce(page.found, 0) AS found, page.*
    FROM (VALUES (1)) AS one
    LEFT JOIN LATERAL (
      SELECT transaction::text AS transaction, position::text AS position, found,
        ${headerColumns(sql)}, encode(signature, 'hex') AS signature, bytes
      FROM (
        SELECT *, count(*) OVER () AS found,
          sum(octet_length(bytes)) OVER (ORDER BY transaction, position) - octet_length(bytes) AS before
        FROM (
          SELECT * FROM causeway.entries
          WHERE team = ${hex(team)} AND stream = ${hex(stream)} ${from} ${isNew} ${isOfRound}
          ORDER BY transaction, position
          LIMIT ${most.entries}
        ) AS rows
      ) AS sized
      WHERE before < ${most.bytes}
      ORDER BY sized.transaction, sized.position
    ) AS page ON true`;
}

export async function readAuthor(
  pool: Pool,
  { team, stream }: StreamPlace,
  author: string,
  after: number,
  most: ReadLimit,
): Promise<readonly SignedEntry[]> {
  const rows = await pool.run(
    (sql) => sql<EntryRow[]>`
    SELECT ${headerColumns(sql)}, encode(signature, 'hex') AS signature, bytes
    FROM (
      SELECT *, sum(octet_length(bytes)) OVER (ORDER BY sequence) - octet_length(bytes) AS before
      FROM (
        SELECT * FROM causeway.entries
        WHERE team = ${hex(team)} AND stream = ${hex(stream)} AND author = ${hex(author)}
          AND sequence > ${after}
        ORDER BY sequence
        LIMIT ${most.entries}
      ) AS rows
    ) AS sized
    WHERE before < ${most.bytes}
    ORDER BY sized.sequence`,
  );
  return rows.map(entryOf);
}

/** Entries that follow one of these (64 hex digits each): one for each at most. Also what `read` does not give yet. */
export async function readFollowing(
  pool: Pool,
  team: string,
  names: readonly string[],
): Promise<readonly SignedEntry[]> {
  const rows = await pool.run(
    (sql) => sql<EntryRow[]>`
    SELECT ${headerColumns(sql)}, encode(signature, 'hex') AS signature, bytes FROM causeway.entries
    WHERE team = ${hex(team)} AND follows = ANY (${sql.typed.byteaList(names)})`,
  );
  return rows.map(entryOf);
}

/** An entry that follows something, without its payload. */
export interface Follower extends EntryHeader {
  readonly signature: string;
  /** Whether the payload is the one that it names. */
  readonly isWhole: boolean;
  readonly position: string;
  readonly login: string;
}

/** Entries of the whole team in order of what they follow, after that one (64 hex digits; at first none). */
export async function readFollowers(
  pool: Pool,
  team: string,
  after: string,
  most: number,
): Promise<readonly Follower[]> {
  const rows = await pool.run(
    (sql) => sql<(HeaderRow & Follower)[]>`
    SELECT ${headerColumns(sql)}, encode(signature, 'hex') AS signature, position, login,
      sha256(bytes) = payload AS "isWhole"
    FROM causeway.entries WHERE team = ${hex(team)} AND follows > ${hex(after)}
    ORDER BY causeway.entries.follows LIMIT ${most}`,
  );
  return rows.map((row) => {
    const { signature, isWhole, position, login } = row;
    return { ...headerOf(row), signature, isWhole, position, login };
  });
}
