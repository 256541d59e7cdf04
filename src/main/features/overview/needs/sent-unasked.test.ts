import { afterEach, expect, it } from 'vitest';
import type { LimitHours } from '../../../../bridge/overview.ts';
import { migrate } from '../../../../platform/migrations.ts';
import { createSeal } from '../../../../platform/sealing.ts';
import { openMemorySqlite } from '../../../../platform/sqlite.ts';
import { auditMigrations, openAudit } from '../../../core/audit/audit.ts';
import { sentUnasked } from './sent-unasked.ts';

const sqlite = openMemorySqlite(createSeal(new Uint8Array(32)));
migrate(sqlite, auditMigrations);
afterEach(() => sqlite.close());

it('lists what was sent without asking the team, each once, by an index', async () => {
  let now = Date.parse('2026-09-01T00:00:00.000Z');
  const audit = openAudit({ sqlite, clock: { now: () => now } });
  const without = (action: string, facts: Record<string, string | number>) =>
    audit.append({ action, facts }).sequence;
  without('team.sent-without-claim', { operation: 'createCustomer', intentKeys: 'long ago' });
  now = Date.parse('2026-11-26T10:00:00.000Z');
  const one = 'ab'.repeat(16);
  const two = 'cd'.repeat(16);
  const customer = { operation: 'createCustomer', requests: 1 };
  without('team.sent-without-claim', { ...customer, intentKeys: one });
  const unapproved = without('approval.sent-without-database', { ...customer, intentKey: one });
  const unclaimed = without('team.sent-without-claim', { ...customer, intentKeys: two });
  const run = without('approval.sent-without-database', { runId: 'ef'.repeat(16), rows: 3 });
  without('approval.sent', { ...customer, intentKey: two });
  const source = sentUnasked({ sqlite });
  const question = { knownAt: null, moment: now, limits: {} as LimitHours };
  const { items, count } = await source.find(question);
  expect(count).toBe(3);
  expect(items.map(({ id, what }) => [Number(id), ...what])).toEqual(
    expect.arrayContaining([
      [run, 'bulk', 'sent-unapproved'],
      [unclaimed, 'createCustomer', 'sent-unclaimed'],
      [unapproved, 'createCustomer', 'sent-unapproved'],
    ]),
  );
  const plan = sqlite.all(
    `EXPLAIN QUERY PLAN SELECT sequence FROM audit_log
       WHERE action IN ('approval.sent-without-database', 'team.sent-without-claim') AND at > ?
       ORDER BY sequence DESC LIMIT ?`,
    ['', 1],
  );
  expect(JSON.stringify(plan)).toContain('audit_sent_unasked');
});
