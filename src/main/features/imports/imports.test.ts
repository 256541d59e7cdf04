import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ImportView } from '../../../bridge/imports.ts';
import type { JsonObject } from '../../../contract/scalars.ts';
import { sha256Hex } from '../../../platform/canonical-json.ts';
import { systemRandom } from '../../../platform/random.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { testDatabase } from '../../../platform/testing/test-folder.ts';
import { csvLines } from '../../core/exports/csv-lines.ts';
import { recordsMigrations } from '../../core/records/migrations.ts';
import { openRecords } from '../../core/records/records.ts';
import type { NewObservation, Records } from '../../core/records/types.ts';
import { createImports, type Imports, type PreviewOrder } from './imports.ts';

let sqlite: Sqlite;
let records: Records;
let imports: Imports;
let audited: { action: string; facts: JsonObject }[];
let keptKinds: string[];
let now: number;

beforeEach(() => {
  sqlite = testDatabase(recordsMigrations);
  records = openRecords({ sqlite });
  audited = [];
  keptKinds = [];
  now = Date.UTC(2026, 10, 20, 12);
  imports = createImports({
    sqlite,
    records,
    audit: {
      append({ action, facts }) {
        audited.push({ action, facts });
        return { sequence: audited.length, at: '', action, facts, hash: '' };
      },
    },
    clock: { now: () => now },
    random: systemRandom,
    onProgress: () => undefined,
    onKept: (kinds) => keptKinds.push(...kinds),
  });
});

const preview = (
  text: string,
  form: PreviewOrder['form'],
  more: Partial<PreviewOrder> = {},
): Promise<ImportView> => {
  const { id } = imports.upload(null, text);
  return imports.preview({
    uploadId: id,
    form,
    kind: 'customer',
    customerId: null,
    columns: null,
    ...more,
  });
};
const keep = ({ id }: ImportView, withChanges = false) =>
  imports.keep({ id, knownAt: null, withChanges });
const table = (...rows: readonly (readonly string[])[]) => csvLines(rows);
const sources = (kind: 'customer' | 'webhook', id: string) =>
  records.observations(kind, id).map(({ source }) => source);

/** Published: no money is under it. */
const privateKey = '4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318';
const seedPhrase = `${'abandon '.repeat(11)}about`;
const secret = 'secret_5ECRET5ECRET';

describe('by id alone', () => {
  it('keeps ids of every kind, and says whose a virtual account is', async () => {
    const text = 'customer_ada, virtualAccount_one\nwebhook_w1; "bankAccount_b1"';
    const shown = await preview(text, 'ids', { customerId: 'customer_ada' });
    expect(shown.counts).toMatchObject({ new: 4, problems: 0 });
    expect(await keep(shown)).toMatchObject({ status: 'kept', kept: 4, left: 0 });
    expect(records.get('customer', 'customer_ada')?.body).toEqual({ id: 'customer_ada' });
    expect(records.columns('virtualAccount', 'virtualAccount_one')).toMatchObject({
      customerId: 'customer_ada',
      network: null,
    });
    expect(sources('webhook', 'webhook_w1')).toEqual(['import']);
    expect(keptKinds.sort()).toEqual(['bankAccount', 'customer', 'virtualAccount', 'webhook']);
    expect(audited.map(({ action }) => action)).toEqual(['import.begun', 'import.kept']);
    expect(audited[1]?.facts).toMatchObject({
      ids: ['customer_ada', 'virtualAccount_one', 'webhook_w1', 'bankAccount_b1'],
      textSha256: sha256Hex(text),
    });
  });

  it('lists what is no id and what stands there twice', async () => {
    const shown = await preview('Customer_a customer_b customer_b wallet_1 secret_abc', 'ids');
    expect(shown.problems.map(({ row }) => row)).toEqual([1, 3, 4, 5]);
    expect(shown.problems[1]?.reason).toBe('customer_b is already in row 2.');
    expect(JSON.stringify(shown)).not.toContain('secret_abc');
    expect(shown.counts.new).toBe(1);
    await expect(preview('virtualAccount_a', 'ids', { customerId: 'ada' })).rejects.toThrow(
      'starts with customer_',
    );
  });
});

