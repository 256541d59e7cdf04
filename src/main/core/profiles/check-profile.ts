/** What a profile may be: its name, its address, and how the list of them begins. */
import { type AddProfileInput, addProfileInput } from '../../../bridge/profiles.ts';
import { readBaseUrl } from '../foundation/base-url.ts';
import {
  builtInName,
  builtInProfileId,
  type Profile,
  ProfileError,
  type ProfileFile,
  writeProfileFile,
} from './profile-file.ts';

export const builtInProfile = (id: string, createdAt: string): Profile => ({
  id,
  name: builtInName,
  environment: 'built-in',
  baseUrl: null,
  token: null,
  createdAt,
});

/** The file of a first start: the built-in sandbox, selected. */
export function beginProfiles(directory: string, createdAt: string): ProfileFile {
  const builtIn = builtInProfile(builtInProfileId, createdAt);
  const file: ProfileFile = {
    version: 1,
    selected: builtInProfileId,
    profiles: [builtIn],
    aside: [],
  };
  writeProfileFile(directory, file);
  return file;
}

/** What was typed, beside the others. */
interface Typed {
  readonly name: string;
  readonly environment: string;
  readonly baseUrl: string | null;
}

/** As it would be added. Throws ProfileError `invalid` with a sentence. */
export function checkProfile(typed: Typed, others: readonly Profile[]): AddProfileInput {
  const { name: typedName, environment: chosen, baseUrl: address } = typed;
  const input = { name: typedName, environment: chosen, baseUrl: address };
  const parsed = addProfileInput.safeParse(input);
  if (!parsed.success)
    throw new ProfileError('invalid', 'Name, environment or base URL is missing.');
  const { name, environment } = parsed.data;
  const base = readBaseUrl(parsed.data.baseUrl);
  if (!base.ok) throw new ProfileError('invalid', base.sentence);
  // Two profiles of one name, one of them production, is how money goes the wrong way.
  const same = (other: Profile) => other.name.toLowerCase() === name.toLowerCase();
  if (others.some(same))
    throw new ProfileError('invalid', 'Another profile, or a removed one, already has this name.');
  return { name, environment, baseUrl: base.baseUrl };
}

/** Throws ProfileError `invalid` for the built-in profile, which is as it comes, but for one that is aside. */
export function requireAdded<Shown extends Profile>(profile: Shown): Shown {
  if (profile.environment !== 'built-in' || 'asideAt' in profile) return profile;
  const sentence = 'The built-in sandbox comes with Causeway. It can’t be changed or removed.';
  throw new ProfileError('invalid', sentence);
}
