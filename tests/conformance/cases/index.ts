/** Every case, in the order of the interface. */
import type { ConformanceCase } from '../case.ts';
import { authenticationCases } from './authentication.ts';
import { bankAccountCases, getBankAccountCases } from './bank-accounts.ts';
import { conventionCases, purposeCases, versioningCases } from './conventions.ts';
import { createCustomerCases, customerCases, inputObjectCases } from './customers.ts';
import { deliveryCases, eventNameCases, signatureCases, stateCases } from './deliveries.ts';
import {
  envelopeCases,
  generalErrorCases,
  responseTimeCases,
  validationErrorCases,
} from './errors.ts';
import { eventCases, getEventCases } from './events.ts';
import {
  createVirtualAccountCases,
  virtualAccountCases,
  virtualAccountStateCases,
} from './virtual-accounts.ts';
import { createWebhookCases, limitCases, unlistedEventCases, webhookCases } from './webhooks.ts';

export const conformanceCases: readonly ConformanceCase[] = [
  ...conventionCases,
  ...purposeCases,
  ...customerCases,
  ...inputObjectCases,
  ...virtualAccountCases,
  ...bankAccountCases,
  ...webhookCases,
  ...eventCases,
  ...virtualAccountStateCases,
  ...stateCases,
  ...createCustomerCases,
  ...createVirtualAccountCases,
  ...getBankAccountCases,
  ...createWebhookCases,
  ...getEventCases,
  ...authenticationCases,
  ...signatureCases,
  ...eventNameCases,
  ...unlistedEventCases,
  ...deliveryCases,
  ...validationErrorCases,
  ...generalErrorCases,
  ...envelopeCases,
  ...limitCases,
  ...responseTimeCases,
  ...versioningCases,
];
