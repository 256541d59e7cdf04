/** The five operations of the service (Interface 4), as data for client, sandbox, conformance and OpenAPI. */
import type { z } from 'zod';
import { bankAccount, getBankAccountParams } from './bank-account.ts';
import { createCustomerInput, createCustomerRequest, customer } from './customer.ts';
import { eventEnvelope, webhookEnvelope } from './envelope.ts';
import { getEventParams } from './event.ts';
import type { LookupName } from './lookups.ts';
import {
  createVirtualAccountInput,
  createVirtualAccountRequest,
  virtualAccount,
} from './virtual-account.ts';
import { createWebhookInput, createWebhookRequest } from './webhook.ts';
import type { WriteName } from './writes.ts';

/** One operation. Every one takes `Authorization: Bearer <JWT>` (Interface 5.1). */
export interface Operation {
  /** Section of the API specification. */
  readonly section: string;
  readonly summary: string;
  /** The version is part of the path (Interface 9). It decides the error forms: 7.1 and 7.2, or 7.3. */
  readonly version: 'v1' | 'v2';
  readonly method: 'GET' | 'POST';
  /** Path under the base URL, parameters in braces. */
  readonly path: string;
  readonly params: z.ZodObject | null;
  /** Request body as a server reads it. */
  readonly request: z.ZodType | null;
  /** The same as we send it: strict, nothing blank. null where nothing is created. */
  readonly input: z.ZodType | null;
  /** Response body on success. */
  readonly response: z.ZodType;
  /** The sandbox's HTTP status on success; a client accepts any 2xx (decisions 4). */
  readonly successStatus: 200 | 201;
}

export const operations = {
  createCustomer: {
    section: '4.1',
    summary: 'Create a customer',
    version: 'v2',
    method: 'POST',
    path: '/v2/customer',
    params: null,
    request: createCustomerRequest,
    input: createCustomerInput,
    response: customer,
    successStatus: 201,
  },
  createVirtualAccount: {
    section: '4.2',
    summary: 'Create a virtual account',
    version: 'v2',
    method: 'POST',
    path: '/v2/virtual-account',
    params: null,
    request: createVirtualAccountRequest,
    input: createVirtualAccountInput,
    response: virtualAccount,
    successStatus: 201,
  },
  getBankAccount: {
    section: '4.3',
    summary: 'Get a bank account',
    version: 'v2',
    method: 'GET',
    path: '/v2/customers/{customer_id}/bank-account/{bank_account_id}',
    params: getBankAccountParams,
    request: null,
    input: null,
    response: bankAccount,
    successStatus: 200,
  },
  createWebhook: {
    section: '4.4',
    summary: 'Create a webhook',
    version: 'v1',
    method: 'POST',
    path: '/v1/webhook',
    params: null,
    request: createWebhookRequest,
    input: createWebhookInput,
    response: webhookEnvelope,
    successStatus: 200,
  },
  getEvent: {
    section: '4.5',
    summary: 'Get an event by id',
    version: 'v1',
    method: 'GET',
    path: '/v1/event/{event_id}',
    params: getEventParams,
    request: null,
    input: null,
    response: eventEnvelope,
    successStatus: 200,
  },
} as const satisfies Record<OperationName, Operation>;

export type OperationName = WriteName | LookupName;

/** What each write sends (Interface 4.1, 4.2, 4.4). */
export type WriteInputs = {
  readonly [Name in WriteName]: z.output<(typeof operations)[Name]['input']>;
};
