/** The operating system's keychain, through keytar. */
import { type Random, randomHex } from '../../../platform/random.ts';
import { requireUnpacked } from '../../../platform/unpacked.ts';
import type { ListedStore, SecretStore } from './secret-store.ts';

/**
 * Loads keytar when asked, because on a Linux without libsecret the loading itself fails. Entries
 * stand under `Causeway <installationId>`, so that two data directories never share one.
 */
export async function openKeychain(installationId: string): Promise<ListedStore> {
  requireUnpacked(import.meta.url);
  // keytar is CommonJS: only the default is there under ESM.
  const { default: keytar } = await import('keytar');
  const service = `Causeway ${installationId}`;
  return {
    get: (name) => keytar.getPassword(service, name),
    set: (name, value) => keytar.setPassword(service, name, value),
    delete: async (name) => {
      await keytar.deletePassword(service, name);
    },
    names: async () => (await keytar.findCredentials(service)).map(({ account }) => account),
  };
}

/** Writes, reads back and deletes an entry: the only sure sign of a keychain that works. */
export async function probeKeychain(keychain: SecretStore, random: Random): Promise<void> {
  const name = `probe:${randomHex(random, 8)}`;
  const value = randomHex(random, 16);
  await keychain.set(name, value);
  try {
    if ((await keychain.get(name)) !== value) {
      throw new Error('The keychain did not give back what was put in.');
    }
  } finally {
    await keychain.delete(name);
  }
}
