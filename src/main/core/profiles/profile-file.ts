/** profiles.json: its shape on disk. It holds no secret. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { environment, tokenFacts } from '../../../bridge/profiles.ts';
import { profileId } from '../../../bridge/scalars.ts';
import { readIfPresent, writeDurably } from '../../../platform/durable-file.ts';
import { readJson } from '../../../platform/json-column.ts';

/** What was asked of profiles or the data directory can't be done; the message is for people. */
export class ProfileError extends Error {
  override readonly name = 'ProfileError';
  readonly code: 'invalid' | 'not-found' | 'damaged';

  constructor(code: ProfileError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Id of the first profile of the sandbox that the console carries; started anew, it gets `built-in-…`. */
export const builtInProfileId = 'built-in';

/** Nobody gives it another, whatever the file says. */
export const builtInName = 'Built-in sandbox';

export type TokenFacts = z.infer<typeof tokenFacts>;

const storedProfile = z.strictObject({
  id: profileId,
  name: z.string(),
  environment,
  /** No trailing slash; null for the built-in sandbox, whose address changes. */
  baseUrl: z.string().nullable(),
  /** What is known of the token; null when none was entered. The token is in the vault. */
  token: tokenFacts.nullable(),
  /** ISO 8601 UTC. */
  createdAt: z.string(),
});

/** A profile: one environment of the service. */
export type Profile = Readonly<z.infer<typeof storedProfile>>;

const asideProfile = storedProfile.extend({
  /** ISO 8601 UTC. */
  asideAt: z.string(),
  /** Its data was to be erased, and may be gone in part. */
  isErasing: z.boolean(),
});

/** A profile that was removed, and whose data is still there. */
export type AsideProfile = Readonly<z.infer<typeof asideProfile>>;

/** Only the sandbox that the console carries is built in, and it has no address of its own. */
const isBuiltInAlone = ({ id, environment, baseUrl }: Profile): boolean => {
  const isBuiltIn = id === builtInProfileId || id.startsWith(`${builtInProfileId}-`);
  return isBuiltIn === (environment === 'built-in') && isBuiltIn === (baseUrl === null);
};

const profileFile = z
  .strictObject({
    version: z.literal(1),
    selected: profileId,
    profiles: z.array(storedProfile).min(1),
    aside: z.array(asideProfile).default([]),
  })
  .refine((file) => file.profiles.every(isBuiltInAlone), {
    error: 'a profile is built in and has an address, or neither',
  })
  .refine((file) => file.profiles.some((profile) => profile.id === file.selected), {
    error: 'the selected profile is not in the list',
  });
export type ProfileFile = z.infer<typeof profileFile>;

const pathIn = (directory: string): string => join(directory, 'profiles.json');

export const hasProfileFile = (directory: string): boolean => existsSync(pathIn(directory));

/** null when there is none yet; ProfileError `damaged` when it can't be read. */
export function readProfileFile(directory: string): ProfileFile | null {
  const path = pathIn(directory);
  const bytes = readIfPresent(path);
  if (bytes === null) return null;
  try {
    const file = readJson(profileFile, bytes);
    const profiles = file.profiles.map((it) =>
      it.environment === 'built-in' ? { ...it, name: builtInName } : it,
    );
    return { ...file, profiles };
  } catch (cause) {
    const sentence = `The file ${path} is damaged, or was written by a newer Causeway. Update Causeway, put an intact copy back, or restore the newest backup into a new folder.`;
    throw new ProfileError('damaged', sentence, { cause });
  }
}

export function writeProfileFile(directory: string, file: ProfileFile): void {
  writeDurably(pathIn(directory), `${JSON.stringify(profileFile.parse(file), null, 2)}\n`);
}
