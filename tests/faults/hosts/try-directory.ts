import {
  DataDirectoryInUse,
  openDataDirectory,
} from '../../../src/main/core/profiles/data-directory.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { systemRandom } from '../../../src/platform/random.ts';

/** Exit code 0 when the data directory named on the command line is free, 3 when it is held. */
try {
  const path = process.argv[2] ?? '';
  openDataDirectory({ path, clock: systemClock, random: systemRandom }).close();
} catch (error) {
  if (!(error instanceof DataDirectoryInUse)) throw error;
  process.exitCode = 3;
}
