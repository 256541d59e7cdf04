/** Bank accounts (Interface 2.5). No operation of the API creates one. */
import { bankAccount } from '../../contract/bank-account.ts';
import { readJson } from '../../platform/json-column.ts';
import type { Service } from '../service.ts';

export interface BankAccountInput {
  readonly bankName: string;
  readonly accountHolderName: string;
  readonly accountName: string;
  /** Lowercase currency code. */
  readonly currency: string;
  readonly accountNumber: string;
  readonly routingNumber: string;
  readonly accountType: 'checking' | 'savings';
  readonly status: string;
}

/** The last four stay visible, of a short number half (Interface 2.5). The whole number is not stored. */
export function masked(number: string): string {
  const hidden = Math.max(number.length - 4, Math.ceil(number.length / 2));
  return '*'.repeat(hidden) + number.slice(hidden);
}

/** Stores one and emits `bankAccount.create`. Inside a transaction. */
export function createBankAccount(service: Service, customerId: string, input: BankAccountInput) {
  const { ids, clock, records, emitter } = service;
  const { accountNumber, routingNumber, accountType, status, ...named } = input;
  const made = {
    id: ids.next('bankAccount'),
    status,
    bankName: named.bankName,
    accountHolderName: named.accountHolderName,
    accountName: named.accountName,
    customer: customerId,
    currency: named.currency,
    accountDetails: {
      accountNumber: masked(accountNumber),
      routingNumber: masked(routingNumber),
      accountType,
    },
  };
  records.bankAccounts.insert({
    id: made.id,
    customer_id: customerId,
    body: JSON.stringify(made),
    created: clock.now(),
  });
  const eventId = emitter.emit({
    name: 'bankAccount.create',
    dataJson: JSON.stringify({ bankAccount: made }),
    mock: false,
  });
  return { eventId, bankAccount: made };
}

/** The fields that can change. */
export type BankAccountPatch = {
  readonly [Key in keyof BankAccountInput]?: BankAccountInput[Key] | undefined;
};

/** Changes one without an event. Inside a transaction. `body` is the record as JSON. */
export function changeBankAccount(
  service: Service,
  id: string,
  body: string,
  patch: BankAccountPatch,
) {
  const before = readJson(bankAccount, body);
  const { accountNumber, routingNumber, accountType, ...named } = patch;
  const details = {
    ...(accountNumber === undefined ? {} : { accountNumber: masked(accountNumber) }),
    ...(routingNumber === undefined ? {} : { routingNumber: masked(routingNumber) }),
    ...(accountType === undefined ? {} : { accountType }),
  };
  const after = {
    ...before,
    ...named,
    accountDetails: { ...before.accountDetails, ...details },
  };
  service.records.bankAccounts.update(id, JSON.stringify(after));
  return after;
}
