/** Parses what comes in by the contract, and says what is wrong in the words of 7.1. */
import type { z } from 'zod';
import { requiredMessage } from '../../contract/errors.ts';
import { refusals } from './refusal.ts';

/**
 * The value, parsed. @throws Refusal 400 with one message per problem: `Required` for a missing
 * input, else the field and what is wrong with it (Interface 7.1).
 */
export function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw refusals.invalid(result.error.issues.map((issue) => messageFor(issue, value)));
}

function messageFor(issue: z.core.$ZodIssue, value: unknown): string {
  if (issue.path.length > 0 && at(value, issue.path) === undefined) return requiredMessage;
  return issue.path.length === 0 ? issue.message : `${issue.path.join('.')}: ${issue.message}`;
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  let current = value;
  for (const key of path) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = (current as Record<PropertyKey, unknown>)[key];
  }
  return current;
}

/** The names of fields in `value` that `shape` does not know. */
export const unknownFields = (
  shape: Readonly<Record<string, unknown>>,
  value: unknown,
): string[] =>
  typeof value === 'object' && value !== null
    ? Object.keys(value).filter((key) => !Object.hasOwn(shape, key))
    : [];
