/** The keychain as the vault uses it: with room for long secrets, and marked from the first of them on. */
import { join } from 'node:path';
import { writeDurably } from '../../../platform/durable-file.ts';
import type { Random } from '../../../platform/random.ts';
import { withLongSecrets } from './long-secrets.ts';
import type { ListedStore } from './secret-store.ts';

export interface KeychainInUseParts {
  readonly dataDir: string;
  readonly random: Random;
  /** The file that says that keys are in the keychain; it comes before the first of them. */
  readonly markPath: string;
}

export function keychainInUse(keychain: ListedStore, parts: KeychainInUseParts): ListedStore {
  const { dataDir, random, markPath } = parts;
  const roomy = withLongSecrets(keychain, { directory: join(dataDir, 'long-secrets'), random });
  return {
    ...roomy,
    set: async (name, value) => {
      writeDurably(markPath, '');
      await roomy.set(name, value);
    },
  };
}
