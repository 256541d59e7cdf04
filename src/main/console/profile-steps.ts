/** Profiles as the page uses them: listed, added, changed, selected, given a token, proven. */
import { implement } from '@orpc/server';
import { longInstant } from '../../bridge/instants.ts';
import {
  type AddProfileInput,
  type AsideProfileView,
  type ProfileView,
  profilesContract,
} from '../../bridge/profiles.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Random } from '../../platform/random.ts';
import type { AskPerson, Confirmation } from '../core/feature/confirmation.ts';
import type { Routes } from '../core/feature/feature.ts';
import type { Log } from '../core/foundation/log.ts';
import type { KnownSecrets } from '../core/foundation/secrets/known-secrets.ts';
import { Failed, invalid } from '../core/intents/failed.ts';
import type { Profile } from '../core/profiles/profile-file.ts';
import type { Profiles } from '../core/profiles/profiles.ts';
import type { ProbeOutcome } from '../core/service/outcomes.ts';
import { createServiceClient } from '../core/service/service-client.ts';
import { describeToken } from '../core/vault/describe-token.ts';
import type { Vault } from '../core/vault/vault.ts';
import { VaultError } from '../core/vault/vault-error.ts';
import { createControlCall, sandboxCounts } from '../features/sandbox-controls/control-plane.ts';
import type { BoundTokens, TokenState } from './bound-tokens.ts';
import type { ChosenProfile } from './chosen-profile.ts';
import { locked } from './locked.ts';
import {
  createProfileChanges,
  type ProfileChanges,
  type ProfileChangesParts,
} from './profile-changes.ts';
import { profileDocument } from './profile-document.ts';
import type { ProfileModes } from './profile-modes.ts';
import type { SessionManager } from './session-manager.ts';
import { changedMessage } from './write-block.ts';

export interface ProfileSteps {
  list(): ProfileView[];
  /** Asks a person (AskPerson); throws ProfileError where there is nothing to ask. */
  add(input: AddProfileInput): Promise<string | null>;
  rename(id: string, name: string): Promise<ProfileView>;
  /** Ask as `add`. */
  changeAddress(id: string, baseUrl: string): Promise<string | null>;
  remove(id: string): Promise<string | null>;
  control: ProfileChanges['control'];
  setControl: ProfileChanges['setControl'];
  forgetControl: ProfileChanges['forgetControl'];
  /** Asks as `add`. */
  changeMode(id: string): Promise<string | null>;
  aside(): AsideProfileView[];
  bringBack(id: string): ProfileView;
  startAnew(id: string): Promise<string | null>;
  select(id: string): Promise<ProfileView>;
  /** Asks the service whether it takes the token (decisions 31), and keeps what it said. */
  prove(id: string): Promise<ProfileView>;
  /** Checks the token in the background, where there is one; updates tell the result. */
  proveQuietly(id: string | null): void;
  /** Keeps a token that was typed in. Gives a sentence without the token. */
  keepToken(id: string, token: string): Promise<string>;
}

export interface ProfileStepsParts {
  readonly profiles: Profiles;
  readonly vault: Vault;
  readonly tokens: BoundTokens;
  readonly controlPlanes: ProfileChangesParts['controlPlanes'];
  readonly modes: ProfileModes;
  readonly sessions: SessionManager;
  readonly trail: ProfileChangesParts['trail'];
  readonly ask: AskPerson;
  /** The document for the first recovery key; null where none is to be made. */
  readonly firstRecoveryKey: () => Confirmation | null;
  /** For a client of a profile that is not open, and for checking a control plane. */
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly known: KnownSecrets;
  /** Whether the vault holds a token of the profile. */
  readonly hasToken: (profile: Profile) => boolean;
  readonly chosen: Pick<ChosenProfile, 'choose'>;
  /** State of the token when it was last looked for. */
  readonly tokenState: (profileId: string) => TokenState;
  /** Nothing may be written to the data directory any more. */
  readonly isStopped: () => boolean;
  /** A token was kept or is gone. */
  readonly onToken: (profileId: string) => Promise<void>;
}

