import { expect, it } from 'vitest';
import { entryShape } from './entries.ts';

it.each([
  ['9998-12-31T23:59:59.999Z', true],
  ['', true],
  // What comes after it would sort before it.
  ['9999-12-31T23:59:59.999Z', false],
])('of a label that was written at “%s”: %s', (written_at, isRead) => {
  const content = { kind: 'customer', id: 'customer_1', folded: 'vip', label: 'VIP', written_at };
  const entry = { what: 'label', from: ['ab'.repeat(32)], content };
  expect(entryShape.safeParse(entry).success).toBe(isRead);
});

it('of a request whose input no walk goes through: false', () => {
  const parsed = (input: string) => {
    const at = '2026-11-26T10:00:00.000Z';
    const content = {
      key: 'a'.repeat(32),
      operation: 'createCustomer',
      state: 'unknown',
      input,
      sentence: '',
      fingerprint: null,
      journalled_at: at,
      settled_at: null,
      resource_id: null,
      cause: null,
      messages: '[]',
      request_id: null,
      status: null,
      retry_after_ms: null,
      repeats: null,
    };
    return entryShape.safeParse({ what: 'request', from: ['ab'.repeat(32)], content }).success;
  };
  const nested = (depth: number) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  // As clean-json.ts leaves it.
  expect(parsed(nested(100))).toBe(true);
  expect(() => JSON.stringify(JSON.parse(nested(200_000)))).toThrow(RangeError);
  expect(parsed(nested(200_000))).toBe(false);
});

it.each([
  ['customer_1', true],
  ['customer_\ud800', false],
])('of an observation of “%s”: %s', (id, isRead) => {
  const content = {
    kind: 'customer',
    id,
    source: 'read',
    observedAt: '2026-11-26T10:00:00.000Z',
    body: {},
    happenedAt: null,
    eventId: null,
    intentKey: null,
    deviations: [],
    raw: null,
  };
  const entry = { what: 'observation', from: ['ab'.repeat(32)], content };
  expect(entryShape.safeParse(entry).success).toBe(isRead);
});
