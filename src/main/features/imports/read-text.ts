/** Reads a text in one of its forms, whole: in the thread, because it may be of many megabytes. */
import { type ImportForm, type ImportTableKind, importLimits } from '../../../bridge/imports.ts';
import { idForms } from '../../../contract/patterns.ts';
import { isSecret } from '../../core/foundation/clean-json.ts';
import { invalid } from '../../core/intents/failed.ts';
import { requireNoKey } from '../../core/intents/no-secret.ts';
import { type Candidate, type ReadText, requireFew } from './candidate.ts';
import { readJson } from './read-json.ts';
import { readTable } from './read-table.ts';
import { kindOfId } from './resource-id.ts';

export interface ReadingOrder {
  readonly form: ImportForm;
  /** Kind of a table’s rows. */
  readonly kind: ImportTableKind;
  /** Customer whose virtual accounts the IDs are, where the text is a list of IDs. */
  readonly customerId: string | null;
  /** Field of each column of a table; null lets the headers decide. */
  readonly columns: readonly (string | null)[] | null;
}

/** Throws Failed INVALID for what can't be read at all, and where a key stands in it. */
export function readText(text: string, order: ReadingOrder): ReadText {
  if (text.trim() === '')
    throw invalid('The input is empty. Enter text or choose a file to import.');
  if (text.includes('\0')) {
    throw invalid(
      'The file is not text, as an Excel file is not. Save it as CSV in UTF-8 and choose the new file.',
    );
  }
  const read = inForm(text, order);
  requireFew(read.candidates.length + read.problems.length);
  return withoutDuplicates(withoutLong(read));
}

function inForm(text: string, order: ReadingOrder): ReadText {
  if (order.form === 'ids') return readIds(text, order.customerId);
  if (order.form === 'json') return readJson(text);
  return readTable(text, { ...order, maxTableRows: importLimits.rows });
}

/** A record of the service is a few thousand characters: main compares it with what is known, whole. */
function withoutLong(read: ReadText): ReadText {
  const candidates: Candidate[] = [];
  const problems = [...read.problems];
  const most = importLimits.record.toLocaleString('en-US');
  for (const candidate of read.candidates) {
    if (JSON.stringify(candidate.body).length <= importLimits.record) candidates.push(candidate);
    else {
      const reason = `${candidate.id} is longer than ${most} characters. No record of the service is that long.`;
      problems.push({ row: candidate.row, column: null, reason });
    }
  }
  return { ...read, candidates, problems };
}

/**
 * The same resource may come twice in JSON, as events tell it again and again: each is an observation of
 * its own. In a list of ids or a table it is a slip, which a person has to see.
 */
function withoutDuplicates(read: ReadText): ReadText {
  const first = new Map<string, Candidate>();
  const candidates: Candidate[] = [];
  const problems = [...read.problems];
  for (const candidate of read.candidates) {
    const earlier = first.get(candidate.id);
    if (earlier === undefined) first.set(candidate.id, candidate);
    if (earlier === undefined || candidate.event !== null) candidates.push(candidate);
    else {
      const reason = `${candidate.id} is already in row ${earlier.row}.`;
      problems.push({ row: candidate.row, column: 'id', reason });
    }
  }
  problems.sort((one, other) => one.row - other.row);
  return { ...read, candidates, problems };
}

/** Throws Failed INVALID where the customer is none, or a key stands among the ids. */
export function readIds(text: string, customerId: string | null): ReadText {
  if (customerId !== null && !idForms.customer.test(customerId))
    throw invalid('Enter a customer ID. It starts with customer_, followed by letters and digits.');
  requireNoKey(text, 'The text');
  const candidates: Candidate[] = [];
  const problems: ReadText['problems'][number][] = [];
  const words = text.split(/[\s,;"'`<>()[\]]+/).filter((word) => word !== '');
  requireFew(words.length);
  for (const [index, id] of words.entries()) {
    const row = index + 1;
    requireNoKey(id, `ID ${row}`);
    const kind = kindOfId(id);
    if (kind === null) {
      // A secret is never shown again.
      const shown = isSecret('', id) ? 'A webhook secret' : `“${id.slice(0, 60)}”`;
      const reason = `${shown} is not the ID of a customer, virtual account, bank account or webhook.`;
      problems.push({ row, column: null, reason });
      continue;
    }
    const isOwned = kind === 'virtualAccount' && customerId !== null;
    const body = { id, ...(isOwned ? { customerId } : {}) };
    candidates.push({ row, kind, id, body, notes: [], deviations: [], event: null });
  }
  return { candidates, problems, columns: [] };
}
