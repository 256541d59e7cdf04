/**
 * The control plane of the built-in sandbox (docs/sandbox.md): what happens there outside the API. INVALID
 * in every other profile, and in the sandbox's own words where it refuses.
 */
import { z } from 'zod';
import { kycStates, payoutStates, termsStates } from '../contract/transitions.ts';
import { reads, writesToService } from './procedure.ts';
import {
  type SandboxSwitch,
  sandboxFaultKinds,
  sandboxOperations,
  sandboxSwitches,
} from './sandbox-tables.ts';
import { instant, json, ofProfile } from './scalars.ts';

const id = z.string().min(1).max(200);

const switchName = z.enum(Object.keys(sandboxSwitches) as SandboxSwitch[]);

const faultInput = z.strictObject({
  kind: z.enum(sandboxFaultKinds),
  /** null for faults of deliveries. */
  operation: z.enum(sandboxOperations).nullable(),
  /** How often; null until cleared. */
  count: z.int().positive().nullable(),
  options: z.record(z.string().max(40), z.union([z.string().max(2_048), z.number()])),
});
export type SandboxFaultInput = z.infer<typeof faultInput>;

const fault = z.object({
  id,
  kind: z.string(),
  operation: z.string().nullable(),
  /** How often it still happens; null until cleared. */
  count: z.int().nullable(),
  options: z.record(z.string(), json),
});
export type SandboxFault = z.infer<typeof fault>;

const samples = z.object({
  state: z.enum(['none', 'filling', 'filled', 'failed']),
  done: z.int().min(0),
  total: z.int().min(0),
  /** What is being done, or what failed. */
  sentence: z.string().nullable(),
  startedAt: instant.nullable(),
});
export type SandboxSamples = z.infer<typeof samples>;

const sandboxState = z.object({
  counts: z.object({
    customers: z.int(),
    virtualAccounts: z.int(),
    bankAccounts: z.int(),
    payouts: z.int(),
    events: z.int(),
    webhooks: z.int(),
  }),
  switches: z.record(z.string(), json),
  faults: z.array(fault),
  samples,
});
export type SandboxState = z.infer<typeof sandboxState>;

const customer = z.object({
  id,
  /** Names Causeway knows; null for none. */
  name: z.string().nullable(),
  kyc: z.enum(kycStates),
  terms: z.enum(termsStates),
});
export type SandboxCustomer = z.infer<typeof customer>;

const payout = z.object({
  id,
  state: z.enum(payoutStates),
  customerId: z.string(),
  /** As of a customer. */
  customerName: z.string().nullable(),
  virtualAccountId: z.string(),
  amount: z.string(),
  currency: z.string(),
  /** Where it pays out. */
  network: z.string(),
  created: z.string(),
});
export type SandboxPayout = z.infer<typeof payout>;

const bankAccount = z.object({
  id,
  customerId: z.string(),
  bankName: z.string(),
  accountHolderName: z.string(),
  accountNumber: z.string(),
  status: z.string(),
});
export type SandboxBankAccount = z.infer<typeof bankAccount>;

const virtualAccount = z.object({
  id,
  customerId: z.string(),
  customerName: z.string().nullable(),
  sourceCurrency: z.string(),
  destinationCurrency: z.string(),
});
export type SandboxVirtualAccount = z.infer<typeof virtualAccount>;

const moving = { ...ofProfile, id, force: z.boolean().default(false) };
const bankWords = z.string().trim().min(1).max(200);
const digits = z
  .string()
  .trim()
  .regex(/^\d{4,40}$/, 'Enter at least 4 digits.');

/** A money amount as the sandbox takes it: at most two decimals, more than 0. */
export const depositAmount = z
  .string()
  .trim()
  .regex(/^\d{1,15}(\.\d{1,2})?$/)
  .regex(/[1-9]/);

export const sandboxControlsContract = {
  /** INVALID where the profile has no controls. */
  state: reads.output(sandboxState),
  /** The newest 100, as the sandbox holds them. `virtualAccountId` and `id` keep those of one record. */
  customers: reads.input(z.object({ id: id.nullable() })).output(z.array(customer)),
  bankAccounts: reads.input(z.object({ id: id.nullable() })).output(z.array(bankAccount)),
  virtualAccounts: reads.output(z.array(virtualAccount)),
  payouts: reads
    .input(z.object({ virtualAccountId: id.nullable(), id: id.nullable() }))
    .output(z.array(payout)),
  moveKyc: writesToService
    .input(
      z.strictObject({
        ...moving,
        to: z.enum(kycStates).exclude(['none']),
        message: z.string().trim().max(500).default(''),
      }),
    )
    .output(customer),
  moveTerms: writesToService
    .input(z.strictObject({ ...moving, to: z.enum(termsStates).exclude(['none']) }))
    .output(customer),
  openBankAccount: writesToService
    .input(
      z.strictObject({
        ...ofProfile,
        customerId: id,
        bankName: bankWords,
        accountHolderName: bankWords,
        accountNumber: digits,
      }),
    )
    .output(z.object({ id })),
  /** Without an event, as at the service: Causeway learns of it at the next lookup. */
  changeBankAccount: writesToService
    .input(z.strictObject({ ...ofProfile, id, accountNumber: digits, status: bankWords }))
    .output(z.object({ id })),
  removeBankAccount: writesToService
    .input(z.strictObject({ ...ofProfile, id }))
    .output(z.object({ id })),
  payIn: writesToService
    .input(
      z.strictObject({
        ...ofProfile,
        virtualAccountId: id,
        amount: depositAmount,
        until: z.enum(payoutStates),
      }),
    )
    .output(payout),
  movePayout: writesToService
    .input(z.strictObject({ ...moving, to: z.enum(payoutStates) }))
    .output(payout),
  trigger: writesToService
    .input(
      z.strictObject({
        ...ofProfile,
        name: z.string().trim().min(1).max(200),
        /** The resource as a JSON object; blank for a sample. */
        resource: z.string().max(100_000),
        count: z.int().min(1).max(100),
      }),
    )
    .output(z.object({ eventIds: z.array(id) })),
  setFault: writesToService.input(faultInput.extend(ofProfile)).output(sandboxState),
  /** null for all. */
  clearFaults: writesToService
    .input(z.strictObject({ ...ofProfile, id: id.nullable() }))
    .output(sandboxState),
  changeSwitch: writesToService
    .input(z.strictObject({ ...ofProfile, name: switchName, value: json }))
    .output(sandboxState),
  resetSwitches: writesToService.input(z.strictObject(ofProfile)).output(sandboxState),
  /**
   * Begins to fill the sandbox with sample data, once; a notice of `sandbox` comes with every step. INVALID
   * where it was begun before.
   */
  fill: writesToService.input(z.strictObject(ofProfile)).output(samples),
};
