/** Secrets for this session only: gone with the process. */
import type { ListedStore } from './secret-store.ts';

export function createMemoryStore(): ListedStore {
  const secrets = new Map<string, string>();
  return {
    get: (name) => Promise.resolve(secrets.get(name) ?? null),
    set: (name, value) => {
      secrets.set(name, value);
      return Promise.resolve();
    },
    delete: (name) => {
      secrets.delete(name);
      return Promise.resolve();
    },
    names: () => Promise.resolve([...secrets.keys()]),
  };
}
