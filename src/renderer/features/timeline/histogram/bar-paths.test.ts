import { describe, expect, it } from 'vitest';
import { barPaths } from './bar-paths.ts';

const series = ['f0', 'f1'].map((key) => ({ key, family: key, isOthers: false }));

describe('the outlines of the bars', () => {
  it('stand on each other, as high as their share of the highest bar', () => {
    const rows = [
      { at: 0, f0: 30, f1: 10 },
      { at: 1, f0: 0, f1: 20 },
    ];
    expect(barPaths({ rows, series })).toEqual([
      'M0.46 1000V250h0.08V1000z',
      'M0.46 250V0h0.08V250zM1.46 1000V500h0.08V1000z',
    ]);
  });

  it('a single event beside a million is seen', () => {
    const rows = [
      { at: 0, f0: 1_000_000, f1: 0 },
      { at: 1, f0: 0, f1: 1 },
    ];
    expect(barPaths({ rows, series })[1]).toBe('M1.46 1000V984h0.08V1000z');
  });

  it('one bar alone is no wall, and many leave a little room between them', () => {
    const alone = barPaths({ rows: [{ at: 0, f0: 1, f1: 0 }], series });
    expect(alone[0]).toBe('M0.48 1000V0h0.04V1000z');
    const rows = Array.from({ length: 120 }, (_, at) => ({ at, f0: 1, f1: 0 }));
    expect(barPaths({ rows, series })[0]).toContain('M119.06 1000V0h0.88V1000z');
  });

  it('nothing is drawn where nothing happened', () => {
    expect(barPaths({ rows: [{ at: 0, f0: 0, f1: 0 }], series })).toEqual(['', '']);
  });
});
