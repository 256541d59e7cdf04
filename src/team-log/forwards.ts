/**
 * Deliveries that a team forwards once to a target: who does, until when, and what came of it. Not entries of the
 * log: nobody has to read them, and what is held for a moment changes. A name is a keyed hash, so whoever runs the
 * database learns neither target nor delivery; it can hold them up, or have one forwarded twice.
 */
import { createHmac, hkdfSync } from 'node:crypto';
import type { Pool } from './database.ts';

export interface ForwardOf {
  /** Of the target, canonical. */
  readonly url: string;
  /** The same for deliveries of the same bytes to the same path. */
  readonly sameness: string;
}

export type ForwardState =
  /** This computer forwards it, for the time that it asked for. `attempts` before this one, by anybody. */
  | { readonly is: 'held'; readonly attempts: number; readonly isDoubtful: boolean }
  | { readonly is: 'ended'; readonly outcome: 'delivered' | 'failed'; readonly by: string | null }
  /** Somebody else does, or it is tried again later: look again then. */
  | { readonly is: 'elsewhere'; readonly againInMs: number };

/** What one attempt came to. */
export interface ForwardEnd {
  readonly name: string;
  /** null: it is tried again. */
  readonly outcome: 'delivered' | 'failed' | null;
  /** Until then, in milliseconds; 0 where it ended. */
  readonly pauseMs: number;
}

export interface TeamForwards {
  /**
   * Holds those that nobody holds, that ended not, and whose time is. One whose holder let its time pass is taken
   * over, and doubtful from then on: it may have been forwarded. @param holder this computer's key in the team
   */
  hold(
    names: readonly string[],
    holder: string,
    forMs: number,
  ): Promise<ReadonlyMap<string, ForwardState>>;
  /** What this computer's attempts came to. The same again changes nothing that matters. */
  end(ends: readonly ForwardEnd[], holder: string): Promise<void>;
}

/** Names a forward: 64 hex digits. @param secret the private half of the first epoch, as for claims */
export function createForwardName(secret: Uint8Array): (of: ForwardOf) => string {
  const key = Buffer.from(
    hkdfSync('sha256', secret, new Uint8Array(0), 'causeway team forwards', 32),
  );
  return ({ url, sameness }) =>
    createHmac('sha256', key).update(`${url}\n${sameness}`).digest('hex');
}

interface HeldRow {
  readonly name: string;
  readonly attempts: number;
  readonly isDoubtful: boolean;
}
interface OtherRow {
  readonly name: string;
  readonly outcome: 'delivered' | 'failed' | null;
  readonly by: string | null;
  readonly againInMs: number;
  readonly isHeld: boolean;
}

/** What another one holds ends before its time, mostly. */
const HELD_AGAIN_MS = 10_000;
/** Another one was added in the same moment. */
const SOON_MS = 1_000;

export function createTeamForwards(pool: Pool, team: string): TeamForwards {
  const teamBytes = Buffer.from(team, 'hex');
  return {
    async hold(names, holder, forMs) {
      // In one order, so that two computers don't wait for each other.
      const sorted = [...new Set(names)].toSorted();
      const by = Buffer.from(holder, 'hex');
      const held = await pool.run(
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
      const states = new Map<string, ForwardState>(
        held.map(({ name, attempts, isDoubtful }) => [name, { is: 'held', attempts, isDoubtful }]),
      );
      const others = sorted.filter((name) => !states.has(name));
      if (others.length === 0) return states;
      const rows = await pool.run(
        (sql) => sql<OtherRow[]>`
          SELECT encode(name, 'hex') AS name, outcome, encode(ended_by, 'hex') AS by,
            greatest(0, extract(epoch FROM coalesce(held_until, not_before) - clock_timestamp()) * 1000)::float8
              AS "againInMs", held_until IS NOT NULL AS "isHeld"
          FROM causeway.forwards WHERE team = ${teamBytes}
            AND name = ANY (${sql.typed.byteaList(others)}::bytea[])`,
      );
      for (const { name, outcome, by: endedBy, againInMs, isHeld } of rows) {
        const again = Math.min(againInMs, isHeld ? HELD_AGAIN_MS : againInMs);
        states.set(
          name,
          outcome === null
            ? { is: 'elsewhere', againInMs: Math.max(SOON_MS, Math.ceil(again)) }
            : { is: 'ended', outcome, by: endedBy },
        );
      }
      return states;
    },
    async end(ends, holder) {
      const by = Buffer.from(holder, 'hex');
      const sorted = ends.toSorted((one, other) => (one.name < other.name ? -1 : 1));
      await pool.run(
        (sql) => sql`
          UPDATE causeway.forwards AS there SET
            attempts = there.attempts + 1, holder = NULL, held_until = NULL, outcome = ended.outcome,
            not_before = clock_timestamp() + ended.pause * interval '1 ms',
            ended_by = CASE WHEN ended.outcome IS NULL THEN NULL ELSE ${by}::bytea END
          FROM unnest(${sql.typed.byteaList(sorted.map(({ name }) => name))},
            ${sql.typed.textList(sorted.map(({ outcome }) => outcome))},
            ${sql.typed.bigintList(sorted.map(({ pauseMs }) => Math.round(pauseMs)))})
            AS ended (name, outcome, pause)
          WHERE there.team = ${teamBytes} AND there.name = ended.name AND there.outcome IS NULL
            -- What was delivered was, also where another computer took it over meanwhile.
            AND (there.holder = ${by} OR ended.outcome = 'delivered')`,
      );
    },
  };
}
