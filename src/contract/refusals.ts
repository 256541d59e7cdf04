/**
 * Refusals: the meaning and form of each HTTP status (Interface 7). Only the forms are specified, so the
 * statuses are an assumption (decisions 5). A client keeps any status; the sandbox uses these.
 */
import type { OperationName } from './operations.ts';
import { writeNames } from './writes.ts';

/** One reason to refuse a request. */
export interface RefusalKind {
  readonly status: number;
  /** What it says about the request. */
  readonly meaning: string;
  /** An example of the message. */
  readonly message: string;
  /** Form 7.1 under v2; everything else is 7.2. Under v1 both are the envelope (7.3). */
  readonly isValidation: boolean;
  /** Operations that can be refused so; null for all. */
  readonly operations: readonly OperationName[] | null;
}

export const refusalKinds = {
  validation: {
    status: 400,
    meaning: 'An input is missing or malformed, or the body is no JSON. One message per problem.',
    message: 'Required',
    isValidation: true,
    operations: null,
  },
  unauthorized: {
    status: 401,
    meaning: 'The token is missing, invalid or expired.',
    message: 'Token expired',
    isValidation: false,
    operations: null,
  },
  forbidden: {
    status: 403,
    meaning: 'The token belongs to the other environment, or the customer may not do this yet.',
    message: 'The token belongs to the other environment',
    isValidation: false,
    operations: null,
  },
  notFound: {
    status: 404,
    meaning: 'What is asked for does not exist, or belongs to another customer.',
    message: 'Bank account not found',
    isValidation: false,
    operations: ['createVirtualAccount', 'getBankAccount', 'getEvent'],
  },
  conflict: {
    status: 409,
    meaning: '10 webhooks exist already, the most that there may be.',
    message: 'Webhook limit reached: 10 webhooks may exist at a time',
    isValidation: false,
    operations: ['createWebhook'],
  },
  tooLarge: {
    status: 413,
    meaning: 'The body is over 1 MiB.',
    message: 'The body is over 1 MiB',
    isValidation: false,
    operations: writeNames,
  },
  unsupportedMediaType: {
    status: 415,
    meaning: 'A request with a body carries Content-Type: application/json.',
    message: 'Content-Type must be application/json',
    isValidation: false,
    operations: writeNames,
  },
  tooManyRequests: {
    status: 429,
    meaning: 'Too many requests. Retry-After says how many seconds to wait.',
    message: 'Too many requests',
    isValidation: false,
    operations: null,
  },
  internal: {
    status: 500,
    meaning: 'The service failed. What became of a write is unknown.',
    message: 'Internal error',
    isValidation: false,
    operations: null,
  },
} as const satisfies Record<string, RefusalKind>;

export type RefusalName = keyof typeof refusalKinds;

/** The refusals of this operation. */
export const refusalsOf = (operation: OperationName): [RefusalName, RefusalKind][] =>
  (Object.entries(refusalKinds) as [RefusalName, RefusalKind][]).filter(
    ([, kind]) => kind.operations === null || kind.operations.includes(operation),
  );
