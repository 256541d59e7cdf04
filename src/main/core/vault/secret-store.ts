/** Where named secrets are kept. Three of them: keychain.ts, sealed-file.ts, memory-store.ts. */
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
