import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generalError, readError, requiredMessage, validationError } from './errors.ts';

const ts = '2026-01-31T12:00:00.000Z';

describe('readError, form 7.1', () => {
  it('keeps one message per problem, repeats included', () => {
    const body = { ts, error: { information: [requiredMessage, requiredMessage, 'email: no'] } };
    expect(readError(body)).toEqual({
      form: 'validation',
      messages: ['Required', 'Required', 'email: no'],
      code: null,
      requestId: null,
      statusInBody: null,
    });
    expect(validationError.safeParse(body).success).toBe(true);
  });

  it('reads elements that are no texts, and a single text', () => {
    const body = { error: { information: [{ message: 'a' }, { field: 'b' }, 3] } };
    expect(readError(body).messages).toEqual(['a', '{"field":"b"}', '3']);
    expect(readError({ error: { information: 'Required' } }).messages).toEqual(['Required']);
  });

  it('keeps a general message beside the others', () => {
    const body = { error: { information: ['Required'], general: 'Invalid input' } };
    expect(readError(body).messages).toEqual(['Required', 'Invalid input']);
  });
});

describe('readError, form 7.2', () => {
  it('reads the single message', () => {
    const body = { ts, error: { general: 'Bank account not found' } };
    expect(readError(body)).toMatchObject({
      form: 'general',
      messages: ['Bank account not found'],
    });
    expect(generalError.safeParse(body).success).toBe(true);
  });
});

describe('readError, form 7.3', () => {
  const envelope = {
    ok: false,
    object: 'error',
    statusCode: 409,
    message: 'Limit reached',
    data: null,
    ts,
    request: 'request_abc',
  };

  it.each([
    ['an object', { code: 'webhook_limit', message: 'Limit reached' }, ['Limit reached']],
    ['a text', 'At most 10', ['Limit reached', 'At most 10']],
    ['a list', ['a', { message: 'b' }], ['Limit reached', 'a', 'b']],
    ['null', null, ['Limit reached']],
    ['messages inside', { information: ['x', 'y'] }, ['Limit reached', 'x', 'y']],
  ])('reads `error` that is %s', (_, error, messages) => {
    const read = readError({ ...envelope, error });
    expect(read).toMatchObject({ form: 'envelope', messages, statusInBody: 409 });
    expect(read.requestId).toBe('request_abc');
  });

  it('finds the code inside `error`', () => {
    expect(readError({ ...envelope, error: { code: 'webhook_limit' } }).code).toBe('webhook_limit');
  });

  it('reads an envelope that says no more than ok and message', () => {
    expect(readError({ ok: false, message: 'No' })).toMatchObject({
      form: 'envelope',
      messages: ['No'],
      requestId: null,
      statusInBody: null,
    });
  });
});

describe('readError, problem form', () => {
  it('reads detail, code and every one of errors', () => {
    const body = {
      status: 422,
      detail: 'Cannot be processed',
      code: 'unprocessable',
      errors: [{ message: 'a', field: 'x' }, 'b'],
    };
    expect(readError(body)).toEqual({
      form: 'problem',
      messages: ['Cannot be processed', 'x: a', 'b'],
      code: 'unprocessable',
      requestId: null,
      statusInBody: 422,
    });
  });

  it('reads a problem without a code or errors', () => {
    expect(readError({ status: '404', detail: 'Gone' })).toMatchObject({
      form: 'problem',
      messages: ['Gone'],
      code: null,
      statusInBody: 404,
    });
  });
});

describe('readError, anything else', () => {
  it('keeps the words of a gateway without calling it a form of the service', () => {
    expect(readError({ message: 'Bad gateway' })).toMatchObject({
      form: 'unknown',
      messages: ['Bad gateway'],
    });
  });

  it.each([
    ['a resource', { id: 'bankAccount_1', status: 'active' }],
    ['an empty object', {}],
    ['a list', []],
    ['a status that is no number', { status: null, statusCode: '' }],
    ['null', null],
  ])('takes %s for no error form', (_, body) => {
    expect(readError(body)).toEqual({
      form: 'unknown',
      messages: [],
      code: null,
      requestId: null,
      statusInBody: null,
    });
  });

  it('never throws, whatever JSON comes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        for (const body of [a, { error: a, status: b }, { ok: false, error: a, message: b }]) {
          expect(readError(body).messages.every((text) => typeof text === 'string')).toBe(true);
        }
      }),
    );
  });

  it('survives a body that nests deeper than the stack', () => {
    const deep: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));
    expect(readError({ error: { information: deep } }).form).toBe('validation');
    expect(readError({ ok: false, error: { deep } }).form).toBe('envelope');
  });
});
