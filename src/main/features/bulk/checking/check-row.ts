/** Judges one row of a file: its secrets first, then what its kind asks for. */
import { annotationLimits } from '../../../../bridge/annotation-limits.ts';
import type { BulkField, BulkKind } from '../../../../bridge/bulk.ts';
import { familyOf } from '../../../../contract/addresses/families.ts';
import { countryCodes } from '../../../../contract/country-codes.ts';
import { type CreateCustomerInput, createCustomerInput } from '../../../../contract/customer.ts';
import { formatCharacter } from '../../../../contract/patterns.ts';
import { canonicalJson } from '../../../../platform/canonical-json.ts';
import { AnnotationError, readReference } from '../../../core/annotations/annotated-text.ts';
import { customerFingerprint } from '../../../core/creates/fingerprints.ts';
import { secretIn } from '../../../core/foundation/secrets/secret-in.ts';
import { type ColumnFields, isMemoHeading } from '../columns/propose-columns.ts';
import { notShown } from '../reading/samples.ts';
import type { TableRow } from '../reading/table.ts';
import { type OwnTexts, valuesOf } from '../values-of.ts';
import { checkAccountRow } from './check-account-row.ts';
import { type CheckedRow, createIssues, type RowIssues, type RowTexts } from './checked-row.ts';
import type { KnownCustomers } from './known-customers.ts';
import { words } from './words.ts';

/** A row that becomes a customer (Interface 4.1, decisions 24, 25). */
interface CheckedCustomer {
  readonly input: CreateCustomerInput | null;
  readonly fingerprint: string | null;
  /** What the rows of one file are compared by where there is no email. */
  readonly content: string | null;
}

/**
 * What a customer is told apart by, as the form asks for it: the service takes one without, for good, and
 * nobody would know it again.
 */
const tellingOfBusiness = ['email', 'phone'] as const satisfies BulkField[];
const tellingOfIndividual = [
  ...tellingOfBusiness,
  'personalInformation.firstName',
  'personalInformation.lastName',
] as const satisfies BulkField[];

function checkCustomerRow(texts: RowTexts, remarks: RowIssues): CheckedCustomer {
  if (!texts.has('type')) remarks.add('error', 'type.blank', 'type', words.blank);
  const body: Record<string, unknown> = {};
  for (const [field, text] of texts) put(body, field, spelled(field, text));
  checkWriting(texts, remarks);
  const { type } = body;
  if (type === 'business') {
    for (const field of texts.keys()) {
      if (!field.startsWith('personalInformation.')) continue;
      remarks.add('error', `${field}.individuals-only`, field, words.individualsOnly);
    }
  }
  const parsed = createCustomerInput.safeParse(body);
  for (const { path } of parsed.error?.issues ?? []) say(path.join('.'), texts, remarks);
  if (!remarks.hasError()) requireTellsApart(type === 'business', texts, remarks);
  const input = parsed.success && !remarks.hasError() ? parsed.data : null;
  return {
    input,
    fingerprint: input === null ? null : customerFingerprint(input),
    content: input === null ? null : canonicalJson(input),
  };
}

/** What would go out as another value than the one that is meant. */
function checkWriting(texts: RowTexts, remarks: RowIssues): void {
  if (/\(\s*0\s*\)/.test(texts.get('phone') ?? '')) {
    remarks.add('error', 'phone.trunk', 'phone', words.trunkPrefix);
  }
  if (formatCharacter.test(texts.get('email') ?? '')) {
    remarks.add('error', 'email.invisible', 'email', words.invisible);
  }
  // The form sends the code; the API specification names no form, so what is written goes out.
  const country = texts.get('address.country') ?? '';
  if (country !== '' && !countryCodes.has(country)) {
    remarks.add('warning', 'address.country.name', 'address.country', words.countryName);
  }
}

function requireTellsApart(isBusiness: boolean, texts: RowTexts, remarks: RowIssues): void {
  const telling = isBusiness ? tellingOfBusiness : tellingOfIndividual;
  if (telling.some((field) => texts.has(field))) return;
  remarks.add('error', 'customer.nobody', null, words.tellsNobody(isBusiness));
}

function spelled(field: BulkField, text: string): string {
  if (field === 'type') return text.toLowerCase();
  // As people and spreadsheets write numbers.
  return field === 'phone' ? text.replace(/[\s().-]/g, '') : text;
}

function put(body: Record<string, unknown>, field: BulkField, text: string): void {
  const [first = '', second] = field.split('.');
  if (second === undefined) {
    body[first] = text;
    return;
  }
  const inner = (body[first] ?? {}) as Record<string, unknown>;
  inner[second] = text;
  body[first] = inner;
}

function say(path: string, texts: RowTexts, remarks: RowIssues): void {
  const field = [...texts.keys()].find((one) => one === path) ?? null;
  if (
    remarks.all.some((one) => one.severity === 'error' && (one.field === field || field === null))
  ) {
    return;
  }
  const said: Readonly<Record<string, string>> = words.fields;
  remarks.add('error', `${path}.form`, field, said[path] ?? words.other);
}

/** What a person typed in the place of what the file says, by field; blank: nothing. */
export type Correction = ReadonlyMap<BulkField, string>;

