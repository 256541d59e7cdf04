/** What the rows of a draft come to, made once for each change: 50,000 of them are asked about often. */
import { createHash } from 'node:crypto';
import {
  type BulkConfirmation,
  type BulkDraft,
  type BulkField,
  type BulkQuestion,
  bulkConfirmation,
  type DraftCheck,
  type DuplicateIssues,
  type IssueKind,
  type RowIssue,
} from '../../../../bridge/bulk.ts';
import { canonicalJson, sha256Hex } from '../../../../platform/canonical-json.ts';
import type { CheckedFileRow } from '../checking/check-row.ts';
import type { Doubt } from '../checking/checked-row.ts';
import { sharedWords } from '../checking/words.ts';
import { notShown } from '../reading/samples.ts';

/** Lists of the rows of a draft that a screen shows, each in the order of the file. */
export type RowsOf = DraftCheck | 'to-send' | 'warned';

/** The remarks that make a row part of a list; of other lists they are not what one looks for. */
const severities: Readonly<Partial<Record<RowsOf, RowIssue['severity']>>> = {
  bad: 'error',
  duplicate: 'duplicate',
  hidden: 'hidden',
  warned: 'warning',
};

interface IssueKinds {
  /** Counts the issues of one row; several of a kind count once. */
  add(remarks: readonly RowIssue[]): void;
  /** All kinds of issue, the most frequent first. */
  all(): DuplicateIssues[];
}

function createIssueKinds(list: RowsOf): IssueKinds {
  const wanted = severities[list];
  const kinds = new Map<string, DuplicateIssues>();
  return {
    add(remarks) {
      const counted = new Set<string>();
      for (const remark of remarks) {
        if (remark.severity !== wanted) continue;
        const { severity, field, column } = remark;
        const { code, sentence } = kindOf(remark);
        const key = `${code} ${sentence}`;
        if (counted.has(key)) continue;
        counted.add(key);
        const known = kinds.get(key);
        if (known === undefined) {
          kinds.set(key, { code, sentence, severity, field, column, count: 1 });
        } else {
          known.count += 1;
        }
      }
    },
    all: () => [...kinds.values()].toSorted((one, other) => other.count - one.count),
  };
}

/** Made once a row: a list of 50,000 is asked for again and again. */
const prints = new WeakMap<CheckedFileRow, string>();

/** Digest of a row: its number, what is sent and stored, what it duplicates, and what it looks like. */
function printOf(row: CheckedFileRow): string {
  const known = prints.get(row);
  if (known !== undefined) return known;
  const said = row.remarks
    .filter(({ severity, code }) => severity === 'duplicate' || code.includes('look-alike'))
    .map(({ code, sentence, like }) => ({ code, sentence, like }));
  const print = sha256Hex(
    canonicalJson({
      row: row.row,
      input: row.input,
      reference: row.reference,
      ownName: row.ownName,
      said,
    }),
  );
  prints.set(row, print);
  return print;
}

export interface Summary {
  readonly counts: BulkDraft['counts'];
  readonly confirmations: readonly BulkQuestion[];
  /** SHA-256 over the rows that a start would send, lowercase hex. */
  readonly digest: string;
  readonly lists: Readonly<Record<RowsOf, readonly CheckedFileRow[]>>;
  /** What is said of the rows of each list, by kind. */
  readonly remarks: Readonly<Record<RowsOf, readonly DuplicateIssues[]>>;
  /** Remarks that keep a row from being sent. */
  readonly errors: number;
}

export const checkOf = ({ input, remarks }: CheckedFileRow): DraftCheck => {
  if (input === null) return 'bad';
  const is = (severity: RowIssue['severity']) =>
    remarks.some((remark) => remark.severity === severity);
  if (is('hidden')) return 'hidden';
  return is('duplicate') ? 'duplicate' : 'ready';
};

/** Whether a question of this kind is about it. */
export const isAsked = (row: CheckedFileRow, kind: BulkConfirmation['kind']): boolean =>
  kind === 'same-file' ||
  (kind === 'duplicates' ? checkOf(row) === 'duplicate' : row.doubts.includes(kind));

/** Whether a start sends it. */
export function isSent(row: CheckedFileRow, included: ReadonlySet<number>): boolean {
  const standing = checkOf(row);
  return standing === 'ready' || (standing === 'duplicate' && included.has(row.row));
}

const hasWarning = ({ remarks }: CheckedFileRow): boolean =>
  remarks.some(({ severity }) => severity === 'warning');

