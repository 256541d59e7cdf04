import { expect, it } from 'vitest';
import { Failed } from './failed.ts';
import { requireNoSecret } from './no-secret.ts';

const wif = '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ';

const refusalOf = (...values: unknown[]): Failed => {
  try {
    requireNoSecret(...values);
  } catch (error) {
    if (error instanceof Failed) return error;
    throw error;
  }
  throw new Error('It was let through.');
};

it('refuses a secret wherever it stands, and repeats nothing of it', () => {
  for (const value of [wif, { a: { b: ['x', wif] } }, [null, 7, { note: `key ${wif}` }]]) {
    const refusal = refusalOf(value);
    expect(refusal.code).toBe('INVALID');
    expect(refusal.data).toMatchObject({ cause: 'secret' });
    expect(JSON.stringify([refusal.message, refusal.data, refusal.stack])).not.toContain(
      wif.slice(0, 8),
    );
  }
});

it('lets everything else through', () => {
  const input = {
    walletAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
    fee: '40',
    no: null,
  };
  expect(() => requireNoSecret(input, undefined, true)).not.toThrow();
});