describe('a text from a file', () => {
  const keptFrom = async (fileName: string | null) => {
    audited = [];
    const { id: uploadId } = imports.upload(null, 'customer_', fileName);
    // A later part says nothing of the name.
    imports.upload(uploadId, 'ada', 'other.csv');
    const order = { uploadId, customerId: null, columns: null } as const;
    await keep(await imports.preview({ ...order, form: 'ids', kind: 'customer' }));
    return audited.map(({ facts }) => facts['fileName']);
  };

  it('has its name in the audit log, beside the hash of what it said', async () => {
    expect(await keptFrom('customers of May.csv')).toEqual([
      'customers of May.csv',
      'customers of May.csv',
    ]);
    expect(audited[1]?.facts['textSha256']).toBe(sha256Hex('customer_ada'));
    expect(await keptFrom(null)).toEqual([null, null]);
  });

  it('does not have it there where a key stands in the name', async () => {
    expect(await keptFrom(`${privateKey}.csv`)).toEqual([null, null]);
    expect(await keptFrom(`${seedPhrase}.csv`)).toEqual([null, null]);
  });
});

describe('pasted JSON', () => {
  const ada = { id: 'customer_ada', type: 'individual', verificationProfiles: [], odd: { x: [1] } };
  const webhook = { id: 'webhook_w1', name: 'Main', secret, url: 'https://a.example/hooks' };

  it.each<[string, unknown]>([
    ['a resource', ada],
    ['a list', [ada]],
    ['an envelope', { ok: true, object: 'object', data: { customer: ada }, error: null }],
    ['a page of a list', { data: { items: [ada], total: 1 } }],
    ['a bare event', { id: 'event_1', name: 'customer.create', data: { customer: ada } }],
    ['an event under its key', { event: { id: 'event_1', name: 'x', data: { customer: ada } } }],
    ['a typed event', { id: 'event_1', type: 'x', createdAt: 'x', data: { customer: ada } }],
  ])('%s is read, unknown fields and all', async (_name, value) => {
    await keep(await preview(JSON.stringify(value), 'json'));
    expect(records.get('customer', 'customer_ada')?.body).toEqual(ada);
  });

  it('an event’s time counts, and its webhooks are told as well', async () => {
    const event = {
      id: 'event_1',
      name: 'customer.create',
      created: '2026-11-19T08:00:00.000Z',
      data: { customer: ada },
      webhookRecords: [{ requestIds: [], webhook }],
    };
    await keep(await preview(JSON.stringify([event, { ...event, id: 'event_2' }]), 'json'));
    const [observation] = records.observations('customer', 'customer_ada');
    expect(observation).toMatchObject({ source: 'import', happenedAt: event.created });
    expect(records.get('customer', 'customer_ada')?.observations).toBe(2);
    expect(records.get('webhook', 'webhook_w1')?.body).toMatchObject({ name: 'Main' });
  });

  it('a webhook’s secret is cut out, and said', async () => {
    const shown = await preview(JSON.stringify({ data: { webhook } }), 'json');
    expect(shown.rows[0]?.notes.join()).toContain('secret was left out');
    await keep(shown);
    expect(JSON.stringify([shown, sqlite.all('SELECT * FROM observations')])).not.toContain(secret);
    sqlite.checkpoint();
    expect(readFileSync(sqlite.file).includes(secret)).toBe(false);
  });

  it('what is no JSON, holds no record, or is nested without end is said to be so', async () => {
    await expect(preview('{"id": ', 'json')).rejects.toThrow('This is not valid JSON');
    await expect(preview('  ', 'json')).rejects.toThrow('input is empty');
    const shown = await preview('[{"id":"wallet_1"}, 3]', 'json');
    expect(shown.problems.map(({ row }) => row)).toEqual([1, 2]);
    const deep = '['.repeat(200) + ']'.repeat(200);
    await expect(preview(deep, 'json')).rejects.toThrow('nested too deeply');
  });

  it('fields of another form are marked, those that are missing are not', async () => {
    const odd = { id: 'virtualAccount_a', active: 'yes' };
    await keep(await preview(JSON.stringify(odd), 'json'));
    const [observation] = records.observations('virtualAccount', 'virtualAccount_a');
    expect(observation?.deviations).toHaveLength(1);
    expect(observation?.deviations[0]).toMatch(/^active: /);
  });
});

