/** Profiles renamed, led elsewhere, removed and brought back. */
import { existsSync } from 'node:fs';
import type { AsideProfileView } from '../../bridge/profiles.ts';
import type { AskPerson, Confirmation } from '../core/feature/confirmation.ts';
import type { SandboxControlPlane } from '../core/feature/feature.ts';
import { readBaseUrl } from '../core/foundation/base-url.ts';
import { Failed, invalidOf } from '../core/intents/failed.ts';
import { requireAdded } from '../core/profiles/check-profile.ts';
import { environmentNames } from '../core/profiles/environment-names.ts';
import type { AsideProfile, Profile } from '../core/profiles/profile-file.ts';
import type { Profiles } from '../core/profiles/profiles.ts';
import type { Vault } from '../core/vault/vault.ts';
import { teamSecretsOf } from '../features/team/team-secrets.ts';
import type { FlushedTrail } from './audit-trail.ts';
import type { BoundTokens } from './bound-tokens.ts';
import type { ChosenProfile } from './chosen-profile.ts';
import type { ControlPlanes } from './control-planes.ts';
import { locked } from './locked.ts';
import { profileDocument } from './profile-document.ts';
import type { ProfileModes } from './profile-modes.ts';
import { durableDatabase } from './profile-session.ts';
import { type Removal, removalDocument, resetDocument } from './removal-document.ts';
import { readToken } from './secret-forms.ts';
import type { SessionManager } from './session-manager.ts';

export interface ProfileChanges {
  rename(id: string, name: string): Promise<Profile>;
  /** Asks a person (AskPerson). */
  changeAddress(id: string, baseUrl: string): Promise<string | null>;
  /** Control URL of a hosted sandbox; null where none was entered for its base URL. */
  control(id: string): Promise<string | null>;
  /** Asks a person (AskPerson). */
  setControl(id: string, controlUrl: string): Promise<string | null>;
  forgetControl(id: string): Promise<void>;
  remove(id: string): Promise<string | null>;
  startAnew(id: string): Promise<string | null>;
  aside(): AsideProfileView[];
  bringBack(id: string): Profile;
}

export interface ProfileChangesParts {
  readonly profiles: Profiles;
  readonly vault: Vault;
  readonly tokens: BoundTokens;
  readonly controlPlanes: ControlPlanes;
  readonly modes: Pick<ProfileModes, 'forget'>;
  /** Throws Failed where it does not respond, or refuses the token. */
  readonly checkControl: (plane: SandboxControlPlane) => Promise<unknown>;
  readonly sessions: Pick<SessionManager, 'current' | 'reopen' | 'refresh' | 'closed'>;
  readonly chosen: Pick<ChosenProfile, 'choose'>;
  readonly trail: Pick<FlushedTrail, 'record' | 'recordFor' | 'takeOver'>;
  readonly ask: AskPerson;
  /** Keeps a token for where the profile leads now, and proves it. Gives a sentence. */
  readonly keepToken: (id: string, token: string) => Promise<string>;
  /** What is known of the profile's token may have changed. */
  readonly onToken: (profileId: string) => Promise<void>;
}

/** For so long a profile that was just in use may be closing, in milliseconds. */
const closingMs = 10_000;

