/** A relay's own key: a seed of 32 bytes in hex, in a file that its owner alone can read. */
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { signingKeyOf } from '../main/core/audit/signing.ts';
import { makeFolder, readIfPresent, writeDurably } from '../platform/durable-file.ts';
import { overwrite } from '../platform/overwrite.ts';
import { type Random, randomHex } from '../platform/random.ts';
import type { TeamSigning } from '../team-log/entry.ts';

/** The file can't be used as it is; the message says what to do. */
export class RelayKeyUnusable extends Error {
  override readonly name = 'RelayKeyUnusable';
}

/** Made, durable, at the first start. Throws RelayKeyUnusable. */
export function openRelayKey(path: string, random: Random): TeamSigning {
  const kept = readIfPresent(path);
  if (kept === null) {
    makeFolder(dirname(path));
    const hex = randomHex(random, 32);
    writeDurably(path, `${hex}\n`);
    return keyOf(hex);
  }
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) {
    throw new RelayKeyUnusable(
      `Others can read the relay's key ${path}. Admit a relay with a new key, or run chmod 600 on it if nobody has read it.`,
    );
  }
  const hex = Buffer.from(kept).toString().trim();
  if (/^[0-9a-f]{64}$/.test(hex)) return keyOf(hex);
  throw new RelayKeyUnusable(
    `The file ${path} does not hold a relay's key. Restore it from a backup, or remove this relay from the team and admit it with a new key file.`,
  );
}

function keyOf(hex: string): TeamSigning {
  const seed = Buffer.from(hex, 'hex');
  try {
    return signingKeyOf(seed);
  } finally {
    overwrite(seed);
  }
}