describe('a table', () => {
  it('is mapped by its headers, in whatever way they are written', async () => {
    const text = table(
      ['Customer ID', 'first name', 'LAST_NAME', 'E-mail', 'address.city', 'Remarks'],
      ['customer_ada', 'Ada', 'Byron', 'ada@example.com', 'London', 'x'],
      ['customer_bea', '', '', '', '', ''],
    );
    const shown = await preview(text, 'csv');
    expect(shown.columns.map(({ field }) => field)).toEqual([
      'id',
      'personalInformation.firstName',
      'personalInformation.lastName',
      'email',
      'address.city',
      null,
    ]);
    await keep(shown);
    expect(records.columns('customer', 'customer_ada')).toMatchObject({
      name: 'Ada Byron',
      isUnconfirmed: false,
    });
    expect(records.get('customer', 'customer_bea')?.body).toEqual({ id: 'customer_bea' });
  });

  it.each([
    ['virtual account id', 'becomes'],
    ['virtual account ID', 'destination currency'],
  ])('is mapped by headings of deposit sheets, of before and of now: %s, %s', async (...heads) => {
    const text = table(heads, ['virtualAccount_a', 'USDC']);
    const shown = await preview(text, 'csv', { kind: 'virtualAccount' });
    expect(shown.columns.map(({ field }) => field)).toEqual(['id', 'destination.currency']);
  });

  it('can be mapped by a person, each field once', async () => {
    const text = table(['key', 'who'], ['customer_ada', 'ada@example.com']);
    const unnamed = await preview(text, 'csv');
    expect(unnamed.problems[0]?.reason).toContain('No column contains the ID');
    expect(unnamed.columns.map(({ field }) => field)).toEqual([null, null]);
    const shown = await preview(text, 'csv', { columns: ['id', 'email'] });
    expect(shown.rows[0]?.id).toBe('customer_ada');
    await expect(preview(text, 'csv', { columns: ['id', 'id'] })).rejects.toThrow('Two columns');
  });

  it('has its bad cells listed with row, column and reason, and the rest is ready', async () => {
    const text = table(
      ['id', 'type', 'email', 'phone'],
      ['customer_a', 'individual', 'a@example.com', '+4930123'],
      ['virtualAccount_b', 'person', 'b', '030'],
      ['', '', 'c@example.com', ''],
      ['customer_a', '', '', ''],
      ['customer_d', '', '', '', 'more'],
    );
    const shown = await preview(text, 'csv');
    expect(shown.problems.map(({ row, column }) => [row, column])).toEqual([
      [3, 'id'],
      [3, 'type'],
      [3, 'email'],
      [3, 'phone'],
      [4, 'id'],
      [5, 'id'],
      [6, null],
    ]);
    expect(shown.problems[0]?.reason).toBe(
      'Enter the ID of a customer. This is the ID of a virtual account.',
    );
    expect(shown.counts).toMatchObject({ new: 1, problems: 7 });
  });

  it('comes back as it went out, formulas and all', async () => {
    const text = table(['id', 'address.line1', 'phone'], ['customer_a', '=1+1', '+4930123']);
    expect(text).toContain("'=1+1");
    await keep(await preview(text, 'csv'));
    expect(records.get('customer', 'customer_a')?.body).toMatchObject({
      address: { line1: '=1+1' },
      phone: '+4930123',
    });
  });

  it('of webhooks brings events and no secret', async () => {
    const rows = [
      ['id', 'url', 'events', 'active', 'secret'],
      ['webhook_a', 'https://a.example/x', 'payout.create, wallet.create', 'yes', ''],
    ];
    await keep(await preview(table(...rows), 'csv', { kind: 'webhook' }));
    expect(records.get('webhook', 'webhook_a')?.body).toEqual({
      id: 'webhook_a',
      url: 'https://a.example/x',
      events: ['payout.create', 'wallet.create'],
      active: true,
    });
    const withSecret = table(['id', 'secret'], ['webhook_b', secret]);
    const shown = await preview(withSecret, 'csv', { kind: 'webhook' });
    expect(shown.problems[0]).toMatchObject({ row: 2, column: 'secret' });
    expect(JSON.stringify(shown)).not.toContain(secret);
  });
});

