/** `POST /v2/virtual-account` (Interface 4.2). It emits no event (decisions 19). */
import { isUsable } from '../../contract/addresses/address-check.ts';
import { checkAddress } from '../../contract/addresses/check-address.ts';
import { canonicalNetwork, isKnownNetwork, isPairServed } from '../../contract/currencies.ts';
import type { CreateCustomerRequest } from '../../contract/customer.ts';
import { createCustomerRequest, customer as customerSchema } from '../../contract/customer.ts';
import type {
  CreateVirtualAccountRequest,
  VirtualAccount,
} from '../../contract/virtual-account.ts';
import { createVirtualAccountRequest } from '../../contract/virtual-account.ts';
import { isoTime } from '../../platform/clock.ts';
import { readJson } from '../../platform/json-column.ts';
import { depositInstructions } from '../domain/deposit-instructions.ts';
import { feesOf } from '../domain/fees.ts';
import { refusals } from '../http/refusal.ts';
import { parsed, unknownFields } from '../http/validation.ts';
import type { Service } from '../service.ts';
import type { CustomerRow } from '../state/records.ts';
import type { Settings } from '../state/settings.ts';
import type { Operate } from './operation.ts';

export const createVirtualAccount: Operate = async (service, { body }) => {
  const request = read(body, service.settings.current);
  const answer = await service.commit.submit(() => store(service, request));
  return { status: service.settings.current.v2PostStatus, body: answer };
};

function read(body: unknown, settings: Settings): CreateVirtualAccountRequest {
  const ignored = ignoredSpelling[settings.feeSpelling];
  const request = parsed(createVirtualAccountRequest, without(body, ignored));
  const { destinationCurrency: currency, network } = request;
  const problems: string[] = [];
  if (!isKnownNetwork(network)) {
    if (settings.networks === 'known') problems.push(`network: ${network} is not supported`);
  } else if (settings.pairs === 'served' && !isPairServed(currency, network)) {
    problems.push(`network: ${currency} is not served on ${network}`);
  }
  // No address is valid for a network that is not served.
  const address = problems.length === 0 ? addressProblem(request, settings) : null;
  if (address !== null) problems.push(`walletAddress: ${address}`);
  if (settings.unknownFields === 'refuse') {
    const shape = without(createVirtualAccountRequest.shape, ignored);
    const unknown = unknownFields(shape, body);
    problems.push(...unknown.map((field) => `${field}: is not known`));
  }
  if (problems.length > 0) throw refusals.invalid(problems);
  return request;
}

const ignoredSpelling = {
  both: null,
  integratorBpsFee: 'integratorBpsfee',
  integratorBpsfee: 'integratorBpsFee',
} as const satisfies Record<Settings['feeSpelling'], string | null>;

/** A copy without the field; what is no object as it is. */
function without<Value>(value: Value, field: string | null): Value {
  if (field === null || typeof value !== 'object' || value === null || Array.isArray(value)) {
    return value;
  }
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== field)) as Value;
}

/** What is wrong with the address, to follow its field's name; null when it is valid. */
function addressProblem(
  { network, walletAddress }: CreateVirtualAccountRequest,
  { addresses }: Settings,
): string | null {
  if (walletAddress.trim() === '') return 'must not be blank';
  if (addresses === 'any') return null;
  const verdict = checkAddress(network, walletAddress);
  if (isUsable(verdict)) return null;
  switch (verdict.kind) {
    case 'other-network':
      return `is an address of another network than ${network}`;
    case 'secret':
      return 'looks like a private key or a seed phrase, not an address';
    default:
      return `is not a valid address on ${network}`;
  }
}

function store(service: Service, request: CreateVirtualAccountRequest): string {
  const { ids, clock, records, random, settings } = service;
  const customer = records.customer(request.customerId);
  if (customer === undefined) throw refusals.notFound('Customer not found');
  if (settings.current.kycGate && !isApproved(customer)) {
    throw refusals.forbidden('The customer has no approved verification profile');
  }
  const now = clock.now();
  const entered: CreateCustomerRequest = readJson(createCustomerRequest, customer.entered);
  const account = {
    id: ids.next('virtualAccount'),
    active: true,
    fees: feesOf(integratorBps(request), settings.current.platformBps),
    depositInstructions: depositInstructions(
      request.sourceCurrency,
      { id: customer.id, entered },
      random,
    ),
    destination: destinationOf(request, settings.current),
    created: isoTime(now),
    updated: isoTime(now),
  } as VirtualAccount;
  const body = JSON.stringify(account);
  records.virtualAccounts.insert({ id: account.id, customer_id: customer.id, body, created: now });
  return body;
}

/** A spelling that is not read is not in it. */
const integratorBps = (request: CreateVirtualAccountRequest): string =>
  request.integratorBpsFee ?? request.integratorBpsfee ?? '0';

function destinationOf(request: CreateVirtualAccountRequest, { destinationSpelling }: Settings) {
  const { destinationCurrency: currency, walletAddress, network } = request;
  if (destinationSpelling === 'as-sent') return { currency, walletAddress, network };
  const isHex = /^0x[0-9a-fA-F]+$/.test(walletAddress);
  return {
    currency,
    walletAddress: isHex ? walletAddress.toLowerCase() : walletAddress,
    network: canonicalNetwork(network),
  };
}

const isApproved = (customer: CustomerRow): boolean =>
  readJson(customerSchema, customer.body).verificationProfiles.some(
    (profile) => profile.status === 'approved',
  );