export function createProfileChanges(parts: ProfileChangesParts): ProfileChanges {
  const { profiles, vault, tokens, sessions, trail, ask } = parts;

  const find = (id: string): Profile | AsideProfile | null =>
    profiles.get(id) ?? profiles.aside().find((it) => it.id === id) ?? null;

  const known = (id: string): Profile => {
    const profile = profiles.get(id);
    if (profile !== null) return profile;
    throw new Failed('NOT_FOUND', { sentence: 'This profile does not exist.' });
  };

  const requireUnlocked = (): void => {
    if (vault.status().state === 'unlocked') return;
    throw locked();
  };

  /** Throws where the profile is no longer the one that the person was shown. */
  const requireAsShown = (shown: Profile): void => {
    const now = find(shown.id);
    if (now !== null && now.name === shown.name && now.baseUrl === shown.baseUrl) return;
    throw invalid('The profile was changed meanwhile. Start again in Causeway.');
  };

  const rebind = async (profile: Profile): Promise<void> => {
    const token = await tokens.read(profile);
    if (token !== null) await tokens.keep(profile, token);
    await parts.onToken(profile.id);
  };

  const changeAddress = async (shown: Profile, baseUrl: string, typed: string | null) => {
    requireUnlocked();
    requireAsShown(shown);
    const token = typed ?? (await tokens.read(shown));
    const { name } = profiles.changeAddress(shown.id, baseUrl);
    const facts = { profileId: shown.id, before: shown.baseUrl, after: baseUrl };
    trail.recordFor(shown.id, 'profile.address-changed', facts);
    // Writes under way end where they were sent, with the token that is still bound to that address.
    if (sessions.current()?.profileId === shown.id) await sessions.reopen();
    const changed = `“${name}” leads to ${baseUrl} from now on.`;
    if (token === null) return `${changed} It has no access token yet.`;
    return `${changed} ${await parts.keepToken(shown.id, token)}`;
  };

  /** Throws where files of the profile are open, or its secrets are out of reach. */
  const requireRemovable = async (shown: Profile): Promise<void> => {
    requireUnlocked();
    const isClosed = await sessions.closed(shown.id, closingMs);
    requireUnlocked();
    requireAsShown(shown);
    requireUnused(shown);
    if (!isClosed) {
      throw invalid('Requests of this profile are still under way. Try again in a minute.');
    }
    requireKey(shown);
  };

  const requireKey = ({ id }: Profile): void => {
    if (vault.isDurable() || !existsSync(durableDatabase(profiles, id))) return;
    throw invalid(
      'The profile’s key is not available in this session. Start Causeway with the secrets that the profile was used with.',
    );
  };

  const requireUnused = ({ id }: Profile): void => {
    if (profiles.selected().id !== id) return;
    throw invalid('This profile is in use. Switch to another profile, then remove this one.');
  };

  const remove = async (shown: Profile, removal: Removal): Promise<string> => {
    await requireRemovable(shown);
    const { id: profileId, name, environment, baseUrl } = shown;
    const isErasing = removal === 'erase';
    const isGoingOn = profiles.aside().some((one) => one.id === profileId && one.isErasing);
    // First: a crash in between leaves it marked, and it can't be opened half erased.
    profiles.setAside(profileId, { isErasing });
    if (!isGoingOn)
      trail.record('profile.removed', { profileId, name, environment, baseUrl, data: removal });
    await parts.controlPlanes.forget(profileId);
    await teamSecretsOf(vault, profileId).forget();
    if (isErasing) {
      await vault.forget(profileId);
      await parts.modes.forget(profileId);
      trail.takeOver(profileId);
      profiles.erase(profileId);
    } else {
      await vault.deleteToken(profileId);
    }
    return isErasing
      ? `“${name}” and its data are erased from this computer.`
      : `“${name}” is removed. Its data is kept, and Settings can add the profile back.`;
  };

  const setControl = async (shown: Profile, plane: SandboxControlPlane): Promise<string> => {
    requireUnlocked();
    await parts.checkControl(plane);
    requireAsShown(shown);
    await parts.controlPlanes.keep(shown, plane);
    const { controlUrl } = plane;
    trail.recordFor(shown.id, 'profile.control-plane-set', { profileId: shown.id, controlUrl });
    if (sessions.current()?.profileId === shown.id) await sessions.reopen();
    return `The sandbox of “${shown.name}” can be controlled in Causeway now.`;
  };

  const startAnew = async (shown: Profile): Promise<string> => {
    requireUnlocked();
    requireKey(known(shown.id));
    const wasSelected = profiles.selected().id === shown.id;
    // First: a crash in between leaves the old one marked, and it can't be opened half erased.
    const fresh = profiles.startAnew(shown.id);
    if (wasSelected) await parts.chosen.choose(fresh.id);
    await sessions.refresh();
    trail.recordFor(fresh.id, 'profile.started-anew', { profileId: fresh.id, before: shown.id });
    if (!(await sessions.closed(shown.id, closingMs))) {
      return 'The sandbox is reset. Requests are still under way, so erase what is left of the old one in Settings.';
    }
    await vault.forget(shown.id);
    await parts.modes.forget(shown.id);
    trail.takeOver(shown.id);
    profiles.erase(shown.id);
    return 'The sandbox is reset. Everything it held is erased.';
  };

  return {
    async rename(id, typed) {
      const shown = known(id);
      const before = shown.name;
      const name = profiles.checkName(id, typed);
      // Locked, its token could not be bound to the new name.
      if (shown.token !== null) requireUnlocked();
      const isUnlocked = vault.status().state === 'unlocked';
      if (isUnlocked) await tokens.alsoNamed(shown, name);
      const profile = profiles.rename(id, name);
      if (isUnlocked) await rebind(profile);
      const facts = { profileId: id, before, after: profile.name };
      if (before !== profile.name) trail.recordFor(id, 'profile.renamed', facts);
      return profile;
    },
    async changeAddress(id, typed) {
      const shown = known(id);
      const baseUrl = profiles.checkAddress(id, typed);
      requireUnlocked();
      const { name, environment } = shown;
      const document = profileDocument({
        profile: {
          name,
          environment: environment === 'production' ? environment : 'sandbox',
          baseUrl,
        },
        addressBefore: shown.baseUrl,
        hasToken: (await tokens.read(shown)) !== null,
        act: (token) => changeAddress(shown, baseUrl, token),
      });
      return await ask(document);
    },
    control: async (id) => (await parts.controlPlanes.read(known(id)))?.controlUrl ?? null,
    async setControl(id, typed) {
      const shown = known(id);
      if (shown.environment !== 'sandbox') {
        throw invalid('Only a hosted sandbox has a control plane to enter.');
      }
      const read = readBaseUrl(typed);
      if (!read.ok) throw invalid(read.sentence);
      requireUnlocked();
      const { name, baseUrl } = shown;
      const controlUrl = read.baseUrl;
      const act = (controlToken: string) => setControl(shown, { controlUrl, controlToken });
      return await ask(controlPlaneDocument({ name, baseUrl, controlUrl, act }));
    },
    async forgetControl(id) {
      requireUnlocked();
      const { id: profileId } = known(id);
      await parts.controlPlanes.forget(profileId);
      trail.recordFor(profileId, 'profile.control-plane-removed', { profileId });
      if (sessions.current()?.profileId === profileId) await sessions.reopen();
    },
    async remove(id) {
      const shown = requireAdded(find(id) ?? known(id));
      requireUnused(shown);
      const document = removalDocument({
        ...shown,
        folder: profiles.directoryOf(id),
        isAside: profiles.get(id) === null,
        act: (removal) => remove(shown, removal),
      });
      return await ask(document);
    },
    async startAnew(id) {
      const shown = known(id);
      if (shown.environment !== 'built-in')
        throw invalid('Only the built-in sandbox can be reset.');
      requireUnlocked();
      requireKey(shown);
      const folder = profiles.directoryOf(id);
      return await ask(resetDocument({ ...shown, folder, act: () => startAnew(shown) }));
    },
    aside: () =>
      profiles.aside().map(({ id, name, environment, baseUrl, asideAt, isErasing }) => ({
        id,
        name,
        environment,
        baseUrl,
        asideAt,
        isErasing,
      })),
    bringBack(id) {
      const profile = profiles.bringBack(id);
      trail.recordFor(id, 'profile.brought-back', { profileId: id });
      return profile;
    },
  };
}

const invalid = invalidOf('profile', true);

interface ControlPlaneDocument {
  readonly name: string;
  readonly baseUrl: string | null;
  readonly controlUrl: string;
  /** Does it. Gives the sentence for the last page. */
  act(token: string): Promise<string>;
}

/** The document that takes in the control plane of a hosted sandbox: its URL is read there, its token typed. */
const controlPlaneDocument = (document: ControlPlaneDocument): Confirmation => ({
  title: 'Set control plane',
  facts: [
    ['Name', document.name],
    ['Environment', environmentNames.sandbox],
    ['Base URL', document.baseUrl ?? ''],
    ['Control URL', document.controlUrl],
  ],
  paragraphs: [
    'Causeway sends the control token and every sandbox control of this profile to this URL. Compare it with the one that the sandbox printed.',
  ],
  fields: [
    {
      name: 'token',
      label: 'Control token',
      help: 'It is stored with the other secrets on this computer.',
    },
  ],
  button: 'Set control plane',
  async act(fields) {
    const typed = readToken(fields);
    if (!typed.ok) throw new Failed('INVALID', { sentence: typed.problem, cause: 'token' });
    return { sentence: await document.act(typed.value) };
  },
});
