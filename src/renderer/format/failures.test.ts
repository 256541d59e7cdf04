import { ORPCError } from '@orpc/client';
import { describe, expect, it } from 'vitest';
import { BridgeLostError } from '../app/bridge/reconnecting-link.ts';
import { failureTexts } from '../texts/failures.ts';
import { toFailure } from './failures.ts';

describe('failures as a screen shows them', () => {
  it('a read keeps the answer that came with it, and only an answer', () => {
    const answer = { text: '{"odd":1}', bytes: 9, isShortened: false };
    const failureOf = (it: unknown) =>
      toFailure(new ORPCError('NOT_FOUND', { data: { sentence: 'No.', answer: it } }));
    expect(failureOf(answer).answer).toEqual(answer);
    expect(failureOf('odd').answer).toBeUndefined();
  });

  it('a declared one keeps the sentence, the messages, the request id and what is alike', () => {
    const failure = toFailure(
      new ORPCError('ASKS_FIRST', {
        data: {
          intentKey: 'a'.repeat(32),
          sentence: 'You may have this.',
          canTryAgain: true,
          messages: ['first', 'second'],
          requestId: 'request_1',
          status: 409,
          cause: null,
          retryAt: '2026-11-20T12:00:07.000Z',
          alike: [
            { kind: 'record', id: 'virtualAccount_1' },
            { kind: 'planet', id: 'mars' },
          ],
          asks: ['virtualAccount_1', 7],
        },
      }),
    );
    expect(failure).toEqual({
      code: 'ASKS_FIRST',
      sentence: 'You may have this.',
      canTryAgain: true,
      messages: ['first', 'second'],
      requestId: 'request_1',
      status: 409,
      cause: null,
      retryAt: '2026-11-20T12:00:07.000Z',
      alike: [{ kind: 'record', id: 'virtualAccount_1' }],
      asks: ['virtualAccount_1'],
    });
  });

  it('an undeclared one is masked', () => {
    const failure = toFailure(new ORPCError('INTERNAL_SERVER_ERROR', { message: 'SQLITE_FULL' }));
    expect(failure.code).toBe('INTERNAL');
    expect(failure.sentence).toBe(failureTexts.internal);
    expect(toFailure(new TypeError('x is undefined')).sentence).toBe(failureTexts.internal);
  });

  it('names the request where the service may have answered it', () => {
    const data = { sentence: 'No.', intentKey: 'a'.repeat(32) };
    const keyOf = (code: string) => toFailure(new ORPCError(code, { data })).intentKey;
    expect(['REFUSED', 'UNKNOWN_OUTCOME'].map(keyOf)).toEqual([data.intentKey, data.intentKey]);
    expect(['NOT_SENT', 'INVALID'].map(keyOf)).toEqual([undefined, undefined]);
  });

  it('a request that the bridge turned down names its issues', () => {
    const failure = toFailure(
      new ORPCError('BAD_REQUEST', { data: { issues: [{ message: 'must be an email' }, {}] } }),
    );
    expect(failure.code).toBe('INVALID');
    expect(failure.messages).toEqual(['must be an email']);
    const issue = { message: 'must be an email', path: ['input', 'email'] };
    expect(toFailure(new ORPCError('BAD_REQUEST', { data: { issues: [issue] } })).messages).toEqual(
      ['email: must be an email'],
    );
  });

  it('a lost bridge says whether anything may have been sent', () => {
    expect(toFailure(new BridgeLostError(false)).sentence).toBe(failureTexts.bridgeAway);
    expect(toFailure(new BridgeLostError(true)).sentence).toBe(failureTexts.bridgeLost);
  });

  it('data of a wrong shape does not break the screen', () => {
    const failure = toFailure(new ORPCError('REFUSED', { data: 'nonsense' }));
    expect(failure.code).toBe('REFUSED');
    expect(failure.messages).toEqual([]);
    expect(failure.sentence).toBe(failureTexts.internal);
  });
});
