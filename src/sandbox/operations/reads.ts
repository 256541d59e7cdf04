/** The operations that only read. */
import { getBankAccountParams } from '../../contract/bank-account.ts';
import { bankAccountNotFoundMessage } from '../../contract/errors.ts';
import { getEventParams } from '../../contract/event.ts';
import { enveloped } from '../http/answers.ts';
import { refusals } from '../http/refusal.ts';
import { parsed } from '../http/validation.ts';
import type { Operate } from './operation.ts';

/** `GET /v1/event/{event_id}` (Interface 4.5). */
export const getEvent: Operate = (service, { params, stamp }) => {
  const { eventReader, settings } = service;
  const id = params['event_id'] ?? '';
  const event = eventReader.read(id);
  if (event === null) {
    parsed(getEventParams, params);
    throw refusals.notFound('Event not found');
  }
  return settings.current.eventForm === 'bare'
    ? { status: 200, body: event }
    : enveloped(`{"event":${event}}`, stamp());
};

/**
 * `GET /v2/customers/{customer_id}/bank-account/{bank_account_id}` (Interface 4.3). Another customer's bank
 * account does not exist for this one (decisions 5).
 */
export const getBankAccount: Operate = ({ records }, { params }) => {
  const { customer_id, bank_account_id } = parsed(getBankAccountParams, params);
  const row = records.bankAccounts.get(bank_account_id);
  if (row === undefined || row.customer_id !== customer_id) {
    throw refusals.notFound(bankAccountNotFoundMessage);
  }
  return { status: 200, body: row.body };
};
