/** Where named secrets are kept. Three of them: keychain.ts, sealed-file.ts, and here the one in memory. */
export interface SecretStore {
  /** null when there is no such secret. */
  get(name: string): Promise<string | null>;
  set(name: string, value: string): Promise<void>;
  /** Deleting what is not there is no error. */
  delete(name: string): Promise<void>;
}

/** One that knows all it holds. */
export interface ListedStore extends SecretStore {
  names(): Promise<readonly string[]>;
}

/** Secrets for this session only: gone with the process. */
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
