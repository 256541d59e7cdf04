/** The shape of an operation of the service. */
import type { Answer, Stamp } from '../http/answers.ts';
import type { Service } from '../service.ts';

export interface OperationRequest {
  /** Path parameters, by their names in the API specification. */
  readonly params: Readonly<Record<string, string>>;
  /** The parsed body; undefined for GET. */
  readonly body: unknown;
  /** Created on demand: v2 responses have none. */
  readonly stamp: () => Stamp;
}

/** Handles a request. A write returns a promise that resolves after the commit. @throws Refusal */
export type Operate = (service: Service, request: OperationRequest) => Answer | Promise<Answer>;
