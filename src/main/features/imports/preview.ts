/** What was read and compared, as screens ask for it: sorted and counted once. */
import {
  type ImportProblem,
  type ImportRow,
  type ImportView,
  importLimits,
} from '../../../bridge/imports.ts';
import { withMaskedNumbers } from '../../../contract/masked-numbers.ts';
import { cleanJson } from '../../core/foundation/clean-json.ts';
import type { Candidate, ReadText } from './candidate.ts';
import { type Compared, leaves } from './compare.ts';

/** Fields that a row shows. */
const MOST_SHOWN = 8;

const first: readonly RegExp[] = [
  /^type$/,
  /(?:^|\.)(?:business|company|legal)?name$/i,
  /\.(?:first|last)name$/i,
  /^(?:email|phone|url)$/,
  /(?:^|\.)status$/,
  /^(?:active|customerId|customer\.id|source(?:\.currency)?)$/,
  /^destination\./,
];

const rankOf = (field: string): number => {
  const rank = first.findIndex((pattern) => pattern.test(field));
  return rank < 0 ? first.length : rank;
};

/** Without secrets. `more`: how many fields are not among them. */
export function newRecordFields({ body }: Candidate): Pick<ImportRow, 'changes' | 'more'> {
  const fields = [...leaves(cleanJson(body))]
    .filter(([field]) => field !== 'id')
    .map(([field, is]) => ({ field, was: null, is }));
  const sorted = fields.toSorted((one, other) => rankOf(one.field) - rankOf(other.field));
  return {
    changes: sorted.slice(0, MOST_SHOWN),
    more: Math.max(0, sorted.length - MOST_SHOWN),
  };
}

export interface PreviewRow {
  readonly candidate: Candidate;
  readonly compared: Compared;
}

export interface Preview {
  readonly columns: ReadText['columns'];
  readonly problems: readonly ImportProblem[];
  /** In the order of the text. */
  readonly rows: readonly PreviewRow[];
  /** Those that would change something first, each kind in the order of the text. */
  readonly byUrgency: readonly PreviewRow[];
  readonly counts: ImportView['counts'];
}

const urgency = ['changes', 'new', 'adds', 'same'] as const satisfies Compared['standing'][];

export function previewOf({ columns, problems }: ReadText, rows: readonly PreviewRow[]): Preview {
  const by = Map.groupBy(rows, ({ compared }) => compared.standing);
  const count = (standing: Compared['standing']): number => by.get(standing)?.length ?? 0;
  return {
    columns,
    problems,
    rows,
    byUrgency: urgency.flatMap((standing) => by.get(standing) ?? []),
    counts: {
      new: count('new'),
      adds: count('adds'),
      changes: count('changes'),
      same: count('same'),
      problems: problems.length,
    },
  };
}

/** Before anything was read. */
export const noPreview: Preview = previewOf({ columns: [], problems: [], candidates: [] }, []);

/** A page of the rows, and how many there are. */
export const rowsPage = (
  { byUrgency }: Preview,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): { rows: ImportRow[]; total: number } => ({
  rows: byUrgency.slice(offset, offset + limit).map(shownRow),
  total: byUrgency.length,
});

export const problemsPage = (
  { problems }: Preview,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): { rows: ImportProblem[]; total: number } => ({
  rows: problems.slice(offset, offset + limit),
  total: problems.length,
});

/** The first of each. */
export const firstOf = (preview: Preview): Pick<ImportView, 'rows' | 'problems'> => {
  const page = { offset: 0, limit: importLimits.shown };
  return { rows: rowsPage(preview, page).rows, problems: problemsPage(preview, page).rows };
};

function shownRow({ candidate, compared }: PreviewRow): ImportRow {
  const { changes, more } =
    compared.standing === 'new'
      ? newRecordFields(candidate)
      : { changes: [...compared.changes], more: 0 };
  return {
    row: candidate.row,
    kind: candidate.kind,
    id: candidate.id,
    standing: compared.standing,
    changes: candidate.kind === 'bankAccount' ? changes.map(masked) : changes,
    more,
    notes: [...candidate.notes],
  };
}

/**
 * A change of a bank account with its numbers masked: whole ones are shown on request, once the account is recorded.
 */
function masked({ field, was, is }: ImportRow['changes'][number]): ImportRow['changes'][number] {
  const path = field.split('.');
  const shown = (text: string | null): string | null => {
    const list = listIn(text);
    const kept = withMaskedNumbers(list ?? text, path);
    return list === null ? (kept as string | null) : JSON.stringify(kept);
  };
  return { field, was: shown(was), is: shown(is) };
}

/** A list stands in a field as its JSON. */
function listIn(text: string | null): unknown {
  try {
    return text?.startsWith('[') === true ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}
