import { expect, it } from 'vitest';
import { migrate } from '../../../../platform/migrations.ts';
import { createSeal } from '../../../../platform/sealing.ts';
import { openMemorySqlite } from '../../../../platform/sqlite.ts';
import { explained } from '../../../../platform/testing/explained.ts';
import { intentsMigrations } from '../../../core/intents/migrations.ts';
import { recordsMigrations } from '../../../core/records/migrations.ts';
import { bulkMigrations } from './migrations.ts';
import { createRunsRepository } from './runs-repository.ts';

it('goes over the rows of a run for none of the looks at it', () => {
  const sqlite = openMemorySqlite(createSeal(new Uint8Array(32)));
  migrate(sqlite, [...recordsMigrations, ...intentsMigrations, ...bulkMigrations]);
  const { plans, ...asked } = explained(sqlite);
  const repository = createRunsRepository({ ...sqlite, ...asked }, () => undefined);
  repository.departed(1);
  repository.attemptsAgain(1);
  repository.counts(1);
  repository.secondsLike(1, { fingerprint: 'ada@example.com', content: null });
  const all = plans.flat().join('\n');
  expect(all).toContain('USING INDEX bulk_rows_departing (run=?)');
  expect(all).toContain('USING COVERING INDEX bulk_attempts_refused (run=?)');
  expect(all).toContain('USING COVERING INDEX bulk_rows_seconds (run=? AND fingerprint=?)');
  expect(all).not.toContain('bulk_rows USING PRIMARY KEY (run=?)\n');
  sqlite.close();
});
