/** Which public key each profile's content is sealed to, and the rows of what it is sealed with. */
import { z } from 'zod';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import type { SealingKey, SealingKeys } from './sealing.ts';
import type { Sealer } from './store.ts';

const keyRow = z.object({
  profile_key: z.int(),
  profile_id: z.string(),
  public_key: z.instanceof(Uint8Array),
});
const sealingRow = z.object({ sealing_key: z.int() });

interface ProfileKey {
  readonly row: number;
  readonly publicKey: Uint8Array;
}

/** What binds sealed bytes to their place. */
export const blockContext = (inboxId: string, profileId: string, block: number): string =>
  `${inboxId}:${profileId}:${block}`;

export interface ProfileKeys {
  has(profileId: string): boolean;
  /** The profile's content is sealed to this key from now on: 32 bytes. */
  set(profileId: string, publicKey: Uint8Array): void;
  /** Seals for this profile now. Makes the key's row inside the running transaction. */
  sealerOf(profileId: string): Sealer;
  /** The transaction was undone, and rows that it made with it. */
  forgetRows(): void;
}

export function createProfileKeys(
  sqlite: Sqlite,
  inboxId: string,
  sealingKeys: SealingKeys,
): ProfileKeys {
  /** The newest key of each profile. */
  const current = new Map<string, ProfileKey>();
  let rows = new WeakMap<SealingKey, number>();
  for (const row of sqlite.all('SELECT * FROM profile_keys ORDER BY profile_key')) {
    const key = keyRow.parse(row);
    current.set(key.profile_id, { row: key.profile_key, publicKey: key.public_key });
  }

  const rowOf = (key: SealingKey, profileKey: ProfileKey): number => {
    const known = rows.get(key);
    if (known !== undefined) return known;
    const made = sealingRow.parse(
      sqlite.first(
        'INSERT INTO sealing_keys (profile_key, ephemeral_public) VALUES (?, ?) RETURNING sealing_key',
        [profileKey.row, key.ephemeralPublic],
      ),
    );
    rows.set(key, made.sealing_key);
    return made.sealing_key;
  };

  return {
    has: (profileId) => current.has(profileId),

    set(profileId, publicKey) {
      if (publicKey.length !== 32) throw new TypeError('A public key has exactly 32 bytes.');
      const known = current.get(profileId);
      if (known !== undefined && Buffer.from(known.publicKey).equals(publicKey)) return;
      const row = keyRow.parse(
        sqlite.first(
          'INSERT INTO profile_keys (profile_id, public_key) VALUES (?, ?) RETURNING *',
          [profileId, publicKey],
        ),
      );
      current.set(profileId, { row: row.profile_key, publicKey: row.public_key });
    },

    sealerOf(profileId) {
      const profileKey = current.get(profileId);
      if (profileKey === undefined) throw new TypeError('The profile has no key to seal to.');
      const key = sealingKeys.keyFor(profileKey.publicKey);
      return {
        row: rowOf(key, profileKey),
        seal: (block, content) => key.seal(blockContext(inboxId, profileId, block), content),
      };
    },

    forgetRows() {
      rows = new WeakMap();
    },
  };
}
