import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../contract/scalars.ts';
import { migrate } from '../../../platform/migrations.ts';
import { openSqlite, type Sqlite } from '../../../platform/sqlite.ts';
import { testFolder } from '../../../platform/testing/test-folder.ts';
import { auditMigrations, openAudit } from './audit.ts';
import type { Audit } from './types.ts';
import { verifyLog } from './verify-log.ts';

let directory: string;
let file: string;
let sqlite: Sqlite;
let audit: Audit;
const key = new Uint8Array(32).fill(3);
const clock = { now: () => Date.parse('2026-11-20T12:00:00.000Z') };

beforeEach(() => {
  directory = testFolder();
  file = join(directory, 'profile.db');
  sqlite = openSqlite({ file, key });
  migrate(sqlite, auditMigrations);
  audit = openAudit({ sqlite, clock });
});
afterEach(() => {
  sqlite.close();
});

const appendFive = () => {
  for (let number = 1; number <= 5; number++) {
    audit.append({ action: 'test.happened', facts: { number } });
  }
};

/** What somebody does who has the key and another program. */
function tamper(sql: string): void {
  const other = openSqlite({ file, key });
  other.exec(`
    DROP TRIGGER audit_log_never_changes;
    DROP TRIGGER audit_log_never_goes;
    ${sql}
  `);
  other.close();
}

