/** Entries of the audit log that come back from a backup, with the words that stand beside them. */
import { expect, it } from 'vitest';
import { systemClock } from '../../../platform/clock.ts';
import { migrate } from '../../../platform/migrations.ts';
import { openMemorySqlite } from '../../../platform/sqlite.ts';
import { auditMigrations, openAudit } from '../../core/audit/audit.ts';
import { lostEntryAction } from '../repair/repair-kinds.ts';
import { mergeAudit } from './merge-audit.ts';

const copied = {
  audit_log: 'sequence, at, action, facts, hash',
  audit_words: 'sequence, salt, words',
};

it('brings words back with their entries, unless they are others', () => {
  const [source, target] = [1, 2].map(() => {
    const sqlite = openMemorySqlite(null);
    migrate(sqlite, auditMigrations);
    return sqlite;
  });
  if (source === undefined || target === undefined) throw new Error('none');
  const log = openAudit({ sqlite: source, clock: systemClock, person: () => null });
  for (const note of ['Ada called', 'Bob called', 'Cy called', 'Di called'])
    log.append({ action: 'noted', facts: { note } });
  source.run(`UPDATE audit_words SET words = '{"note":"Eve called"}' WHERE sequence = 3`);
  for (const [table, columns] of Object.entries(copied)) {
    for (const row of source.all(`SELECT ${columns} FROM ${table}`) as Record<string, string>[]) {
      const isLost = ['2', '3'].includes(String(row['sequence']));
      if (isLost && table === 'audit_words') continue;
      const values = isLost ? { ...row, action: lostEntryAction, facts: '{}' } : row;
      const places = Object.keys(values).map(() => '?');
      target.run(`INSERT INTO ${table} (${columns}) VALUES (${places})`, Object.values(values));
    }
  }
  expect(mergeAudit(source, target)).toBe(2);
  expect(target.texts('SELECT words FROM audit_words ORDER BY sequence')).toEqual(
    ['Ada called', 'Bob called', 'Di called'].map((note) => JSON.stringify({ note })),
  );
});