/** Rows that a question names. */
const MOST_NAMED = 3;

/** In the order in which they are asked. */
const doubtKinds: readonly Doubt[] = bulkConfirmation.shape.kind.exclude([
  'duplicates',
  'same-file',
]).options;

function byList<Value>(make: (list: RowsOf) => Value): Record<RowsOf, Value> {
  return {
    ready: make('ready'),
    duplicate: make('duplicate'),
    hidden: make('hidden'),
    bad: make('bad'),
    'to-send': make('to-send'),
    warned: make('warned'),
  };
}

/** A step a row, so that main can answer others in between. */
export function* summarise(
  rows: readonly CheckedFileRow[],
  included: ReadonlySet<number>,
  isSameFile: boolean,
): Generator<undefined, Summary> {
  const lists = byList((): CheckedFileRow[] => []);
  const kinds = byList(createIssueKinds);
  const put = (list: RowsOf, row: CheckedFileRow): void => {
    lists[list].push(row);
    kinds[list].add(row.remarks);
  };
  const questions = new Map<BulkConfirmation['kind'], { count: number; first: CheckedFileRow[] }>();
  const ask = (kind: BulkConfirmation['kind'], row: CheckedFileRow): void => {
    const asked = questions.get(kind) ?? { count: 0, first: [] };
    asked.count += 1;
    if (asked.first.length < MOST_NAMED) asked.first.push(row);
    questions.set(kind, asked);
  };
  const hash = createHash('sha256');
  let errors = 0;
  for (const row of rows) {
    yield;
    const standing = checkOf(row);
    put(standing, row);
    errors += row.remarks.filter(({ severity }) => severity === 'error').length;
    if (!isSent(row, included)) continue;
    put('to-send', row);
    if (hasWarning(row)) put('warned', row);
    for (const kind of row.doubts) ask(kind, row);
    if (standing === 'duplicate') ask('duplicates', row);
    if (isSameFile) ask('same-file', row);
    hash.update(printOf(row));
  }
  const toSend = lists['to-send'].length;
  return {
    counts: {
      ready: lists.ready.length,
      duplicate: lists.duplicate.length,
      hidden: lists.hidden.length,
      bad: lists.bad.length,
      included: questions.get('duplicates')?.count ?? 0,
      warned: lists.warned.length,
      toSend,
    },
    confirmations: [...doubtKinds, 'duplicates' as const, 'same-file' as const].flatMap((kind) => {
      const asked = questions.get(kind);
      if (asked === undefined) return [];
      const first = asked.first.map((row) => ({ row: row.row, name: nameOfRow(row) }));
      return [{ kind, count: asked.count, first }];
    }),
    digest: hash.digest('hex'),
    lists,
    remarks: byList((list) => kinds[list].all()),
    errors,
  };
}

/** Summary of a draft whose rows are not checked. */
export const nothingYet: Summary = {
  counts: { ready: 0, duplicate: 0, hidden: 0, bad: 0, included: 0, warned: 0, toSend: 0 },
  confirmations: [],
  digest: createHash('sha256').digest('hex'),
  lists: byList(() => []),
  remarks: byList(() => []),
  errors: 0,
};

/**
 * What remarks of many rows have in common. Where a sentence names what is its row's own (a customer, an
 * address, another row), a sentence without it stands for all of them.
 */
export const kindOf = ({ code, sentence }: RowIssue): IssueKind => ({
  code,
  sentence: sharedWords[code] ?? sentence,
});

/** Whether something of this kind is said of a row. */
export const hasIssue = (remarks: readonly RowIssue[], { code, sentence }: IssueKind): boolean =>
  remarks.some((remark) => remark.code === code && kindOf(remark).sentence === sentence);

/** So that a person finds the row in a list: the customer's name, else what tells it; null where the row says nothing of it. */
export function nameOfRow({
  values,
  customerName,
}: Pick<CheckedFileRow, 'values' | 'customerName'>): string | null {
  if (customerName !== null) return customerName;
  const textOf = (wanted: BulkField): string => {
    const text = values.find(({ field }) => field === wanted)?.value ?? '';
    return text === notShown ? '' : text;
  };
  const name = [textOf('personalInformation.firstName'), textOf('personalInformation.lastName')];
  const said = [
    name.filter((part) => part !== '').join(' '),
    textOf('ownName'),
    textOf('email'),
    textOf('customerId'),
  ];
  return said.find((text) => text !== '') ?? null;
}
