import { expect, it } from 'vitest';
import { readAddress } from '../../../team-log/address.ts';
import { databaseOf, shownDatabase, withUser } from './database-address.ts';

it('keeps what asks for TLS on loopback, also where it is shown to be changed', () => {
  const typed = 'postgresql://localhost:5433/team?sslmode=verify-full';
  const url = withUser(databaseOf(typed), 'ada');
  expect(url).toBe('postgres://ada@localhost:5433/team?sslmode=verify-full');
  expect(readAddress(url).isEncrypted).toBe(true);
  expect(databaseOf(`postgres://${shownDatabase(url)}`)).toBe(
    'postgres://localhost:5433/team?sslmode=verify-full',
  );
});

it.each(['?sslmode=disable', '?sslmode=verify-full&x=1', '?host=/run', '#x'])(
  'takes no other setting: %s',
  (setting) => {
    expect(() => databaseOf(`postgres://localhost/team${setting}`)).toThrow('Enter a URL such as');
  },
);
