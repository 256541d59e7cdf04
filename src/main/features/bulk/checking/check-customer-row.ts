/** A row that becomes a customer (Interface 4.1, decisions 24, 25). */
import type { BulkField } from '../../../../bridge/bulk.ts';
import { type CreateCustomerInput, createCustomerInput } from '../../../../contract/customer.ts';
import { canonicalJson } from '../../../../platform/canonical-json.ts';
import { customerFingerprint } from '../../../core/creates/fingerprints.ts';
import type { RowIssues, RowTexts } from './checked-row.ts';
import { words } from './words.ts';

export interface CheckedCustomer {
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

export function checkCustomerRow(texts: RowTexts, remarks: RowIssues): CheckedCustomer {
  if (!texts.has('type')) remarks.add('error', 'type.blank', 'type', words.blank);
  const body: Record<string, unknown> = {};
  for (const [field, text] of texts) put(body, field, spelled(field, text));
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
