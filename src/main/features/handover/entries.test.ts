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

it.each([
  ['customer_1', true],
  ['customer_\ud800', false],
])('of an observation of “%s”: %s', (id, isRead) => {
  const content = {
    ...{ kind: 'customer', id, source: 'read', observedAt: '2026-11-26T10:00:00.000Z', body: {} },
    ...{ happenedAt: null, eventId: null, intentKey: null, deviations: [], raw: null },
  };
  const entry = { what: 'observation', from: ['ab'.repeat(32)], content };
  expect(entryShape.safeParse(entry).success).toBe(isRead);
});