export function createProfileSteps(parts: ProfileStepsParts): ProfileSteps {
  const { profiles, vault, sessions, trail, fetch, clock, random, log, known: secrets } = parts;

  const clientFor = (profile: Profile) =>
    createServiceClient({
      baseUrl: () => profile.baseUrl ?? '',
      token: () => parts.tokens.read(profile),
      fetch,
      clock,
      random,
      log,
      known: secrets,
    });

  const known = (id: string): Profile => {
    const profile = profiles.get(id);
    if (profile !== null) return profile;
    throw new Failed('NOT_FOUND', { sentence: 'This profile does not exist.' });
  };

  const view = (profile: Profile): ProfileView => ({
    id: profile.id,
    name: profile.name,
    environment: profile.environment,
    baseUrl: addressOf(profile),
    isSelected: profile.id === profiles.selected().id,
    token: parts.hasToken(profile) ? profile.token : null,
    warning: changedMessage(parts.tokenState(profile.id)),
    mode: parts.modes.of(profile.id),
    createdAt: profile.createdAt,
  });

  const addressOf = (profile: Profile): string | null => {
    const open = sessions.current();
    return open?.profileId === profile.id ? open.baseUrl : profile.baseUrl;
  };

  /** Throws Failed INVALID where there is nothing to prove, or nobody to ask. */
  const requireProvable = (profile: Profile): void => {
    if (addressOf(profile) === null)
      throw invalid('The built-in sandbox runs only while its profile is selected.', 'no-address');
    if (!parts.hasToken(profile))
      throw invalid('This profile has no access token yet. Enter one first.', 'no-token');
  };

  const keepProof = (before: Profile, outcome: ProbeOutcome): Profile => {
    const { id, token, environment } = before;
    const proven = profiles.recordProof(id, {
      proof: outcome.kind,
      sentence: outcome.doubt ?? wordsOf(outcome),
    });
    // The built-in token is new at every start; that it works is no action of anyone.
    if (environment !== 'built-in' && token?.proof !== outcome.kind) {
      const facts = { profileId: id, proof: outcome.kind, status: outcome.status };
      trail.recordFor(id, 'token.proof', facts);
    }
    return proven;
  };

  const prove = async (id: string): Promise<ProfileView> => {
    const profile = known(id);
    requireProvable(profile);
    const open = sessions.current();
    const isOpen = open?.profileId === id;
    const outcome = await (isOpen ? open.client : clientFor(profile)).probe();
    // What a stopping sandbox or a switched profile answers says nothing of the token.
    const isOver =
      parts.isStopped() || (isOpen && sessions.current() !== open) || !isAsAsked(profile);
    return view(isOver ? known(id) : keepProof(profile, outcome));
  };

  /** Whether the token that was tried is the one that the profile has, for the address that it has. */
  const isAsAsked = ({ id, baseUrl, token }: Profile): boolean => {
    const now = profiles.get(id);
    return now?.baseUrl === baseUrl && now.token?.enteredAt === token?.enteredAt;
  };

  const changes = createProfileChanges({
    ...parts,
    keepToken,
    checkControl: (control) => {
      const entered = { environment: 'sandbox', control, fetch, onRefusedToken: null } as const;
      return createControlCall(entered)('GET', '/state', sandboxCounts);
    },
  });

  const proveQuietly = (id: string | null): void => {
    const profile = id === null ? null : profiles.get(id);
    if (profile === null || !parts.hasToken(profile)) return;
    prove(profile.id).catch((error: unknown) => {
      log.warn({ err: error, profileId: profile.id }, 'the token could not be tried');
    });
  };

  return {
    ...changes,
    proveQuietly,
    changeMode: (id) => parts.modes.change(known(id)),
    rename: async (id, name) => view(await changes.rename(id, name)),
    bringBack: (id) => view(changes.bringBack(id)),
    list: () => profiles.list().map(view),
    add(input) {
      const profile = profiles.check(input);
      const document = {
        profile,
        addressBefore: null,
        hasToken: false,
        next: parts.firstRecoveryKey,
        act: (token: string | null) => add(profile, token),
      };
      return parts.ask(profileDocument(document));
    },
    async select(id) {
      const before = profiles.selected().id;
      await parts.chosen.choose(known(id).id);
      const profile = profiles.select(id);
      await sessions.refresh();
      if (before !== id) trail.record('profile.selected', { profileId: id, before });
      return view(profile);
    },
    prove,
    keepToken,
  };

  async function add(input: AddProfileInput, token: string | null): Promise<string> {
    if (token !== null) requireUnlocked();
    const profile = profiles.add(input);
    const { id: profileId, environment, baseUrl } = profile;
    trail.record('profile.added', { profileId, environment, baseUrl });
    const added = `Profile “${profile.name}” added.`;
    if (token === null) return `${added} It has no access token yet.`;
    try {
      return `${added} ${await keepToken(profileId, token)}`;
    } catch (error) {
      // It is there now: the same form again would only say so.
      if (!(error instanceof VaultError)) throw error;
      return `${added} Its token could not be stored: ${error.message} Enter it in Settings.`;
    }
  }

  function requireUnlocked(): void {
    if (vault.status().state === 'unlocked') return;
    throw locked();
  }

  async function keepToken(id: string, token: string): Promise<string> {
    const profile = known(id);
    if (profile.environment === 'built-in')
      throw invalid('The built-in sandbox creates its own token.');
    const { lastFour, expiresAt } = describeToken(token);
    await parts.tokens.keep(profile, token);
    profiles.recordToken(id, { lastFour, expiresAt });
    trail.recordFor(id, 'token.entered', { profileId: id, lastFour, expiresAt });
    await parts.onToken(id);
    const end = lastFour === '' ? '' : ` It ends in ${lastFour}.`;
    const until = expiresAt === null ? '' : ` It expires ${longInstant(expiresAt)}.`;
    return `Token of “${profile.name}” stored.${end}${until} Causeway now checks the token with the service; Settings shows the result.`;
  }
}

