/** The installation's signing key, and the name of whoever acts: both are of the installation. */

import { userInfo } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { makeFolder, readIfPresent, writeDurably } from '../../platform/durable-file.ts';
import { readJson } from '../../platform/json-column.ts';
import { type Random, randomHex } from '../../platform/random.ts';
import { type SigningKey, signingKeyOf } from '../core/audit/signing.ts';
import type { Person } from '../core/audit/types.ts';
import { signingKeyName } from '../core/vault/key-record.ts';
import type { Vault } from '../core/vault/vault.ts';
import type { FileProblems } from './file-problems.ts';

const keyName = 'signing-key';

/**
 * Made on first use. One that is lost is made anew: what the one before signed stays provable by the public
 * keys that each log keeps.
 */
export async function openSigningKey(
  vault: Pick<Vault, 'named'>,
  random: Random,
): Promise<SigningKey> {
  let hex = await vault.named.get(keyName);
  if (hex === null || !/^[0-9a-f]{64}$/.test(hex)) {
    hex = randomHex(random, 32);
    await vault.named.set(keyName, hex);
  }
  const seed = Buffer.from(hex, 'hex');
  try {
    return signingKeyOf(seed);
  } finally {
    seed.fill(0);
  }
}

/** Public keys of an installation, out of what its backup holds: none, or one. */
export function publicKeysIn(secrets: ReadonlyMap<string, string>): readonly string[] {
  const hex = secrets.get(signingKeyName);
  return hex === undefined ? [] : [signingKeyOf(Buffer.from(hex, 'hex')).publicKey];
}

/** Outside the profiles' folders, so that a folder that is swapped does not bring its own. */
export function anchorFileOf(dataDir: string, profileId: string): string {
  const folder = join(dataDir, 'anchors');
  makeFolder(folder);
  return join(folder, `${profileId}.json`);
}

const peopleFile = z.strictObject({
  version: z.literal(1),
  /** By the system's name of a person. */
  names: z.record(z.string(), z.string()),
});

export interface People {
  person(): Person | null;
  /** Empty takes the name away. */
  name(ownName: string): void;
}

/** `isDurable`: whether what is said now may outlive the process. */
export function openPeople(
  dataDir: string,
  isDurable: () => boolean,
  onProblem: FileProblems['note'],
): People {
  const path = join(dataDir, 'people.json');
  const by = whoIsHere();
  let names: Readonly<Record<string, string>> = {};
  try {
    const bytes = readIfPresent(path);
    if (bytes !== null) names = readJson(peopleFile, bytes).names;
  } catch {
    // Who acts is the system's to say.
    onProblem('people.json', 'The file can’t be read. Enter your name again under Audit log.');
  }
  return {
    person() {
      if (by === null) return null;
      const byName = names[by];
      return byName === undefined ? { by } : { by, byName };
    },
    name(ownName) {
      if (by === null) return;
      const { [by]: _before, ...others } = names;
      names = ownName === '' ? others : { ...others, [by]: ownName };
      if (isDurable()) writeDurably(path, `${JSON.stringify({ version: 1, names })}\n`);
    },
  };
}

/** The name that the system knows the person by; a system may know none. */
export function whoIsHere(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}
