import { expect, it } from 'vitest';
import { inOwnDirectory } from '../proof.ts';
import { bulkRounds } from './bulk-rounds.ts';

it('a bulk run misses no row and doubles none, through kills, faults, pauses and stops', async () => {
  const { figures, breaches } = await inOwnDirectory((directory) =>
    bulkRounds({
      directory,
      rows: 800,
      kills: 3,
      pauses: 2,
      stops: 1,
      faults: 10,
      seed: 20_261_121,
      mostMs: 1_000,
    }),
  );
  expect(breaches).toEqual([]);
  const { created = 0, unknown = 0, kills, pauses, stops, ...more } = figures;
  expect(created + unknown).toBe(800);
  // Of each there was some, else this proved nothing.
  expect(kills).toBeGreaterThanOrEqual(3);
  expect([pauses, stops]).toEqual([3, 1]);
  expect(more['faulty answers']).toBeGreaterThanOrEqual(10);
  // The program sends so to a service on this computer.
  expect(more['on kept connections']).toBeGreaterThan(400);
  expect(more['stopped']).toBeGreaterThan(0);
}, 180_000);
