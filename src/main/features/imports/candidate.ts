/** What a text holds, read once: resources to keep, and what can't be taken. */
import { type ImportKind, type ImportProblem, importLimits } from '../../../bridge/imports.ts';
import { resourceSchemas } from '../../../contract/resources.ts';
import type { JsonObject } from '../../../contract/scalars.ts';
import { isSecret } from '../../core/foundation/clean-json.ts';
import { invalid } from '../../core/intents/failed.ts';

export interface Candidate {
  readonly row: number;
  readonly kind: ImportKind;
  readonly id: string;
  readonly body: JsonObject;
  readonly notes: readonly string[];
  /** Where the body deviates from the API specification, one sentence each. */
  readonly deviations: readonly string[];
  /** Event that the record is from; null for none. */
  readonly event: {
    readonly id: string;
    readonly created: string | null;
    readonly updated: string | null;
  } | null;
}

export interface ReadText {
  readonly candidates: readonly Candidate[];
  readonly problems: readonly ImportProblem[];
  /** Columns of a table; none for other forms. */
  readonly columns: readonly { readonly header: string; readonly field: string | null }[];
}

/** What stands for bytes that are no text in UTF-8. */
export const lostLetter = '\uFFFD';
/** @param where what it was lost of @param form of the file to save */
export const letterIsLost = (where: string, form: string): string =>
  `A character of ${where} was lost, often because the file is not in UTF-8. Save the file as ${form} in UTF-8 and choose it again.`;

/** Whether a webhook's secret stands anywhere in it: it is cut out before anything is kept. */
export function holdsSecret(value: unknown, key = ''): boolean {
  if (isSecret(key, value)) return true;
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, inner]) =>
    holdsSecret(inner, Array.isArray(value) ? '' : name),
  );
}

/** What of the body is there and is not as the interface shows it. What is missing is only not known. */
export function deviationsOf(kind: ImportKind, body: JsonObject): string[] {
  const parsed = resourceSchemas[kind].safeParse(body);
  if (parsed.success) return [];
  return parsed.error.issues
    .filter(({ path }) => valueAt(body, path) !== undefined)
    .map(({ path, message }) => `${path.join('.')}: ${message}`);
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<PropertyKey, unknown>)[key]
        : undefined,
    body,
  );
}

/** Throws Failed INVALID over the bound of records. */
export function requireFew(records: number): void {
  if (records <= importLimits.rows) return;
  const most = importLimits.rows.toLocaleString('en-US');
  throw invalid(
    `The input contains more than ${most} records. Split the input into several parts.`,
    'too-many',
  );
}