export interface RowRules {
  readonly kind: BulkKind;
  readonly headings: readonly string[];
  readonly columns: ColumnFields;
  readonly customers: KnownCustomers;
}

/** A row, and what it is compared by with others: of its file, and of what is known. */
export interface CheckedFileRow extends CheckedRow {
  readonly sameness: string | null;
}

/** Texts of a row by the field that each column is read as, with corrections. Blank ones are left out. */
export function textsOf(
  { cells }: TableRow,
  columns: ColumnFields,
  correction: Correction = asInFile,
): Map<BulkField, string> {
  const texts = new Map<BulkField, string>();
  for (const [index, cell] of cells.entries()) {
    const field = columns[index] ?? null;
    if (field !== null && cell !== '') texts.set(field, cell);
  }
  for (const [field, text] of correction) {
    if (text === '') texts.delete(field);
    else texts.set(field, text);
  }
  return texts;
}

const asInFile: Correction = new Map();

/** `1.23457E+14`, or with a decimal comma: a spreadsheet left digits out. */
const shortened = /^-?\d(?:[.,]\d+)?E\+\d+$/i;

/** What a spreadsheet shows where a formula has no result. */
const formulaError =
  /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|BUSY!|UNKNOWN!|GETTING_DATA)$/i;

function checkLoss(field: BulkField, cell: string, remarks: RowIssues): void {
  if (shortened.test(cell)) remarks.add('error', `${field}.shortened`, field, words.shortened);
  if (formulaError.test(cell)) remarks.add('error', `${field}.error`, field, words.formulaError);
}

export function checkRow(
  tableRow: TableRow,
  rules: RowRules,
  correction = asInFile,
): CheckedFileRow {
  const { kind, headings, columns, customers } = rules;
  const { row } = tableRow;
  const remarks = createIssues((field) => headings[columns.indexOf(field)] ?? null);
  const texts = textsOf(tableRow, columns, correction);
  if (tableRow.problem !== undefined) remarks.add('error', 'row.cells', null, tableRow.problem);
  const secrets = new Set<BulkField>();
  for (const [field, cell] of texts) {
    checkLoss(field, cell, remarks);
    const secret = secretIn(cell);
    if (secret === null) continue;
    secrets.add(field);
    remarks.add('error', `${field}.secret`, field, words.secret(secret));
  }
  const values = [...texts].map(([field, text]) => ({
    field,
    value: secrets.has(field) ? notShown : text,
  }));
  if (secrets.size > 0) return bad(row, values, remarks);
  const own: OwnTexts = {
    reference: ownTextOf('reference', texts, remarks),
    ownName: ownTextOf('ownName', texts, remarks),
  };
  if (kind === 'customer') {
    const { input, fingerprint, content } = checkCustomerRow(texts, remarks);
    const sameness = fingerprint ?? content;
    const shown = input === null ? values : valuesOf(kind, input, own);
    return {
      row,
      input,
      fingerprint,
      sameness,
      customerName: null,
      ...own,
      doubts: [],
      values: shown,
      remarks: remarks.all,
    };
  }
  for (const heading of memosIn(tableRow, texts.get('network') ?? '', rules)) {
    remarks.add('error', 'memo.column', null, words.memoColumn, heading);
  }
  const judged = checkAccountRow(texts, customers, remarks);
  const { input } = judged;
  const shown = input === null ? values : valuesOf(kind, input, own);
  return {
    ...judged,
    row,
    ...own,
    sameness: judged.fingerprint,
    remarks: remarks.all,
    // What a person looks at is what is sent, and not how the file writes it.
    values: shown,
  };
}

/**
 * Headings of columns that hold a memo and are read as nothing: it would be lost without a word. On a network
 * that is known to have no memos they hold notes.
 */
const memosIn = (
  { cells }: TableRow,
  network: string,
  { headings, columns }: RowRules,
): string[] =>
  network === '' || !['stellar', null].includes(familyOf(network))
    ? []
    : headings.filter(
        (heading, at) =>
          (columns[at] ?? null) === null &&
          isMemoHeading(heading) &&
          (cells[at] ?? '').trim() !== '',
      );

const ownLimits = { reference: annotationLimits.reference, ownName: annotationLimits.name };

/** Taken out of the texts, as it is kept; null where there is none, or none that can be kept. */
function ownTextOf(
  field: keyof OwnTexts,
  texts: Map<BulkField, string>,
  remarks: RowIssues,
): string | null {
  const text = texts.get(field);
  texts.delete(field);
  if (text === undefined) return null;
  const say = (code: string, sentence: string): null => {
    remarks.add('error', `${field}.${code}`, field, sentence);
    return null;
  };
  try {
    const own = readReference(text);
    return own === null || own.length <= ownLimits[field]
      ? own
      : say('long', words.longOwn[field](ownLimits[field]));
  } catch (error) {
    if (error instanceof AnnotationError) return say('secret', error.message);
    throw error;
  }
}

const bad = (row: number, values: CheckedRow['values'], remarks: RowIssues): CheckedFileRow => ({
  row,
  values,
  input: null,
  fingerprint: null,
  sameness: null,
  customerName: null,
  reference: null,
  ownName: null,
  doubts: [],
  remarks: remarks.all,
});
