/** Transitions of a customer's KYC and terms; creating bank accounts. */
import { z } from 'zod';
import type { VerificationProfile } from '../../contract/customer.ts';
import { customer as customerSchema } from '../../contract/customer.ts';
import { bankAccountNotFoundMessage } from '../../contract/errors.ts';
import { kycStates, termsStates } from '../../contract/transitions.ts';
import { readJson } from '../../platform/json-column.ts';
import { changeBankAccount, createBankAccount } from '../domain/bank-accounts.ts';
import { moveKyc, moveTerms } from '../domain/verification.ts';
import { refusals } from '../http/refusal.ts';
import { parsedControl } from '../http/validation.ts';
import type { Service } from '../service.ts';
import type { CustomerRow, OwnedRow } from '../state/records.ts';
import type { ControlRoute } from './control-route.ts';
import { created, done } from './control-route.ts';

const kycInput = z.strictObject({
  to: z.enum(kycStates).exclude(['none']),
  /** The message in criteria.errors; default our own. */
  message: z.string().optional(),
  /** Also a transition outside the table. */
  force: z.boolean().default(false),
});

const termsInput = z.strictObject({
  to: z.enum(termsStates).exclude(['none']),
  force: z.boolean().default(false),
});

const bankAccountInput = z.strictObject({
  bankName: z.string().default('Causeway Sandbox Bank'),
  accountHolderName: z.string().default('Ada Byron'),
  accountName: z.string().default('Operating account'),
  currency: z.string().toLowerCase().default('usd'),
  accountNumber: z.string().min(4).default('000123456789'),
  routingNumber: z.string().min(4).default('101000019'),
  accountType: z.enum(['checking', 'savings']).default('checking'),
  status: z.string().default('active'),
});

/** An omitted field stays as it is. */
const bankAccountPatch = z.strictObject({
  bankName: z.string().optional(),
  accountHolderName: z.string().optional(),
  accountName: z.string().optional(),
  currency: z.string().toLowerCase().optional(),
  accountNumber: z.string().min(4).optional(),
  routingNumber: z.string().min(4).optional(),
  accountType: z.enum(['checking', 'savings']).optional(),
  status: z.string().optional(),
});

/** @throws Refusal 404. */
function existingBankAccount(service: Service, params: Readonly<Record<string, string>>): OwnedRow {
  const row = service.records.bankAccounts.get(params['bankAccount'] ?? '');
  if (row === undefined) throw refusals.notFound(bankAccountNotFoundMessage);
  return row;
}

/** @throws Refusal 404. */
function existing(service: Service, params: Readonly<Record<string, string>>): CustomerRow {
  const row = service.records.customer(params['customer'] ?? '');
  if (row === undefined) throw refusals.notFound('Customer not found');
  return row;
}

const shown = (
  row: CustomerRow,
): {
  kyc: string;
  terms: string;
  customer: { verificationProfiles: VerificationProfile[] };
} => ({
  kyc: row.kyc,
  terms: row.terms,
  customer: readJson(customerSchema, row.body),
});

export const customerRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/customers/{customer}',
    handle: ({ service }, { params }) => done(shown(existing(service, params))),
  },
  {
    method: 'POST',
    path: '/customers/{customer}/kyc',
    handle: async ({ service }, { params, body }) => {
      const move = parsedControl(kycInput, body);
      return done(
        await service.commit.submit(() => {
          const { row, eventId } = moveKyc(service, existing(service, params), move);
          return { eventId, ...shown(row) };
        }),
      );
    },
  },
  {
    method: 'POST',
    path: '/customers/{customer}/terms',
    handle: async ({ service }, { params, body }) => {
      const move = parsedControl(termsInput, body);
      return done(
        await service.commit.submit(() => {
          const { row, eventId } = moveTerms(service, existing(service, params), move);
          return { eventId, ...shown(row) };
        }),
      );
    },
  },
  {
    method: 'POST',
    path: '/customers/{customer}/bank-accounts',
    handle: async ({ service }, { params, body }) => {
      const input = parsedControl(bankAccountInput, body);
      return created(
        await service.commit.submit(() =>
          createBankAccount(service, existing(service, params).id, input),
        ),
      );
    },
  },
  {
    method: 'PATCH',
    path: '/bank-accounts/{bankAccount}',
    handle: async ({ service }, { params, body }) => {
      const patch = parsedControl(bankAccountPatch, body);
      return done(
        await service.commit.submit(() => {
          const row = existingBankAccount(service, params);
          return { bankAccount: changeBankAccount(service, row.id, row.body, patch) };
        }),
      );
    },
  },
  {
    method: 'DELETE',
    path: '/bank-accounts/{bankAccount}',
    handle: async ({ service }, { params }) =>
      done(
        await service.commit.submit(() => {
          const { id } = existingBankAccount(service, params);
          service.records.bankAccounts.remove(id);
          return { removed: id };
        }),
      ),
  },
];
