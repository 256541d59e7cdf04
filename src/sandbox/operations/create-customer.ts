/** `POST /v2/customer` (Interface 4.1). */
import type { CreateCustomerRequest, Customer } from '../../contract/customer.ts';
import { createCustomerRequest } from '../../contract/customer.ts';
import { requiredMessage } from '../../contract/errors.ts';
import { isoTime } from '../../platform/clock.ts';
import { initialProfiles } from '../domain/verification.ts';
import { refusals } from '../http/refusal.ts';
import { parsed, unknownFields } from '../http/validation.ts';
import type { Service } from '../service.ts';
import type { Settings } from '../state/settings.ts';
import type { Operate } from './operation.ts';

export const createCustomer: Operate = async (service, { body }) => {
  const entered = read(body, service.settings.current);
  const answer = await service.commit.submit(() => store(service, entered));
  return { status: service.settings.current.v2PostStatus, body: answer };
};

function read(body: unknown, settings: Settings): CreateCustomerRequest {
  const entered = parsed(createCustomerRequest, body);
  const problems = settings.requiredCustomerFields
    .filter((field) => entered[field] === undefined)
    .map(() => requiredMessage);
  if (
    entered.type === 'business' &&
    entered.personalInformation !== undefined &&
    settings.businessPersonalInformation === 'refuse'
  ) {
    problems.push('personalInformation: is for individuals only');
  }
  if (settings.unknownFields === 'refuse') {
    const unknown = unknownFields(createCustomerRequest.shape, body);
    problems.push(...unknown.map((field) => `${field}: is not known`));
  }
  if (problems.length > 0) throw refusals.invalid(problems);
  return entered;
}

function store(service: Service, entered: CreateCustomerRequest): string {
  const { ids, clock, records, emitter } = service;
  const customer = {
    id: ids.next('customer'),
    type: entered.type,
    verificationProfiles: initialProfiles(entered),
  } as Customer;
  const body = JSON.stringify(customer);
  const created = clock.now();
  records.insertCustomer({
    id: customer.id,
    kyc: 'none',
    terms: 'none',
    body,
    entered: JSON.stringify(entered),
    created,
  });
  emitter.emit({
    name: 'customer.create',
    dataJson: `{"customer":${body}}`,
    mock: false,
    created: isoTime(created),
  });
  return body;
}