/** Our sentence, and the service's own words where it refused. */
function wordsOf({ kind, sentence, error }: ProbeOutcome): string {
  const words = kind === 'proven' ? '' : (error?.messages.join(' ') ?? '');
  return words === '' ? sentence : `${sentence} Service’s message: ${words}`;
}

const profiles = implement(profilesContract);

export const profileProcedures = (
  steps: Omit<ProfileSteps, 'keepToken'>,
): Routes<'profiles'>['profiles'] => ({
  list: profiles.list.handler(() => steps.list()),
  add: profiles.add.handler(async ({ input }) => ({ path: await steps.add(input) })),
  rename: profiles.rename.handler(({ input }) => steps.rename(input.id, input.name)),
  changeAddress: profiles.changeAddress.handler(async ({ input }) => ({
    path: await steps.changeAddress(input.id, input.baseUrl),
  })),
  control: profiles.control.handler(async ({ input }) => ({
    controlUrl: await steps.control(input.id),
  })),
  setControl: profiles.setControl.handler(async ({ input }) => ({
    path: await steps.setControl(input.id, input.controlUrl),
  })),
  changeMode: profiles.changeMode.handler(async ({ input }) => ({
    path: await steps.changeMode(input.id),
  })),
  forgetControl: profiles.forgetControl.handler(async ({ input }) => {
    await steps.forgetControl(input.id);
    return {};
  }),
  remove: profiles.remove.handler(async ({ input }) => ({ path: await steps.remove(input.id) })),
  startAnew: profiles.startAnew.handler(async ({ input }) => ({
    path: await steps.startAnew(input.id),
  })),
  aside: profiles.aside.handler(() => steps.aside()),
  bringBack: profiles.bringBack.handler(({ input }) => steps.bringBack(input.id)),
  select: profiles.select.handler(({ input }) => steps.select(input.id)),
  prove: profiles.prove.handler(({ input }) => steps.prove(input.id)),
});
