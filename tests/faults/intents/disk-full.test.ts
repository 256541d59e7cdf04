import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

/** A mount namespace of its own, so that nothing is left mounted whatever happens to the process. */
const inOwnMount = (script: string, args: readonly string[]) => {
  const own = 'exec unshare --map-root-user --mount sh -c "$0" sh "$@"';
  return spawnSync('sh', ['-c', own, script, ...args], { encoding: 'utf8', timeout: 60_000 });
};

/** Linux lets a process mount a small disk for itself; elsewhere, and in a tight container, not. */
const canMount = inOwnMount('mount -t tmpfs -o size=64k tmpfs /mnt', []).status === 0;

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'causeway-full-'));
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

describe.runIf(canMount)(
  'a disk that fills up to the last byte, where a process may mount one for itself',
  () => {
    it('loses no answer, and nothing is sent that could not be journalled', () => {
      const script = fileURLToPath(new URL('./on-a-full-disk.ts', import.meta.url));
      const run = inOwnMount('mount -t tmpfs -o size=12m tmpfs "$1" && exec "$2" "$3" "$1"', [
        directory,
        process.execPath,
        script,
      ]);
      expect(run.stderr).toBe('');
      const kept = { state: 'created', isKnown: true };
      expect(JSON.parse(run.stdout)).toMatchObject({
        oneUnderWay: { answered: 'created', ...kept },
        onFull: { error: 'NotStored', isDiskFull: true, wasSent: false, inJournal: false },
        severalUnderWay: [kept, kept, kept, kept],
        whileRead: [kept, kept, kept, kept],
        audit: null,
        afterwards: 'created',
        roomHeld: 0,
      });
    });
  },
);
