/** A refused request. Thrown by checks, before anything is written. */
import type { RefusalName } from '../../contract/refusals.ts';
import { refusalKinds } from '../../contract/refusals.ts';

export interface RefusalOptions {
  /** Default: the contract's for this kind of refusal. */
  readonly status?: number;
  /** One per problem; default the contract's. */
  readonly messages?: readonly string[];
  /** A short name for the v1 envelope and the problem form; default that of the kind. */
  readonly code?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly messages: readonly string[];
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Form 7.1 under v2, which lists problems; else 7.2, one message. */
  readonly isValidation: boolean;

  constructor(name: RefusalName, options: RefusalOptions = {}) {
    const kind = refusalKinds[name];
    const messages = options.messages ?? [kind.message];
    super(messages.join('; '));
    this.status = options.status ?? kind.status;
    this.messages = messages;
    this.code = options.code ?? snakeCase(name);
    this.headers = options.headers ?? {};
    this.isValidation = kind.isValidation;
  }
}

const snakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The refusals by the contract's names (decisions 5), with their messages. */
export const refusals = {
  invalid: (messages: readonly string[]) => new Refusal('validation', { messages }),
  unauthorized: (message: string) =>
    new Refusal('unauthorized', {
      messages: [message],
      headers: { 'www-authenticate': 'Bearer' },
    }),
  forbidden: (message: string) => new Refusal('forbidden', { messages: [message] }),
  notFound: (message: string) => new Refusal('notFound', { messages: [message] }),
  /** Not in the contract: each path has one method, so this is a wrong call. */
  methodNotAllowed: (allowed: string) =>
    new Refusal('notFound', {
      status: 405,
      messages: ['Method not allowed'],
      code: 'method_not_allowed',
      headers: { allow: allowed },
    }),
  conflict: (message: string) => new Refusal('conflict', { messages: [message] }),
  webhookLimit: () => new Refusal('conflict', { code: 'webhook_limit' }),
  tooLarge: () => new Refusal('tooLarge'),
  unsupportedMediaType: () => new Refusal('unsupportedMediaType'),
  tooManyRequests: (retryAfterSeconds: number) =>
    new Refusal('tooManyRequests', { headers: { 'retry-after': String(retryAfterSeconds) } }),
  internal: (status = 500) => new Refusal('internal', { status }),
} as const;
