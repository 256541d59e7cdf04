import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Mismatch } from '../../../../bridge/virtual-accounts.ts';
import { migrate } from '../../../../platform/migrations.ts';
import { addressBookMigrations } from '../../../features/address-book/migrations.ts';
import { createTestBook } from '../../../features/address-book/testing/test-book.ts';
import { auditMigrations } from '../../audit/migrations.ts';
import { intentsMigrations } from '../../intents/migrations.ts';
import { recordsMigrations } from '../../records/migrations.ts';
import { clearancesMigrations } from './migrations.ts';
import { type Clearances, digestOf, openClearances } from './sign-offs.ts';

let test: ReturnType<typeof createTestBook>;
let clearances: Clearances;
beforeEach(() => {
  test = createTestBook();
  const before = [recordsMigrations, auditMigrations, intentsMigrations, addressBookMigrations];
  migrate(test.sqlite, [...before.flat(), ...clearancesMigrations]);
  const clock = { now: () => Date.parse('2026-11-21T12:00:00.000Z') };
  clearances = openClearances({ ...test, clock });
});
afterEach(() => test.remove());

const mismatch: Mismatch = {
  field: 'destination.walletAddress',
  sent: '0xa',
  received: '0xb',
  sentence: 'The wallet address in the request was 0xa; in the response it is 0xb.',
};
const id = 'virtualAccount_1';
const digest = digestOf([mismatch]);

it('holds for the very departures, and is in the audit log', () => {
  expect(clearances.find(id, [mismatch], null)).toBeNull();
  clearances.clear(id, [mismatch], { digest, note: ' Their ticket 17. ' });
  expect(clearances.find(id, [mismatch], null)).toEqual({
    note: 'Their ticket 17.',
    at: '2026-11-21T12:00:00.000Z',
  });
  expect(clearances.find(id, [{ ...mismatch, received: '0xc' }], null)).toBeNull();
  expect(clearances.find('virtualAccount_2', [mismatch], null)).toBeNull();
  expect(clearances.find(id, [], null)).toBeNull();
  expect(test.audit.list({ offset: 0, limit: 1 }).rows).toMatchObject([
    { action: 'virtual-account.mismatch.cleared', facts: { virtualAccountId: id } },
  ]);
});

it('was not there before it was said', () => {
  clearances.clear(id, [mismatch], { digest, note: 'x' });
  expect(clearances.find(id, [mismatch], '2026-11-21T11:59:59.999Z')).toBeNull();
  expect(clearances.find(id, [mismatch], '2026-11-21T12:00:00.000Z')).not.toBeNull();
});

it('is refused for departures that the person did not read', () => {
  const changed = { ...mismatch, received: '0xc' };
  const refused = expect.objectContaining({ code: 'INVALID' });
  expect(() => clearances.clear(id, [changed], { digest, note: 'x' })).toThrow(refused);
  expect(() => clearances.clear(id, [], { digest: digestOf([]), note: 'x' })).toThrow(refused);
  expect(clearances.find(id, [changed], null)).toBeNull();
});

it('holds no token and no key', () => {
  const token = `eyJ${'a'.repeat(20)}.${'b'.repeat(20)}.${'c'.repeat(20)}`;
  for (const note of [token, `Bearer ${token}`, `0x${'4c0883a6'.repeat(8)}`]) {
    expect(() => clearances.clear(id, [mismatch], { digest, note })).toThrow(
      expect.objectContaining({
        code: 'INVALID',
        data: expect.objectContaining({ cause: 'secret' }),
      }),
    );
  }
  expect(clearances.find(id, [mismatch], null)).toBeNull();
});
