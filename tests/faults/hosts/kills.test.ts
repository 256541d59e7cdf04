import { beforeAll, expect, test } from 'vitest';
import { buildWhenStale } from '../../../src/main/hosts/cli/build.ts';
import { root } from '../../support/run-command.ts';
import { inOwnDirectory } from '../proof.ts';
import { killRounds } from './kill-rounds.ts';

beforeAll(() => buildWhenStale({ root, say: () => {} }));

test('a host that is killed amid creates has every acknowledged customer, and none twice', () =>
  inOwnDirectory(async (directory) => {
    const report = await killRounds({ directory, rounds: 6, seed: 20261120 });
    expect(report).toMatchObject({ kills: 6, breaches: [] });
    expect(report.acknowledged).toBeGreaterThan(6);
    expect(report.unknown).toBeGreaterThan(0);
  }));
