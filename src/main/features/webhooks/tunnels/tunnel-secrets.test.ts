import { beforeEach, expect, it } from 'vitest';
import { createKnownSecrets } from '../../../core/foundation/secrets/known-secrets.ts';
import { createMemoryStore } from '../../../core/vault/secret-store.ts';
import { VaultError } from '../../../core/vault/vault-error.ts';
import { createTunnelSecrets, type TunnelSecrets } from './tunnel-secrets.ts';

const name = 'ssh-password' as const;
const password = 'seven-7-herons';
const known = createKnownSecrets();
let failWith: VaultError | null;
let isWanted: boolean;
let secrets: TunnelSecrets;
beforeEach(async () => {
  failWith = null;
  isWanted = true;
  const store = createMemoryStore();
  const get = async (stored: string) => {
    if (failWith !== null) throw failWith;
    return await store.get(stored);
  };
  secrets = createTunnelSecrets({ store: { ...store, get }, known, isWanted: () => isWanted });
  await secrets.write('own', name, password);
});
const lock = () => {
  known.forget();
  failWith = new VaultError('locked', 'It is locked.');
};
const readLocked = async () => {
  lock();
  return await secrets.read('own', name);
};

it('are read while the vault is locked, and known, where the tunnel is wanted', async () => {
  await secrets.read('own', name);
  expect(await readLocked()).toBe(password);
  known.forget();
  expect(secrets.known()).toContain(password);
});

it('are missing while it is locked as they were before', async () => {
  await secrets.read('own', 'ssh-passphrase');
  lock();
  expect(await secrets.read('own', 'ssh-passphrase')).toBeNull();
});

it('are not in memory of a tunnel that is not wanted', async () => {
  isWanted = false;
  await secrets.read('own', name);
  await expect(readLocked()).rejects.toThrow('It is locked.');
  expect(secrets.known()).toEqual([]);
});

it.each([
  ['closed', () => secrets.forget('own')],
  ['given another', () => secrets.write('own', name, 'another-7-heron')],
])('are dropped when the tunnel is %s', async (_what, drop) => {
  await secrets.read('own', name);
  await drop();
  await expect(readLocked()).rejects.toThrow('It is locked.');
  expect(secrets.known()).toEqual([]);
});

it('stand in for no other failure of the vault', async () => {
  await secrets.read('own', name);
  failWith = new VaultError('keychain', 'The keychain failed.');
  await expect(secrets.read('own', name)).rejects.toThrow('The keychain failed.');
});
