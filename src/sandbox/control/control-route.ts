/** The shape of the control plane's routes. */
import type { Tokens } from '../auth/tokens.ts';
import type { Service } from '../service.ts';

export interface ControlParts {
  readonly service: Service;
  readonly tokens: Tokens;
  /** Deletes the state except the keys. */
  readonly reset: () => Promise<void>;
  /** Lists a table of the state, newest first. */
  readonly lists: ControlLists;
}

export interface ListQuery {
  /** At most this many. */
  readonly limit: number;
  /** Entries before this sequence. */
  readonly before: number | null;
  readonly customer: string | null;
  readonly event: string | null;
  readonly webhook: string | null;
}

export interface ControlLists {
  list(kind: string, query: ListQuery): unknown;
  state(): unknown;
}

export interface ControlRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** undefined without a body. */
  readonly body: unknown;
}

export interface ControlAnswer {
  readonly status: 200 | 201;
  readonly value: unknown;
}

export interface ControlRoute {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Under /sandbox, parameters in braces. */
  readonly path: string;
  readonly handle: (
    parts: ControlParts,
    request: ControlRequest,
  ) => ControlAnswer | Promise<ControlAnswer>;
}

export const done = (value: unknown): ControlAnswer => ({ status: 200, value });
export const created = (value: unknown): ControlAnswer => ({ status: 201, value });
