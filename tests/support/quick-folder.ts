import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const inMemory = '/dev/shm';
/** Of a container it is often 64 MB, which a console with its inbox may fill. */
const enoughBytes = 2 * 2 ** 30;

/**
 * Where files of tests lie that are gone with the test: in memory where there is room. A console
 * waits for the disk at every write, and what survives a power cut is for the faults to prove.
 */
export function quickFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize >= enoughBytes ? inMemory : tmpdir();
  } catch {
    return tmpdir();
  }
}
