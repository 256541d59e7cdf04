/**
 * A reconciliation as CSV: every line with what became of it, payouts that no line is matched with, and closing
 * balances that the lines do not lead to.
 */
import type { PayoutRow } from '../../../bridge/payouts.ts';
import type {
  BalanceView,
  Evidence,
  MatchedPayout,
  ReconcileLine,
  Reconciliation,
} from '../../../bridge/reconcile.ts';
import {
  duplicateWords,
  lineReasonWords,
  lineStateWords,
} from '../../../bridge/reconcile-words.ts';
import { inParts } from '../../../platform/slices.ts';
import { asText, byteOrderMark, type Cell, csvLines } from '../../core/exports/csv-lines.ts';
import type { Writing } from '../../core/exports/export-files.ts';
import type { WritableFile } from '../../core/exports/places.ts';
import { writeUnchanged } from '../../core/exports/write-unchanged.ts';
import { invalid } from '../../core/intents/failed.ts';
import { joined } from './reading/statement-line.ts';
import { payoutView } from './views.ts';

/** Words of the exported file. */
const evidenceWords: Readonly<Record<Evidence['kind'], string>> = {
  transaction: 'transaction',
  payoutId: 'payout ID',
  reference: 'reference',
  depositAccount: 'deposit account',
  wallet: 'wallet address',
  time: 'hours apart',
};

/** A line that names a day alone is of no hour, so it is not 0 hours apart. */
const whyMatched = ({ evidence, booked }: ReconcileLine): string =>
  [
    'amount',
    ...evidence
      .filter(({ kind, value }) => kind !== 'time' || value !== '0' || booked?.includes('T'))
      .map(({ kind, value }) => `${evidenceWords[kind]} ${value}`),
  ].join('; ');

const labels = [
  'Line',
  'State',
  'Date',
  'Value date',
  'Direction',
  'Amount',
  'Currency',
  'Counterparty',
  'Text',
  'References',
  'Accounts',
  'Transaction',
  'From',
  'To',
  'Payout ID',
  'Payout amount',
  'Payout currency',
  'Customer',
  'Payout state',
  'Created',
  'Why',
  'Decided by',
  'Decided at',
  'Note',
  'Statement file',
  'Statement SHA-256',
];

const withoutLine = 'Payout without a line';
const balanceDiffers = 'Closing balance differs';

const text = (value: string | null): Cell => (value === null ? '' : asText(value));

const payoutCells = (payout: MatchedPayout | null): Cell[] =>
  payout === null
    ? ['', '', '', '', '', '']
    : [
        text(payout.id),
        payout.amount,
        payout.currency,
        text(payout.customerName),
        payout.state,
        payout.created,
      ];

function whyOf(line: ReconcileLine): string {
  if (line.problem !== null) return line.problem;
  const duplicate = line.duplicateOf === null ? [] : [duplicateWords(line.duplicateOf)];
  return joined(whyMatchedOrNot(line), ...duplicate);
}

function whyMatchedOrNot(line: ReconcileLine): string {
  if (line.reason !== null) {
    const why = lineReasonWords[line.reason];
    return line.named === null ? why : `${why} ${line.named}`;
  }
  return line.payout === null || line.isChosen ? '' : whyMatched(line);
}

const lineCells = (line: ReconcileLine): Cell[] => [
  line.row,
  lineStateWords[line.state],
  line.booked,
  line.valued,
  line.direction,
  line.amount,
  line.currency,
  text(line.party),
  text(line.text),
  text(line.references.join(' | ')),
  text(line.accounts.join(' | ')),
  text(line.transaction),
  text(line.from),
  text(line.to),
  ...payoutCells(line.payout),
  whyOf(line),
  line.decidedBy,
  line.decidedAt,
  text(line.note),
];

const without = labels.slice(2, 14).map((): Cell => '');

/** By how much, as an amount: where the lines fit or the file names not both balances, there is nothing to say. */
function balanceCells({ account, currency, opening, closing, result, difference }: BalanceView) {
  if (result !== 'differs') return [];
  const why = `opening balance ${opening ?? ''}, closing balance ${closing ?? ''}: entries may be missing`;
  return [
    [
      '',
      balanceDiffers,
      '',
      '',
      '',
      difference,
      currency,
      '',
      '',
      '',
      text(account),
      '',
      '',
      '',
      ...payoutCells(null),
      why,
      '',
      '',
      '',
    ],
  ];
}

export interface ExportedRows {
  /** The next lines; empty at the end. */
  readonly lines: (after: number) => readonly ReconcileLine[];
  readonly payoutIds: readonly string[];
  readonly payouts: (ids: readonly string[]) => ReadonlyMap<string, PayoutRow>;
  readonly statement: Pick<Reconciliation, 'kind' | 'fileName' | 'sha256'>;
  readonly balances: readonly BalanceView[];
  /** How many lines there are. */
  readonly total: number;
  /** Whether no line changed since these were asked for. */
  readonly isUnchanged: () => boolean;
}

const PART = 100;

/** `rows` is asked again where a line changed meanwhile. */
export const writeCsv = <File extends WritableFile>(
  writing: Writing<File>,
  rows: () => Promise<ExportedRows>,
): Promise<{ readonly file: File; readonly done: number }> =>
  writeUnchanged(writing, {
    write: async (file) => await writeRows(file, writing, await rows()),
    unsettled: () => invalid(unsettled, 'unsettled', true),
  });

const unsettled =
  'Lines kept changing while they were exported, so no file was saved. Try again in a moment.';

/** How many rows there are; null where lines changed meanwhile. */
async function writeRows(
  file: WritableFile,
  { signal, onProgress }: Pick<Writing<WritableFile>, 'signal' | 'onProgress'>,
  { lines, payoutIds, payouts, statement, balances, total, isUnchanged }: ExportedRows,
): Promise<number | null> {
  const from = [text(statement.fileName), text(statement.sha256)];
  await file.write(byteOrderMark + csvLines([labels]));
  let done = 0;
  const differing = balances.flatMap(balanceCells);
  const write = async (cells: readonly (readonly Cell[])[]): Promise<void> => {
    signal.throwIfAborted();
    await file.write(csvLines(cells.map((row) => [...row, ...from])));
    done += cells.length;
    onProgress(done, total + payoutIds.length + differing.length);
  };
  for (let after = 0; ; ) {
    const part = lines(after);
    const last = part.at(-1);
    if (last === undefined) break;
    await write(part.map(lineCells));
    after = last.row;
  }
  if (done !== total) return null;
  for (const ids of inParts(payoutIds, PART)) {
    const found = payouts(ids);
    const known = ids.flatMap((id) => found.get(id) ?? []);
    await write(
      known.map((row) => [
        '',
        withoutLine,
        ...without,
        ...payoutCells(payoutView(row, statement.kind)),
        '',
        '',
        '',
        '',
      ]),
    );
  }
  if (differing.length > 0) await write(differing);
  return isUnchanged() ? done : null;
}
