/** Whether a document for a secret can lead anywhere, before a window opens for it. */
import type { SecretEntryPurpose, VaultStatus } from '../../bridge/vault.ts';
import { Failed } from '../core/intents/failed.ts';
import { builtInProfileId } from '../core/profiles/profile-file.ts';
import type { Profiles } from '../core/profiles/profiles.ts';
import { lockedMessage } from './session-manager.ts';

/** Throws Failed LOCKED, NOT_FOUND or INVALID with a sentence. */
export function requirePossible(
  purpose: SecretEntryPurpose,
  vault: VaultStatus,
  profiles: Pick<Profiles, 'get'>,
): void {
  const { purpose: wanted } = purpose;
  if (wanted === 'token') requireToken(purpose.profileId, vault, profiles);
  if ((wanted === 'webhook-secret' || wanted === 'tunnel-secret') && vault.state !== 'unlocked') {
    throw new Failed('LOCKED', { sentence: lockedMessage, canTryAgain: true });
  }
  if (wanted === 'new-passphrase' && vault.state !== 'choose') {
    throw invalid('The place for secrets has already been chosen.');
  }
  if (wanted === 'passphrase' && vault.state !== 'locked') {
    throw invalid('Causeway is not locked.');
  }
}

function requireToken(id: string, vault: VaultStatus, profiles: Pick<Profiles, 'get'>): void {
  if (profiles.get(id) === null) {
    throw new Failed('NOT_FOUND', { sentence: 'This profile does not exist.' });
  }
  if (id === builtInProfileId) throw invalid('The built-in sandbox creates its own token.');
  if (vault.state !== 'unlocked') {
    throw new Failed('LOCKED', { sentence: lockedMessage, canTryAgain: true });
  }
}

const invalid = (sentence: string): Failed => new Failed('INVALID', { sentence, cause: 'not-now' });
