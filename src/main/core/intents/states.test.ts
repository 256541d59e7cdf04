import { describe, expect, it } from 'vitest';
import { intentState } from '../../../bridge/intents.ts';
import { failureCauses } from '../service/causes.ts';
import type { WriteOutcome } from '../service/outcomes.ts';
import { endedByFailure, endedByRestart, notKept, outcomeFactsOf } from './states.ts';

const error = {
  form: 'validation',
  messages: ['email: Required', 'type: Required'],
  code: null,
  requestId: null,
  statusInBody: null,
} as const;
const bytes = new Uint8Array();
const answeredBody = { id: 'customer_a' };

const outcomes = {
  answered: {
    kind: 'answered',
    status: 200,
    resource: { kind: 'customer', id: 'customer_a', body: answeredBody, deviations: [] },
    body: answeredBody,
    bytes,
    requestId: 'request_a',
  },
  refused: {
    kind: 'refused',
    cause: 'invalid',
    status: 400,
    error,
    retryAfterMs: null,
    requestId: 'request_b',
    sentence: 'No.',
    bytes,
  },
  'not-sent': { kind: 'not-sent', cause: 'certificate', sentence: 'Not sent.' },
  unknown: {
    kind: 'unknown',
    cause: 'server-error',
    status: 503,
    error,
    requestId: 'request_c',
    sentence: 'Who knows.',
    bytes: null,
  },
} as const satisfies Record<WriteOutcome['kind'], WriteOutcome>;

describe('the end of a write', () => {
  it.each([
    ['answered', 'created', { resourceId: 'customer_a', requestId: 'request_a', status: 200 }],
    ['refused', 'refused', { messages: error.messages, cause: 'invalid', status: 400 }],
    ['not-sent', 'not-sent', { resourceId: null, cause: 'certificate', requestId: null }],
    ['unknown', 'unknown', { messages: error.messages, cause: 'server-error', status: 503 }],
  ] as const)('%s makes it %s', (kind, state, facts) => {
    expect(outcomeFactsOf(outcomes[kind])).toMatchObject({ state, ...facts });
  });

  it('keeps the service’s messages word for word and in order', () => {
    expect(outcomeFactsOf(outcomes.refused).messages).toEqual([
      'email: Required',
      'type: Required',
    ]);
  });

  it('claims that nothing exists only where that is sure', () => {
    const sure = Object.values(outcomes)
      .map(outcomeFactsOf)
      .filter(({ state }) => state === 'refused' || state === 'not-sent');
    expect(sure.map(({ resourceId }) => resourceId)).toEqual([null, null]);
    for (const outcomeFacts of [endedByRestart, endedByFailure, notKept]) {
      expect(outcomeFacts.state).toBe('unknown');
      expect(outcomeFacts.sentence).toMatch(/may have been carried out/);
    }
  });

  it('reaches every state but the first and those of a person’s word, and no other', () => {
    const reached = Object.values(outcomes).map((outcome) => outcomeFactsOf(outcome).state);
    expect(['journalled', ...reached, 'exists', 'absent'].sort()).toEqual(
      [...intentState.options].sort(),
    );
  });

  it('has causes of its own that no call has', () => {
    const own = [endedByRestart.cause, endedByFailure.cause, notKept.cause];
    expect(new Set(own).size).toBe(3);
    expect(failureCauses.filter((cause) => own.includes(cause))).toEqual([]);
  });

  it('refuses an outcome that it does not know', () => {
    expect(() => outcomeFactsOf({ kind: 'maybe' } as never)).toThrow(/Not an outcome/);
  });
});
