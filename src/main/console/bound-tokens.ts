/**
 * Tokens, each bound to where it was entered for. profiles.json can be written by whoever gets at the
 * files, the vault can't: so the address and the environment that a person confirmed are kept with the
 * token, and a profile that says anything else by now has no token, without which nothing is sent.
 */
import { z } from 'zod';
import type { KnownSecrets } from '../foundation/secrets/known-secrets.ts';
import type { Profile } from '../profiles/profile-file.ts';
import type { Vault } from '../vault/vault.ts';

/** `elsewhere`: there is a token, for another address or environment than the profile says. */
export type TokenState = 'none' | 'kept' | 'elsewhere';

type Place = Pick<Profile, 'id' | 'environment' | 'baseUrl'>;

export interface BoundTokens {
  /** null unless it was entered for just this address and environment. Throws as the vault does. */
  read(place: Place): Promise<string | null>;
  state(place: Place): Promise<TokenState>;
  keep(place: Place, token: string): Promise<void>;
}

const bound = z.strictObject({
  token: z.string(),
  environment: z.string(),
  baseUrl: z.string().nullable(),
});

/** @param known learns every token that is read or kept, wherever it belongs */
export function createBoundTokens(
  vault: Pick<Vault, 'readToken' | 'writeToken'>,
  known: Pick<KnownSecrets, 'learn'>,
): BoundTokens {
  const find = async ({ id, environment, baseUrl }: Place) => {
    const kept = boundIn(await vault.readToken(id));
    if (kept === null) return { state: 'none', token: null } as const;
    known.learn(kept.token);
    const isHere = kept.environment === environment && kept.baseUrl === baseUrl;
    return isHere
      ? ({ state: 'kept', token: kept.token } as const)
      : ({ state: 'elsewhere', token: null } as const);
  };
  return {
    read: async (place) => (await find(place)).token,
    state: async (place) => (await find(place)).state,
    keep({ id, environment, baseUrl }, token) {
      known.learn(token);
      return vault.writeToken(id, JSON.stringify({ token, environment, baseUrl }));
    },
  };
}

/** The token itself in what the vault keeps of it, wherever it is for; null where there is none. */
export const tokenIn = (kept: string | null): string | null => boundIn(kept)?.token ?? kept;

/** A token without its place, as it was kept before, is none: nobody can say where it belongs. */
function boundIn(text: string | null): z.infer<typeof bound> | null {
  if (text === null || !text.startsWith('{')) return null;
  return bound.safeParse(JSON.parse(text)).data ?? null;
}
