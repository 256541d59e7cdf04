import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, expect, it } from 'vitest';
import { testFolder } from '../../../../platform/testing/test-folder.ts';
import { isTimeToMove, startCheckpoints } from './checkpoints.ts';

let directory: string;
beforeEach(() => {
  directory = testFolder();
});

/** Fails twice, and then runs until it is told to stop. */
const program = `
  import { appendFileSync, readFileSync } from 'node:fs';
  import { parentPort, workerData } from 'node:worker_threads';
  appendFileSync(workerData.file, 'x');
  if (readFileSync(workerData.file).length < 3) throw new Error('disk I/O error');
  parentPort.once('message', () => parentPort.close());`;

it('a thread of checkpoints that ends is told, and started again until it stays', async () => {
  const file = join(directory, 'starts');
  appendFileSync(file, '');
  const path = join(directory, 'program.mjs');
  writeFileSync(path, program);
  const ends: Error[] = [];
  const data = { file, key: new Uint8Array(32) };
  const checkpoints = startCheckpoints(pathToFileURL(path), data, (error) => ends.push(error));
  await expect.poll(() => readFileSync(file).length).toBe(3);
  await checkpoints.stop();
  expect(ends.map(({ cause }) => String(cause))).toEqual([
    'Error: disk I/O error',
    'Error: disk I/O error',
  ]);
});

it('few pages wait for more, but not for ever; many are moved at once', () => {
  expect(isTimeToMove(3_999, 500)).toBe(false);
  expect(isTimeToMove(4_000, 500)).toBe(true);
  expect(isTimeToMove(1, 10_000)).toBe(true);
  // Nothing came since: a disk that sleeps is left asleep.
  expect(isTimeToMove(0, 60_000)).toBe(false);
});
