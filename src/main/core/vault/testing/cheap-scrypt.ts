/** To the end of the test a passphrase costs nothing to try. Files that are made so open only so. */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { onTestFinished, vi } from 'vitest';

export function makeScryptCheap(): void {
  const { scrypt } = crypto;
  const spy = vi.spyOn(crypto, 'scrypt');
  spy.mockImplementation((passphrase, salt, length, _cost, done) =>
    scrypt(passphrase, salt, length, { N: 2, r: 8, p: 1 }, done),
  );
  // Who imports it by name sees the change only then.
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
}
