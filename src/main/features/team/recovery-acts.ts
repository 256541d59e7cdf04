/**
 * The team's recovery key: 24 words, from which a key to sign and to open with follows for this team alone, so that
 * a made-up team can't name it. It adds an owner where no owner's computer is left, and resolves a fork.
 */
import { hkdfSync } from 'node:crypto';
import { overwrite } from '../../../platform/overwrite.ts';
import type { Random } from '../../../platform/random.ts';
import { setRecovery } from '../../../team-log/membership-changes.ts';
import { type SigningKey, signingKeyOf } from '../../core/audit/signing.ts';
import type { Connected } from './connected.ts';
import { inWords } from './team-failures.ts';

/** @param words 32 bytes that the words stand for */
export function recoveryKeyOfTeam(words: Uint8Array, team: string): SigningKey {
  const salt = Buffer.from(team, 'hex');
  const seed = new Uint8Array(hkdfSync('sha256', words, salt, 'causeway team recovery', 32));
  const key = signingKeyOf(seed);
  overwrite(seed);
  return key;
}

/** @param requireOwner throws Failed INVALID for anybody else */
export function createRecoveryActs(requireOwner: () => Connected, random: Random) {
  return {
    /** The team's ID, and when its recovery key of now was set. Throws Failed INVALID for anybody but an owner. */
    recoveryPlace(): { readonly id: string; readonly before: string | null } {
      const { team, recovery } = requireOwner().membership();
      return { id: team, before: recovery?.since.at ?? null };
    },
    /**
     * Makes these words the recovery key of the team; those of before are worthless for what comes. False where that
     * goes when the database answers.
     */
    async setRecovery(words: Uint8Array): Promise<boolean> {
      const open = requireOwner();
      const { publicKey: signing, sealingKey: sealing } = recoveryKeyOfTeam(
        words,
        open.membership().team,
      );
      try {
        return await open.change((now) =>
          setRecovery(now, open.epochs, { signing, sealing }, random),
        );
      } catch (error) {
        throw inWords(error);
      }
    },
  };
}
