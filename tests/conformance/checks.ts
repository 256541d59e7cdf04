/** What a case can demand of an answer. Every failure is a {@link Violation} in plain words. */
import { z } from 'zod';
import { errorEnvelope } from '../../src/contract/envelope.ts';
import { generalError, readError, validationError } from '../../src/contract/errors.ts';
import type { Answer } from './client.ts';
import { Violation } from './outcome.ts';

/** @throws Violation with this message. */
export function demand(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Violation(message);
}

/** The value, of the shape of the contract. Names paths and not values: a value may be a secret. */
export function shaped<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  what: string,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new Violation(`${what} departs from the interface: ${problems.join('; ')}`);
}

/** Both as JSON, so that lists and objects compare by content. */
export function requireEqual(actual: unknown, expected: unknown, what: string): void {
  const found = JSON.stringify(actual);
  const wanted = JSON.stringify(expected);
  demand(found === wanted, `${what} is ${found}, expected ${wanted}`);
}

const wordsOf = (answer: Answer): string => {
  const { messages } = readError(answer.json);
  return messages.length === 0 ? '' : ` (${messages.join('; ')})`;
};

const failure = z.looseObject({ ok: z.literal(false) });
/** Whether an envelope says that it failed, in whatever form. */
export const reportsFailure = ({ json }: Answer): boolean => failure.safeParse(json).success;

/** Success: any 2xx (success codes of v2 are not shown), and no envelope that says otherwise. */
export function succeeded(answer: Answer, what: string): unknown {
  demand(
    answer.status >= 200 && answer.status < 300 && !reportsFailure(answer),
    `${what} was answered with ${answer.status}${wordsOf(answer)}`,
  );
  return answer.json;
}

/** HTTP and envelope may say different things, and either counts (HTTP codes are not shown). */
function statusesOf(answer: Answer): readonly number[] {
  const inBody = failure.extend({ statusCode: z.int() }).safeParse(answer.json).data?.statusCode;
  return inBody === undefined ? [answer.status] : [answer.status, inBody];
}

const isRefusal = (answer: Answer): boolean =>
  (answer.status >= 400 && answer.status < 500) || (answer.status < 300 && reportsFailure(answer));

const isAboutToken = (answer: Answer): boolean =>
  statusesOf(answer).some((status) => status === 401 || status === 403);

/**
 * Refused for what was asked: a 4xx, or an envelope with `ok: false`. Not for the token: else a
 * server that refuses everybody would pass.
 */
export function refused(answer: Answer, what: string): void {
  const { status } = answer;
  demand(isRefusal(answer), `${what} was answered with ${status}, expected a refusal`);
  demand(!isAboutToken(answer), `${what} was refused for the token${wordsOf(answer)}`);
}

/** Refused for the token: 401 or 403. */
export const isTokenRefused = (answer: Answer): boolean =>
  isRefusal(answer) && isAboutToken(answer);

/** The same, in a form of section 7. */
export function refusedForToken(answer: Answer, what: string): void {
  const { status, json } = answer;
  demand(isTokenRefused(answer), `${what} was answered with ${status}, expected 401 or 403`);
  const hasForm = [validationError, generalError, errorEnvelope].some(
    (form) => form.safeParse(json).success,
  );
  demand(hasForm, `The error body of ${what} has no form of section 7`);
}

/** Refused in form 7.1, with one message or more. */
export function refusedAsInvalid(answer: Answer, what: string): readonly string[] {
  refused(answer, what);
  return shaped(validationError, answer.json, `The error body of ${what}`).error.information;
}

/** Refused in form 7.2. */
export function refusedInGeneral(answer: Answer, what: string): string {
  refused(answer, what);
  const { general } = shaped(generalError, answer.json, `The error body of ${what}`).error;
  demand(general.trim() !== '', `The general message of ${what} is empty`);
  return general;
}

/** Refused in either form of v2. */
export function refusedByV2(answer: Answer, what: string): void {
  refused(answer, what);
  const isKnown =
    validationError.safeParse(answer.json).success || generalError.safeParse(answer.json).success;
  demand(isKnown, `The error body of ${what} has neither the form of 7.1 nor that of 7.2`);
}

/** Refused in the envelope of v1. */
export function refusedByV1(answer: Answer, what: string): z.output<typeof errorEnvelope> {
  refused(answer, what);
  return shaped(errorEnvelope, answer.json, `The error body of ${what}`);
}