describe('what is known already', () => {
  const known: NewObservation = {
    kind: 'customer',
    id: 'customer_ada',
    body: { id: 'customer_ada', type: 'individual', email: 'ada@example.com' },
    source: 'read',
    observedAt: '2026-11-20T11:00:00.000Z',
  };
  const csv = (email: string, city = '') =>
    table(['id', 'email', 'address.city'], ['customer_ada', email, city]);

  it('is told as what would change, and changed only when a person says so', async () => {
    records.observe(known);
    expect((await preview(csv('ada@example.com'), 'csv')).counts).toMatchObject({ same: 1 });
    expect((await preview(csv('', 'London'), 'csv')).counts).toMatchObject({ adds: 1 });
    const changing = await preview(csv('other@example.com', 'London'), 'csv');
    expect(changing.rows[0]).toMatchObject({
      standing: 'changes',
      changes: [
        { field: 'email', was: 'ada@example.com', is: 'other@example.com' },
        { field: 'address.city', was: null, is: 'London' },
      ],
    });
    expect(records.get('customer', 'customer_ada')?.observations).toBe(1);
    expect(await keep(changing)).toMatchObject({ kept: 0 });
    expect(records.get('customer', 'customer_ada')?.observations).toBe(1);
    const again = await preview(csv('other@example.com'), 'csv');
    expect(await keep(again, true)).toMatchObject({ kept: 1 });
    expect(records.columns('customer', 'customer_ada')?.email).toBe('other@example.com');
  });

  it('that became otherwise since the preview is left, and said', async () => {
    records.observe(known);
    const shown = await preview(csv('other@example.com'), 'csv');
    records.observe({
      ...known,
      body: { email: 'third@example.com' },
      observedAt: '2026-11-20T11:30:00.000Z',
    });
    expect(await keep(shown, true)).toMatchObject({ kept: 0, left: 1 });
    expect(records.columns('customer', 'customer_ada')?.email).toBe('third@example.com');
  });

  it('what the service said later stays', async () => {
    records.observe({ ...known, body: { ...known.body, updated: '2026-11-20T13:00:00.000Z' } });
    expect((await preview(csv('old@example.com'), 'csv')).counts).toMatchObject({ same: 1 });
  });
});

describe('keys and tokens', () => {
  it.each([
    ['a private key', privateKey],
    ['a seed phrase', seedPhrase],
    ['a token', 'eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjE3fQ.c2lnbmF0dXJl'],
  ])(
    '%s is refused in every form, nothing of it is shown, and nothing is held',
    async (_name, key) => {
      const forms: [string, PreviewOrder['form']][] = [
        [`customer_a ${key}`, 'ids'],
        [JSON.stringify([{ id: 'customer_a' }, { deep: [{ note: key }] }]), 'json'],
        [JSON.stringify({ id: 'customer_a', [key]: 1 }), 'json'],
        [table(['id', 'remark'], ['customer_a', key]), 'csv'],
      ];
      for (const [text, form] of key === seedPhrase ? forms.slice(1) : forms) {
        const { id } = imports.upload(null, text);
        const order = {
          uploadId: id,
          form,
          kind: 'customer',
          customerId: null,
          columns: null,
        } as const;
        const refused = await imports.preview(order).catch((error: unknown) => error as Error);
        expect(String(refused)).toContain('stored nothing');
        expect(String(refused)).not.toContain(key);
        await expect(imports.preview(order)).rejects.toThrow('no longer in memory');
      }
      expect(sqlite.all('SELECT * FROM observations')).toEqual([]);
    },
  );
});

describe('bounds', () => {
  it('of length, of rows, of texts that are held, and of the past', async () => {
    const { id } = imports.upload(null, 'x'.repeat(5_000_000));
    expect(() => imports.upload(id, 'x'.repeat(5_000_000))).toThrow('longer than 8,000,000');
    expect(() => imports.get(id)).toThrow('no longer in memory');
    const rows = Array.from({ length: 20_001 }, (_, index) => [`customer_${index}`]);
    await expect(preview(table(['id'], ...rows), 'csv')).rejects.toThrow('the limit is 20,000');
    const first = await preview('customer_a', 'ids');
    for (let more = 0; more < 4; more += 1) await preview('customer_b', 'ids');
    expect(() => imports.get(first.id)).toThrow('no longer in memory');
    const last = await preview('customer_c', 'ids');
    await expect(
      imports.keep({ id: last.id, knownAt: '2026-11-20T11:00:00.000Z', withChanges: false }),
    ).rejects.toThrow('viewing earlier data');
    await keep(last);
    await expect(keep(last)).rejects.toThrow('imported already');
  });
});
