/**
 * Forwarding of a team's targets: what this computer holds in the team's database, and what its attempts came to.
 * An attempt's end is stored in the transaction that keeps the attempt, and told to the team right after, in groups;
 * nothing is held anew before that was told.
 */
import { setTimeout as after } from 'node:timers/promises';
import { z } from 'zod';
import { createBackgroundWork } from '../../../../platform/background-work.ts';
import type { Migration } from '../../../../platform/migrations.ts';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import { createTurns } from '../../../../platform/turns.ts';
import {
  createForwardName,
  type ForwardEnd,
  type Forwarder,
  type ForwardState,
  type TeamForwards,
} from '../../../../team-log/forwards.ts';
import { operates } from '../../../../team-log/kinds.ts';
import type { MemberRole } from '../../../../team-log/membership-payload.ts';
import type { ForwardingTeam, TeamHold } from '../../webhooks/forwarding/types.ts';

export const teamForwardingTables = ['team_forward_ends'] as const;

export const teamForwardingMigrations: readonly Migration[] = [
  {
    id: '2026-11-26-team-forwarding',
    up: (sqlite) =>
      sqlite.exec(`
        -- What attempts came to, until the team's database has it.
        CREATE TABLE team_forward_ends (
          number INTEGER PRIMARY KEY,
          name TEXT NOT NULL,
          -- null: it is tried again after the pause.
          outcome TEXT,
          pause_ms INTEGER NOT NULL
        ) STRICT;
      `),
  },
];

export interface TeamForwardingParts {
  readonly sqlite: Sqlite;
  readonly log: TeamForwards;
  /** This computer's key in the team. */
  readonly signing: Forwarder['signing'];
  /** Who is a member now. */
  readonly members: () => readonly { readonly signing: string; readonly role: MemberRole }[];
  /** The private half of the first epoch. Throws until an owner has admitted this computer. */
  readonly firstSecret: () => Uint8Array;
  readonly nameOf: (member: string) => string;
}

const endRows = z.array(
  z
    .object({
      number: z.int(),
      name: z.string(),
      outcome: z.enum(['delivered', 'failed']).nullable(),
      pause_ms: z.int(),
    })
    .transform(({ pause_ms, ...end }) => ({ ...end, pauseMs: pause_ms })),
);

/** Told together. */
const MOST = 500;
/** What is not told when this computer dies is forwarded again by another one. */
const FEW = 3;
/** A profile that is closed waits no longer. */
const SOON_MS = 2_000;
const waits = { firstMs: 500, longestMs: 15_000 };

export function createTeamForwarding(parts: TeamForwardingParts) {
  const { sqlite, log, signing } = parts;
  const by: Forwarder = { signing, forwards: (member) => isForwarder(parts.members(), member) };
  const inTurn = createTurns();
  /** Names of forwards that this computer holds and did not try. */
  const held = new Set<string>();
  let untold = 1;
  const nameOfForward = createForwardName(parts.firstSecret);

  async function tell(): Promise<void> {
    for (;;) {
      const rows = endRows.parse(
        sqlite.all('SELECT * FROM team_forward_ends ORDER BY number LIMIT ?', [MOST]),
      );
      const last = rows.at(-1);
      untold = rows.length;
      if (last === undefined) return;
      // For a forward that was tried twice meanwhile the last end counts.
      const ends = new Map<string, ForwardEnd>(
        rows.map(({ number: _, ...end }) => [end.name, end]),
      );
      await log.end([...ends.values()], signing);
      sqlite.run('DELETE FROM team_forward_ends WHERE number <= ?', [last.number]);
    }
  }

  /** Where it can't be said, they are taken over when their time is over. */
  async function giveBack(names: readonly string[]): Promise<void> {
    const some = names.filter((name) => held.delete(name));
    if (some.length > 0) await inTurn(() => log.giveBack(some, signing.publicKey));
  }

  const background = createBackgroundWork(() => inTurn(tell), {
    waits,
    onFailure: () => undefined,
  });
  background.ask();

  const holdOf = (forwardName: string, state: ForwardState | undefined): TeamHold => {
    if (state?.is === 'held') return { ...state, forwardId: forwardName.slice(0, 32) };
    if (state?.is === 'ended') return { ...state, by: parts.nameOf(state.by) };
    return { is: 'elsewhere', againInMs: state?.againInMs ?? 1_000 };
  };

  const forwarding: ForwardingTeam = {
    hold: (forwards, forMs) =>
      inTurn(async () => {
        // What was tried and failed is given back by that: told later it would give back what is held now.
        await tell();
        const names = forwards.map(nameOfForward);
        const states = await log.hold(names, by, forMs);
        for (const [one, { is }] of states) if (is === 'held') held.add(one);
        return names.map((name) => holdOf(name, states.get(name)));
      }),
    begins: (forward) => void held.delete(nameOfForward(forward)),
    giveBack: (forwards) => void giveBack(forwards.map(nameOfForward)).catch(() => undefined),
    ended(forward, { outcome, pauseMs }) {
      sqlite.run('INSERT INTO team_forward_ends (name, outcome, pause_ms) VALUES (?, ?, ?)', [
        nameOfForward(forward),
        outcome,
        Math.max(0, Math.round(pauseMs)),
      ]);
      untold += 1;
      background.ask();
    },
    told: () => (untold <= FEW ? Promise.resolve() : inTurn(tell)),
  };
  return {
    forwarding,
    /** Gives back what is held, where the database answers soon. */
    async close(): Promise<void> {
      await background.close();
      const given = giveBack([...held]).catch(() => undefined);
      await Promise.race([given, after(SOON_MS, undefined, { ref: false })]);
    },
  };
}

/** As of now: what somebody ended who is in the team no more is forwarded again rather than lost. */
const isForwarder = (members: ReturnType<TeamForwardingParts['members']>, key: string): boolean =>
  members.some(({ signing, role }) => signing === key && operates(role));
