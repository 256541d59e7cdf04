/**
 * Faults: rules that make the next requests or deliveries fail on purpose. A rule ends with its count, or
 * stays until cleared. Rules are in memory: a restart clears them.
 */
import { z } from 'zod';
import type { OperationName } from '../../contract/operations.ts';
import { operations } from '../../contract/operations.ts';
import { fraction, type Random } from '../../platform/random.ts';
import type { Ids } from '../ids.ts';
import type { Signing } from '../state/deliveries.ts';

const operationNames = Object.keys(operations) as OperationName[];
const wait = z.int().min(0).max(600_000);

/** Which requests, and how many of them. */
const forRequests = {
  /** Default: every operation. */
  operation: z.enum(['*', ...operationNames]).default('*'),
  /** How often; null until cleared. */
  count: z.int().min(1).nullable().default(1),
};
const forDeliveries = { count: forRequests.count };

export const faultInput = z.discriminatedUnion('kind', [
  /** Cuts the connection: after the work is done and committed, or before it is begun. */
  z.strictObject({
    kind: z.literal('drop'),
    ...forRequests,
    when: z.enum(['after', 'before']).default('after'),
  }),
  /** Waits before the work. */
  z.strictObject({ kind: z.literal('delay'), ...forRequests, ms: wait }),
  /** A 5xx: instead of the work, or after it is done and committed. */
  z.strictObject({
    kind: z.literal('error'),
    ...forRequests,
    status: z.int().min(500).max(599).default(500),
    when: z.enum(['after', 'before']).default('before'),
  }),
  /** 429 with Retry-After, nothing done. */
  z.strictObject({
    kind: z.literal('too-many-requests'),
    ...forRequests,
    retryAfterSeconds: z.int().min(0).default(1),
  }),
  /** 401, as for an expired token, nothing done. */
  z.strictObject({ kind: z.literal('expired-token'), ...forRequests }),
  /** The work is done and the status 2xx, but the body is unusable. */
  z.strictObject({
    kind: z.literal('unparsable'),
    ...forRequests,
    body: z.enum(['truncated', 'html', 'empty', 'oversized']).default('truncated'),
  }),
  /** A redirect, nothing done. */
  z.strictObject({ kind: z.literal('redirect'), ...forRequests, location: z.url() }),
  /** Each delivery is sent this many times more. */
  z.strictObject({
    kind: z.literal('duplicate'),
    ...forDeliveries,
    copies: z.int().min(1).max(20).default(1),
  }),
  /** The next `count` deliveries go out in reverse order, `stepMs` apart; without a count, shuffled within ten steps. */
  z.strictObject({
    kind: z.literal('reorder'),
    count: z.int().min(1).nullable().default(2),
    stepMs: wait.default(100),
  }),
  /** Deliveries are signed wrongly or not at all. */
  z.strictObject({
    kind: z.literal('signature'),
    ...forDeliveries,
    signing: z.enum(['wrong', 'missing']).default('wrong'),
  }),
]);
export type FaultInput = z.output<typeof faultInput>;

/** A rule; `count` is the number left. */
export type Fault = FaultInput & { readonly id: string };
export type RequestFault = Extract<Fault, { operation: unknown }>;

export interface DeliveryFault {
  readonly duplicates: number;
  readonly delayMs: number;
  readonly signing: Signing;
}

export interface Faults {
  add(fault: FaultInput): Fault;
  list(): readonly Fault[];
  /** Clears one rule, or all. Returns whether there was one. */
  clear(id?: string): boolean;
  /** Uses every rule that applies to this request once. */
  takeForRequest(operation: OperationName): readonly RequestFault[];
  /** Uses every rule that applies to a delivery once. */
  takeForDelivery(): DeliveryFault;
}

const NO_FAULT: readonly RequestFault[] = [];
const REORDER_SPREAD = 10;

const isForRequest = (fault: Fault): fault is RequestFault => 'operation' in fault;

export function createFaults(ids: Ids, random: Random): Faults {
  let rules: Fault[] = [];

  const use = (taken: readonly Fault[]): void => {
    if (taken.length === 0) return;
    rules = rules.flatMap((rule) => {
      if (!taken.includes(rule) || rule.count === null) return [rule];
      return rule.count === 1 ? [] : [{ ...rule, count: rule.count - 1 }];
    });
  };
  const reorderDelay = (rule: Extract<Fault, { kind: 'reorder' }>): number =>
    rule.count === null
      ? Math.floor(fraction(random) * REORDER_SPREAD * rule.stepMs)
      : // Counts down, so later deliveries go out sooner.
        rule.count * rule.stepMs;

  return {
    add: (input) => {
      const fault = { ...input, id: ids.next('fault') };
      rules.push(fault);
      return fault;
    },
    list: () => rules,
    clear: (id) => {
      const before = rules.length;
      rules = id === undefined ? [] : rules.filter((rule) => rule.id !== id);
      return rules.length < before;
    },
    takeForRequest: (operation) => {
      if (rules.length === 0) return NO_FAULT;
      const taken = rules
        .filter(isForRequest)
        .filter((rule) => rule.operation === '*' || rule.operation === operation);
      use(taken);
      return taken;
    },
    takeForDelivery: () => {
      let duplicates = 0;
      let delayMs = 0;
      let signing: Signing = 'genuine';
      const taken = rules.filter((rule) => !isForRequest(rule));
      for (const rule of taken) {
        if (rule.kind === 'duplicate') duplicates += rule.copies;
        if (rule.kind === 'reorder') delayMs += reorderDelay(rule);
        if (rule.kind === 'signature') signing = rule.signing;
      }
      use(taken);
      return { duplicates, delayMs, signing };
    },
  };
}
