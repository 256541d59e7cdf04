/** What a profile keeps of its team. Whoever changes it runs a transaction. */
import { z } from 'zod';
import { jsonText, readJson } from '../../../platform/json-column.ts';
import type { Sqlite, SqlValue } from '../../../platform/sqlite.ts';
import {
  type ChainHead,
  entryHeader,
  hashOfEntry,
  headerText,
  headOfEntry,
  type SignedEntry,
} from '../../../team-log/entry.ts';
import { type Problem, problemKinds } from '../../../team-log/problems.ts';
import { teamTables } from './migrations.ts';

const row = z.object({
  team: z.string(),
  stream: z.string(),
  url: z.string(),
  ca: z.string().nullable(),
  author: z.string(),
  invitation: z.string().nullable(),
  asked_at: z.string(),
  joined_at: z.string().nullable(),
  exchanged_at: z.string().nullable(),
  ended: z.enum(['removed', 'conflict']).nullable(),
  /** That its owner gave this computer; null where nobody was asked. */
  name: z.string().nullable(),
});
export type TeamRow = z.infer<typeof row>;

const entryRow = z.object({
  number: z.number().default(0),
  header: z.string(),
  signature: z.string(),
  bytes: z.instanceof(Uint8Array),
});
const problemRow = z.object({
  number: z.number(),
  kind: z.enum(problemKinds),
  stream: z.string(),
  author: z.string(),
  sequence: z.number(),
  until: z.number(),
  sentence: z.string(),
  at: z.string(),
});
export type KeptProblem = z.infer<typeof problemRow>;
const asideRow = problemRow.extend({
  note: z.string(),
  aside_at: z.string(),
  aside_by: z.string().nullable(),
});
export type AsideProblem = z.infer<typeof asideRow>;

const saidRow = z.object({ note: z.string(), aside_by: z.string(), aside_at: z.string() });
const unmatchedRow = problemRow
  .omit({ number: true, sentence: true })
  .extend({ note: z.string(), aside_by: z.string() });

/** An owner's word on a problem of the log: it is put aside as far as it went then. */
export interface Acknowledged {
  readonly problem: Pick<Problem, 'kind' | 'stream' | 'author' | 'sequence' | 'until'>;
  readonly note: string;
  /** The owner's key. */
  readonly by: string;
  /** ISO 8601 UTC. */
  readonly at: string;
}

export interface OutboxEntry {
  readonly number: number;
  readonly entry: SignedEntry;
}

/** An entry as a row. */
export function entryOf(found: unknown): OutboxEntry {
  const { number, header, signature, bytes } = entryRow.parse(found);
  return {
    number,
    entry: { ...readJson(entryHeader, header), signature, bytes: new Uint8Array(bytes) },
  };
}

const waitingRows = z.array(z.object({ kind: z.string(), count: z.number() }));
const publishedRows = z.array(z.object({ what: z.string(), up_to: z.number() }));
const numberRow = z.object({ value: z.number().nullable() }).optional();
/** The column `value` of the first row; 0 where there is none. */
export const numberOf = (
  sqlite: Sqlite,
  sql: string,
  parameters: readonly SqlValue[] = [],
): number => numberRow.parse(sqlite.first(sql, parameters))?.value ?? 0;

export type TeamState = ReturnType<typeof openTeamState>;

/**
 * @param onAside an owner said something of a problem before it was found here, so it is put aside at once
 * @param onUnsent hashes of what waited to be sent when the team was left, or entered anew: no team has them
 */
