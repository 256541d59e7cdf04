/** Error forms (Interface 7) and how an answer is told to be one. */
import { z } from 'zod';
import { timestamp } from './scalars.ts';

/** v2 validation error, one message per problem (Interface 7.1). */
export const validationError = z
  .looseObject({
    ts: timestamp,
    error: z.looseObject({ information: z.array(z.string()).min(1) }),
  })
  .meta({ id: 'ValidationError' });
export type ValidationError = z.infer<typeof validationError>;

/** v2 general error, one message (Interface 7.2). */
export const generalError = z
  .looseObject({ ts: timestamp, error: z.looseObject({ general: z.string() }) })
  .meta({ id: 'GeneralError' });
export type GeneralError = z.infer<typeof generalError>;

/** The message for a missing required input (Interface 7.1). */
export const requiredMessage = 'Required';

/** The message for a bank account that does not exist (Interface 7.2). */
export const bankAccountNotFoundMessage = 'Bank account not found';

/** Which form an error came in: 7.1, 7.2, 7.3, a problem document, or none that we know (decisions 5). */
export type ErrorForm = 'validation' | 'general' | 'envelope' | 'problem' | 'unknown';

/** What an error answer says, in whatever form. Every message is kept, in order. */
export interface ReadError {
  readonly form: ErrorForm;
  readonly messages: readonly string[];
  readonly code: string | null;
  readonly requestId: string | null;
  /** `statusCode` of the envelope or `status` of the problem, where it was given. */
  readonly statusInBody: number | null;
}

// Keys are optional: zod counts an absent key of type `unknown` as an error otherwise.
const anything = z.unknown().optional();
const informationAsRead = z.looseObject({
  error: z.looseObject({ information: z.unknown(), general: anything }),
});
const generalAsRead = z.looseObject({ error: z.looseObject({ general: z.unknown() }) });
const envelopeAsRead = z.looseObject({ ok: z.boolean(), error: anything, message: anything });
const problemAsRead = z.looseObject({
  status: z.union([z.number(), z.string()]),
  title: anything,
  detail: anything,
  errors: anything,
});
/** Where other servers (a proxy, a gateway) put their words. */
const elsewhereAsRead = z.looseObject({
  error: anything,
  message: anything,
  title: anything,
  detail: anything,
});

/**
 * Reads an error body. Never throws: what has no known form comes back as `unknown`, with the words
 * found in it, if any; the caller shows the status and the body.
 */
export function readError(body: unknown): ReadError {
  // First, because an envelope may hold `information` or `general` inside its `error`.
  const envelope = envelopeAsRead.safeParse(body);
  if (envelope.success && ('message' in envelope.data || 'error' in envelope.data)) {
    const { error: cause, message } = envelope.data;
    return error('envelope', once(message, cause), body);
  }
  const information = informationAsRead.safeParse(body);
  if (information.success) {
    const { information: messages, general } = information.data.error;
    // `Required` comes once per missing field, so repeats count here; elsewhere they are noise.
    return error('validation', [...textsIn(messages), ...textsIn(general)], body);
  }
  const general = generalAsRead.safeParse(body);
  if (general.success) return error('general', once(general.data.error.general), body);
  const problem = problemAsRead.safeParse(body);
  if (problem.success && ('detail' in problem.data || 'errors' in problem.data)) {
    const { title, detail, errors } = problem.data;
    return error('problem', once(detail ?? title, errors), body);
  }
  const other = elsewhereAsRead.safeParse(body).data;
  const words = [other?.message, other?.error, other?.detail ?? other?.title];
  return error('unknown', once(...words.flatMap(plainTextsIn)), body);
}

const codeAsRead = z.looseObject({ code: z.union([z.string(), z.number()]) });
const codeInErrorAsRead = z.looseObject({ error: codeAsRead });
const requestIdAsRead = z.looseObject({ request: z.string() });
const wholeNumber = z.union([
  z.int(),
  z
    .string()
    .regex(/^\d{3}$/)
    .transform(Number),
]);
const statusAsRead = z.union([
  z.looseObject({ statusCode: wholeNumber }).transform((it) => it.statusCode),
  z.looseObject({ status: wholeNumber }).transform((it) => it.status),
]);

function error(form: ErrorForm, messages: readonly string[], body: unknown): ReadError {
  const code =
    codeAsRead.safeParse(body).data?.code ?? codeInErrorAsRead.safeParse(body).data?.error.code;
  return {
    form,
    messages,
    code: code === undefined ? null : String(code),
    requestId: requestIdAsRead.safeParse(body).data?.request ?? null,
    statusInBody: statusAsRead.safeParse(body).data ?? null,
  };
}

/** The texts of these values, each once. */
const once = (...values: readonly unknown[]): string[] => [
  ...new Set(values.flatMap((value) => textsIn(value))),
];

/** Keys of an object under which words are looked for. */
const wordKeys = ['message', 'detail', 'information', 'general'] as const;

/** How deep words are looked for. A hostile body can nest deeper than the stack reaches. */
const maxDepth = 8;

/**
 * Every text in a value that may be a string, a list or an object of either. An object without words
 * that we know is given as JSON, so that nothing said is lost.
 */
function textsIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (typeof value === 'number') return [String(value)];
  if (typeof value !== 'object' || value === null || depth > maxDepth) return [];
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item, depth + 1));
  const words = wordKeys.flatMap((key) =>
    key in value ? textsIn(Reflect.get(value, key), depth + 1) : [],
  );
  return words.length > 0 ? words : asJson(value);
}

function asJson(value: object): string[] {
  try {
    return [JSON.stringify(value)];
  } catch {
    return [];
  }
}

/** As {@link textsIn}, of a string alone: in a body of no known form nothing else is taken for words. */
const plainTextsIn = (value: unknown): string[] =>
  typeof value === 'string' ? textsIn(value) : [];
