/** Error forms (Interface 7) and how to recognise them. */
import { z } from 'zod';
import { textsBeside, textsIn } from './error-words.ts';
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

/** The form of an error: 7.1, 7.2, 7.3, a problem document, or an unknown one (decisions 5). */
export type ErrorForm = 'validation' | 'general' | 'envelope' | 'problem' | 'unknown';

/** An error response in any form. Every message is kept, in order. */
export interface ReadError {
  readonly form: ErrorForm;
  readonly messages: readonly string[];
  readonly code: string | null;
  readonly requestId: string | null;
  /** `statusCode` of the envelope or `status` of the problem, if present. */
  readonly statusInBody: number | null;
}

// Keys are optional: zod counts an absent key of type `unknown` as an error otherwise.
const anything = z.unknown().optional();
const informationAsRead = z.looseObject({
  error: z.looseObject({ information: z.unknown(), general: anything }),
});
const generalAsRead = z.looseObject({ error: z.looseObject({ general: z.unknown() }) });
const envelopeAsRead = z.looseObject({ ok: z.boolean(), error: anything, message: anything });
/** RFC 9457, with `status` and `title` optional; and the form of decisions 5. */
const problemAsRead = z.union([
  z.looseObject({ status: z.union([z.number(), z.string()]), detail: z.unknown() }),
  z.looseObject({ status: z.union([z.number(), z.string()]), errors: z.unknown() }),
  z.looseObject({ title: z.string(), type: z.string() }),
  z.looseObject({ title: z.string(), detail: z.string() }),
]);
/** Where other servers (a proxy, a gateway) put their messages: one of these is enough. */
const elsewhereAsRead = z
  .looseObject({})
  .refine((body) => wordKeys.some((key) => Object.hasOwn(body, key)));
const wordKeys = [
  'message',
  'messages',
  'error',
  'errors',
  'title',
  'detail',
  'details',
  'fields',
  'description',
  'error_description',
  'reason',
  'msg',
];

/**
 * Reads an error body. Never throws: an unknown form is returned as `unknown`, with the messages found in it,
 * if any; the caller shows the status and the body.
 */
export function readError(body: unknown): ReadError {
  // First, because an envelope may contain `information` or `general` inside its `error`.
  const envelope = envelopeAsRead.safeParse(body);
  if (envelope.success && ('message' in envelope.data || 'error' in envelope.data)) {
    const { error: cause, message } = envelope.data;
    const beside = textsBeside(body, ['message', 'error']);
    return error('envelope', [...new Set([...once(message, cause), ...beside])], body);
  }
  const beside = textsBeside(body, ['error']);
  const information = informationAsRead.safeParse(body);
  if (information.success) {
    // `Required` appears once per missing field, so repeats count here; elsewhere they are noise.
    return error('validation', [...textsIn(information.data.error), ...beside], body);
  }
  const general = generalAsRead.safeParse(body);
  if (general.success) {
    return error('general', [...new Set([...once(general.data.error), ...beside])], body);
  }
  const texts = [...new Set(textsBeside(body, []))];
  const problem = problemAsRead.safeParse(body);
  if (problem.success) return error('problem', texts, body);
  // A resource contains no error messages.
  return error('unknown', elsewhereAsRead.safeParse(body).success ? texts : [], body);
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

/** Each once, in order. */
const once = (...values: readonly unknown[]): string[] => [
  ...new Set(values.flatMap((value) => textsIn(value))),
];
