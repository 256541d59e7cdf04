/** Small disks that can be filled to the last byte. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { environmentWith } from '../../support/environment.ts';

/** A mount namespace of its own, so that nothing is left mounted whatever happens to the process. */
const inOwnMount = (script: string, command: readonly string[]): readonly [string, ...string[]] => {
  const own = 'exec unshare --mount --propagation private sh -c "$0" sh "$@"';
  return ['sh', '-c', own, script, ...command];
};

/**
 * Whether this process may mount. PostgreSQL refuses to run as root, so that root in a namespace of users is
 * not enough.
 */
export function canMount(): boolean {
  const [first, ...rest] = inOwnMount('mount -t tmpfs -o size=64k tmpfs /mnt', []);
  return process.getuid?.() === 0 && spawnSync(first, rest).status === 0;
}

/**
 * Runs a program with these folders as disks of their own, of so many MiB, and temporary files in one of them;
 * without any where nothing can be mounted. @returns what it printed
 */
export async function runOnSmallDisks(
  program: string,
  args: readonly string[],
  temporary: string,
  disks: readonly (readonly [folder: string, mebibytes: number])[],
): Promise<string> {
  const mounts = disks.map(
    ([folder, size]) => `mount -t tmpfs -o mode=711,size=${size}m tmpfs '${folder}'`,
  );
  const command = [process.execPath, program, ...args] as const;
  const [first, ...rest] =
    disks.length === 0 ? command : inOwnMount([...mounts, 'exec "$@"'].join(' && '), command);
  const env = environmentWith({ TMPDIR: temporary });
  const child = spawn(first, rest, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (code !== 0) throw new Error(`${program} ended with ${code}.`);
  return printed;
}

const ballast = (folder: string): string => join(folder, 'ballast');

/** Writes until not one byte more goes onto the disk. */
export function fillDisk(folder: string): void {
  const file = openSync(ballast(folder), 'a');
  for (let size = 1 << 20; size >= 1; size = Math.floor(size / 2)) {
    try {
      for (;;) writeSync(file, new Uint8Array(size).fill(1));
    } catch {
      // That much did not fit; half of it may.
    }
  }
  closeSync(file);
}

export const emptyDisk = (folder: string): void => rmSync(ballast(folder), { force: true });