export function openTeamState(
  sqlite: Sqlite,
  onAside: (said: Acknowledged) => void = () => {},
  onUnsent: (hashes: readonly string[]) => void = () => {},
) {
  function forget(): void {
    const unsent = sqlite.all('SELECT * FROM team_outbox').map((found) => entryOf(found).entry);
    onUnsent(unsent.map(hashOfEntry));
    for (const table of teamTables) sqlite.run(`DELETE FROM ${table}`);
  }
  /** The last entry of an author in a stream that this computer has, or was told of. */
  const heardOf = ({ stream, author }: Acknowledged['problem']): number =>
    numberOf(
      sqlite,
      `SELECT max(value) AS value FROM (
         SELECT sequence AS value FROM team_heads WHERE stream = ? AND author = ?
         UNION ALL SELECT until FROM team_problems WHERE stream = ? AND author = ?)`,
      [stream, author, stream, author],
    );
  /** Whether it was told of, put aside or not, that the database lost these of an author. */
  const isMissing = (stream: string, author: string, first: number, last: number): boolean =>
    sqlite.first(
      `SELECT 1 FROM team_problems WHERE kind = 'rolled back' AND stream = ? AND author = ?
         AND sequence <= ? AND until >= ? LIMIT 1`,
      [stream, author, first, last],
    ) !== undefined;
  /** Puts aside what an owner has looked into. False where nothing is. */
  const asideAsSaid = ({ kind, stream, author, sequence }: Acknowledged['problem']): boolean =>
    sqlite.run(
      `UPDATE team_problems SET (aside_at, note, aside_by) = (said.at, said.note, said.aside_by)
       FROM team_acknowledged AS said
       WHERE team_problems.kind = ? AND team_problems.stream = ? AND team_problems.author = ?
         AND team_problems.sequence = ? AND said.kind = team_problems.kind
         AND said.stream = team_problems.stream AND said.author = team_problems.author
         AND said.sequence = team_problems.sequence
         AND said.is_heard = 1
         AND team_problems.until <= said.until AND team_problems.aside_at IS NULL`,
      [kind, stream, author, sequence],
    ).changes > 0;
  return {
    get: (): TeamRow | null => {
      const found = sqlite.first('SELECT * FROM team_state');
      return found === undefined ? null : row.parse(found);
    },
    /** It is in a team, and did not leave it. Asked several times a round. */
    goesOn: (): boolean =>
      sqlite.first('SELECT 1 FROM team_state WHERE ended IS NULL') !== undefined,
    /** Begins anew: nothing of a team before stays. */
    begin(
      given: Pick<TeamRow, 'team' | 'stream' | 'url' | 'ca' | 'author' | 'invitation'> & {
        readonly name?: string;
      },
      at: string,
    ): void {
      forget();
      sqlite.run(
        `INSERT INTO team_state (only, team, stream, url, ca, author, invitation, asked_at, name)
         VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?)`,
        [
          given.team,
          given.stream,
          given.url,
          given.ca,
          given.author,
          given.invitation,
          at,
          given.name ?? null,
        ],
      );
    },
    /** Everything of the team. What was exchanged stays in the records. */
    forget,
    /** Where the database is, and whose certificates sign its own. */
    reachBy: (url: string, ca: string | null) =>
      sqlite.run('UPDATE team_state SET url = ?, ca = ?', [url, ca]),
    joined: (at: string) => sqlite.run('UPDATE team_state SET joined_at = ?', [at]),
    exchanged: (at: string) => sqlite.run('UPDATE team_state SET exchanged_at = ?', [at]),
    end: (why: 'removed' | 'conflict') => sqlite.run('UPDATE team_state SET ended = ?', [why]),

    cursorOf(stream: string): unknown {
      const [text] = sqlite.texts('SELECT cursor FROM team_cursors WHERE stream = ?', [stream]);
      return text === undefined ? null : jsonText.parse(text);
    },
    keepCursor: (stream: string, cursor: unknown) =>
      sqlite.run(
        `INSERT INTO team_cursors VALUES (?, ?)
         ON CONFLICT (stream) DO UPDATE SET cursor = excluded.cursor`,
        [stream, JSON.stringify(cursor)],
      ),

    send: (entry: SignedEntry) =>
      sqlite.run('INSERT INTO team_outbox (header, signature, bytes) VALUES (?, ?, ?)', [
        headerText(entry),
        entry.signature,
        entry.bytes,
      ]),
    /** The oldest, in order. */
    outbox: (limit: number): OutboxEntry[] =>
      sqlite.all('SELECT * FROM team_outbox ORDER BY number LIMIT ?', [limit]).map(entryOf),
    sent: (upTo: number) => sqlite.run('DELETE FROM team_outbox WHERE number <= ?', [upTo]),
    /** Takes one back that the database refused for another in its place, with what follows it in its stream. */
    withdraw: (number: number) =>
      sqlite.run(
        `DELETE FROM team_outbox WHERE number >= ? AND json_extract(header, '$.stream') =
           (SELECT json_extract(header, '$.stream') FROM team_outbox WHERE number = ?)`,
        [number, number],
      ),
    /** Head of the newest of a stream that waits to be sent; null where none does. */
    lastOf(stream: string, author: string): ChainHead | null {
      const [header] = sqlite.texts(
        `SELECT header FROM team_outbox WHERE json_extract(header, '$.stream') = ?
           AND json_extract(header, '$.author') = ? ORDER BY number DESC LIMIT 1`,
        [stream, author],
      );
      return header === undefined ? null : headOfEntry(readJson(entryHeader, header));
    },
    /** The oldest of a stream that waits to be sent: its sequence, and the hash of the one before; null where none does. */
    firstOf(stream: string, author: string): { sequence: number; previous: string } | null {
      const [header] = sqlite.texts(
        `SELECT header FROM team_outbox WHERE json_extract(header, '$.stream') = ?
           AND json_extract(header, '$.author') = ? ORDER BY number LIMIT 1`,
        [stream, author],
      );
      return header === undefined ? null : readJson(entryHeader, header);
    },
    /** A claim waits to be sent: nothing is signed after it until the database has it, or has another one. */
    hasClaim: (): boolean =>
      sqlite.first(`SELECT 1 FROM team_outbox WHERE json_extract(header, '$.kind') = 'claim'`) !==
      undefined,
    toSend: (): number => numberOf(sqlite, 'SELECT count(*) AS value FROM team_outbox'),
    /** How many entries of each kind wait to be sent; they are lost where the team is left. */
    waiting: (): readonly { readonly kind: string; readonly count: number }[] =>
      waitingRows.parse(
        sqlite.all(
          `SELECT json_extract(header, '$.kind') AS kind, count(*) AS count FROM team_outbox
           GROUP BY 1 ORDER BY min(number)`,
        ),
      ),

    /** Up to which number of each. */
    published: (): ReadonlyMap<string, number> =>
      new Map(
        publishedRows
          .parse(sqlite.all('SELECT what, up_to FROM team_published'))
          .map(({ what, up_to }) => [what, up_to]),
      ),
    publish: (what: string, upTo: number) =>
      sqlite.run(
        `INSERT INTO team_published VALUES (?, ?)
         ON CONFLICT (what) DO UPDATE SET up_to = excluded.up_to`,
        [what, upTo],
      ),

    isMissing,
    /** Whether the database lacks one that was sent, as far as this computer read it, also from before it joined again. */
    isLost: (stream: string, author: string, sequence: number): boolean =>
      isMissing(stream, author, sequence, sequence) ||
      (sqlite.first('SELECT 1 FROM team_state WHERE exchanged_at IS NOT NULL') !== undefined &&
        sequence >
          numberOf(
            sqlite,
            'SELECT sequence AS value FROM team_heads WHERE stream = ? AND author = ?',
            [stream, author],
          )),
    /** Whether any is not put aside. */
    hasProblems: (): boolean =>
      sqlite.first('SELECT 1 FROM team_problems WHERE aside_at IS NULL LIMIT 1') !== undefined,
    /** Not put aside, newest first. */
    problems: (): KeptProblem[] =>
      z
        .array(problemRow)
        .parse(
          sqlite.all(
            'SELECT * FROM team_problems WHERE aside_at IS NULL ORDER BY number DESC LIMIT 100',
          ),
        ),
    /** Where more entries are concerned than were told of, it is open again. */
    tell(problem: Problem, at: string): void {
      const isNew =
        sqlite.run(
          `INSERT INTO team_problems (kind, stream, author, sequence, until, sentence, at)
           VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (kind, stream, author, sequence) DO UPDATE SET
             until = excluded.until, sentence = excluded.sentence, at = excluded.at,
             aside_at = NULL, note = NULL, aside_by = NULL
           WHERE excluded.until > until`,
          [
            problem.kind,
            problem.stream,
            problem.author,
            problem.sequence,
            problem.until,
            problem.sentence,
            at,
          ],
        ).changes > 0;
      if (isNew && asideAsSaid(problem)) {
        const { kind, stream, author, sequence, until } = problem;
        const found = saidRow.parse(
          sqlite.first(
            `SELECT note, aside_by, aside_at FROM team_problems
             WHERE kind = ? AND stream = ? AND author = ? AND sequence = ?`,
            [kind, stream, author, sequence],
          ),
        );
        const said = { note: found.note, by: found.aside_by, at: found.aside_at };
        onAside({ problem: { kind, stream, author, sequence, until }, ...said });
      }
    },
    /**
     * An owner's word from another computer. It counts for entries that this computer has, or was told of by now:
     * nothing is put aside before it is there. False where nothing here is put aside by it.
     */
    acknowledge({ problem, note, by, at }: Acknowledged): boolean {
      const { kind, stream, author, sequence, until } = problem;
      const isHeard = until <= heardOf(problem) ? 1 : 0;
      sqlite.run(
        `INSERT INTO team_acknowledged (kind, stream, author, sequence, until, note, aside_by, at, is_heard)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
           until = excluded.until, note = excluded.note, aside_by = excluded.aside_by,
           at = excluded.at, is_heard = excluded.is_heard
         WHERE (excluded.is_heard, excluded.until) > (is_heard, until)`,
        [kind, stream, author, sequence, until, note, by, at, isHeard],
      );
      return asideAsSaid(problem);
    },
    /** Put aside, newest first. */
    aside: (): AsideProblem[] =>
      z
        .array(asideRow)
        .parse(
          sqlite.all(
            'SELECT * FROM team_problems WHERE aside_at IS NOT NULL ORDER BY aside_at DESC LIMIT 20',
          ),
        ),
    /** What owners said of problems that this computer has not, or has open, newest first. */
    unmatched: (): Acknowledged[] =>
      z
        .array(unmatchedRow)
        .parse(
          sqlite.all(
            `SELECT said.* FROM team_acknowledged AS said
             LEFT JOIN team_problems AS found USING (kind, stream, author, sequence)
             WHERE found.aside_at IS NULL
             ORDER BY said.at DESC LIMIT 20`,
          ),
        )
        .map(({ note, aside_by: by, at, ...problem }) => ({ problem, note, by, at })),
    /** What was missing has come. */
    resolve: (number: number) => sqlite.run('DELETE FROM team_problems WHERE number = ?', [number]),
    /** undefined where it is not there, or aside. */
    problem: (number: number): KeptProblem | undefined =>
      problemRow
        .optional()
        .parse(
          sqlite.first('SELECT * FROM team_problems WHERE number = ? AND aside_at IS NULL', [
            number,
          ]),
        ),
    /** As it was read. False where it is aside, or more entries are concerned by now. */
    putAside: ({ number, until }: KeptProblem, note: string, at: string): boolean =>
      sqlite.run(
        `UPDATE team_problems SET aside_at = ?, note = ?
         WHERE number = ? AND until = ? AND aside_at IS NULL`,
        [at, note, number, until],
      ).changes > 0,
  };
}
