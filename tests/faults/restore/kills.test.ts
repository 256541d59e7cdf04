/** kill -9 while a backup is restored into a new folder: no start takes half of it for all, and doing it again brings all. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { openDataDirectory } from '../../../src/main/core/profiles/data-directory.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { systemRandom } from '../../../src/platform/random.ts';
import { endedByKill, inOwnDirectory } from '../proof.ts';
import { makeBackup, readBack, restore } from './data.ts';

const start = (directory: string, folder: string, at: number) => {
  const script = fileURLToPath(new URL('./restorer.ts', import.meta.url));
  return spawn(process.execPath, [script, directory, folder, String(at)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
};

const open = (path: string) =>
  openDataDirectory({ path, random: systemRandom, clock: systemClock }).close();

const whole = ['anchors', 'installation.json', 'people.json', 'profiles', 'profiles.json'];

it('all of it is there, or it is refused and can be done again', async () => {
  await inOwnDirectory(async (directory) => {
    makeBackup(directory);
    const counting = start(directory, join(directory, 'counted'), 0);
    const [printed] = (await once(counting.stdout, 'data')) as [Buffer];
    const steps = Number(printed.toString());
    // Each of the last ones: names are moved in place there. Of those before, some.
    const last = Array.from({ length: 14 }, (_, at) => steps - at);
    const earlier = [0.1, 0.4, 0.7].map((part) => Math.ceil((steps - last.length) * part));
    const ends = new Set<string>();
    for (const at of [...earlier, ...last]) {
      const folder = join(directory, `at-${at}`);
      const killed = start(directory, folder, at);
      await endedByKill(once(killed, 'exit'), `step ${at}`);
      if (existsSync(join(folder, 'installation.json'))) {
        ends.add('whole');
        await expect(restore(directory, folder), `step ${at}`).rejects.toThrow('is data in');
      } else {
        const names = readdirSync(folder);
        ends.add(names.length > 1 ? 'half' : 'nothing');
        if (names.length > 0) expect(() => open(folder), `step ${at}`).toThrow('was cut off');
        await restore(directory, folder);
      }
      expect(readBack(folder), `step ${at} of ${steps}`).toEqual(['there']);
      open(folder);
      expect(readdirSync(folder), `step ${at} of ${steps}`).toEqual(expect.arrayContaining(whole));
    }
    expect([...ends].toSorted()).toEqual(['half', 'nothing', 'whole']);
  });
}, 120_000);
