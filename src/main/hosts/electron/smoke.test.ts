import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemRandom } from '../../../platform/random.ts';
import { isHealthy, runSmoke, type SmokeOptions } from './smoke.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'causeway-smoke-test-'));
});

afterEach(() => rm(dataDir, { recursive: true }));

const run = (changes: Partial<SmokeOptions> = {}) =>
  runSmoke({
    dataDir,
    clock: { now: () => 0 },
    random: systemRandom,
    page: async () => undefined,
    bridge: async () => undefined,
    patienceMs: 30_000,
    ...changes,
  });

it('is healthy when database, page and bridge answer, with a keychain or without', async () => {
  const report = await run();
  expect(report).toMatchObject({ sqlite: true, page: true, bridge: true });
  expect(isHealthy({ ...report, keytar: true, keychain: false })).toBe(true);
  // It leaves nothing behind.
  expect(await readdir(dataDir)).toEqual([]);
});

it.each(['sqlite', 'keytar', 'page', 'bridge'] as const)('fails without %s', async (part) => {
  const report = { ...(await run()), keytar: true };
  expect(isHealthy({ ...report, [part]: false })).toBe(false);
});

it('names what failed, and what never answered', async () => {
  const report = await run({
    dataDir: join(dataDir, 'none'),
    page: () => Promise.reject(new Error('ERR_FAILED')),
    bridge: () => new Promise(() => undefined),
    patienceMs: 500,
  });
  expect(report).toMatchObject({ sqlite: false, page: false, bridge: false });
  expect(report.problems).toEqual(
    expect.arrayContaining(['page: ERR_FAILED', 'bridge: no answer in 500 ms']),
  );
});
