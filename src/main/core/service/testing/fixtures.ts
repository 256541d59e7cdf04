/** Answers as the interface writes them, and a client to receive them. */
import { pino } from 'pino';
import type { CreateCustomerInput } from '../../../../contract/customer.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Random } from '../../../../platform/random.ts';
import type { Log } from '../../foundation/log.ts';
import type { ServiceClientOptions } from '../service-client.ts';

export const now = Date.parse('2026-11-20T12:00:00.000Z');
export const clock: Clock = { now: () => now };
export const random: Random = { bytes: (length) => new Uint8Array(length).fill(7) };

/** The token of every test: its letters must turn up in no outcome and no log. */
export const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJuZXZlci1zaG93biJ9.c2lnbmF0dXJl';

export const customerInput: CreateCustomerInput = { type: 'individual', email: 'ada@example.com' };

/** Interface 2.1. */
export const customerBody = {
  id: 'customer_a1',
  type: 'individual',
  verificationProfiles: [
    {
      name: 'basic',
      status: 'incomplete',
      criteria: { complete: [], pending: [], required: ['photo_id'], errors: [] },
    },
  ],
};

const ts = '2026-11-20T12:00:00.000Z';

/** Interface 2.6, as answered on creation. */
export const webhookBody = {
  id: 'webhook_w1',
  name: 'All',
  description: '',
  active: true,
  deliveryRate: '1',
  status: 'healthy',
  events: ['customer.create'],
  url: 'https://example.com/hook',
  secret: 'secret_s1',
  created: ts,
  updated: ts,
};

/** Interface 2.7. */
export const eventBody = {
  id: 'event_e1',
  name: 'customer.create',
  data: { customer: customerBody },
  webhookRecords: [],
  mock: false,
  created: ts,
  updated: ts,
};

/** Interface 2.5. */
export const bankAccountBody = {
  id: 'bankAccount_b1',
  status: 'active',
  bankName: 'First',
  accountHolderName: 'Ada',
  accountName: 'Ada',
  customer: 'customer_a1',
  currency: 'usd',
  accountDetails: { accountNumber: '****1', routingNumber: '****2', accountType: 'checking' },
};

/** Interface 7.1, 7.2, 7.3 and the problem form of decisions 5. */
export const validationBody = { ts, error: { information: ['Required', 'Required'] } };
export const generalBody = { ts, error: { general: 'Bank account not found' } };
export const envelopeBody = (data: object) => ({
  ok: true,
  object: 'object',
  statusCode: 200,
  error: null,
  message: 'success',
  data,
  ts,
  request: 'request_r1',
});
export const errorEnvelopeBody = (statusCode: number, message = 'No') => ({
  ok: false,
  object: 'error',
  statusCode,
  error: { code: 'nope' },
  message,
  data: null,
  ts,
  request: 'request_r2',
});
export const problemBody = { status: 422, detail: 'Bad', code: 'bad', errors: [{ message: 'x' }] };

/** A log that keeps its lines. */
export function keptLog(): { readonly log: Log; readonly lines: readonly string[] } {
  const lines: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
  return { log, lines };
}

/** Options of a client that never really waits and gives up early. */
export function clientOptions(
  baseUrl: string,
  fetch: typeof globalThis.fetch,
  more: Partial<ServiceClientOptions> = {},
): ServiceClientOptions {
  return {
    baseUrl: () => baseUrl,
    token: () => Promise.resolve(token),
    fetch,
    clock,
    random,
    log: keptLog().log,
    // Long enough for a busy machine: a test of the wait itself says a short one.
    timeouts: { readMs: 30_000, writeMs: 30_000 },
    wait: () => Promise.resolve(),
    ...more,
  };
}
