/** Which rows of a profile's database come from a backup beside those that are there, and how. */
import type { MergeCounts } from './outcome.ts';

export interface MergeRule {
  readonly counted: keyof MergeCounts;
  readonly table: string;
  /** All but the table's own number. */
  readonly columns: readonly string[];
  /** Rows of one group stand together. */
  readonly group: readonly string[];
  /** Two rows are the same by these. */
  readonly compared: readonly string[];
  /** What a person reads of a row that differs. */
  readonly shown: string;
  /** Order of rows: labels, references and notes by when they were written, as the last counts, whatever came first. */
  readonly order: string;
  /**
   * - `facts`: each row stands for itself, and those that are not here are added;
   * - `history`: one row follows another, so rows are added only after all that are here.
   */
  readonly how: 'facts' | 'history';
  /** Histories that end in the same text are no difference. */
  readonly isByEnd?: true;
  /** The table is a view, which takes no row twice by itself. */
  readonly isView?: true;
}

const rule = (
  given: Omit<MergeRule, 'compared' | 'order'> & Partial<Pick<MergeRule, 'compared' | 'order'>>,
): MergeRule => ({ compared: given.columns, order: 'sequence', ...given });

/** Requests and observations come before these (merge-profile.ts). */
export const mergeRules: readonly MergeRule[] = [
  rule({
    counted: 'notes',
    table: 'annotation_notes',
    how: 'history',
    shown: 'text',
    columns: ['note_id', 'kind', 'id', 'text', 'written_at'],
    group: ['kind', 'id', 'note_id'],
    order: 'written_at, text',
  }),
  rule({
    counted: 'labels',
    table: 'annotation_label_versions',
    how: 'history',
    shown: 'label',
    columns: ['kind', 'id', 'folded', 'label', 'written_at'],
    isByEnd: true,
    group: ['kind', 'id', 'folded'],
    order: 'written_at, label',
  }),
  rule({
    counted: 'references',
    table: 'annotation_reference_versions',
    how: 'history',
    columns: ['kind', 'id', 'folded', 'reference', 'written_at'],
    shown: 'reference',
    group: ['kind', 'id'],
    order: 'written_at, reference',
    isByEnd: true,
  }),
  rule({
    counted: 'addresses',
    table: 'address_labels',
    how: 'history',
    shown: 'label',
    columns: ['family', 'canonical', 'network', 'address', 'label', 'written_at'],
    group: ['family', 'canonical'],
    order: 'written_at, label, network',
    isByEnd: true,
  }),
  rule({
    counted: 'names',
    table: 'customer_own_names',
    how: 'history',
    shown: 'name',
    columns: ['customer_id', 'name', 'named_at'],
    group: ['customer_id'],
  }),
  rule({
    counted: 'resolutions',
    table: 'settlements',
    how: 'history',
    shown: 'verdict',
    columns: ['intent_key', 'verdict', 'resource_id', 'how', 'settled_by', 'settled_at'],
    group: ['intent_key'],
  }),
  rule({
    counted: 'signOffs',
    table: 'mismatch_clearances',
    how: 'facts',
    shown: 'note',
    columns: ['virtual_account_id', 'digest', 'note', 'cleared_at'],
    group: ['virtual_account_id'],
  }),
  rule({
    counted: 'signOffs',
    table: 'drift_sign_offs',
    how: 'facts',
    shown: 'note',
    columns: [
      'kind',
      'id',
      'path',
      'was',
      'is_now',
      'from_position',
      'to_position',
      'at',
      'desk',
      'note',
    ],
    group: ['kind', 'id'],
  }),
  rule({
    counted: 'lookups',
    table: 'bank_account_checks',
    how: 'history',
    shown: 'outcome',
    columns: [
      'id',
      'customer_id',
      'at',
      'outcome',
      'sentence',
      'messages',
      'request_id',
      'status',
      'answer',
    ],
    group: ['id'],
  }),
  // From which computers entries of hand-over files are; the files come first.
  rule({
    counted: 'origins',
    table: 'handover_files',
    how: 'facts',
    shown: 'computer',
    columns: ['file', 'computer', 'person', 'saved_at', 'merged_at'],
    group: ['file'],
    compared: ['file'],
    order: 'file',
  }),
  rule({
    counted: 'origins',
    table: 'handover_computers',
    how: 'facts',
    shown: 'name',
    columns: ['computer', 'name'],
    group: ['computer'],
    compared: ['computer'],
    order: 'computer',
  }),
  rule({
    counted: 'origins',
    table: 'handover_entries',
    how: 'facts',
    shown: 'computer',
    columns: ['entry', 'computer', 'file', 'what', 'kind', 'id', 'part', 'at'],
    // By record, which has an index.
    group: ['kind', 'id'],
    compared: ['entry', 'computer'],
    order: 'entry, computer',
    isView: true,
  }),
  rule({
    counted: 'origins',
    table: 'handover_tellers',
    how: 'facts',
    shown: 'file',
    columns: ['entry', 'file', 'what', 'id'],
    group: ['id'],
    compared: ['entry', 'file'],
    order: 'entry, file',
  }),
  rule({
    counted: 'origins',
    table: 'handover_raw',
    how: 'facts',
    shown: 'raw',
    columns: ['observation_id', 'raw'],
    group: ['observation_id'],
    compared: ['observation_id'],
    order: 'observation_id',
  }),
  rule({
    counted: 'origins',
    table: 'handover_resolutions',
    how: 'facts',
    shown: 'row',
    columns: ['row', 'follows'],
    group: ['row'],
    compared: ['row'],
    order: 'row',
  }),
];
