/** For tests: a request of a simulated computer that creates a customer, and how it ends. */
import { createCustomerInput } from '../../../../../contract/customer.ts';
import type { WriteInputs } from '../../../../../contract/operations.ts';
import { Failed } from '../../../../core/intents/failed.ts';
import { write } from '../../../../core/intents/write-path.ts';
import type { WriteOutcome } from '../../../../core/service/outcomes.ts';
import type { SimulatedProfile } from './simulated-team.ts';

/** How a request ends. */
export const ends = ['answered', 'refused', 'not-sent', 'unknown'] as const;
const failed = { error: null, status: 400, requestId: null, sentence: 'It is not so.' } as const;
export type End = (typeof ends)[number];
export function outcomeAs(end: End, key: string): WriteOutcome {
  const bytes = new Uint8Array();
  if (end === 'not-sent') return { kind: end, cause: 'no-token', sentence: 'Not sent.' };
  if (end === 'unknown') return { kind: end, cause: 'timeout', bytes, ...failed } as WriteOutcome;
  if (end === 'refused')
    return {
      ...failed,
      kind: end,
      cause: 'invalid',
      bytes,
      retryAfterMs: null,
      error: { form: 'validation', messages: [], code: null, requestId: null, statusInBody: null },
    };
  const body = { id: `customer_${key}`, type: 'individual', verificationProfiles: [] };
  return {
    kind: end,
    status: 201,
    body,
    bytes,
    requestId: null,
    resource: { kind: 'customer', id: body.id, body, deviations: [] },
  };
}

/** One press of a form's button, or one row of a run, by the way of every write; null where it was created. */
export async function createCustomer(
  { intents, approvals, claims }: Pick<SimulatedProfile, 'intents' | 'approvals' | 'claims'>,
  form: {
    readonly key: string;
    readonly email: string;
    readonly confirmed: readonly string[];
    /** A form compares with the journal first; the rows of a run do not. */
    readonly isForm: boolean;
    readonly signal?: AbortSignal | undefined;
    readonly send: () => Promise<WriteOutcome>;
    readonly onChange?: () => void;
  },
): Promise<Failed | null> {
  const { key, email, confirmed, isForm, signal, send, onChange = () => undefined } = form;
  try {
    await write<'createCustomer'>(
      {
        key,
        operation: 'createCustomer',
        fingerprint: email,
        confirmed,
        signal,
        send,
        input: customerOf(email),
        topic: 'customers',
        question: 'Another one?',
        alikeRecords: () => [],
      },
      {
        approvals,
        claims,
        notify: onChange,
        writeBlock: async () => null,
        intents: isForm ? intents : { ...intents, findAlike: () => [] },
      },
    );
    return null;
  } catch (error) {
    if (error instanceof Failed) return error;
    throw error;
  }
}
export const customerOf = (email: string): WriteInputs['createCustomer'] =>
  createCustomerInput.parse({ type: 'individual', email });
