import { safe } from '@orpc/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeScryptCheap } from '../core/vault/testing/cheap-scrypt.ts';
import {
  createCustomer,
  createTestDirectory,
  documentAt,
  makeRecoveryKey,
  noKeychain,
  submitDocument,
  type TestConsole,
  type TestDirectory,
} from './testing/console.ts';

const old = 'seven quiet herons';
const next = 'nine louder geese';
const newPassphrase = (passphrase: string) => ({ passphrase, again: passphrase });

let directory: TestDirectory;
beforeEach(() => {
  makeScryptCheap();
  directory = createTestDirectory();
});
afterEach(() => directory.remove());

async function change({ bridge, console }: TestConsole, typed: Record<string, string>) {
  return await submitDocument({ console }, (await bridge.vault.changePassphrase()).path, typed);
}

const actions = async ({ bridge }: TestConsole) =>
  (await bridge.audit.list({})).rows.map(({ action }) => action);

describe('changing the passphrase', () => {
  it('takes the old and the new one; from then on the old one opens nothing', async () => {
    const first = await directory.start({ keychain: noKeychain, passphrase: old });
    const { id } = await createCustomer(first);
    const words = await makeRecoveryKey(first);
    const html = await change(first, { current: old, ...newPassphrase(next) });
    expect(html).toContain('The passphrase was changed');
    for (const secret of [old, next]) {
      expect(html).not.toContain(secret);
      expect(directory.logged.join('')).not.toContain(secret);
    }
    expect(await actions(first)).toContain('vault.passphrase-changed');
    // Nothing was closed for it.
    expect((await first.bridge.customers.get({ id })).email).toBe('ada@example.com');
    await first.console.dispose();

    await expect(directory.start({ keychain: noKeychain, passphrase: old })).rejects.toMatchObject({
      code: 'wrong-passphrase',
    });
    const second = await directory.start({ keychain: noKeychain, passphrase: next });
    expect((await second.bridge.customers.get({ id })).email).toBe('ada@example.com');
    await second.console.dispose();

    const third = await directory.start({ keychain: noKeychain });
    const { path } = await third.bridge.vault.enterRecoveryKey();
    const recovered = { words: words.join(' '), ...newPassphrase('a third passphrase') };
    expect(await submitDocument(third, path, recovered)).toContain('Causeway is unlocked');
    await third.console.dispose();

    const fourth = await directory.start({ keychain: noKeychain });
    const again = await fourth.bridge.vault.enterRecoveryKey();
    expect(documentAt(fourth, again.path)).toMatch(/vault\.sealed\.before-recovery-\S+\. Delete/);
  });

  it.each<[string, Record<string, string>, string]>([
    ['a wrong one', { current: 'not this one', ...newPassphrase(next) }, 'passphrase is wrong'],
    ['none', newPassphrase(next), 'Enter the current passphrase'],
    ['a short new one', { current: old, ...newPassphrase('short') }, 'at least 10'],
    ['two new ones', { current: old, passphrase: next, again: old }, 'differ'],
    ['the same again', { current: old, ...newPassphrase(old) }, 'differs from the current'],
  ])('says what is the matter with %s, and changes nothing', async (_what, typed, said) => {
    const running = await directory.start({ keychain: noKeychain, passphrase: old });
    const html = await change(running, typed);
    expect(html).toContain('role="alert"');
    expect(html).toContain(said);
    expect(await actions(running)).not.toContain('vault.passphrase-changed');
    await running.console.dispose();
    await directory.start({ keychain: noKeychain, passphrase: old });
  });

  it('is refused while it is locked, and in a session', async () => {
    const running = await directory.start({ keychain: noKeychain, passphrase: old });
    await running.bridge.vault.lock();
    for (const ask of [
      running.bridge.vault.changePassphrase,
      running.bridge.vault.moveToKeychain,
    ]) {
      expect(await safe(ask())).toMatchObject({ error: { code: 'LOCKED' } });
    }
    await running.console.dispose();
    const session = await directory.start({ ephemeral: true });
    expect(await safe(session.bridge.vault.changePassphrase())).toMatchObject({
      error: { code: 'INVALID' },
    });
  });
});

describe('moving between the keychain and a passphrase', () => {
  it('sets a passphrase while Causeway runs, and goes back to the keychain', async () => {
    const first = await directory.start();
    const { id } = await createCustomer(first);
    expect(documentAt(first, (await first.bridge.vault.changePassphrase()).path)).toContain(
      'no recovery key is set',
    );
    expect(await change(first, newPassphrase(next))).toContain('opens Causeway from now on');
    expect(await first.bridge.lock.view()).toMatchObject({ opensBy: 'passphrase' });
    expect((await first.bridge.customers.get({ id })).email).toBe('ada@example.com');
    expect(await actions(first)).toContain('vault.moved-to-passphrase');
    await first.console.dispose();

    const second = await directory.start();
    expect(await second.bridge.vault.status()).toEqual({ state: 'locked', backing: 'passphrase' });
    const { path: unlock } = await second.bridge.vault.openSecretEntry({ purpose: 'passphrase' });
    await submitDocument(second, unlock, { passphrase: next });
    expect((await second.bridge.customers.get({ id })).email).toBe('ada@example.com');
    const { path } = await second.bridge.vault.moveToKeychain();
    expect(await submitDocument(second, path, { passphrase: 'not this one' })).toContain('wrong');
    expect(await submitDocument(second, path, { passphrase: next })).toContain(
      'The keychain opens',
    );
    expect(await actions(second)).toContain('vault.moved-to-keychain');
    await second.console.dispose();

    const third = await directory.start();
    expect(await third.bridge.vault.status()).toEqual({ state: 'unlocked', backing: 'keychain' });
    expect((await third.bridge.customers.get({ id })).email).toBe('ada@example.com');
    expect(await safe(third.bridge.vault.moveToKeychain())).toMatchObject({
      error: { code: 'INVALID' },
    });
  });

  it('says why there is no keychain before it asks', async () => {
    const running = await directory.start({ keychain: noKeychain, passphrase: old });
    expect(await safe(running.bridge.vault.moveToKeychain())).toMatchObject({
      error: { code: 'INVALID', data: { sentence: expect.stringContaining('keychain') } },
    });
  });
});
