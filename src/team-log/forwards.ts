/**
 * Deliveries that a team forwards once to a target: who does, until when, and what came of it. Not entries of the
 * log: nobody has to read them, and what is held for a moment changes. A name is a keyed hash, so whoever runs the
 * database learns neither target nor delivery. Each computer's login may change all of it, so an end is signed by
 * whose attempt it was, and any other is taken for none: it is forwarded again. What is left to whoever runs the
 * database, or has such a login: to hold one up, to have it forwarded twice, or given up after one attempt that failed.
 */
import { isSignedBy } from '../platform/signature.ts';
import type { Pool } from './database.ts';
import type { TeamSigning } from './entry.ts';
import { createKeyedName } from './keyed-name.ts';

export interface ForwardOf {
  /** Canonical URL of the target. */
  readonly url: string;
  /** The same for deliveries of the same bytes to the same path. */
  readonly sameness: string;
}

type ForwardOutcome = 'delivered' | 'failed';

/** A computer of the team, and whose word about an end counts for it. */
export interface Forwarder {
  readonly signing: Pick<TeamSigning, 'publicKey' | 'sign'>;
  /** Whether this member forwards for the team, as it is now. */
  readonly forwards: (member: string) => boolean;
}

export type ForwardState =
  /** This computer forwards it, for the time that it asked for. `attempts` before this one, by anybody. */
  | { readonly is: 'held'; readonly attempts: number; readonly isDoubtful: boolean }
  | { readonly is: 'ended'; readonly outcome: ForwardOutcome; readonly by: string }
  /** Somebody else does, or it is tried again later: look again then. */
  | { readonly is: 'elsewhere'; readonly againInMs: number };

/** What one attempt came to. */
export interface ForwardEnd {
  readonly name: string;
  /** null: it is tried again. */
  readonly outcome: ForwardOutcome | null;
  /** Until then, in milliseconds; 0 where it ended. */
  readonly pauseMs: number;
}

export interface TeamForwards {
  /**
   * Holds those that nobody holds, that ended not, and whose time is. One whose holder let its time pass is taken
   * over, and doubtful from then on: it may have been forwarded. So is one with an end that nobody signed who
   * forwards for the team. A computer that does not forward for it holds none.
   */
  hold(
    names: readonly string[],
    by: Forwarder,
    forMs: number,
  ): Promise<ReadonlyMap<string, ForwardState>>;
  /** What this computer's attempts came to. The same again changes nothing that matters. */
  end(ends: readonly ForwardEnd[], signing: Forwarder['signing']): Promise<void>;
  /** What this computer holds of these and did not try. @param holder its key in the team */
  giveBack(names: readonly string[], holder: string): Promise<void>;
}

/** Names a forward: 64 hex digits. @param secretOf as `createKeyedName` takes it */
export function createForwardName(secretOf: () => Uint8Array): (of: ForwardOf) => string {
  const nameOf = createKeyedName(secretOf, 'causeway team forwards');
  return ({ url, sameness }) => nameOf(url, sameness);
}

interface HeldRow {
  readonly name: string;
  readonly attempts: number;
  readonly isDoubtful: boolean;
}
interface OtherRow {
  readonly name: string;
  readonly outcome: ForwardOutcome | null;
  readonly by: string | null;
  readonly signature: string | null;
  readonly againInMs: number;
  readonly isHeld: boolean;
}

/** What another one holds ends before its time, mostly. */
const HELD_AGAIN_MS = 10_000;
/** Another one was added in the same moment. */
const SOON_MS = 1_000;

const purpose = 'causeway team forward';

