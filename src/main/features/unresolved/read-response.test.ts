import { describe, expect, it } from 'vitest';
import { Failed } from '../../core/intents/failed.ts';
import { readResponse } from './read-response.ts';

/** A published one: no money is under it. */
const key = '4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318';
const token = `eyJhbGciOiJIUzI1NiJ9.${'eyJzdWIiOiIxIn0'}.c2lnbmF0dXJl`;
const record = (more: object) => ({ json: JSON.stringify({ id: 'customer_1', ...more }) });
const causeOf = (answer: { json: string }): unknown => {
  try {
    readResponse(answer, 'customer');
  } catch (error) {
    if (error instanceof Failed) return error.data;
  }
  return null;
};

describe('pasted JSON', () => {
  it.each([
    ['a key in a note', { notes: [{ text: `private key: ${key}` }] }, 'notes[1].text'],
    ['a token', { via: { header: `Bearer ${token}` } }, 'via.header'],
    ['a key as a name', { [key]: 1 }, 'name of a field'],
  ])('is not kept with %s in it, and the place is named alone', (_, more, where) => {
    const data = causeOf(record(more));
    expect(data).toMatchObject({ cause: 'secret', sentence: expect.stringContaining(where) });
    expect(JSON.stringify(data)).not.toContain(key.slice(0, 12));
    expect(JSON.stringify(data)).not.toContain(token.slice(0, 12));
  });

  it.each([
    ['not-json', '{"id":"customer_1"'],
    ['duplicate-keys', '{"id":"customer_1","id":"customer_2"}'],
  ])('is refused as %s', (cause, json) => {
    expect(causeOf({ json })).toMatchObject({ cause });
  });

  it('is read without any', () => {
    expect(readResponse(record({ type: 'individual' }), 'customer')).toMatchObject({
      id: 'customer_1',
    });
  });
});
