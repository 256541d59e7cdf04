import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Mismatch } from '../../../../bridge/virtual-accounts.ts';
import { migrate } from '../../../../platform/migrations.ts';
import { addressBookMigrations } from '../../../features/address-book/migrations.ts';
import { createTestBook } from '../../../features/address-book/testing/test-book.ts';
import { auditMigrations } from '../../audit/audit.ts';
import { intentsMigrations } from '../../intents/migrations.ts';
import { recordsMigrations } from '../../records/migrations.ts';
import { digestOf, openSignOffs, type SignOffs, signOffsMigrations } from './sign-offs.ts';

let test: ReturnType<typeof createTestBook>;
let signOffs: SignOffs;
beforeEach(() => {
  test = createTestBook();
  const before = [recordsMigrations, auditMigrations, intentsMigrations, addressBookMigrations];
  migrate(test.sqlite, [...before.flat(), ...signOffsMigrations]);
  const clock = { now: () => Date.parse('2026-11-21T12:00:00.000Z') };
  signOffs = openSignOffs({ ...test, clock });
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
  expect(signOffs.find(id, [mismatch], null)).toBeNull();
  signOffs.clear(id, [mismatch], { digest, note: ' Their ticket 17. ' });
  expect(signOffs.find(id, [mismatch], null)).toEqual({
    note: 'Their ticket 17.',
    at: '2026-11-21T12:00:00.000Z',
  });
  expect(signOffs.find(id, [{ ...mismatch, received: '0xc' }], null)).toBeNull();
  expect(signOffs.find('virtualAccount_2', [mismatch], null)).toBeNull();
  expect(signOffs.find(id, [], null)).toBeNull();
  expect(test.audit.list({ offset: 0, limit: 1 }).rows).toMatchObject([
    { action: 'virtual-account.mismatch.cleared', facts: { virtualAccountId: id } },
  ]);
});

it('was not there before it was said', () => {
  signOffs.clear(id, [mismatch], { digest, note: 'x' });
  expect(signOffs.find(id, [mismatch], '2026-11-21T11:59:59.999Z')).toBeNull();
  expect(signOffs.find(id, [mismatch], '2026-11-21T12:00:00.000Z')).not.toBeNull();
});

it('is refused for departures that the person did not read', () => {
  const changed = { ...mismatch, received: '0xc' };
  const refused = expect.objectContaining({ code: 'INVALID' });
  expect(() => signOffs.clear(id, [changed], { digest, note: 'x' })).toThrow(refused);
  expect(() => signOffs.clear(id, [], { digest: digestOf([]), note: 'x' })).toThrow(refused);
  expect(signOffs.find(id, [changed], null)).toBeNull();
});

it('holds no token and no key', () => {
  const token = `eyJ${'a'.repeat(20)}.${'b'.repeat(20)}.${'c'.repeat(20)}`;
  for (const note of [token, `Bearer ${token}`, `0x${'4c0883a6'.repeat(8)}`]) {
    expect(() => signOffs.clear(id, [mismatch], { digest, note })).toThrow(
      expect.objectContaining({
        code: 'INVALID',
        data: expect.objectContaining({ cause: 'secret' }),
      }),
    );
  }
  expect(signOffs.find(id, [mismatch], null)).toBeNull();
});