export function createTeamForwards(pool: Pool, team: string): TeamForwards {
  const teamBytes = Buffer.from(team, 'hex');
  const signed = (name: string, outcome: ForwardOutcome): string => `${team}\n${name}\n${outcome}`;

  async function holdAll(
    sorted: readonly string[],
    holder: string,
    forMs: number,
  ): Promise<readonly HeldRow[]> {
    const by = Buffer.from(holder, 'hex');
    return await pool.run(
      (sql) => sql<HeldRow[]>`
        INSERT INTO causeway.forwards AS there (team, name, holder, held_until)
        SELECT ${teamBytes}, name, ${by}, clock_timestamp() + ${forMs} * interval '1 ms'
        FROM unnest(${sql.typed.byteaList(sorted)}) WITH ORDINALITY AS asked (name, number) ORDER BY number
        ON CONFLICT (team, name) DO UPDATE SET
          is_doubtful = there.is_doubtful
            OR (there.holder IS NOT NULL AND there.holder <> excluded.holder),
          holder = excluded.holder, held_until = excluded.held_until
        WHERE there.outcome IS NULL AND (
          (there.holder IS NULL AND there.not_before <= clock_timestamp())
          OR there.holder = excluded.holder OR there.held_until < clock_timestamp())
        RETURNING encode(name, 'hex') AS name, attempts, is_doubtful AS "isDoubtful"`,
    );
  }

  async function look(names: readonly string[]): Promise<readonly OtherRow[]> {
    if (names.length === 0) return [];
    return await pool.run(
      (sql) => sql<OtherRow[]>`
        SELECT encode(name, 'hex') AS name, outcome, encode(ended_by, 'hex') AS by,
          encode(signature, 'hex') AS signature,
          greatest(0, extract(epoch FROM coalesce(held_until, not_before) - clock_timestamp()) * 1000)::float8
            AS "againInMs", held_until IS NOT NULL AS "isHeld"
        FROM causeway.forwards WHERE team = ${teamBytes}
          AND name = ANY (${sql.typed.byteaList(names)}::bytea[])`,
    );
  }

  /** As if it had not ended, unless its end is another one by now. */
  async function reopen(rows: readonly OtherRow[]): Promise<void> {
    const list = (of: 'name' | 'by' | 'signature') => rows.map((row) => row[of]);
    await pool.run(
      (sql) => sql`
        UPDATE causeway.forwards AS there SET outcome = NULL, ended_by = NULL, signature = NULL,
          holder = NULL, held_until = NULL, not_before = clock_timestamp(), is_doubtful = true
        FROM unnest(${sql.typed.byteaList(list('name'))}, ${sql.typed.byteaList(list('by'))},
          ${sql.typed.byteaList(list('signature'))}) AS told (name, by, signature)
        WHERE there.team = ${teamBytes} AND there.name = told.name
          AND there.ended_by = told.by AND there.signature = told.signature`,
    );
  }

  const isTrue = (
    { name, outcome, by, signature }: OtherRow,
    forwards: Forwarder['forwards'],
  ): boolean =>
    outcome !== null &&
    by !== null &&
    forwards(by) &&
    isSignedBy(by, purpose, signed(name, outcome), signature ?? '');

  /** Those of the names that it got, with what is not true of their ends set aside. */
  async function holdTrue(
    names: readonly string[],
    { signing, forwards }: Forwarder,
    forMs: number,
  ): Promise<{ readonly held: readonly HeldRow[]; readonly others: readonly OtherRow[] }> {
    const mayHold = forwards(signing.publicKey);
    const held = mayHold ? await holdAll(names, signing.publicKey, forMs) : [];
    const got = new Set(held.map(({ name }) => name));
    const others = await look(names.filter((name) => !got.has(name)));
    const untrue = others.filter((row) => row.outcome !== null && !isTrue(row, forwards));
    if (!mayHold || untrue.length === 0) return { held, others };
    await reopen(untrue);
    const again = untrue.map(({ name }) => name).toSorted();
    return { held: [...held, ...(await holdAll(again, signing.publicKey, forMs))], others };
  }

  return {
    async hold(names, by, forMs) {
      // In one order, so that two computers don't wait for each other.
      const sorted = [...new Set(names)].toSorted();
      const { held, others } = await holdTrue(sorted, by, forMs);
      const shortest = by.forwards(by.signing.publicKey) ? SOON_MS : HELD_AGAIN_MS;
      const elsewhere = (againInMs: number): ForwardState => ({
        is: 'elsewhere',
        againInMs: Math.max(shortest, Math.ceil(againInMs)),
      });
      const stateOf = (row: OtherRow): ForwardState => {
        const { outcome, by: endedBy, againInMs, isHeld } = row;
        if (outcome !== null && endedBy !== null && isTrue(row, by.forwards))
          return { is: 'ended', outcome, by: endedBy };
        return elsewhere(isHeld ? Math.min(againInMs, HELD_AGAIN_MS) : againInMs);
      };
      return new Map<string, ForwardState>([
        ...sorted.map((name) => [name, elsewhere(0)] as const),
        ...others.map((row) => [row.name, stateOf(row)] as const),
        ...held.map(({ name, ...row }) => [name, { is: 'held', ...row }] as const),
      ]);
    },
    async giveBack(names, holder) {
      await pool.run(
        (sql) => sql`UPDATE causeway.forwards SET holder = NULL, held_until = NULL
          WHERE team = ${teamBytes} AND name = ANY (${sql.typed.byteaList(names.toSorted())}::bytea[])
            AND holder = ${Buffer.from(holder, 'hex')} AND outcome IS NULL`,
      );
    },
    async end(ends, signing) {
      const by = Buffer.from(signing.publicKey, 'hex');
      const sorted = ends.toSorted((one, other) => (one.name < other.name ? -1 : 1));
      const signatures = sorted.map(({ name, outcome }) =>
        outcome === null ? null : signing.sign(purpose, signed(name, outcome)),
      );
      await pool.run(
        (sql) => sql`
          UPDATE causeway.forwards AS there SET
            attempts = least(there.attempts, 999) + 1, holder = NULL, held_until = NULL,
            outcome = ended.outcome, signature = ended.signature,
            not_before = clock_timestamp() + ended.pause * interval '1 ms',
            ended_by = CASE WHEN ended.outcome IS NULL THEN NULL ELSE ${by}::bytea END
          FROM unnest(${sql.typed.byteaList(sorted.map(({ name }) => name))},
            ${sql.typed.textList(sorted.map(({ outcome }) => outcome))},
            ${sql.typed.byteaList(signatures)},
            ${sql.typed.bigintList(sorted.map(({ pauseMs }) => Math.round(pauseMs)))})
            AS ended (name, outcome, signature, pause)
          WHERE there.team = ${teamBytes} AND there.name = ended.name
            -- What was delivered was, also where another computer took it over, or somebody ended it falsely.
            AND ((there.outcome IS NULL AND there.holder = ${by}) OR ended.outcome = 'delivered')`,
      );
    },
  };
}
