/**
 * What became of every row of a run, with the deposit instructions of what was created (Interface 2.4).
 * Instructions that a deposit sheet would refuse are held back here as well.
 */
import { type BulkField, type BulkKind, ownFields, sentFields } from '../../../../bridge/bulk.ts';
import {
  depositFields,
  type NamedField,
  readColumns,
  readField,
  readText,
} from '../../../../contract/fields.ts';
import type { JsonObject } from '../../../../contract/scalars.ts';
import { canonicalJson } from '../../../../platform/canonical-json.ts';
import { inParts } from '../../../../platform/slices.ts';
import {
  depositInstructions,
  otherInstructions,
} from '../../../core/creates/deposit-instructions.ts';
import { asText, type Cell } from '../../../core/exports/csv-lines.ts';
import type { RowsFormat } from '../../../core/exports/row-writer.ts';
import { invalid } from '../../../core/intents/failed.ts';
import type { Intents } from '../../../core/intents/types.ts';
import { lasting } from '../../../core/records/erased/lasting.ts';
import type { KnownRecord, Records } from '../../../core/records/types.ts';
import type { AccountConcerns } from '../account-concerns.ts';
import type { CheckedFileRow } from '../checking/check-row.ts';
import type { DraftState } from '../drafts/draft.ts';
import { runRowView } from '../runs/run-views.ts';
import type { RunsRepository } from '../runs/runs-repository.ts';
import type { RowInState, StoredRun } from '../runs/stored-rows.ts';
import { type OwnTexts, valuesOf } from '../values-of.ts';

type Rows = readonly (readonly Cell[])[];
type PartsNow = Iterable<Rows>;
type PartsInTime = AsyncIterable<Rows>;

export interface RowSource<Parts = PartsNow | PartsInTime> {
  readonly headings: readonly string[];
  /** How many rows there will be. */
  readonly total: number;
  /** Parts of a few hundred rows. */
  readonly parts: () => Parts;
  /** A second sheet of an XLSX file; left out of CSV. */
  readonly notes: Rows;
}

const PROBLEMS_PART = 250;

/**
 * What keeps rows from being sent, for whoever made the file to correct: one line an error, with the
 * value as it stands in the file. Warnings and duplicates keep no row from it and are on the screen.
 */
export const problems = ({ summary }: Pick<DraftState, 'summary'>): RowSource<PartsNow> => ({
  headings: ['row', 'column', 'value', 'problem'],
  total: summary.errors,
  *parts() {
    for (const rows of inParts(summary.lists.bad, PROBLEMS_PART)) yield rows.flatMap(problemLines);
  },
  notes: [],
});

const problemLines = ({ row, values, remarks }: CheckedFileRow) =>
  remarks
    .filter(({ severity }) => severity === 'error')
    .map(({ field, column, sentence }) => [
      row,
      column ?? field,
      values.find((value) => value.field === field)?.value ?? '',
      sentence,
    ]);

export interface ResultParts {
  readonly repository: Pick<RunsRepository, 'rowsAfter' | 'earlierKeys' | 'counts'>;
  readonly intents: Pick<Intents, 'getAll'>;
  readonly records: Pick<Records, 'contents'>;
  readonly concerns: AccountConcerns;
}

const none: ReadonlyMap<string, readonly string[]> = new Map();

/** Rows of one slice, some milliseconds of work: their intents and records are read together. */
const PART = 100;

const head = ['row', 'state', 'reason', 'id'];
const tail = ['request ID', 'request key', 'attempts'];
const accountColumns = [
  'instructions withheld because',
  ...depositFields.map(({ key }) => `deposit ${key}`),
  'other instructions',
  'totalBpsRate',
  'created',
  'mismatch',
];

/** In CSV, account numbers carry what keeps a spreadsheet from making amounts of them. */
export function result(
  run: StoredRun,
  parts: ResultParts,
  format: RowsFormat,
): RowSource<PartsInTime> {
  const instructionText = format === 'csv' ? asText : (value: string): Cell => value;
  const fields = sentFields[run.kind];
  const total = [...parts.repository.counts(run.number).values()].reduce(
    (sum, one) => sum + one,
    0,
  );
  const more = run.kind === 'virtualAccount' ? accountColumns : [];
  return {
    headings: [...head, ...fields, ...ownFields[run.kind], 'name', ...more, ...tail],
    total,
    async *parts() {
      for (let after = 0; ; ) {
        await parts.concerns.followed();
        const rows = parts.repository.rowsAfter(run.number, after, PART);
        const last = rows.at(-1);
        if (last === undefined) return;
        yield linesOf(run, rows, fields, parts, instructionText);
        after = last.row;
      }
    },
    notes: [],
  };
}

/**
 * Under the headings of the template. Throws Failed INVALID while the run may still send them itself, and where
 * nothing of them can be sent. What an erasure or the retention left of a row is no row to send.
 *
 * @param figures names of fields that stay of what is erased
 */
