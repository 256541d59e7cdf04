import { describe, expect, it } from 'vitest';
import { readError } from './errors.ts';

const ts = '2026-01-31T12:00:00.000Z';

describe('the words of an error', () => {
  const bodies: [string, unknown, string[]][] = [
    ['a message that is a list', { message: ['a', 'b'], statusCode: 400 }, ['a', 'b']],
    [
      'errors with their fields',
      { errors: [{ field: 'email', message: 'is invalid' }, { message: 'b' }] },
      ['email: is invalid', 'b'],
    ],
    [
      'paths of several parts',
      { detail: [{ loc: ['body', 'phone'], msg: 'field required', type: 'missing' }] },
      ['body.phone: field required'],
    ],
    [
      'errors by field',
      { message: 'Bad', errors: { email: ['is invalid', 'is taken'], phone: 'no' } },
      ['Bad', 'email: is invalid', 'email: is taken', 'phone: no'],
    ],
    ['details', { message: 'No', details: 'the fee is too high' }, ['No', 'the fee is too high']],
    ['fields', { error: 'No', fields: { email: 'taken' } }, ['No', 'email: taken']],
    [
      'a problem without a status',
      { type: 'about:blank', title: 'Not acceptable', detail: 'Fee', instance: '/1' },
      ['Not acceptable', 'Fee', 'instance: /1'],
    ],
    [
      'what no rule reads, beside what one reads',
      { ts, error: { information: ['Required'], hint: { see: 4 } }, retryable: false },
      ['Required', 'hint: {"see":4}', 'retryable: false'],
    ],
    [
      'what an envelope says beside its message',
      { ok: false, message: 'No', error: { code: 'x', message: 'No', details: ['a'] }, docs: 'u' },
      ['No', 'a', 'docs: u'],
    ],
  ];

  it.each(bodies)('are all read, in order: %s', (_what, body, messages) => {
    expect(readError(body).messages).toEqual(messages);
  });

  it('hold no record: it may bring a secret', () => {
    const webhook = { id: 'webhook_1', secret: 'secret_abcd' };
    expect(readError({ message: 'Made', webhook, data: { webhook } }).messages).toEqual(['Made']);
    const inside = {
      message: 'Made',
      Secret: 'a',
      error: { it: webhook },
      errors: { secret: 'b' },
    };
    expect(readError(inside).messages).toEqual(['Made', '{"it":{"id":"webhook_1"}}']);
  });

  it.each([
    [{ type: 'about:blank', title: 'No' }, 'problem'],
    [{ title: 'No', detail: 'Fee' }, 'problem'],
    [{ title: 'No' }, 'unknown'],
    [{ detail: 'No' }, 'unknown'],
  ])('of %j are of the form %s (RFC 9457)', (body, form) => {
    expect(readError(body).form).toBe(form);
  });
});
