/**
 * Tokens, each bound to where it was entered for. profiles.json can be written by whoever gets at the
 * files, the vault can't: so the address, the environment and the name that a person confirmed are kept
 * with the token, and a profile that says anything else by now has no token, without which nothing is sent.
 */
import { z } from 'zod';
import { jsonOrNull } from '../../platform/json-column.ts';
import type { Log } from '../core/foundation/log.ts';
import type { KnownSecrets } from '../core/foundation/secrets/known-secrets.ts';
import type { Profile } from '../core/profiles/profile-file.ts';
import type { Profiles } from '../core/profiles/profiles.ts';
import type { Vault } from '../core/vault/vault.ts';
import { VaultError } from '../core/vault/vault-error.ts';

/** A keychain may wait for a person, or for ever: whoever waits for a token is told. */
const PATIENCE_MS = 30_000;

/**
 * There is one, for another address or environment than the profile says (`elsewhere`), or under
 * another name (`renamed`): a person would take the one profile for the other.
 */
export type TokenState = 'none' | 'kept' | 'elsewhere' | 'renamed';

type Place = Pick<Profile, 'id' | 'name' | 'environment' | 'baseUrl'>;

export interface BoundTokens {
  /** null unless it was entered for just this place. Throws as the vault does, and where that does not answer. */
  read(place: Place): Promise<string | null>;
  state(place: Place): Promise<TokenState>;
  keep(place: Place, token: string): Promise<void>;
  /** From here on it is read under that name as well; nothing where there is none for this place. */
  alsoNamed(place: Place, name: string): Promise<void>;
}

const bound = z.strictObject({
  token: z.string(),
  /** Two while a profile is being renamed; none where they were not kept yet. */
  names: z.array(z.string()).optional(),
  environment: z.string(),
  baseUrl: z.string().nullable(),
});

/** @param known learns every token that is read or kept, wherever it belongs */
export function createBoundTokens(
  vault: Pick<Vault, 'readToken' | 'writeToken'>,
  known: Pick<KnownSecrets, 'learn'>,
): BoundTokens {
  const find = async ({ id, name, environment, baseUrl }: Place) => {
    const kept = boundIn(await inTime(vault.readToken(id)));
    if (kept === null) return { state: 'none', token: null } as const;
    known.learn(kept.token);
    const isHere = kept.environment === environment && kept.baseUrl === baseUrl;
    if (!isHere) return { state: 'elsewhere', token: null } as const;
    const isSo = kept.names?.includes(name) ?? true;
    return isSo
      ? ({ state: 'kept', token: kept.token } as const)
      : ({ state: 'renamed', token: null } as const);
  };
  const keep = (
    { id, environment, baseUrl }: Place,
    token: string,
    names: readonly string[],
  ): Promise<void> => {
    known.learn(token);
    return vault.writeToken(id, JSON.stringify({ token, environment, baseUrl, names }));
  };
  return {
    read: async (place) => (await find(place)).token,
    state: async (place) => (await find(place)).state,
    keep: (place, token) => keep(place, token, [place.name]),
    async alsoNamed(place, name) {
      const { token } = await find(place);
      if (token !== null) await keep(place, token, [place.name, name]);
    },
  };
}

async function inTime<Value>(reading: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const silent = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new VaultError('keychain', silentSentence)), PATIENCE_MS);
  });
  try {
    return await Promise.race([reading, silent]);
  } finally {
    clearTimeout(timer);
  }
}

const silentSentence =
  'The system’s keychain is not responding. It may be locked and waiting for its password. Unlock it and try again.';

/** The token itself in what the vault keeps of it, wherever it is for; null where there is none. */
export const tokenIn = (kept: string | null): string | null => boundIn(kept)?.token ?? kept;

/** A token without its place, as it was kept before, is none: nobody can say where it belongs. */
const boundIn = (text: string | null): z.infer<typeof bound> | null =>
  text?.startsWith('{') === true ? jsonOrNull(bound, text) : null;

/** Which profiles have their token in the vault, as far as it was looked at. */
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
