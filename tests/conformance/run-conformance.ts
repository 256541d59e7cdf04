/** Runs the cases against a server. A plain library: no test framework, no output, no process. */
import { type CaseResult, type ConformanceCase, needs as needsInOrder } from './case.ts';
import { conformanceCases } from './cases/index.ts';
import { createClient } from './client.ts';
import { type Context, createContext, type KnownIds } from './context.ts';
import { createControl } from './control.ts';
import { Skip, Violation } from './outcome.ts';
import type { Receiver } from './receiver.ts';

/** Our sandbox from behind, and where it can deliver to. */
export interface ControlOptions {
  readonly controlUrl: string;
  readonly controlToken: string;
  /** The server under test must trust its `ca` and be allowed to reach its `origin`. */
  readonly receiver: Receiver;
}

export interface ConformanceOptions {
  readonly baseUrl: string;
  /** JWT. Never part of a result. */
  readonly token: string;
  /** Create customers, virtual accounts and one webhook. Default false: nothing is created. */
  readonly allowWrites?: boolean;
  /** Use up the webhooks that are left; they can't be deleted. Needs `allowWrites`. Default false. */
  readonly destroySlots?: boolean;
  readonly control?: ControlOptions;
  readonly known?: KnownIds;
  /** Default: every case. */
  readonly cases?: readonly ConformanceCase[];
}

/** A run that is under way: cases one at a time, in an order of the caller's. */
export interface ConformanceRun {
  readonly cases: readonly ConformanceCase[];
  run(one: ConformanceCase): Promise<CaseResult>;
}

/** Prepares a run; nothing is sent yet. */
export function prepareConformance(options: ConformanceOptions): ConformanceRun {
  const { baseUrl, token, control, known = {}, cases = conformanceCases } = options;
  const context = createContext({
    client: createClient(baseUrl, token),
    token,
    known,
    control: control === undefined ? null : createControl(control.controlUrl, control.controlToken),
    receiver: control?.receiver ?? null,
    allowWrites: options.allowWrites === true,
  });
  const hidden = [token, control?.controlToken ?? ''].filter((text) => text !== '');
  return {
    cases: inOrder(cases),
    run: (one) => runCase(one, context, { options, hidden }),
  };
}

/** Runs every case, one after the other. Never rejects for what the server does. */
export async function runConformance(options: ConformanceOptions): Promise<CaseResult[]> {
  const { cases, run } = prepareConformance(options);
  const results: CaseResult[] = [];
  for (const one of cases) results.push(await run(one));
  return results;
}

/** Cases that use up webhooks come last: before them every other one still finds a slot. */
const inOrder = (cases: readonly ConformanceCase[]): readonly ConformanceCase[] =>
  cases.toSorted(
    (one, other) => needsInOrder.indexOf(one.needs) - needsInOrder.indexOf(other.needs),
  );

interface Means {
  readonly options: ConformanceOptions;
  readonly hidden: readonly string[];
}

async function runCase(
  one: ConformanceCase,
  context: Context,
  { options, hidden }: Means,
): Promise<CaseResult> {
  const { section, name, sentence, needs } = one;
  const result = (outcome: CaseResult['outcome'], reason: string | null): CaseResult => ({
    section,
    name,
    sentence,
    needs,
    outcome,
    reason: reason === null ? null : withoutSecrets(reason, hidden),
  });
  const missing = whatIsMissing(one, options);
  if (missing !== null) return result('skipped', missing);
  try {
    await one.run(context);
    return result('passed', null);
  } catch (error) {
    if (error instanceof Skip) return result('skipped', error.message);
    if (error instanceof Violation) return result('failed', error.message);
    const problem = error instanceof Error ? error.message : 'unknown';
    return result('failed', `The case itself failed on what was answered: ${problem}`);
  }
}

function whatIsMissing(
  { needs }: ConformanceCase,
  { allowWrites = false, destroySlots = false, control }: ConformanceOptions,
): string | null {
  if (needs === 'read') return null;
  if (!allowWrites) return 'needs --allow-writes';
  if (needs === 'destroy-slots' && !destroySlots) return 'needs --destroy-slots';
  if (needs === 'control' && control === undefined) {
    return 'runs only without --base-url, against a new sandbox of our own';
  }
  return null;
}

/** Takes out what must not be shown: the tokens of the run, secrets of webhooks, anything like a JWT. */
function withoutSecrets(text: string, hidden: readonly string[]): string {
  const shown = hidden.reduce((left, secret) => left.replaceAll(secret, '<token>'), text);
  return shown
    .replaceAll(/secret_[A-Za-z0-9_-]+/g, 'secret_<hidden>')
    .replaceAll(/eyJ[\w-]+\.[\w-]*\.[\w-]*/g, '<token>');
}
