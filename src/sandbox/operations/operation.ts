/** The shape of an operation of the service. */
import type { Answer, Stamp } from '../http/answers.ts';
import type { Service } from '../service.ts';

export interface OperationRequest {
  /** Path parameters, by their names in the interface. */
  readonly params: Readonly<Record<string, string>>;
  /** The parsed body; undefined for GET. */
  readonly body: unknown;
  /** Made when asked for: v2 answers carry none. */
  readonly stamp: () => Stamp;
}

/** Answers a request. A promise where something is written: it resolves after the commit. @throws Refusal */
export type Operate = (service: Service, request: OperationRequest) => Answer | Promise<Answer>;
