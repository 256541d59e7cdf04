import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ImportView } from '../../../bridge/imports.ts';
import { systemRandom } from '../../../platform/random.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { testDatabase } from '../../../platform/testing/test-folder.ts';
import { csvLines } from '../../core/exports/csv-lines.ts';
import { recordsMigrations } from '../../core/records/migrations.ts';
import { openRecords } from '../../core/records/records.ts';
import type { Records } from '../../core/records/types.ts';
import { createImports, type Imports, type PreviewOrder } from './imports.ts';

let sqlite: Sqlite;
let records: Records;
let imports: Imports;

beforeEach(() => {
  sqlite = testDatabase(recordsMigrations);
  records = openRecords({ sqlite });
  imports = createImports({
    sqlite,
    records,
    clock: { now: () => Date.UTC(2026, 10, 20, 12) },
    random: systemRandom,
    audit: { append: ({ action, facts }) => ({ sequence: 1, at: '', action, facts, hash: '' }) },
    onProgress: () => undefined,
    onKept: () => undefined,
  });
});
afterEach(() => {
  imports.close();
});

const preview = (text: string, form: PreviewOrder['form']): Promise<ImportView> => {
  const { id } = imports.upload(null, text);
  return imports.preview({ uploadId: id, form, kind: 'customer', customerId: null, columns: null });
};
const keep = ({ id }: ImportView) => imports.keep({ id, knownAt: null, withChanges: false });
const table = (...rows: readonly (readonly string[])[]) => csvLines(rows);

/** Published: no money is under it. */
const privateKey = '4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318';

describe('a long text', () => {
  it('is read as a short one, and shown a page at a time, what changes first', async () => {
    records.observe({
      kind: 'customer',
      id: 'customer_known',
      source: 'read',
      body: { id: 'customer_known', email: 'ada@example.com' },
      observedAt: '2026-11-20T11:00:00.000Z',
    });
    const rows = Array.from({ length: 1_500 }, (_none, at) => [
      `customer_${at}`,
      `a${at}@b.example`,
    ]);
    rows.push(['customer_known', 'eve@example.com'], ['customer_7', ''], ['wallet_1', '']);
    const shown = await preview(table(['id', 'email'], ...rows), 'csv');
    expect(shown.counts).toEqual({ new: 1_500, adds: 0, changes: 1, same: 0, problems: 2 });
    expect(shown.rows.slice(0, 2).map(({ id }) => id)).toEqual(['customer_known', 'customer_0']);
    expect(shown.rows).toHaveLength(100);
    const last = imports.rows({ id: shown.id, offset: 1_500, limit: 100 });
    expect(last).toMatchObject({ rows: [{ id: 'customer_1499' }], total: 1_501 });
    const wrong = imports.problems({ id: shown.id, offset: 1, limit: 1 });
    expect(wrong).toMatchObject({ rows: [{ row: 1_504 }], total: 2 });
    expect(shown.problems[0]?.reason).toBe('customer_7 is already in row 9.');
    const mapped = await imports.preview({
      uploadId: shown.id,
      form: 'csv',
      kind: 'customer',
      customerId: null,
      columns: ['id', null],
    });
    expect(mapped.counts).toMatchObject({ new: 1_500, same: 1 });
    expect(await keep(mapped)).toMatchObject({ kept: 1_500, left: 0 });
    expect(records.get('customer', 'customer_1499')?.body).toEqual({ id: 'customer_1499' });
  }, 30_000);

  it('that holds a key is refused, and nothing is held', async () => {
    const records = Array.from({ length: 1_000 }, (_none, at) => ({ id: `customer_${at}` }));
    const text = JSON.stringify([...records, { id: 'customer_a', note: privateKey }]);
    const { id } = imports.upload(null, text);
    const refused = await imports
      .preview({ uploadId: id, form: 'json', kind: 'customer', customerId: null, columns: null })
      .catch((error: unknown) => error as Error);
    expect(String(refused)).toContain('[1001].note looks like a private key');
    expect(String(refused)).not.toContain(privateKey);
    expect(() => imports.get(id)).toThrow('no longer in memory');
  }, 30_000);

  it('that is read in another way by now is given up', async () => {
    const ids = Array.from({ length: 4_000 }, (_none, at) => `customer_${at}`).join('\n');
    const { id } = imports.upload(null, `id\n${ids}`);
    const order = { uploadId: id, customerId: null, columns: null } as const;
    const first = imports.preview({ ...order, form: 'csv', kind: 'virtualAccount' });
    const second = imports.preview({ ...order, form: 'csv', kind: 'customer' });
    await expect(first).rejects.toThrow('Another preview');
    expect((await second).counts).toMatchObject({ new: 4_000, problems: 0 });
  }, 30_000);

  it('of too many records, or one too long, is said to be so', async () => {
    const many = 'customer_a '.repeat(20_001);
    await expect(preview(many, 'ids')).rejects.toThrow('more than 20,000 records');
    const nested = JSON.stringify([Array.from({ length: 20_001 }, () => ({ id: 'customer_a' }))]);
    await expect(preview(nested, 'json')).rejects.toThrow('more than 20,000 records');
    const long = { id: 'customer_a', notes: Array.from({ length: 30_000 }, () => 'abcdef') };
    const shown = await preview(JSON.stringify([long, { id: 'customer_b' }]), 'json');
    expect(shown.counts).toMatchObject({ new: 1, problems: 1 });
    expect(shown.problems[0]?.reason).toContain('longer than 200,000 characters');
  }, 30_000);
});
