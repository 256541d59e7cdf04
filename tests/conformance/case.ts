/** The shape of a conformance case, and of what came of it. */
import type { Context } from './context.ts';

/**
 * What a case does to the server:
 * - `read`: nothing; it only asks, or is refused;
 * - `write`: creates customers and virtual accounts, and one webhook for the whole run;
 * - `control`: needs the control plane of our sandbox and a receiver for deliveries;
 * - `destroy-slots`: uses up webhooks, which can't be deleted, or would where a refusal is missing.
 */
export type Need = 'read' | 'write' | 'control' | 'destroy-slots';

/** In this order cases run, so that the ones that use up webhooks come last. */
export const needs = ['read', 'write', 'control', 'destroy-slots'] as const satisfies Need[];

export interface ConformanceCase {
  /** Section of the interface: `4.2`, or `conventions`. */
  readonly section: string;
  /** The sentence of the interface that is tested; a rule of Causeway's own says that it is one. */
  readonly sentence: string;
  /** What the server is seen to do. Unique. */
  readonly name: string;
  readonly needs: Need;
  /** Throws `Violation` when the server departs from the sentence, `Skip` when it can't be seen. */
  readonly run: (context: Context) => Promise<void>;
}

export type Outcome = 'passed' | 'failed' | 'skipped';

export interface CaseResult {
  readonly section: string;
  readonly name: string;
  readonly sentence: string;
  readonly needs: Need;
  readonly outcome: Outcome;
  /** Why it failed or was skipped; null when it passed. Never holds a token or a secret. */
  readonly reason: string | null;
}

type Row = readonly [
  sentence: string,
  name: string,
  needs: Need,
  run: (context: Context) => Promise<void>,
];

/** The cases of a section, written as rows. */
export const section = (number: string, rows: readonly Row[]): ConformanceCase[] =>
  rows.map(([sentence, name, needs, run]) => ({ section: number, sentence, name, needs, run }));
