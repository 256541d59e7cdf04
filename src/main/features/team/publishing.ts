/**
 * What is new here, as signed entries. The append-only tables are the outbox of a change: a number for each says
 * up to which row it is in signed entries, and moves in the transaction that stores those.
 */
import { z } from 'zod';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { maxContentBytes } from '../../../team-log/epochs.ts';
import {
  type Collected,
  collectEntries,
  type Numbered,
  type RowsAfter,
} from '../handover/collect.ts';
import { isCounted, isNoTeams, isOfEntry } from '../handover/origins.ts';
import { type FactsStart, factsOf, inEntries } from './facts.ts';
import { numberOf, type TeamState } from './team-state.ts';

/** Rows of each table that are read in one step: a few milliseconds. */
const maxRows = 100;

/** Where each kind is, and by which number. */
const numbers: Readonly<Record<Numbered, readonly [table: string, column: string]>> = {
  request: ['intents', 'sequence'],
  observation: ['observations', 'arrival'],
  note: ['annotation_notes', 'sequence'],
  displayName: ['customer_own_names', 'sequence'],
  reference: ['annotation_reference_versions', 'sequence'],
  label: ['annotation_label_versions', 'sequence'],
  addressLabel: ['address_labels', 'sequence'],
  mismatchSignOff: ['mismatch_clearances', 'sequence'],
  changeSignOff: ['drift_sign_offs', 'sequence'],
  resolution: ['settlements', 'sequence'],
};
const kinds = Object.keys(numbers) as Numbered[];
/** The newest row of each, in one statement: it is asked after whatever changed, and mostly nothing is new. */
const newestSql = `SELECT ${kinds
  .map((what) => {
    const [table, column] = numbers[what];
    return `(SELECT max(${column}) FROM ${table}) AS ${what}`;
  })
  .join(', ')},
  (SELECT max(number) FROM handover_tellers WHERE ${isNoTeams}) AS teller`;
/** Beside the kinds: who else told a request. */
const teller = 'teller';
const toldRows = z.array(z.object({ number: z.number(), id: z.string(), isOwn: z.number() }));
const newestRow = z.record(z.string(), z.number().nullable());
/** Merging adds no row of them that the log did not bring. */
const broughtAlone = ['request', 'observation', 'note'] as const;

export interface PublishingParts {
  readonly sqlite: Sqlite;
  readonly state: TeamState;
  /** This computer's public key: what others say it is from. */
  readonly own: string;
  /** Secrets that are cut by value. */
  readonly known: () => readonly string[];
  readonly start: () => FactsStart;
}

export interface Publishing {
  /**
   * Signs what is next; false when nothing is left. `sign` stores the entry, with its place in the chain; `leaveOut`
   * tells of a fact that is too large for one.
   */
  step(sign: (content: Uint8Array) => void, leaveOut: () => void): boolean;
  /**
   * Before rows that the team's log brings are added, in the transaction that adds them and nothing else; gives what
   * to call after. Where all before was published, they count as published: looking at each would cost as much as
   * taking it.
   */
  passing(): () => void;
}

export function createPublishing({
  sqlite,
  state,
  own,
  known,
  start,
}: PublishingParts): Publishing {
  const ended = (): string[] =>
    sqlite.texts(
      `SELECT key FROM team_under_way JOIN intents USING (key) WHERE intents.state <> 'journalled'
       LIMIT ${maxRows}`,
    );

  /** Per kind, up to where it is in signed entries, and its newest row. */
  function numbersNow(): Readonly<
    Record<Numbered | typeof teller, readonly [published: number, newest: number]>
  > {
    const published = state.published();
    const newest = newestRow.parse(sqlite.first(newestSql));
    const both = [...kinds, teller].map(
      (what) => [what, [published.get(what) ?? 0, newest[what] ?? 0]] as const,
    );
    return Object.fromEntries(both) as Record<Numbered | typeof teller, [number, number]>;
  }

  /** What hand-over files told that was here already, as this computer tells it, too. */
  function toldAgain([published, newest]: readonly [number, number]) {
    if (newest <= published) return [];
    return toldRows.parse(
      sqlite.all(
        `SELECT number, id, NOT EXISTS (SELECT 1 FROM handover_entry_origins AS here
           WHERE substr(here.entry, 1, 12) = substr(handover_tellers.entry, 1, 12)
             AND here.entry = handover_tellers.entry) AS isOwn
         FROM handover_tellers WHERE number > ? AND ${isNoTeams}
         ORDER BY number LIMIT ${maxRows}`,
        [published],
      ),
    );
  }

  function next(): (RowsAfter & { readonly tellers: number }) | null {
    const now = numbersNow();
    const of = Object.fromEntries(
      kinds.map((what) => {
        const [after, newest] = now[what];
        return [what, [after, Math.min(Math.max(newest, after), after + maxRows)]];
      }),
    ) as unknown as RowsAfter['of'];
    const told = toldAgain(now[teller]);
    const keys = told.filter(({ isOwn }) => isOwn === 0).map(({ id }) => id);
    const rows = { of, ended: ended(), toldAgain: keys };
    const isNew =
      kinds.some((what) => of[what][0] < of[what][1]) || rows.ended.length + told.length > 0;
    return isNew ? { ...rows, tellers: told.at(-1)?.number ?? 0 } : null;
  }

  /** Brought by the log of this team, and not found here as well. What is nobody’s any more was told where a team was. */
  const cameByTeam = ({ entry }: Collected): boolean => {
    const isSo = `computer <> ? AND NOT ${isNoTeams}`;
    const wasInTeam = `EXISTS (SELECT 1 FROM handover_files WHERE NOT ${isNoTeams})`;
    const sql = `SELECT min(coalesce(${isSo}, ${wasInTeam})) AND NOT EXISTS (SELECT 1 FROM handover_tellers
        WHERE entry = ? AND ${isNoTeams}) AS value
      FROM handover_entries WHERE ${isOfEntry} AND ${isCounted}`;
    return numberOf(sqlite, sql, [own, entry, entry, entry]) === 1;
  };

  function* linesOf(rows: RowsAfter): Generator<string> {
    for (const one of collectEntries({ sqlite, own, period: rows, known: known() })) {
      if (!cameByTeam(one)) yield one.line;
    }
  }

  return {
    passing() {
      const before = numbersNow();
      const done = broughtAlone.filter((what) => before[what][1] <= before[what][0]);
      return () => {
        const now = numbersNow();
        for (const what of done) {
          const [published, newest] = now[what];
          if (newest > published) state.publish(what, newest);
        }
      };
    },
    step(sign, leaveOut) {
      const rows = next();
      if (rows === null) return false;
      sqlite.transaction(() => {
        // Read whole first: while rows are being read, SQLite takes no others.
        for (const lines of [...inEntries(linesOf(rows))]) {
          const content = factsOf(start(), lines);
          if (content.length > maxContentBytes) leaveOut();
          else sign(content);
        }
        sqlite.run('DELETE FROM team_under_way WHERE key IN (SELECT value FROM json_each(?))', [
          JSON.stringify(rows.ended),
        ]);
        sqlite.run(
          `INSERT INTO team_under_way SELECT key FROM intents
           WHERE sequence > ? AND sequence <= ? AND state = 'journalled'`,
          [...rows.of.request],
        );
        for (const what of kinds) {
          const [after, upTo] = rows.of[what];
          if (upTo > after) state.publish(what, upTo);
        }
        if (rows.tellers > 0) state.publish(teller, rows.tellers);
      });
      return true;
    },
  };
}
