/** Parses requests by the contract; messages are those of 7.1. */
import { z } from 'zod';
import { requiredMessage } from '../../contract/errors.ts';
import { valueKinds } from '../../contract/value-kinds.ts';
import { refusals } from './refusal.ts';

/**
 * The value, parsed. @throws Refusal 400 with one message per problem: `Required` for a missing or null
 * input, else the field and what is wrong with it (Interface 7.1).
 */
export const parsed = <Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> => parsedBy(schema, value, () => requiredMessage);

/** As `parsed`, but it names a missing field: the control plane is not the interface's. @throws Refusal 400. */
export const parsedControl = <Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> => parsedBy(schema, value, (field) => `${field}: is required`);

function parsedBy<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  requiredIn: (field: string) => string,
): z.output<Schema> {
  const result = schema.safeParse(value, { error: inPlainWords });
  if (result.success) return result.data;
  throw refusals.invalid(messagesFor(schema, value, result.error.issues, requiredIn));
}

function messagesFor(
  schema: z.ZodType,
  value: unknown,
  issues: readonly Issue[],
  requiredIn: (field: string) => string,
): string[] {
  // null counts as missing where omission is refused too.
  const nulls = issues.filter(
    ({ path }) => typeof path.at(-1) === 'string' && at(value, path) === null,
  );
  const without = nulls.length === 0 ? value : withoutFields(value, nulls);
  const missing = new Set(
    (nulls.length === 0 ? issues : (schema.safeParse(without).error?.issues ?? []))
      .filter(({ path }) => path.length > 0 && at(without, path) === undefined)
      .map(({ path }) => path.join('.')),
  );
  return issues.map(({ path, message }) => {
    const field = path.join('.');
    if (missing.has(field)) return requiredIn(field);
    return field === '' ? message : `${field}: ${message}`;
  });
}

type Issue = z.core.$ZodIssue;
type TooSmall = z.core.$ZodIssueTooSmall;

/** A copy without the fields of these problems. */
function withoutFields(value: unknown, issues: readonly Issue[]): unknown {
  const copy = structuredClone(value);
  for (const { path } of issues) {
    const parent = at(copy, path.slice(0, -1));
    const name = path.at(-1);
    if (typeof parent === 'object' && parent !== null && name !== undefined) {
      Reflect.deleteProperty(parent, name);
    }
  }
  return copy;
}

/** For problems without a message in the contract, so that no response quotes the validator. */
function inPlainWords(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if ((issue.path ?? []).length === 0) return 'The body must be a JSON object';
      return `must be ${valueKinds[issue.expected] ?? 'another kind of value'}`;
    case 'invalid_value':
      return `must be ${issue.values.map(String).join(' or ')}`;
    case 'unrecognized_keys':
      return `${issue.keys.join(', ')} is not known`;
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return `must be at most ${issue.maximum}`;
    case 'invalid_union':
      return Array.isArray(issue['options'])
        ? `must be ${issue['options'].map(String).join(' or ')}`
        : 'is not valid';
    default:
      return 'is not valid';
  }
}

function tooSmall({ origin, minimum, inclusive }: z.core.$ZodRawIssue<TooSmall>): string {
  if (origin !== 'string')
    return `must be ${inclusive === false ? 'more than' : 'at least'} ${minimum}`;
  return minimum === 1 ? 'must not be empty' : `must have at least ${minimum} characters`;
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  let current = value;
  for (const key of path) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = (current as Record<PropertyKey, unknown>)[key];
  }
  return current;
}

/** Names of fields in `value`, and in the objects inside, that `shape` does not know: `address.colour`. */
export function unknownFields(
  shape: Readonly<Record<string, unknown>>,
  value: unknown,
  path = '',
): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => {
    if (!Object.hasOwn(shape, key)) return [`${path}${key}`];
    const field = shape[key] instanceof z.ZodOptional ? shape[key].unwrap() : shape[key];
    return field instanceof z.ZodObject ? unknownFields(field.shape, part, `${path}${key}.`) : [];
  });
}
