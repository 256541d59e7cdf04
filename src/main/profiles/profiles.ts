/** Profiles: one environment of the service each, with its own folder, database, key and token. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type AddProfileInput, addProfileInput } from '../../bridge/profiles.ts';
import { readBaseUrl } from '../foundation/base-url.ts';
import { type Clock, isoNow } from '../foundation/clock.ts';
import { type Random, randomHex } from '../foundation/random.ts';
import { ProfileError } from './profile-error.ts';
import {
  builtInProfileId,
  type Profile,
  type ProfileFile,
  readProfileFile,
  type TokenFacts,
  writeProfileFile,
} from './profile-file.ts';

/**
 * What is changed is on the disk before the call returns; but what is known of a token that lives in
 * memory does not outlive it. Unknown ids: ProfileError `not-found`.
 */
export interface Profiles {
  /** The built-in profile first, then by when they were added. */
  list(): readonly Profile[];
  get(id: string): Profile | null;
  /**
   * As it would be added. Throws ProfileError `invalid` with a sentence, for example on a base URL
   * that is not https.
   */
  check(input: AddProfileInput): AddProfileInput;
  /** Throws as `check`. */
  add(input: AddProfileInput): Profile;
  selected(): Profile;
  select(id: string): Profile;
  /** The profile's own folder, made if it is not there. */
  directoryOf(id: string): string;
  /** A token was entered: what may be known of it. Its proof starts anew. */
  recordToken(id: string, token: Pick<TokenFacts, 'lastFour' | 'expiresAt'>): Profile;
  /** What the probe said (decisions 31). */
  recordProof(id: string, proof: Pick<TokenFacts, 'proof' | 'sentence'>): Profile;
  /** Called after every change. Returns what ends it. */
  onChange(listener: () => void): () => void;
}

export interface ProfilesOptions {
  /** Path of the data directory. */
  readonly directory: { readonly path: string };
  readonly clock: Clock;
  readonly random: Random;
  /** Whether tokens are in memory for this session only; then so is what is known of them. */
  readonly isSession?: () => boolean;
}

/** Throws ProfileError `damaged` rather than start anew over a file that it can't read. */
export function openProfiles(options: ProfilesOptions): Profiles {
  const { clock, random, isSession = () => false } = options;
  const directory = options.directory.path;
  const listeners = new Set<() => void>();
  /** Of tokens of this session. */
  const sessionTokens = new Map<string, TokenFacts>();
  let file = readProfileFile(directory) ?? begin(directory, isoNow(clock));

  const tell = () => {
    for (const listener of listeners) listener();
  };
  const save = (next: ProfileFile) => {
    writeProfileFile(directory, next);
    file = next;
    tell();
  };

  const asKnown = (profile: Profile): Profile => {
    const token = sessionTokens.get(profile.id);
    return token === undefined ? profile : { ...profile, token };
  };
  const find = (id: string): Profile | null => {
    const profile = file.profiles.find((it) => it.id === id);
    return profile === undefined ? null : asKnown(profile);
  };
  const known = (id: string): Profile => {
    const profile = find(id);
    if (profile !== null) return profile;
    throw new ProfileError('not-found', 'There is no such profile.');
  };

  const keepFacts = (id: string, token: TokenFacts): Profile => {
    const profile = { ...known(id), token };
    if (isSession()) {
      sessionTokens.set(id, token);
      tell();
    } else {
      const profiles = file.profiles.map((it) => (it.id === id ? profile : it));
      save({ ...file, profiles });
    }
    return profile;
  };

  return {
    list: () => file.profiles.map(asKnown),
    get: find,
    check: (input) => check(input, file.profiles),
    add: (input) => {
      const { name, environment, baseUrl } = check(input, file.profiles);
      const id = `${environment}-${randomHex(random, 6)}`;
      const createdAt = isoNow(clock);
      const profile = { id, name, environment, baseUrl, token: null, createdAt };
      save({ ...file, profiles: [...file.profiles, profile] });
      return profile;
    },
    selected: () => known(file.selected),
    select: (id) => {
      const profile = known(id);
      if (file.selected !== id) save({ ...file, selected: id });
      return profile;
    },
    directoryOf: (id) => {
      const path = join(directory, 'profiles', known(id).id);
      mkdirSync(path, { recursive: true, mode: 0o700 });
      return path;
    },
    recordToken: (id, { lastFour, expiresAt }) => {
      const fresh = { proof: 'not-proven', provenAt: null, sentence: null } as const;
      const token = { lastFour, expiresAt, enteredAt: isoNow(clock), ...fresh };
      return keepFacts(id, token);
    },
    recordProof: (id, { proof, sentence }) => {
      const profile = known(id);
      if (profile.token === null) {
        throw new ProfileError('invalid', 'No token has been entered for this profile.');
      }
      const provenAt = isoNow(clock);
      return keepFacts(id, { ...profile.token, proof, sentence, provenAt });
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function begin(directory: string, createdAt: string): ProfileFile {
  const builtIn: Profile = {
    id: builtInProfileId,
    name: 'Built-in sandbox',
    environment: 'built-in',
    baseUrl: null,
    token: null,
    createdAt,
  };
  const file: ProfileFile = { version: 1, selected: builtInProfileId, profiles: [builtIn] };
  writeProfileFile(directory, file);
  return file;
}

function check(input: AddProfileInput, others: readonly Profile[]): AddProfileInput {
  const parsed = addProfileInput.safeParse(input);
  if (!parsed.success)
    throw new ProfileError('invalid', 'Name, environment or base URL is missing.');
  const { name, environment } = parsed.data;
  const base = readBaseUrl(parsed.data.baseUrl);
  if (!base.ok) throw new ProfileError('invalid', base.sentence);
  // Two profiles of one name, one of them production, is how money goes the wrong way.
  const same = (other: Profile) => other.name.toLowerCase() === name.toLowerCase();
  if (others.some(same))
    throw new ProfileError('invalid', 'Another profile has this name already.');
  return { name, environment, baseUrl: base.baseUrl };
}
