/** Own references of a file, and what a run says of rows: over the bridge, against the built-in sandbox. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bulkDraftOf, bulkOrder, bulkResultOf, restedRun, startedRun } from './testing/bulk.ts';
import {
  addFault,
  createTestDirectory,
  type TestConsole,
  type TestDirectory,
} from './testing/console.ts';

let directory: TestDirectory;
let started: TestConsole;

beforeEach(async () => {
  directory = createTestDirectory();
  started = await directory.start({ ephemeral: true });
});
afterEach(() => directory.remove());

const wallet = (number: number) => `0x${'abcdef'.repeat(5)}${String(number).padStart(10, '0')}`;
const heading = 'Customer ID;Source;Destination;Network;Wallet;Fee;Reference';
const line = (customer: string, number: number, reference: string) =>
  `${customer};USD;USDC;base;${wallet(number)};40;${reference}`;
const referenceOf = async (kind: 'customer' | 'virtualAccount', id: string) =>
  (await started.bridge.annotations.get({ kind, id })).reference;

describe('an own reference in a file', () => {
  it('goes to what its row creates, names it from then on, and stands in the result', async () => {
    const content = [
      'Type,Email,First name,Reference',
      'individual,ada@example.com,Ada,K-1001',
      'individual,no email,Bea,K-1002',
      'individual,cyd@example.com,Cyd,k-1001',
    ].join('\n');
    const draft = await bulkDraftOf(started, content, 'customer');
    expect(draft.columns.at(-1)).toMatchObject({ field: 'reference' });
    const { rows } = await started.bridge.bulk.drafts.rows({ id: draft.id, standing: 'warned' });
    expect(rows).toMatchObject([{ row: 4, remarks: [{ code: 'reference.row' }] }]);
    const run = await startedRun(started, draft);
    expect(run.counts).toMatchObject({ created: 2, leftOut: 1 });
    const result = await bulkResultOf(started, run.id);
    expect(result.map(({ reference, name }) => [reference, name])).toEqual([
      ['K-1001', 'Ada'],
      ['K-1002', 'Bea'],
      ['k-1001', 'Cyd'],
    ]);
    const ada = result[0]?.['id'] ?? '';
    expect(await referenceOf('customer', ada)).toBe('K-1001');
    const { rows: out } = await started.bridge.bulk.runs.rows({ id: run.id, state: 'left-out' });
    expect(out).toMatchObject([
      { row: 3, name: 'Bea', values: [{ field: 'reference', value: 'K-1002' }] },
    ]);
    const audit = await started.bridge.audit.list({});
    expect(audit.rows.find(({ action }) => action === 'bulk.started')?.facts).toMatchObject({
      fileName: 'list.csv',
    });
  });

  it('goes to an account whose outcome was unknown, once a person settled it', async () => {
    const { bridge } = started;
    const customer = await bridge.customers.create({
      profileId: 'built-in',
      intentKey: 'a'.repeat(32),
      input: { type: 'individual', email: 'ada@example.com' },
    });
    const draft = await bulkDraftOf(started, [heading, line(customer.id, 1, 'A-7')].join('\n'));
    await addFault(started.console.sandbox(), {
      kind: 'drop',
      operation: 'createVirtualAccount',
      count: 1,
      when: 'after',
    });
    const { id } = await bridge.bulk.drafts.start(bulkOrder(draft));
    const run = await restedRun(started, id);
    expect(run.counts).toMatchObject({ unknown: 1 });
    const { rows } = await bridge.bulk.runs.rows({ id, state: 'unknown' });
    const [key = ''] = rows[0]?.intentKeys ?? [];
    await bridge.unresolved.exists({
      profileId: 'built-in',
      key,
      read: [],
      answer: { id: 'virtualAccount_found7' },
    });
    await vi.waitFor(async () =>
      expect(await referenceOf('virtualAccount', 'virtualAccount_found7')).toBe('A-7'),
    );
    // Taken away by a person, it does not come back with the next thing that is settled.
    const found = { kind: 'virtualAccount', id: 'virtualAccount_found7' } as const;
    await bridge.annotations.setReference({ ...found, profileId: 'built-in', reference: '' });
    await bridge.unresolved.takeBack({ profileId: 'built-in', key });
    await bridge.unresolved.exists({
      profileId: 'built-in',
      key,
      read: [],
      answer: { id: found.id },
    });
    expect(await referenceOf(found.kind, found.id)).toBeNull();
  });

  it.each([
    ['of 121 characters', 'x'.repeat(121), 'reference.long'],
    ['that is a secret', 'secret_Ab12Cd34Ef56', 'reference.secret'],
  ])('%s can’t be kept, so the row is not sent', async (_name, reference, code) => {
    const content = `Type,Email,Reference\nindividual,ada@example.com,${reference}\n`;
    const draft = await bulkDraftOf(started, content, 'customer');
    expect(draft.counts).toMatchObject({ ready: 0, bad: 1 });
    const { rows } = await started.bridge.bulk.drafts.rows({ id: draft.id });
    expect(rows[0]?.remarks).toMatchObject([{ code }]);
  });
});

describe('an own name in a file', () => {
  const nameAt = async (id: string) =>
    (await started.bridge.annotations.get({ kind: 'customer', id })).name;

  it('names the customer that its row creates, is found by it, and is never sent', async () => {
    const content = [
      'Type,Email,Display name',
      'business,desk@harbour.example,Harbour GmbH',
      'business,no email,Elsewhere AG',
      'business,rue@quai.example,',
    ].join('\n');
    const draft = await bulkDraftOf(started, content, 'customer');
    expect(draft.columns.at(-1)).toMatchObject({ field: 'ownName' });
    const run = await startedRun(started, draft);
    expect(run.counts).toMatchObject({ created: 2, leftOut: 1 });
    const result = await bulkResultOf(started, run.id);
    expect(result.map(({ ownName, name }) => [ownName, name])).toEqual([
      ['Harbour GmbH', 'Harbour GmbH'],
      ['Elsewhere AG', 'Elsewhere AG'],
      ['', 'rue@quai.example'],
    ]);
    const id = result[0]?.['id'] ?? '';
    expect(await nameAt(id)).toBe('Harbour GmbH');
    const page = { search: 'harbour gmbh', offset: 0, limit: 10 };
    const { rows } = await started.bridge.customers.list(page);
    expect(rows).toMatchObject([{ id, name: 'Harbour GmbH', isOwnName: true }]);
    const { rows: sent } = await started.bridge.bulk.runs.rows({ id: run.id, state: 'created' });
    const [key = ''] = sent[0]?.intentKeys ?? [];
    const { intent } = await started.bridge.intents.get({ key });
    expect(intent?.input).toEqual({ type: 'business', email: 'desk@harbour.example' });
  });

  it('goes to a customer whose outcome was unknown, once a person settled it', async () => {
    const { bridge } = started;
    const content = 'Type,Email,Display name\nbusiness,desk@harbour.example,Harbour GmbH\n';
    const draft = await bulkDraftOf(started, content, 'customer');
    await addFault(started.console.sandbox(), {
      kind: 'drop',
      operation: 'createCustomer',
      count: 1,
      when: 'after',
    });
    const { id } = await bridge.bulk.drafts.start(bulkOrder(draft));
    await restedRun(started, id);
    const { rows } = await bridge.bulk.runs.rows({ id, state: 'unknown' });
    const [key = ''] = rows[0]?.intentKeys ?? [];
    await bridge.unresolved.exists({
      profileId: 'built-in',
      key,
      read: [],
      answer: { id: 'customer_found7' },
    });
    await vi.waitFor(async () => expect(await nameAt('customer_found7')).toBe('Harbour GmbH'));
  });

  it('that is a secret can’t be kept, so the row is not sent', async () => {
    const content = 'Type,Email,Display name\nbusiness,a@b.example,secret_Ab12Cd34Ef56\n';
    const draft = await bulkDraftOf(started, content, 'customer');
    const { rows } = await started.bridge.bulk.drafts.rows({ id: draft.id });
    expect(rows[0]?.remarks).toMatchObject([{ code: 'ownName.secret' }]);
  });

  it('is no field of a virtual account', async () => {
    const draft = await bulkDraftOf(started, `${heading};Display name\n${line('c', 1, '')};x\n`);
    expect(draft.columns.at(-1)).toMatchObject({ heading: 'Display name', field: null });
  });
});

describe('customers that rows name', () => {
  it('are asked about where they are not known here, each by its row', async () => {
    const lines = [1, 2].map((number) => line(`customer_x${number}`, number, ''));
    const draft = await bulkDraftOf(started, [heading, ...lines].join('\n'));
    expect(draft.confirmations).toMatchObject([
      { kind: 'no-checksum', count: 2 },
      {
        kind: 'unknown-customer',
        count: 2,
        first: [
          { row: 2, name: 'customer_x1' },
          { row: 3, name: 'customer_x2' },
        ],
      },
    ]);
    const asked = { id: draft.id, standing: 'to-send', asked: 'unknown-customer' } as const;
    expect((await started.bridge.bulk.drafts.rows(asked)).total).toBe(2);
    const none = { ...asked, asked: 'high-fee' } as const;
    expect((await started.bridge.bulk.drafts.rows(none)).total).toBe(0);
  });

  it('are said to lack what their verification still requires', async () => {
    const { bridge } = started;
    const { id } = await bridge.customers.create({
      profileId: 'built-in',
      intentKey: 'b'.repeat(32),
      input: { type: 'individual', email: 'ada@example.com' },
    });
    const draft = await bulkDraftOf(started, [heading, line(id, 1, '')].join('\n'));
    const { rows } = await bridge.bulk.drafts.rows({ id: draft.id });
    const said = rows[0]?.remarks.find(({ code }) => code === 'customerId.unverified');
    expect(said).toMatchObject({ severity: 'warning', field: 'customerId' });
    expect(said?.sentence).toMatch(/not complete: .+ and \d+ more are still required/);
  });
});
