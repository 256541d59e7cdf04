import { safe } from '@orpc/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryStore } from '../core/vault/secret-store.ts';
import { makeScryptCheap } from '../core/vault/testing/cheap-scrypt.ts';
import {
  askedWords,
  createCustomer,
  createTestDirectory,
  documentAt,
  makeRecoveryKey,
  noKeychain,
  submitDocument,
  type TestConsole,
  type TestDirectory,
  verifiedAudit,
  wordsOn,
} from './testing/console.ts';

let directory: TestDirectory;
beforeEach(() => {
  makeScryptCheap();
  directory = createTestDirectory();
});
afterEach(() => directory.remove());

async function enter(running: TestConsole, typed: Record<string, string>): Promise<string> {
  const { path } = await running.bridge.vault.enterRecoveryKey();
  return await submitDocument(running, path, typed);
}

const passphrases = { passphrase: 'seven quiet herons', again: 'seven quiet herons' };

describe('the recovery key', () => {
  it('is set only once two of its words were typed', async () => {
    const started = await directory.start();
    const { path } = await started.bridge.vault.makeRecoveryKey();
    const words = wordsOn(documentAt(started, path));
    const asking = await submitDocument(started, path);
    const asked = askedWords(asking, words);
    const [name = ''] = Object.keys(asked);
    const wrong = await submitDocument(started, path, { ...asked, [name]: 'zebra' });
    expect(wrong).toContain('role="alert"');
    expect(wordsOn(wrong)).toEqual([]);
    expect(await started.bridge.vault.recovery()).toEqual({ madeAt: null });
    await submitDocument(started, path, asked);
    expect(await started.bridge.vault.recovery()).toEqual({ madeAt: expect.any(String) });
    const { rows } = await started.bridge.audit.list({});
    expect(rows.map(({ action }) => action)).toContain('vault.recovery-key-made');
    expect(JSON.stringify(rows)).not.toContain(words.slice(0, 3).join(' '));
    expect(directory.logged.join('')).not.toContain(words.slice(0, 3).join(' '));
  });

  it('opens everything when the keychain is gone, under a new passphrase', async () => {
    const first = await directory.start();
    const { id } = await createCustomer(first);
    const words = await makeRecoveryKey(first);
    await first.console.dispose();

    const second = await directory.start({ keychain: noKeychain });
    expect(await enter(second, { words: words.toReversed().join(' '), ...passphrases })).toContain(
      'role="alert"',
    );
    const short = { passphrase: 'short', again: 'short' };
    expect(await enter(second, { words: words.join(' '), ...short })).toContain('at least 10');
    expect((await second.bridge.vault.status()).state).toBe('choose');
    const html = await enter(second, { words: words.join(' '), ...passphrases });
    expect(html).toContain('Causeway is unlocked');
    expect(html).not.toContain(words[0] ?? '?');
    expect((await second.bridge.customers.get({ id })).email).toBe('ada@example.com');
    const { rows } = await second.bridge.audit.list({});
    expect(await verifiedAudit(second)).toMatchObject({ state: 'intact' });
    expect(rows.map(({ action }) => action)).toContain('vault.recovered');
    await second.console.dispose();

    const third = await directory.start({
      keychain: noKeychain,
      passphrase: passphrases.passphrase,
    });
    expect((await third.bridge.customers.get({ id })).email).toBe('ada@example.com');
  });

  it('brings keys back that the keychain lost, while Causeway runs', async () => {
    const first = await directory.start();
    const { id } = await createCustomer(first);
    const words = await makeRecoveryKey(first);
    await first.console.dispose();

    const second = await directory.start({ keychain: createMemoryStore() });
    const { error } = await safe(second.bridge.customers.get({ id }));
    expect(error?.message).toContain('is not in the vault');
    expect(await enter(second, { words: words.join(' ') })).toContain('back in it');
    expect((await second.bridge.customers.get({ id })).email).toBe('ada@example.com');
  });

  it('that was changed no longer opens anything', async () => {
    const first = await directory.start();
    await createCustomer(first);
    const words = await makeRecoveryKey(first);
    const next = await makeRecoveryKey(first);
    await first.console.dispose();
    const second = await directory.start({ keychain: noKeychain });
    expect(await enter(second, { words: words.join(' '), ...passphrases })).toContain(
      'does not open this data folder',
    );
    expect(await enter(second, { words: next.join(' '), ...passphrases })).toContain('unlocked');
  });

  it('is offered with the first profile outside the sandbox, and missed on its overview', async () => {
    const started = await directory.start();
    const input = { name: 'Live', environment: 'production', baseUrl: 'https://ramp.example.com' };
    const { path } = await started.bridge.profiles.add({ ...input, environment: 'production' });
    const added = await submitDocument(started, path);
    expect(added).toContain('Live');
    expect(wordsOn(added)).toHaveLength(24);
    const [, { id = '' } = {}] = await started.bridge.profiles.list();
    await started.bridge.profiles.select({ id });
    const kinds = async () =>
      (await started.bridge.overview.needs({ knownAt: null })).needs.map(({ kind }) => kind);
    expect(await kinds()).toContain('recoveryKey');
    await makeRecoveryKey(started, path);
    expect(await kinds()).not.toContain('recoveryKey');
    // With one there, the next profile asks for nothing more.
    const other = await started.bridge.profiles.add({
      ...input,
      name: 'Other',
      environment: 'sandbox',
    });
    expect(wordsOn(await submitDocument(started, other.path))).toEqual([]);
  });
});
