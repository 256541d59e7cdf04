/** Profiles: one environment of the service each, with its own folder, database, key and token. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { AddProfileInput } from '../../../bridge/profiles.ts';
import { type Clock, isoNow } from '../../../platform/clock.ts';
import { makeFolder, removeTree } from '../../../platform/durable-file.ts';
import { type Random, randomHex } from '../../../platform/random.ts';
import { beginProfiles, builtInProfile, checkProfile, requireAdded } from './check-profile.ts';
import {
  type AsideProfile,
  builtInProfileId,
  type Profile,
  ProfileError,
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
  /** The name as it would be kept. Throws as `check`, and for the built-in profile. */
  checkName(id: string, name: string): string;
  /** Throws as `checkName`. */
  rename(id: string, name: string): Profile;
  /** The base URL as it would be called. Throws as `rename`, and where it is the same. */
  checkAddress(id: string, baseUrl: string): string;
  /** What is known of its token goes: that was for another address. Throws as `checkAddress`. */
  changeAddress(id: string, baseUrl: string): Profile;
  selected(): Profile;
  select(id: string): Profile;
  /** Whether what arrives for it is kept: it is listed, or aside and not to be erased. */
  holds(id: string): boolean;
  /** Those that were removed, in the order in which they were. Their folders are there. */
  aside(): readonly AsideProfile[];
  /**
   * Takes it from the list, or marks one that is aside. Throws ProfileError `invalid` for the selected
   * and the built-in one.
   */
  setAside(id: string, to: { readonly isErasing: boolean }): void;
  /** Throws ProfileError `invalid` where its data was to be erased. */
  bringBack(id: string): Profile;
  /**
   * The built-in sandbox begins again under another id, selected where it was; the old one is marked for
   * erasing. Throws ProfileError `invalid` for any other profile.
   */
  startAnew(id: string): Profile;
  /** Lists one that came from a backup, without a token; under another name where its own is taken. */
  adopt(profile: Profile): Profile;
  /** Deletes the folder of one that is aside, then forgets it. Throws what the deleting throws. */
  erase(id: string): void;
  /** The profile's own folder, also of one that is aside, made if it is not there. */
  directoryOf(id: string): string;
  /** A token was entered: what may be known of it. Its proof starts anew. */
  recordToken(id: string, token: Pick<TokenFacts, 'lastFour' | 'expiresAt'>): Profile;
  /** Records what the probe found (decisions 31). */
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
  /** Facts of this session's tokens, by profile. */
  const sessionTokens = new Map<string, TokenFacts>();
  let file = readProfileFile(directory) ?? beginProfiles(directory, isoNow(clock));

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
    throw notThere();
  };
  const aside = (id: string): AsideProfile => {
    const profile = file.aside.find((it) => it.id === id);
    if (profile === undefined) throw notThere();
    return profile;
  };
  const folderOf = (id: string): string => join(directory, 'profiles', id);
  const keep = (profile: Profile): Profile => {
    const profiles = file.profiles.map((it) => (it.id === profile.id ? profile : it));
    save({ ...file, profiles });
    return profile;
  };
  const checkAddress = (id: string, typed: string): string => {
    const profile = requireAdded(known(id));
    const { baseUrl } = checkProfile({ ...profile, baseUrl: typed }, namedBeside(id));
    if (baseUrl !== profile.baseUrl) return baseUrl;
    throw new ProfileError('invalid', 'The profile already has this base URL.');
  };
  const checkName = (id: string, typed: string): string =>
    checkProfile({ ...requireAdded(known(id)), name: typed }, namedBeside(id)).name;
  /** Every name that is given, but that of this one. */
  const namedBeside = (id: string | null): readonly Profile[] =>
    [...file.profiles, ...file.aside].filter((it) => it.id !== id);

  const keepFacts = (id: string, token: TokenFacts): Profile => {
    const profile = { ...known(id), token };
    if (isSession()) {
      sessionTokens.set(id, token);
      tell();
    } else {
      keep(profile);
    }
    return profile;
  };

  return {
    list: () => file.profiles.map(asKnown),
    get: find,
    check: (input) => checkProfile(input, namedBeside(null)),
    add: (input) => {
      const { name, environment, baseUrl } = checkProfile(input, namedBeside(null));
      const id = `${environment}-${randomHex(random, 6)}`;
      const createdAt = isoNow(clock);
      const profile = { id, name, environment, baseUrl, token: null, createdAt };
      save({ ...file, profiles: [...file.profiles, profile] });
      return profile;
    },
    checkName,
    rename: (id, typed) => keep({ ...known(id), name: checkName(id, typed) }),
    checkAddress,
    changeAddress: (id, typed) => {
      const baseUrl = checkAddress(id, typed);
      sessionTokens.delete(id);
      return keep({ ...known(id), baseUrl, token: null });
    },
    selected: () => known(file.selected),
    select: (id) => {
      const profile = known(id);
      if (file.selected !== id) save({ ...file, selected: id });
      return profile;
    },
    holds: (id) => find(id) !== null || file.aside.some((it) => it.id === id && !it.isErasing),
    aside: () => file.aside,
    setAside: (id, { isErasing }) => {
      const profile = requireAdded(find(id) ?? aside(id));
      if (id === file.selected) {
        throw new ProfileError(
          'invalid',
          'This profile is in use. Switch to another profile first.',
        );
      }
      sessionTokens.delete(id);
      const asideAt = isoNow(clock);
      const others = file.aside.filter((it) => it.id !== id);
      save({
        ...file,
        profiles: file.profiles.filter((it) => it.id !== id),
        aside: [...others, { ...profile, token: null, asideAt, isErasing }],
      });
    },
    bringBack: (id) => {
      const { asideAt: _, isErasing, ...profile } = aside(id);
      if (isErasing) {
        throw new ProfileError(
          'invalid',
          'Erasing this profile’s data has begun, so it can’t be restored.',
        );
      }
      const others = file.aside.filter((it) => it.id !== id);
      save({ ...file, profiles: [...file.profiles, profile], aside: others });
      return profile;
    },
    startAnew: (id) => {
      const profile = known(id);
      if (profile.environment !== 'built-in') {
        throw new ProfileError('invalid', 'Only the built-in sandbox can be reset.');
      }
      sessionTokens.delete(id);
      const at = isoNow(clock);
      const fresh = builtInProfile(`${builtInProfileId}-${randomHex(random, 6)}`, at);
      save({
        ...file,
        selected: file.selected === id ? fresh.id : file.selected,
        profiles: file.profiles.map((it) => (it.id === id ? fresh : it)),
        aside: [...file.aside, { ...profile, token: null, asideAt: at, isErasing: true }],
      });
      return fresh;
    },
    adopt: ({ id, name: given, environment, baseUrl, createdAt }) => {
      const taken = new Set(namedBeside(id).map(({ name }) => name.toLowerCase()));
      let name = given;
      for (let count = 1; taken.has(name.toLowerCase()); count += 1)
        name = `${given} (restored${count === 1 ? '' : ` ${count}`})`;
      const profile = { id, name, environment, baseUrl, token: null, createdAt };
      save({ ...file, profiles: [...file.profiles, profile] });
      return profile;
    },
    erase: (id) => {
      removeTree(folderOf(aside(id).id));
      rmSync(join(directory, 'anchors', `${id}.json`), { force: true });
      save({ ...file, aside: file.aside.filter((it) => it.id !== id) });
    },
    directoryOf: (id) => {
      const path = folderOf((find(id) ?? aside(id)).id);
      makeFolder(path);
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

const notThere = (): ProfileError => new ProfileError('not-found', 'This profile does not exist.');