export function unsent(
  run: StoredRun,
  repository: Pick<RunsRepository, 'neverSent' | 'counts'>,
  figures: ReadonlySet<string>,
): RowSource<PartsNow> {
  if (run.state !== 'stopped' && run.state !== 'done') {
    throw invalid('This run may still send its rows. Stop it first, then save them.', 'not-over');
  }
  function* parts(): Generator<RowInState[]> {
    for (let after = 0; ; ) {
      const rows = repository.neverSent(run.number, after, PART);
      const last = rows.at(-1);
      if (last === undefined) return;
      yield rows;
      after = last.row;
    }
  }
  if (repository.neverSent(run.number, 0, 1).length === 0) throw invalid(noneLeft, 'none-unsent');
  return toSendAgain(run.kind, parts, repository.counts(run.number).get('unsent') ?? 0, figures);
}

/** Rows of a request for approval that was not sent, as its maker had corrected them. Otherwise as `unsent`. */
export const requested = (
  { kind, rows }: RequestedRows,
  figures: ReadonlySet<string>,
): RowSource<PartsNow> => toSendAgain(kind, () => inParts(rows, PART), rows.length, figures);

export interface RequestedRows {
  readonly kind: BulkKind;
  readonly rows: readonly TemplateRow[];
}

interface TemplateRow extends OwnTexts {
  readonly input: JsonObject | null;
}

/** Goes over the rows twice: a file without any is not begun. */
function toSendAgain(
  kind: BulkKind,
  rowsInParts: () => Iterable<readonly TemplateRow[]>,
  total: number,
  figures: ReadonlySet<string>,
): RowSource<PartsNow> {
  const isWhole = ({ input }: TemplateRow): boolean =>
    input !== null &&
    canonicalJson(lasting(input, { figures, isOfBefore: true })) !== canonicalJson(input);
  const hasWhole = (): boolean => {
    for (const rows of rowsInParts()) if (rows.some(isWhole)) return true;
    return false;
  };
  if (!hasWhole()) throw invalid(reduced, 'reduced');
  const fields = [...sentFields[kind], ...ownFields[kind]];
  return {
    headings: fields,
    total,
    *parts() {
      for (const rows of rowsInParts()) {
        yield rows.filter(isWhole).map((row) => {
          const values = new Map(
            valuesOf(kind, row.input, row).map(({ field, value }) => [field, value]),
          );
          return fields.map((field) => values.get(field) ?? '');
        });
      }
    },
    notes: [],
  };
}

const noneLeft =
  'No file was made: every row of this run was sent. Send a request that was not created again from Unresolved.';
const reduced =
  'No file was made: the content of the rows that were not sent was removed, by retention or with a customer’s personal data. Use the original file.';

function linesOf(
  run: StoredRun,
  rows: readonly RowInState[],
  fields: readonly BulkField[],
  { repository, intents, records, concerns }: ResultParts,
  instructionText: (value: string) => Cell,
): Cell[][] {
  const earlier = repository.earlierKeys(run.number, rows[0]?.row ?? 0, rows.at(-1)?.row ?? 0);
  const known = intents.getAll(rows.flatMap(({ key }) => key ?? []));
  const ids = rows.flatMap(({ resourceId }) => resourceId ?? []);
  const contents = records.contents(run.kind, ids);
  const isOfAccounts = run.kind === 'virtualAccount';
  const departing = isOfAccounts ? concerns.departing(ids) : none;
  const heldBack = isOfAccounts ? concerns.heldBack(ids) : none;
  return rows.map((row) => {
    const intent = known.get(row.key ?? '') ?? null;
    const id = row.resourceId ?? '';
    const departs = departing.get(id) ?? [];
    const held = heldBack.get(id) ?? [];
    const view = runRowView(run.kind, row, earlier.get(row.row) ?? [], intent, departs.length > 0);
    const values = new Map(view.values.map(({ field, value }) => [field, value]));
    const said = [view.sentence ?? '', ...view.messages].filter((text) => text !== '').join(' ');
    const content = contents.get(id) ?? null;
    return [
      row.row,
      view.state,
      said,
      view.resourceId,
      ...[...fields, ...ownFields[run.kind]].map((field) => values.get(field) ?? ''),
      view.name ?? '',
      ...(run.kind === 'virtualAccount'
        ? accountCells(content, { departs, held }, instructionText)
        : []),
      view.requestId,
      view.intentKeys[0] ?? '',
      view.intentKeys.length,
    ];
  });
}

function accountCells(
  record: Pick<KnownRecord, 'body'> | null,
  { departs, held }: { readonly departs: readonly string[]; readonly held: readonly string[] },
  instructionText: (value: string) => Cell,
): Cell[] {
  if (record === null) return accountColumns.map(() => '');
  const told = { body: record.body, entered: null };
  const { totalBpsRate, created } = readColumns('virtualAccount', told);
  const given = (field: NamedField): string =>
    held.length > 0 ? '' : (readText(readField(field, told)) ?? '');
  return [
    held.join(' '),
    ...depositFields.map((field) => instructionText(given(field))),
    held.length > 0 ? '' : otherInstructions(depositInstructions(record.body)),
    totalBpsRate,
    created,
    departs.join(' '),
  ];
}
