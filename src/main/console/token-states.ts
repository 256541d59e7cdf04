/** Which profiles have their token in the vault, as far as it was looked at. */
import type { Log } from '../core/foundation/log.ts';
import type { Profile } from '../core/profiles/profile-file.ts';
import type { Profiles } from '../core/profiles/profiles.ts';
import type { Vault } from '../core/vault/vault.ts';
import type { BoundTokens, TokenState } from './bound-tokens.ts';

export interface TokenStates {
  of(profileId: string): TokenState;
  has(profile: Profile): boolean;
  look(profileId: string): Promise<void>;
  /**
   * What profiles.json says of a token may outlive it, so the vault itself is asked; and each is known
   * before anything is stored that may say it.
   */
  lookAll(): Promise<void>;
}

export function createTokenStates(
  vault: Pick<Vault, 'isDurable'>,
  profiles: Pick<Profiles, 'get' | 'list'>,
  bound: Pick<BoundTokens, 'state'>,
  log: Log,
): TokenStates {
  const states = new Map<string, TokenState>();
  const look = async (id: string): Promise<void> => {
    const profile = profiles.get(id);
    if (profile !== null) states.set(id, await bound.state(profile));
  };
  return {
    of: (id) => states.get(id) ?? 'none',
    has: ({ id, token }) =>
      (states.get(id) ?? (token !== null && vault.isDurable() ? 'kept' : 'none')) === 'kept',
    look,
    async lookAll() {
      for (const { id } of profiles.list()) {
        await look(id).catch((error: unknown) =>
          log.warn({ err: error, profileId: id }, 'a token could not be looked for'),
        );
      }
    },
  };
}
