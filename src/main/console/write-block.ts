/** Why nothing can be created now: one list of reasons, for the frame and for the write itself. */
import type { ProfileMode } from '../../bridge/profiles.ts';
import type { WriteBlock } from '../core/intents/write-path.ts';
import type { Profile } from '../core/profiles/profile-file.ts';
import type { Profiles } from '../core/profiles/profiles.ts';
import type { Vault } from '../core/vault/vault.ts';
import { VaultError } from '../core/vault/vault-error.ts';
import type { TokenState, TokenStates } from './bound-tokens.ts';
import type { ChosenProfile } from './chosen-profile.ts';
import { lockedMessage } from './locked.ts';
import { type ProfileModes, reviewerSentence } from './profile-modes.ts';
import type { ServiceFacts } from './service-state.ts';

export interface WriteFacts {
  readonly profile: Pick<Profile, 'environment'>;
  readonly isUnlocked: boolean;
  readonly isDurable: boolean;
  readonly hasToken: boolean;
  /** As it was last looked for. */
  readonly token: TokenState;
  /** It is open, and not the one that a person chose last. */
  readonly isOther: boolean;
  readonly mode: ProfileMode;
}

/** `modes`: made after what asks for these. */
export const createWriteFacts =
  (parts: {
    readonly vault: Pick<Vault, 'status' | 'isDurable'>;
    readonly profiles: Pick<Profiles, 'selected'>;
    readonly tokens: Pick<TokenStates, 'has' | 'of'>;
    readonly chosen: Pick<ChosenProfile, 'isOther'>;
    readonly modes: () => Pick<ProfileModes, 'of'>;
  }) =>
  (profile: Profile): WriteFacts => ({
    profile,
    isUnlocked: parts.vault.status().state === 'unlocked',
    isDurable: parts.vault.isDurable(),
    hasToken: parts.tokens.has(profile),
    token: parts.tokens.of(profile.id),
    isOther: parts.chosen.isOther() && profile.id === parts.profiles.selected().id,
    mode: parts.modes().of(profile.id),
  });

/** What is said where profiles.json says something else of a profile than a person confirmed. */
export const changedMessage = (token: TokenState): string | null =>
  token === 'elsewhere' ? elsewhereSentence : token === 'renamed' ? renamedSentence : null;

const renamedSentence =
  'This profile’s name differs from the one its token was entered under: something other than Causeway changed profiles.json, so this may be another profile than its name says. Check its environment and base URL in Settings, then restore its name or enter its token again.';

const elsewhereSentence =
  'This profile’s base URL or environment differs from the one its token was entered for: something other than Causeway changed profiles.json. Find out who did before you enter the token again in Settings, because Causeway would send it to the new URL.';

const otherSentence =
  'This is not the profile that you selected last: something other than Causeway changed profiles.json. Check its name and environment, then select the profile you want in the menu at the top, even if it is this one.';

/** What stands in the way of a write whatever the service says; null when nothing does. */
export function writeBlockOf(facts: WriteFacts): WriteBlock | null {
  if (!facts.isUnlocked) return { code: 'LOCKED', cause: 'locked', sentence: lockedMessage };
  if (facts.mode !== 'full') {
    const sentence = `${reviewerSentence} Change the mode in Settings. Nothing was sent.`;
    return { code: 'NOT_SENT', cause: 'reviewer', sentence };
  }
  if (!facts.isDurable && facts.profile.environment !== 'built-in') {
    const sentence =
      'This session is temporary: Causeway would lose track of a record created now when it stops. ' +
      'In this session you can create records only in the built-in sandbox. Nothing was sent.';
    return { code: 'NOT_SENT', cause: 'not-durable', sentence };
  }
  const changed = changedMessage(facts.token);
  if (changed !== null) {
    const cause = facts.token === 'renamed' ? 'name-changed' : 'address-changed';
    return { code: 'NOT_SENT', cause, sentence: `${changed} Nothing was sent.` };
  }
  if (facts.isOther) {
    return {
      code: 'NOT_SENT',
      cause: 'profile-changed',
      sentence: `${otherSentence} Nothing was sent.`,
    };
  }
  if (!facts.hasToken) {
    const sentence = 'This profile has no access token. Enter one in Settings. Nothing was sent.';
    return { code: 'NOT_SENT', cause: 'no-token', sentence };
  }
  return null;
}

/** Asked before a write, with the token looked for anew. */
export const createWriteBlock =
  (
    tokens: { readonly look: (profileId: string) => Promise<void> },
    factsOf: (profile: Profile) => WriteFacts,
  ) =>
  async (profile: Profile): Promise<WriteBlock | null> => {
    try {
      await tokens.look(profile.id);
    } catch (error) {
      if (!(error instanceof VaultError)) throw error;
      const sentence = `${error.message} Nothing was sent.`;
      return (
        writeBlockOf(factsOf(profile)) ?? { code: 'NOT_SENT', cause: 'token-unreadable', sentence }
      );
    }
    return writeBlockOf(factsOf(profile));
  };

/** As `writeBlockOf`, but before anything is sent. Of requests for approval, which need no answer of the service. */
export const approvalBlockedMessage = (facts: WriteFacts): string | null =>
  writeBlockOf(facts)?.sentence.replace(/ Nothing was sent\.$/, '') ?? null;

/**
 * The same, and what the last call found. That alone blocks no write: what was found may be over,
 * and the write itself is the surest way to know.
 */
export function writesBlockedMessage(facts: WriteFacts, service: ServiceFacts): string | null {
  const block = approvalBlockedMessage(facts);
  if (block !== null) return block;
  const words = service.sentence === null ? '' : ` ${service.sentence}`;
  if (service.state === 'unreachable') {
    return `The service can’t be reached, so nothing can be created now.${words}`;
  }
  if (service.state === 'token-refused') {
    return words === ''
      ? 'The service refuses the access token, so nothing can be created.'
      : `Nothing can be created now.${words}`;
  }
  return null;
}
