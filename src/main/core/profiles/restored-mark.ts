/**
 * Marks a profile whose data came from a backup, until its first opening: what it says of requests may be
 * older than what was sent.
 */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurably } from '../../../platform/durable-file.ts';

const markFile = 'restored';

/** @param directory of the profile */
export const markRestored = (directory: string): void =>
  writeDurably(join(directory, markFile), '');

export const isMarkedRestored = (directory: string): boolean =>
  existsSync(join(directory, markFile));

export const unmarkRestored = (directory: string): void =>
  rmSync(join(directory, markFile), { force: true });