describe('the audit log', () => {
  it('numbers its entries and gives them newest first, a page at a time', () => {
    appendFive();
    const { rows, total } = audit.list({ offset: 1, limit: 2 });
    expect(total).toBe(5);
    expect(rows.map((row) => row.sequence)).toEqual([4, 3]);
    expect(rows[0]).toMatchObject({
      at: '2026-11-20T12:00:00.000Z',
      action: 'test.happened',
      facts: { number: 4 },
    });
  });

  it('has a hash that anyone can work out again', () => {
    // printf '%064d{"action":"a","at":"2026-11-20T12:00:00.000Z","facts":{},"sequence":1}' 0 | sha256sum
    const { hash } = audit.append({ action: 'a', facts: {} });
    expect(hash).toBe('8869342aa698cd5b44ed866b0ec5943ebfab607780691a37b3aa090d5759f34c');
  });

  it('keeps the public IDs of a team’s log, and cuts what may be a key in any other place', () => {
    const one = 'ab'.repeat(32);
    const other = 'cd'.repeat(32);
    const ids = { proposal: one, approvals: [one, other], approvers: [other], claims: [one] };
    const { facts } = audit.append({
      action: 'approval.sent',
      facts: { ...ids, operation: `x ${other}`, team: one, note: `it is ${one}` },
    });
    const cut = { operation: 'x [secret removed]', team: '[secret removed]' };
    expect(facts).toEqual({ ...ids, ...cut, note: 'it is [secret removed]' });
    expect(audit.list({ offset: 0, limit: 1 }).rows[0]?.facts).toEqual(facts);
    expect(verifyLog(sqlite).brokenAt).toBeNull();
    const factsOf = (action: string, given: JsonObject) =>
      audit.append({ action, facts: given }).facts;
    expect(factsOf('team.invited', { team: one, invitation: other })).toEqual({
      team: one,
      invitation: other,
    });
    // A key in its place that is not alone there, or under another action.
    const approvals = [one, `key: ${one}`];
    expect(factsOf('approval.sent', { approvals, proposal: `0x${one}` })).toEqual({
      approvals: ['[secret removed]', 'key: [secret removed]'],
      proposal: '[secret removed]',
    });
    expect(factsOf('bulk.started', { proposal: one })).toEqual({ proposal: '[secret removed]' });
  });

  it('holds a commitment to what a person wrote, so that the words can go and the log still fits', () => {
    const facts = { id: 'customer_a', note: 'Ada called' };
    audit.append({ action: 'a', facts });
    expect(audit.list({ offset: 0, limit: 1 }).rows[0]?.facts).toEqual(facts);
    expect(sqlite.texts('SELECT facts FROM audit_log')[0]).not.toContain('Ada');
    expect(verifyLog(sqlite).brokenAt).toBeNull();
    sqlite.run(`UPDATE audit_words SET words = '{"note":"Bob called"}'`);
    expect(verifyLog(sqlite).brokenAt).toBe(1);
    sqlite.run('DELETE FROM audit_words');
    expect(verifyLog(sqlite).brokenAt).toBeNull();
    expect(audit.list({ offset: 0, limit: 1 }).rows[0]?.facts['note']).toBe('(erased)');
  });

  it('fits from the first entry to the last', () => {
    expect(verifyLog(sqlite).brokenAt).toBeNull();
    appendFive();
    expect(verifyLog(sqlite).brokenAt).toBeNull();
    appendFive();
    expect(verifyLog(sqlite).brokenAt).toBeNull();
    expect(verifyLog(sqlite).brokenAt).toBeNull();
  });

  it('fits over more entries than are checked at once', () => {
    sqlite.transaction(() => {
      for (let number = 0; number < 2100; number++) audit.append({ action: 'a', facts: {} });
    });
    expect(verifyLog(sqlite).brokenAt).toBeNull();
    tamper('UPDATE audit_log SET action = $$b$$ WHERE sequence = 2050'.replaceAll('$$', "'"));
    expect(verifyLog(sqlite).brokenAt).toBe(2050);
  });

  it('keeps no secrets among its facts', () => {
    const entry = audit.append({
      action: 'webhook.create.created',
      facts: { id: 'webhook_a', secret: 'secret_abc' },
    });
    expect(entry.facts).toEqual({ id: 'webhook_a' });
  });

  it('leaves no gap when the transaction around it fails', () => {
    audit.append({ action: 'first', facts: {} });
    expect(() =>
      sqlite.transaction(() => {
        audit.append({ action: 'undone', facts: {} });
        throw new Error('undone');
      }),
    ).toThrow('undone');
    expect(audit.append({ action: 'second', facts: {} }).sequence).toBe(2);
    expect(verifyLog(sqlite).brokenAt).toBeNull();
  });

  it('refuses to change, delete or replace an entry', () => {
    appendFive();
    expect(() => sqlite.exec("UPDATE audit_log SET action = 'x'")).toThrow(/never changes/);
    expect(() => sqlite.exec('DELETE FROM audit_log')).toThrow(/never deleted/);
    expect(() => sqlite.exec('INSERT OR REPLACE INTO audit_log SELECT * FROM audit_log')).toThrow(
      /never/,
    );
    expect(verifyLog(sqlite).brokenAt).toBeNull();
  });

  it.each([
    ['a changed fact', `UPDATE audit_log SET facts = '{"number":9}' WHERE sequence = 3`, 3],
    ['a changed time', `UPDATE audit_log SET at = '2026' WHERE sequence = 1`, 1],
    ['a changed action', `UPDATE audit_log SET action = 'other' WHERE sequence = 5`, 5],
    ['a changed hash', `UPDATE audit_log SET hash = '${'a'.repeat(64)}' WHERE sequence = 2`, 2],
    ['facts that are no JSON', `UPDATE audit_log SET facts = 'x' WHERE sequence = 4`, 4],
    [
      'the same facts in other words',
      `UPDATE audit_log SET facts = '{ "number":4}' WHERE sequence = 4`,
      4,
    ],
    ['a removed entry', 'DELETE FROM audit_log WHERE sequence = 3', 3],
    ['a removed beginning', 'DELETE FROM audit_log WHERE sequence < 3', 1],
    ['a removed end', 'DELETE FROM audit_log WHERE sequence > 3', 4],
    ['everything removed', 'DELETE FROM audit_log', 1],
    [
      'an entry put in between',
      `UPDATE audit_log SET sequence = -sequence WHERE sequence > 2;
       INSERT INTO audit_log (sequence, at, action, facts, hash) VALUES (3, 'x', 'x', '{}', 'x');
       UPDATE audit_log SET sequence = 1 - sequence WHERE sequence < 0;`,
      3,
    ],
  ])('shows where the chain breaks: %s', (_name, sql, brokenAt) => {
    appendFive();
    expect(verifyLog(sqlite).brokenAt).toBeNull();
    tamper(sql);
    expect(verifyLog(sqlite).brokenAt).toBe(brokenAt);
  });
});

it('names the person for what a person decides, and nobody for what comes of it', () => {
  const ofAda = openAudit({ sqlite, clock, person: () => ({ by: 'ada', byName: 'Ada Byron' }) });
  const actions = ['drift.signed-off', 'customer.create.journalled', 'customer.create.created'];
  const entries = actions.map((action) => ofAda.append({ action, facts: { id: 'a' } }));
  expect(entries.map(({ facts }) => facts['by'])).toEqual(['ada', 'ada', undefined]);
  expect(entries.map(({ facts }) => facts['byName'])).toEqual([
    'Ada Byron',
    'Ada Byron',
    undefined,
  ]);
  expect(ofAda.append({ action: 'console.started', facts: {} }).facts).toEqual({});
  expect(ofAda.append({ action: 'period.closed', facts: { by: 'lea' } }).facts).toEqual({
    by: 'lea',
  });
  expect(verifyLog(sqlite).brokenAt).toBeNull();
});
