/** A file becomes many virtual accounts: the whole way, over the bridge, against the built-in sandbox. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BulkDraft, BulkKind } from '../../bridge/bulk.ts';
import type { Sandbox } from '../../sandbox/index.ts';
import {
  bulkDraftOf,
  bulkFileOf,
  bulkOrder,
  bulkResultOf,
  restedRun,
  startedRun,
} from './testing/bulk.ts';
import {
  addFault,
  createReviewed,
  createTestDirectory,
  newIntentKey,
  type TestConsole,
  type TestDirectory,
  verifiedAudit,
} from './testing/console.ts';

let directory: TestDirectory;
let started: TestConsole;

beforeEach(async () => {
  directory = createTestDirectory();
  started = await directory.start({ ephemeral: true });
});
afterEach(() => directory.remove());

const wallet = (number: number) => `0x${'abcdef'.repeat(5)}${String(number).padStart(10, '0')}`;

async function newCustomer(email = 'ada@example.com'): Promise<string> {
  const input = { type: 'individual' as const, email };
  const { id } = await started.bridge.customers.create({
    profileId: 'built-in',
    intentKey: newIntentKey(),
    input,
  });
  return id;
}

const draftOf = (content: string, kind?: BulkKind) => bulkDraftOf(started, content, kind);
const rested = (id: string) => restedRun(started, id);
const start = (draft: BulkDraft) => startedRun(started, draft);
const resultOf = (runId: string) => bulkResultOf(started, runId);

const heading = 'Customer ID;Source currency;Destination currency;Network;Wallet address;Fee (bps)';
const line = (customer: string, number: number, fee = '40') =>
  `${customer};usd;USDC;Base;${wallet(number)};${fee}`;

describe('a file of virtual accounts', () => {
  it('is checked, sent once a row, and comes back with deposit instructions', async () => {
    const customer = await newCustomer();
    const rows = Array.from({ length: 40 }, (_none, index) => line(customer, index + 1));
    const bad = `${customer};usd;USDC;base;0x12;40`;
    const again = line(customer, 1);
    const draft = await draftOf([heading, ...rows, bad, again].join('\r\n'));
    expect(draft.sentence).toBeNull();
    expect(draft.columns.map(({ field }) => field)).toEqual([
      'customerId',
      'sourceCurrency',
      'destinationCurrency',
      'network',
      'walletAddress',
      'integratorBpsFee',
    ]);
    expect(draft.counts).toMatchObject({ ready: 40, bad: 1, duplicate: 1, toSend: 40 });
    expect(draft.confirmations).toMatchObject([{ kind: 'no-checksum', count: 40 }]);

    const run = await start(draft);
    expect(run).toMatchObject({ state: 'done', total: 40, cause: null });
    expect(run.counts).toMatchObject({ created: 40, leftOut: 2, waiting: 0, unknown: 0 });

    const list = await started.bridge.virtualAccounts.list({ limit: 200 });
    expect(list.total).toBe(40);
    const result = await resultOf(run.id);
    expect(result).toHaveLength(42);
    expect(result[0]).toMatchObject({ row: '2', state: 'created', customerId: customer });
    expect(result[0]?.['deposit bankAccountNumber']).toMatch(/^'\d+$/);
    expect(result[0]?.['id']).toMatch(/^virtualAccount_/);
    expect(result[40]).toMatchObject({ row: '42', state: 'left-out', id: '' });
    expect(result[40]?.['reason']).toContain('40 hex digits');
    const created = result.filter(({ state }) => state === 'created');
    expect(new Set(created.map(({ id }) => id)).size).toBe(40);
    expect(await verifiedAudit(started)).toMatchObject({ state: 'intact' });
  });

  it('is not sent without the confirmation that its rows need, nor twice by one draft', async () => {
    const customer = await newCustomer();
    const draft = await draftOf([heading, line(customer, 1, '900')].join('\n'));
    expect(draft.confirmations).toMatchObject([
      { kind: 'no-checksum', count: 1 },
      { kind: 'high-fee', count: 1 },
    ]);
    const { drafts } = started.bridge.bulk;
    const refused = drafts.start({ ...bulkOrder(draft), confirmations: [] });
    await expect(refused).rejects.toMatchObject({
      code: 'INVALID',
      data: { cause: 'not-confirmed' },
    });
    const past = drafts.start({
      ...bulkOrder(draft),
      knownAt: '2026-01-01T00:00:00.000Z',
    });
    await expect(past).rejects.toMatchObject({ code: 'INVALID', data: { cause: 'as-of' } });
    expect((await start(draft)).counts.created).toBe(1);
    await expect(drafts.get({ id: draft.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const second = await draftOf([heading, line(customer, 1, '900')].join('\n'));
    expect(second.counts).toMatchObject({ ready: 0, duplicate: 1, toSend: 0 });
    expect(second.sameFile).not.toBeNull();
  });

  it('goes on after the service asked to slow down, with a new intent for each row', async () => {
    const customer = await newCustomer();
    await addFault(started.console.sandbox(), {
      kind: 'too-many-requests',
      operation: 'createVirtualAccount',
      count: 3,
      retryAfterSeconds: 1,
    });
    const rows = Array.from({ length: 12 }, (_none, index) => line(customer, index + 1));
    const run = await start(await draftOf([heading, ...rows].join('\n')));
    expect(run.counts).toMatchObject({ created: 12, refused: 0 });
    expect(run.attemptsAgain).toBe(3);
    const page = await started.bridge.bulk.runs.rows({ id: run.id, state: 'created' });
    expect(page.rows.flatMap(({ intentKeys }) => intentKeys)).toHaveLength(15);
  });

  it('sets rows apart whose outcome is not known, and sends none of them again', async () => {
    const customer = await newCustomer();
    await addFault(started.console.sandbox(), {
      kind: 'drop',
      when: 'after',
      operation: 'createVirtualAccount',
      count: 2,
    });
    const rows = Array.from({ length: 10 }, (_none, index) => line(customer, index + 1));
    const run = await start(await draftOf([heading, ...rows].join('\n')));
    expect(run.state).toBe('done');
    expect(run.counts).toMatchObject({ created: 8, unknown: 2 });
    const state = await fetch(`${started.console.sandbox()?.controlUrl}/state`, {
      headers: { authorization: `Bearer ${started.console.sandbox()?.controlToken}` },
    });
    expect(await state.json()).toMatchObject({ virtualAccounts: 10 });
  });
});

describe('a run under way', () => {
  const rows = (customer: string, count: number) =>
    [heading, ...Array.from({ length: count }, (_none, index) => line(customer, index + 1))].join(
      '\n',
    );

  it('pauses, goes on, stops for good, and holds up a second one meanwhile', async () => {
    const { bulk } = started.bridge;
    const customer = await newCustomer();
    const fault = { kind: 'delay', operation: 'createVirtualAccount', ms: 600, count: 400 };
    await addFault(started.console.sandbox(), fault);
    const run = await bulk.drafts.start(bulkOrder(await draftOf(rows(customer, 300))));
    const other = await draftOf(rows(customer, 2));
    await bulk.drafts.include({ id: other.id, rows: 'all', included: true });
    const included = await bulk.drafts.get({ id: other.id });
    await expect(bulk.drafts.start(bulkOrder(included))).rejects.toMatchObject({
      code: 'INVALID',
      data: { cause: 'another-run' },
    });

    await bulk.runs.pause({ profileId: 'built-in', id: run.id });
    const paused = await rested(run.id);
    expect(paused).toMatchObject({ state: 'paused', cause: 'person' });
    expect(paused.counts.sending).toBe(0);
    expect(paused.counts.waiting).toBeGreaterThan(0);
    expect(paused.counts.waiting + paused.counts.created).toBe(300);
    // While it may go on, its rows are in no file that would send them as well.
    const unsent = { what: 'unsent', runId: run.id } as const;
    await expect(bulkFileOf(started, unsent)).rejects.toMatchObject({
      data: { cause: 'not-over' },
    });

    expect((await bulk.runs.goOn({ profileId: 'built-in', id: run.id })).state).toBe('running');
    const stopped = await bulk.runs.stop({ profileId: 'built-in', id: run.id });
    expect(stopped).toMatchObject({ state: 'stopped', counts: { waiting: 0, sending: 0 } });
    expect(stopped.counts.unsent + stopped.counts.created).toBe(300);
    expect(stopped.endedAt).not.toBeNull();
    const left = await draftOf(await bulkFileOf(started, unsent));
    expect(left.counts).toMatchObject({ ready: stopped.counts.unsent, bad: 0, duplicate: 0 });
    await expect(bulk.runs.goOn({ profileId: 'built-in', id: run.id })).rejects.toMatchObject({
      code: 'INVALID',
    });
    const { total } = await started.bridge.virtualAccounts.list({});
    expect(total).toBe(stopped.counts.created);
  });

  it('sends no row of which the same came to exist while it was paused', async () => {
    const { bulk } = started.bridge;
    const customer = await newCustomer();
    const fault = { kind: 'delay', operation: 'createVirtualAccount', ms: 1_000, count: 400 };
    await addFault(started.console.sandbox(), fault);
    const one = await draftOf(rows(customer, 120));
    const { id } = await bulk.drafts.start(bulkOrder(one));
    const other = await draftOf(`${rows(customer, 120)}\n`);
    await vi.waitFor(async () => {
      const { created } = (await bulk.runs.get({ id })).counts;
      expect(created).toBeGreaterThan(other.counts.duplicate);
    }, 30_000);
    await bulk.runs.pause({ profileId: 'built-in', id });
    const { counts } = await rested(id);
    // Its rows are duplicates by now, where they were none when it was checked.
    expect(other.counts.ready).toBeGreaterThan(0);
    await expect(bulk.drafts.start(bulkOrder(other))).rejects.toMatchObject({
      data: { cause: 'not-confirmed' },
    });
    const input = {
      customerId: customer,
      sourceCurrency: 'USD',
      destinationCurrency: 'USDC',
      network: 'base',
      walletAddress: wallet(120),
      integratorBpsFee: '40',
    } as const;
    await createReviewed(started.bridge, { profileId: 'built-in', input });
    await bulk.runs.goOn({ profileId: 'built-in', id });
    const done = await rested(id);
    expect(done.counts).toMatchObject({ created: 119, unsent: 1, unknown: 0 });
    expect(counts.created).toBeLessThan(120);
    const { rows: unsent } = await bulk.runs.rows({ id, state: 'unsent' });
    expect(unsent).toMatchObject([{ row: 121, intentKeys: [] }]);
    expect(unsent[0]?.sentence).toContain('exists or may exist by now');
  });

  it('pauses when nobody answers, with every row still waiting', async () => {
    const draft = await draftOf(rows(await newCustomer(), 20));
    await (started.console.sandbox() as Sandbox | null)?.close();
    const run = await start(draft);
    expect(run).toMatchObject({ state: 'paused', cause: 'refused' });
    expect(run.counts).toMatchObject({ waiting: 20, created: 0, unknown: 0 });
    expect(run.sentence).toContain('refused the connection');
  });

  it('stands still for an account that is not what was asked for, until that is cleared up', async () => {
    await started.console.dispose();
    const departing: typeof fetch = async (...asked) => {
      const answer = await fetch(...asked);
      const headers = new Headers(answer.headers);
      headers.delete('content-length');
      const said = (await answer.text()).replaceAll(wallet(3), wallet(77));
      return new Response(said, { status: answer.status, headers });
    };
    started = await directory.start({ ephemeral: true, fetch: departing });
    const { bulk, virtualAccounts } = started.bridge;
    const run = await start(await draftOf(rows(await newCustomer(), 60)));
    expect(run).toMatchObject({ state: 'paused', cause: 'departs', mismatches: 1 });
    const [id = ''] = run.departing;
    const created = (await resultOf(run.id)).filter(({ state }) => state === 'created');
    expect(created.length).toBeGreaterThan(1);
    for (const one of created) {
      expect(one['instructions withheld because'] !== '').toBe(one['id'] === id);
      expect(one['deposit bankAccountNumber'] === '').toBe(one['id'] === id);
    }
    const again = { profileId: 'built-in', id: run.id };
    await expect(bulk.runs.goOn(again)).rejects.toMatchObject({ data: { cause: 'departs' } });
    const { mismatchDigest: digest } = await virtualAccounts.get({ id });
    const note = 'The service confirmed it by phone.';
    await virtualAccounts.signOffMismatch({ profileId: 'built-in', id, digest, note });
    await bulk.runs.goOn(again);
    expect((await rested(run.id)).counts).toMatchObject({ created: 60, waiting: 0 });
  });

  it('is found as it stood after the console was closed in its midst, and goes on', async () => {
    const customer = await newCustomer();
    await started.console.dispose();
    started = await directory.start();
    const again = await newCustomer();
    expect(again).not.toBe(customer);
    const fault = { kind: 'delay', operation: 'createVirtualAccount', ms: 100, count: 60 };
    await addFault(started.console.sandbox(), fault);
    const draft = await draftOf(rows(again, 200));
    const { id: runId } = await started.bridge.bulk.drafts.start(bulkOrder(draft));
    await started.console.dispose();
    started = await directory.start();
    const found = await started.bridge.bulk.runs.get({ id: runId });
    expect(found).toMatchObject({ state: 'paused', cause: 'closed', counts: { unknown: 0 } });
    await started.bridge.bulk.runs.goOn({ profileId: 'built-in', id: runId });
    expect((await rested(runId)).counts).toMatchObject({ created: 200, unknown: 0, waiting: 0 });
  });
});

describe('a file of customers', () => {
  it('is sent, and a private key in it is refused and shown nowhere', async () => {
    const key = `0x${'4f'.repeat(32)}`;
    const draft = await draftOf(
      `Type,Email,First name,City\nindividual,a@example.com,Ada,Paris\nIndividual,b@example.com,${key},\n`,
      'customer',
    );
    expect(draft.counts).toMatchObject({ ready: 1, bad: 1 });
    const { rows } = await started.bridge.bulk.drafts.rows({ id: draft.id });
    expect(JSON.stringify([draft, rows])).not.toContain(key);
    const run = await start(draft);
    expect(run.counts).toMatchObject({ created: 1, leftOut: 1 });
    expect(JSON.stringify(await resultOf(run.id))).not.toContain(key);
    const { rows: customers } = await started.bridge.customers.list({});
    expect(customers).toMatchObject([{ name: 'Ada', email: 'a@example.com' }]);
  });
});

describe('what a person has to see before a start', () => {
  const row = (customer: string, address: string) => `${customer};usd;USDC;Base;${address};40`;
  const likeOf = (address: string) =>
    `${address.slice(0, 10)}${'9'.repeat(28)}${address.slice(-4)}`;
  const remarksOf = async ({ id }: BulkDraft) =>
    (await started.bridge.bulk.drafts.rows({ id })).rows.map(({ remarks }) => remarks);

  it('is each address that is made like a known one, or like one of another row', async () => {
    const customer = await newCustomer();
    await start(await draftOf([heading, row(customer, wallet(1))].join('\n')));
    const poisoned = likeOf(wallet(1));
    const twins = [wallet(2), likeOf(wallet(2))];
    const lines = [poisoned, ...twins, wallet(3)].map((address) => row(customer, address));
    const draft = await draftOf([heading, ...lines].join('\n'));
    expect(draft.counts).toMatchObject({ ready: 4 });
    expect(draft.confirmations[0]).toMatchObject({
      kind: 'look-alike',
      count: 3,
      first: [{ row: 2 }, { row: 3 }, { row: 4 }],
    });
    const said = (await remarksOf(draft)).map((remarks) =>
      remarks.filter(({ code }) => code.includes('look-alike')).map(({ sentence }) => sentence),
    );
    expect(said.map(({ length }) => length)).toEqual([1, 1, 1, 0]);
    expect(said[0]?.[0]).toContain(wallet(1));
    expect(said[1]?.[0]).toContain(`${twins[1]} in row 4`);
    expect(said[2]?.[0]).toContain(`${twins[0]} in row 3`);
    const unseen = draft.confirmations.filter(({ kind }) => kind !== 'look-alike');
    const refused = started.bridge.bulk.drafts.start({
      ...bulkOrder(draft),
      confirmations: unseen,
    });
    await expect(refused).rejects.toMatchObject({ data: { cause: 'not-confirmed' } });
    expect((await start(draft)).counts.created).toBe(4);
  });

  it('is the rows themselves: with others of the same number nothing starts', async () => {
    const customer = await newCustomer();
    const columns = `${heading};Other wallet`;
    const line = `${row(customer, wallet(1))};${wallet(2)}`;
    const draft = await draftOf([columns, line].join('\n'));
    const { bulk, virtualAccounts } = started.bridge;
    const fields = draft.columns.flatMap(({ index, field }) =>
      field === null ? [] : [{ index: field === 'walletAddress' ? 6 : index, field }],
    );
    await bulk.drafts.map({ id: draft.id, columns: fields });
    const changed = await vi.waitFor(async () => {
      const found = await bulk.drafts.get({ id: draft.id });
      expect(found.status).toBe('ready');
      return found;
    }, 30_000);
    expect(changed.confirmations).toEqual(draft.confirmations);
    expect(changed.digest).not.toBe(draft.digest);
    await expect(bulk.drafts.start(bulkOrder(draft))).rejects.toMatchObject({
      code: 'INVALID',
      data: { cause: 'changed' },
    });
    expect((await virtualAccounts.list({})).total).toBe(0);
    expect((await start(changed)).counts.created).toBe(1);
  });

  it('is that the file was run before, and customers without email that were sent', async () => {
    const content = 'Type;First name;Phone\nindividual;Ren\u00e9;+14155550123\n';
    expect((await start(await draftOf(content, 'customer'))).counts.created).toBe(1);
    const decomposed = `${content}${content.normalize('NFD').split('\n')[1]}\n`;
    const apart = await draftOf(decomposed, 'customer');
    expect(apart.counts).toMatchObject({ ready: 0, duplicate: 2, toSend: 0 });
    expect((await remarksOf(apart))[1]).toMatchObject([
      { code: 'duplicate.row' },
      { code: 'duplicate.record' },
    ]);
    const again = await draftOf(content, 'customer');
    expect(again.counts).toMatchObject({ ready: 0, duplicate: 1, toSend: 0 });
    const [remarks] = await remarksOf(again);
    expect(remarks).toMatchObject([{ code: 'duplicate.record', like: { kind: 'record' } }]);
    const { drafts } = started.bridge.bulk;
    const included = await drafts.include({ id: again.id, rows: 'all', included: true });
    expect(included.confirmations).toMatchObject([
      { kind: 'duplicates', count: 1 },
      { kind: 'same-file', count: 1 },
    ]);
    const more = await draftOf(`${content}individual;Bea;+14155550124\n`, 'customer');
    expect(more.counts).toMatchObject({ ready: 1, duplicate: 1 });
    expect(more.sameFile).toBeNull();
    // One checked file at a time, and it says so.
    expect(more.notes.join()).toContain('Causeway discarded');
    expect((await drafts.list()).map(({ id }) => id)).toEqual([more.id]);
  });
});
