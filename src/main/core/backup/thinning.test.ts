import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { backupNameOf, backupsToThin, isUnfinished, momentOf, tidyFolder } from './thinning.ts';

const installation = 'ab'.repeat(16);
const nameAt = (day: number, hour = 9) =>
  backupNameOf(installation, new Date(Date.UTC(2026, 0, day, hour)).toISOString());
const single = backupNameOf(installation, '2026-01-01T09:00:00.000Z', true);

describe('backups of a folder', () => {
  it('are named by installation and moment', () => {
    expect(nameAt(3)).toBe('causeway-abababab-2026-01-03T09-00-00.000Z.backup');
    expect(momentOf(nameAt(3), installation)).toBe(Date.UTC(2026, 0, 3, 9));
    expect(momentOf(nameAt(3), 'cd'.repeat(16))).toBeNull();
    expect(momentOf('notes.txt', installation)).toBeNull();
  });

  it('are thinned to 7 days, 4 weeks and 12 months, and never the newest', () => {
    const all = Array.from({ length: 700 }, (_, day) => [nameAt(day + 1), nameAt(day + 1, 20)]);
    const gone = new Set(backupsToThin(all.flat(), installation));
    const kept = all.flat().filter((name) => !gone.has(name));
    // The newest is of 1 December 2027, so two of the weeks and two of the months are among the days.
    expect(kept).toHaveLength(7 + 2 + 10);
    expect(kept).toContain(nameAt(396, 20));
    expect(kept).toContain(nameAt(700, 20));
    expect(kept).not.toContain(nameAt(700));
    // Again, with a day more: only what a new period pushes out goes.
    const next = backupsToThin([...kept, nameAt(701)], installation);
    expect(next.length).toBeLessThanOrEqual(3);
  });

  it('that were cut off are known by their names', () => {
    expect(isUnfinished(`${nameAt(3)}.part`, installation)).toBe(true);
    expect(isUnfinished(`${nameAt(3)}.part`, 'cd'.repeat(16))).toBe(false);
    expect(isUnfinished('film.part', installation)).toBe(false);
    expect(isUnfinished(`${single}.part`, installation)).toBe(true);
  });

  it('that a person wrote under a passphrase stay, whatever the series has', () => {
    expect(single).toMatch(/\.passphrase\.backup$/);
    const all = Array.from({ length: 40 }, (_, day) => nameAt(day + 1));
    expect(backupsToThin([single, ...all], installation)).not.toContain(single);
    expect(isUnfinished(single, installation)).toBe(false);
  });

  it('that were just written stay, also where the clock was set back', () => {
    const folder = mkdtempSync(join(tmpdir(), 'causeway-thinning-'));
    try {
      const written = nameAt(3, 9);
      for (const name of [nameAt(3, 8), written, nameAt(3, 20)])
        writeFileSync(join(folder, name), '');
      const head = { installationId: installation } as Parameters<typeof tidyFolder>[0]['head'];
      const beside = { from: join(folder, 'none'), to: join(folder, 'none') };
      expect(tidyFolder({ folder, name: written, head }, { beside, thins: true })).toEqual([]);
      expect(readdirSync(folder)).toEqual([written, nameAt(3, 20)]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('of others, and other files, stay', () => {
    const theirs = backupNameOf('cd'.repeat(16), '2020-01-01T00:00:00.000Z');
    const many = Array.from({ length: 30 }, (_, hour) => nameAt(1, hour));
    const gone = backupsToThin([theirs, 'notes.txt', ...many], installation);
    expect(gone).not.toContain(theirs);
    expect(gone).not.toContain('notes.txt');
    expect(gone.length).toBeGreaterThan(20);
  });
});
