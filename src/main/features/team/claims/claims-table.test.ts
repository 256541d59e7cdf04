import { expect, it } from 'vitest';
import { migrate } from '../../../../platform/migrations.ts';
import { createSeal } from '../../../../platform/sealing.ts';
import { openMemorySqlite } from '../../../../platform/sqlite.ts';
import { intentsMigrations } from '../../../core/intents/migrations.ts';
import { claimMigrations, openClaimsTable } from './claims-table.ts';

it('finds what was claimed and never sent among the open claims alone', () => {
  const sqlite = openMemorySqlite(createSeal(new Uint8Array(32)));
  migrate(sqlite, [...intentsMigrations, ...claimMigrations]);
  const plans: string[] = [];
  const table = openClaimsTable(
    {
      ...sqlite,
      all(sql, parameters) {
        const plan = sqlite.all(`EXPLAIN QUERY PLAN ${sql}`, parameters) as { detail: string }[];
        plans.push(...plan.map(({ detail }) => detail));
        return sqlite.all(sql, parameters);
      },
    },
    () => [],
    () => '',
    () => undefined,
  );
  sqlite.exec(`INSERT INTO team_claims (hash, author, key, is_open, is_released) VALUES
    ('open', 'own', 'a', 1, 0), ('other', 'bob', 'b', 1, 0), ('ended', 'own', 'c', 0, 0), ('back', 'own', 'd', 1, 1)`);
  expect([...table.withoutRequest('own')]).toEqual([['a', 'open']]);
  expect(plans[0]).toContain('team_claims_open');
  plans.length = 0;
  table.named(['x']);
  expect(plans.join()).toContain('team_claims_by_name');
  sqlite.close();
});
