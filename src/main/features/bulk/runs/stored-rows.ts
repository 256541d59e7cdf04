/** Runs and their rows as they are stored, read once at this border. */
import { z } from 'zod';
import {
  type BulkRowState,
  bulkKind,
  bulkRowState,
  bulkRunState,
} from '../../../../bridge/bulk.ts';
import type { RequestedRow } from '../../../../bridge/unresolved.ts';
import type { JsonObject } from '../../../../contract/scalars.ts';
import { jsonObjectText } from '../../../../platform/json-column.ts';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import { spellings } from '../../../core/intents/similar-intents.ts';
import type { OwnTexts } from '../values-of.ts';

export const numberRow = z.object({ number: z.number() });
export const countRows = z.array(z.object({ state: bulkRowState, count: z.number() }));
export const keyRows = z.array(z.object({ key: z.string(), row: z.number() }));
export const keyRow = z.object({ key: z.string() });
export const ownRow = z.object({
  id: z.string().nullable(),
  kind: bulkKind.nullable(),
  reference: z.string().nullable(),
  ownName: z.string().nullable(),
});

export const idRows = z.array(z.object({ id: z.string() }));
export const alikeRows = z.array(z.object({ key: z.string(), resourceId: z.string().nullable() }));

export interface StoredRun {
  readonly number: number;
  readonly id: string;
  readonly kind: z.infer<typeof bulkKind>;
  readonly fileName: string;
  readonly sha256: string;
  readonly createdAt: string;
  readonly state: z.infer<typeof bulkRunState>;
  /** Since when the run is in this state, ISO 8601; null for one that an earlier version put there. */
  readonly stateAt: string | null;
  readonly cause: string | null;
  readonly sentence: string | null;
  readonly endedAt: string | null;
  /** null for a run whose included duplicates are compared with nothing (known-since.ts). */
  readonly knownUntil: KnownUntil | null;
}

/** How much was known here when somebody looked at the rows: numbers of the last of each. */
export interface KnownUntil {
  readonly intents: number;
  /** Number of the last observation, not record: records are numbered anew when they are rebuilt. */
  readonly arrival: number;
}

export interface WaitingRow {
  readonly row: number;
  readonly key: string;
  readonly input: JsonObject;
  readonly fingerprint: string | null;
  /** A person included it although something like it is known. */
  readonly isSecond: boolean;
}

/** What makes two rows alike: the fingerprint, or what is sent where there is none. */
export type Sameness = Pick<WaitingRow, 'fingerprint'> & { readonly content: string | null };

export interface RowInState extends OwnTexts {
  readonly row: number;
  readonly state: BulkRowState;
  readonly input: JsonObject | null;
  readonly key: string | null;
  readonly resourceId: string | null;
  readonly reason: string | null;
  /** Name of the customer; null where none is known, and in older runs, which stored it only for rows left out. */
  readonly name: string | null;
  readonly hasMismatch: boolean;
}

/** What became of a row in a step. */
export interface RowEnd {
  readonly key: string;
  readonly state: BulkRowState;
  readonly resourceId: string | null;
  readonly hasMismatch: boolean;
}

export interface NewRun {
  readonly id: string;
  readonly kind: StoredRun['kind'];
  readonly fileName: string;
  readonly sha256: string;
  readonly columns: unknown;
  readonly createdAt: string;
  readonly knownUntil: KnownUntil | null;
}

export const runRow = z
  .object({
    number: z.number(),
    id: z.string(),
    kind: bulkKind,
    file_name: z.string(),
    sha256: z.string(),
    created_at: z.string(),
    state: bulkRunState,
    state_at: z.string().nullable(),
    cause: z.string().nullable(),
    sentence: z.string().nullable(),
    ended_at: z.string().nullable(),
    known_intents: z.number().nullable(),
    known_arrival: z.number().nullable(),
  })
  .transform(
    (run): StoredRun => ({
      number: run.number,
      id: run.id,
      kind: run.kind,
      fileName: run.file_name,
      sha256: run.sha256,
      createdAt: run.created_at,
      state: run.state,
      stateAt: run.state_at,
      cause: run.cause,
      sentence: run.sentence,
      endedAt: run.ended_at,
      knownUntil:
        run.known_intents === null || run.known_arrival === null
          ? null
          : { intents: run.known_intents, arrival: run.known_arrival },
    }),
  );
export const runRows = z.array(runRow);

export const waitingRows = z.array(
  z
    .object({
      row: z.number(),
      key: z.string(),
      input: jsonObjectText,
      fingerprint: z.string().nullable(),
      is_second: z.number(),
    })
    .transform(({ is_second, ...row }): WaitingRow => ({ ...row, isSecond: is_second === 1 })),
);
const rowInState = z
  .object({
    row: z.number(),
    state: bulkRowState,
    input: jsonObjectText.nullable(),
    key: z.string().nullable(),
    resource_id: z.string().nullable(),
    reason: z.string().nullable(),
    name: z.string().nullable(),
    reference: z.string().nullable(),
    own_name: z.string().nullable(),
    has_mismatch: z.number(),
  })
  .transform(
    (row): RowInState => ({
      row: row.row,
      state: row.state,
      input: row.input,
      key: row.key,
      resourceId: row.resource_id,
      reason: row.reason,
      name: row.name,
      reference: row.reference,
      ownName: row.own_name,
      hasMismatch: row.has_mismatch === 1,
    }),
  );

export const rowsInState = z.array(rowInState);

export const allSpellings = (text: string | null): string =>
  JSON.stringify(text === null ? [] : spellings(text));

/** Rows of a run that are alike: values for `run = ?`, and for `isAlike`, which is SQL. */
export const ofAlike = (run: number, { fingerprint, content }: Sameness) =>
  [run, allSpellings(fingerprint), allSpellings(content)] as const;
export const isAlike = `(fingerprint IN (SELECT value FROM json_each(?))
  OR (fingerprint IS NULL AND input IN (SELECT value FROM json_each(?))))`;

const found = z
  .object({ id: z.string(), file_name: z.string(), row: z.number() })
  .transform(({ id, file_name, row }): RequestedRow => ({ runId: id, fileName: file_name, row }));

/** Which row of which run a request was sent for, also where it sends an earlier one again; null where a form sent it. */
export function rowOfRequest(sqlite: Pick<Sqlite, 'first'>, key: string): RequestedRow | null {
  const row = sqlite.first(
    `WITH RECURSIVE sent (key) AS (
       VALUES (?)
       UNION SELECT intents.repeats FROM intents JOIN sent ON intents.key = sent.key
         WHERE intents.repeats IS NOT NULL)
     SELECT bulk_runs.id, bulk_runs.file_name, bulk_rows.row FROM sent
       JOIN bulk_rows ON bulk_rows.key = sent.key
       JOIN bulk_runs ON bulk_runs.number = bulk_rows.run`,
    [key],
  );
  return row === undefined ? null : found.parse(row);
}
