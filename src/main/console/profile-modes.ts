/**
 * Reviewer mode: a profile that reads, exports and keeps notes, signs off where that is allowed, and never writes to
 * the service. The vault keeps it, so that whoever changes profiles.json can't end it, and only a person ends it
 * in main's own document: the page may not.
 *
 * It is held at three places, each enough by itself: calls of the page by what they declare (`needs` of
 * src/bridge/procedure.ts), the write path (write-block.ts), and the client, which hands nothing to the network.
 */
import type { Need } from '../../bridge/procedure.ts';
import { type ProfileMode, profileMode } from '../../bridge/profiles.ts';
import type { AuditTrail } from '../core/audit/types.ts';
import type { AskPerson, Confirmation } from '../core/feature/confirmation.ts';
import { Failed, invalid } from '../core/intents/failed.ts';
import { environmentNames } from '../core/profiles/environment-names.ts';
import type { Profile } from '../core/profiles/profile-file.ts';
import type { Vault } from '../core/vault/vault.ts';

export interface ProfileModes {
  /** Before the profile is opened. Throws as the vault does. */
  look(profileId: string): Promise<void>;
  /** As it was last looked for. */
  of(profileId: string): ProfileMode;
  /** Asks a person (AskPerson). Throws Failed LOCKED while the vault is. */
  change(profile: Pick<Profile, 'id' | 'name' | 'environment'>): Promise<string | null>;
  /** The profile is erased. */
  forget(profileId: string): Promise<void>;
}

interface ProfileModesParts {
  readonly vault: Pick<Vault, 'named' | 'status'>;
  readonly trail: Pick<AuditTrail, 'recordFor'>;
  readonly ask: AskPerson;
  readonly onChange: () => void;
}

/** Among the vault's named secrets. */
export const modeName = (profileId: string): string => `mode:${profileId}`;

export const reviewerSentence =
  'This profile is in reviewer mode, so nothing can be sent to the service.';
const noSignOffSentence = 'Reviewer mode of this profile does not include signing off.';

export const modeNames: Readonly<Record<ProfileMode, string>> = {
  full: 'Full: creates, signs off and reads',
  'sign-off':
    'Reviewer who signs off: as a reviewer, and signs off changes and mismatches, closes periods, resolves requests',
  review: 'Reviewer: reads, exports, keeps notes, reconciles and forwards deliveries',
};

/** Throws Failed INVALID `reviewer` where the mode does not allow what a call needs. */
export function requireAllowed(mode: ProfileMode, need: Need | undefined): void {
  if (need === undefined || mode === 'full' || (need === 'sign-offs' && mode === 'sign-off'))
    return;
  const sentence =
    need === 'sign-offs' ? noSignOffSentence : `${reviewerSentence} Nothing was sent.`;
  throw invalid(`${sentence} Change the mode in Settings.`, 'reviewer');
}

export function createProfileModes({
  vault,
  trail,
  ask,
  onChange,
}: ProfileModesParts): ProfileModes {
  const modes = new Map<string, ProfileMode>();
  const of = (id: string): ProfileMode => modes.get(id) ?? 'full';

  const requireUnlocked = (): void => {
    if (vault.status().state === 'unlocked') return;
    throw new Failed('LOCKED', { sentence: 'Unlock Causeway first.', canTryAgain: true });
  };

  async function keep(id: string, mode: ProfileMode): Promise<void> {
    requireUnlocked();
    const before = of(id);
    // To a narrower mode at once; to a wider one when the vault has it.
    if (mode !== 'full') modes.set(id, mode);
    if (mode === 'full') await vault.named.delete(modeName(id));
    else await vault.named.set(modeName(id), mode);
    modes.set(id, mode);
    if (mode !== before)
      trail.recordFor(id, 'profile.mode-changed', { profileId: id, before, after: mode });
    onChange();
  }

  return {
    of,
    async look(id) {
      const kept = await vault.named.get(modeName(id));
      // What can't be read is the narrowest: a damaged entry opens nothing.
      modes.set(id, kept === null ? 'full' : (profileMode.safeParse(kept).data ?? 'review'));
    },
    async change({ id, name, environment }) {
      requireUnlocked();
      return await ask(
        modeDocument({ name, environment, mode: of(id), act: (mode) => keep(id, mode) }),
      );
    },
    async forget(id) {
      modes.delete(id);
      await vault.named.delete(modeName(id));
    },
  };
}

interface ModeDocument extends Pick<Profile, 'name' | 'environment'> {
  readonly mode: ProfileMode;
  act(mode: ProfileMode): Promise<void>;
}

const modeDocument = ({ name, environment, mode: before, act }: ModeDocument): Confirmation => ({
  title: 'Change mode',
  facts: [
    ['Name', name],
    ['Environment', environmentNames[environment]],
    ['Mode now', modeNames[before]],
  ],
  paragraphs: [
    'A reviewer sees and exports everything, and looks records up at the service. Nothing can be created, sent again, run in bulk or registered in this profile until a person changes the mode here.',
  ],
  fields: [
    {
      name: 'mode',
      label: 'Mode',
      help: null,
      choices: [
        { value: 'full', label: 'Full', help: 'Create, sign off and read.' },
        {
          value: 'sign-off',
          label: 'Reviewer who signs off',
          help: 'As a reviewer, and sign off changes and mismatches, close periods, and resolve requests.',
        },
        {
          value: 'review',
          label: 'Reviewer',
          help: 'Read, export, keep notes, reconcile, and forward deliveries.',
        },
      ],
    },
  ],
  button: 'Change mode',
  async act(fields) {
    const chosen = profileMode.safeParse(fields.get('mode'));
    if (!chosen.success) throw invalid('Select a mode.', 'mode', true);
    await act(chosen.data);
    return { sentence: `“${name}” is now in this mode: ${modeNames[chosen.data]}.` };
  },
});
