/**
 * Secrets of tunnels, in the vault. Those of a tunnel that is wanted stay in memory as they were read last: it reopens
 * while the vault is locked, so that deliveries arrive, and what its server says is redacted by them.
 */
import type { TunnelSecretName } from '../../../../bridge/tunnels.ts';
import type { KnownSecrets } from '../../../core/foundation/secrets/known-secrets.ts';
import type { SecretStore } from '../../../core/vault/secret-store.ts';
import { VaultError } from '../../../core/vault/vault-error.ts';

export interface TunnelSecrets {
  /** null when none was entered. Throws VaultError; while the vault is locked, only where none is in memory. */
  read(id: string, name: TunnelSecretName): Promise<string | null>;
  write(id: string, name: TunnelSecretName, value: string): Promise<void>;
  delete(id: string, name: TunnelSecretName): Promise<void>;
  /** Drops what is in memory of the tunnel. */
  forget(id: string): void;
  /** All that is known to be secret, with what is in memory: locking the vault forgot it. */
  known(): readonly string[];
}

export interface TunnelSecretsParts {
  readonly store: SecretStore;
  readonly known: Pick<KnownSecrets, 'learn' | 'values'>;
  readonly isWanted: (id: string) => boolean;
}

const storedName = (id: string, name: TunnelSecretName): string => `tunnel:${id}:${name}`;

export function createTunnelSecrets({ store, known, isWanted }: TunnelSecretsParts): TunnelSecrets {
  const lastRead = new Map<string, Map<TunnelSecretName, string | null>>();

  const stored = async (id: string, name: TunnelSecretName): Promise<string | null> => {
    try {
      return await store.get(storedName(id, name));
    } catch (error) {
      const last = lastRead.get(id)?.get(name);
      if (!(error instanceof VaultError) || error.code !== 'locked' || last === undefined) {
        throw error;
      }
      return last;
    }
  };

  return {
    async read(id, name) {
      const secret = await stored(id, name);
      if (secret !== null) known.learn(secret);
      if (isWanted(id)) {
        lastRead.set(id, (lastRead.get(id) ?? new Map()).set(name, secret));
      }
      return secret;
    },
    async write(id, name, value) {
      known.learn(value);
      await store.set(storedName(id, name), value);
      lastRead.delete(id);
    },
    delete: async (id, name) => await store.delete(storedName(id, name)),
    forget: (id) => void lastRead.delete(id),
    known() {
      for (const secret of [...lastRead.values()].flatMap((each) => [...each.values()])) {
        if (secret !== null) known.learn(secret);
      }
      return known.values();
    },
  };
}
