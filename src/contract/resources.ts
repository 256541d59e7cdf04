/**
 * Reads resources liberally: a body with a usable ID is a resource, whatever else it contains; deviations
 * from the API specification are listed beside it, and never a reason to refuse or drop it.
 */
import type { z } from 'zod';
import { bankAccount } from './bank-account.ts';
import { customer } from './customer.ts';
import { addressPayload, event, paymentLinkPayload, walletPayload } from './event.ts';
import { cameAsNumberWords, textsThatCameAsNumbers } from './exact-json.ts';
import { wholeNumbers } from './masked-numbers.ts';
import type { JsonObject } from './scalars.ts';
import { jsonObject } from './scalars.ts';
import { virtualAccount } from './virtual-account.ts';
import { webhook } from './webhook.ts';

/** Resource kinds that records are kept of (Interface 2); the last three are known from their events alone. */
export const resourceSchemas = {
  customer,
  virtualAccount,
  bankAccount,
  webhook,
  event,
  wallet: walletPayload,
  address: addressPayload,
  paymentLink: paymentLinkPayload,
} as const satisfies Record<string, z.ZodType>;

export type ResourceKind = keyof typeof resourceSchemas;

/** A resource as received. */
export interface ReadResource {
  readonly kind: ResourceKind;
  readonly id: string;
  /** Every key as received. */
  readonly body: JsonObject;
  /** Deviations from the API specification, such as `fees.totalBpsRate: expected string`. */
  readonly deviations: readonly string[];
}

/** Reads a resource of this kind; null without an object that has an ID of the kind's prefix. */
export function readResource(kind: ResourceKind, value: unknown): ReadResource | null {
  const body = jsonObject.safeParse(value);
  if (!body.success) return null;
  const id = body.data['id'];
  if (typeof id !== 'string' || !new RegExp(`^${kind}_\\S+$`).test(id)) return null;
  const parsed = resourceSchemas[kind].safeParse(value);
  const issues = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  const unmasked = kind === 'bankAccount' ? wholeNumbers(body.data) : [];
  const numbers = textsThatCameAsNumbers(value).map((path) => `${path}: ${cameAsNumberWords}`);
  const deviations = [
    ...issues,
    ...breachesOf(kind, body.data),
    ...numbers,
    ...unmasked.map(({ field }) => `${field}: ${mustBeMasked}`),
  ];
  return { kind, id, body: body.data, deviations };
}

interface Written {
  readonly path: readonly string[];
  readonly isMet: (value: unknown) => boolean;
  readonly must: string;
}

const matches = (pattern: RegExp) => (value: unknown) =>
  typeof value !== 'string' || pattern.test(value);

/**
 * What section 2 writes of a value beside its type. Stated here and not in the schemas: what a server sends
 * against it is a deviation, and a record all the same. Another type is told by the schema.
 */
const written: Partial<Record<ResourceKind, readonly Written[]>> = {
  customer: [
    {
      path: ['type'],
      isMet: matches(/^(individual|business)$/),
      must: 'be individual or business',
    },
  ],
  bankAccount: [
    { path: ['currency'], isMet: matches(/^[a-z]+$/), must: 'be a lowercase currency code' },
    {
      path: ['accountDetails', 'accountType'],
      isMet: matches(/^(checking|savings)$/),
      must: 'be checking or savings',
    },
  ],
  webhook: [
    { path: ['deliveryRate'], isMet: matches(/^\d+(\.\d+)?$/), must: 'be a numeric string' },
    { path: ['url'], isMet: matches(/^https:\/\/[^/]/i), must: 'be an HTTPS URL' },
  ],
};

const breachesOf = (kind: ResourceKind, body: JsonObject): string[] =>
  (written[kind] ?? [])
    .filter(({ path, isMet }) => !isMet(path.reduce<unknown>((at, key) => Object(at)[key], body)))
    .map(({ path, must }) => `${path.join('.')}: must ${must}`);

const mustBeMasked = 'must be masked, with only its last digits visible';
