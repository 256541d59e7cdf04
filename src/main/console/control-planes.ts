/**
 * Control planes of hosted sandboxes, kept in the vault and bound to where the profile leads: whoever
 * changes profiles.json gets no token sent elsewhere. A profile of production has none, whatever is kept.
 */
import { z } from 'zod';
import { jsonOrNull } from '../../platform/json-column.ts';
import type { SandboxControlPlane } from '../core/feature/feature.ts';
import type { KnownSecrets } from '../core/foundation/secrets/known-secrets.ts';
import type { Profile } from '../core/profiles/profile-file.ts';
import type { Vault } from '../core/vault/vault.ts';

type Place = Pick<Profile, 'id' | 'environment' | 'baseUrl'>;

export interface ControlPlanes {
  /** null unless it was entered for just this place. Throws as the vault does. */
  read(place: Place): Promise<SandboxControlPlane | null>;
  keep(place: Place, plane: SandboxControlPlane): Promise<void>;
  forget(id: string): Promise<void>;
}

const bound = z.strictObject({
  controlUrl: z.string(),
  controlToken: z.string(),
  baseUrl: z.string().nullable(),
});

const nameOf = (id: string): string => `control-plane:${id}`;

/** @param known learns every token that is read or kept */
export function createControlPlanes(
  vault: Pick<Vault, 'named'>,
  known: Pick<KnownSecrets, 'learn'>,
): ControlPlanes {
  return {
    async read({ id, environment, baseUrl }) {
      if (environment !== 'sandbox') return null;
      const text = await vault.named.get(nameOf(id));
      const kept = text === null ? null : jsonOrNull(bound, text);
      if (kept === null) return null;
      const { controlUrl, controlToken } = kept;
      known.learn(controlToken);
      return kept.baseUrl === baseUrl ? { controlUrl, controlToken } : null;
    },
    async keep({ id, baseUrl }, { controlUrl, controlToken }) {
      known.learn(controlToken);
      await vault.named.set(nameOf(id), JSON.stringify({ controlUrl, controlToken, baseUrl }));
    },
    forget: (id) => vault.named.delete(nameOf(id)),
  };
}
