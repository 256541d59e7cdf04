import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CreateCustomerInput } from '../../../../contract/customer.ts';
import {
  type CreateVirtualAccountInput,
  createVirtualAccountInput,
} from '../../../../contract/virtual-account.ts';
import { systemClock } from '../../../../platform/clock.ts';
import { systemRandom } from '../../../../platform/random.ts';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import { testDatabase } from '../../../../platform/testing/test-folder.ts';
import { auditMigrations, openAudit } from '../../../core/audit/audit.ts';
import type { Audit } from '../../../core/audit/types.ts';
import { virtualAccountFingerprint } from '../../../core/creates/fingerprints.ts';
import { mismatchesAmong } from '../../../core/creates/reported-mismatches.ts';
import { createApprovalsPlace } from '../../../core/intents/approvals.ts';
import { createClaimsPlace } from '../../../core/intents/claims.ts';
import { openIntents } from '../../../core/intents/intents.ts';
import { intentsMigrations } from '../../../core/intents/migrations.ts';
import { openResolutions } from '../../../core/intents/resolutions.ts';
import type { Intents } from '../../../core/intents/types.ts';
import { recordsMigrations } from '../../../core/records/migrations.ts';
import { openRecords } from '../../../core/records/records.ts';
import type { Records } from '../../../core/records/types.ts';
import type { WriteOutcome } from '../../../core/service/outcomes.ts';
import { createServiceClient } from '../../../core/service/service-client.ts';
import { bulkMigrations } from './migrations.ts';
import { openRuns, type Runs } from './runs.ts';
import {
  answered,
  bodyOf,
  created,
  inputOf,
  notSent,
  orderOf,
  row,
  rowsTo,
  tooMany,
  unknown,
  wallet,
} from './testing/rows.ts';

let sqlite: Sqlite;
let records: Records;
let audit: Audit;
let intents: Intents;
let runs: Runs;
/** Ids of accounts whose departure a person cleared up. */
const cleared = new Set<string>();
let sent: CreateVirtualAccountInput[];
let answer: (input: CreateVirtualAccountInput, number: number) => Promise<WriteOutcome>;
let answerCustomer: (input: CreateCustomerInput) => WriteOutcome;
let failAudit: (action: string) => boolean;
/** Of a form that waits for the service. */
let formAnswer: PromiseWithResolvers<WriteOutcome>;
const log = { error: vi.fn(), warn: vi.fn() };
const clock = systemClock;

function open(): Runs {
  return openRuns({
    sqlite,
    intents,
    records,
    log,
    clock,
    random: systemRandom,
    audit: {
      append(entry) {
        if (failAudit(entry.action)) {
          throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
        }
        return audit.append(entry);
      },
    },
    client: {
      createCustomer: async (input) => answerCustomer(input),
      createVirtualAccount: (input) => answer(input, sent.push(input)),
    },
    writeBlock: async () => null,
    approvals: createApprovalsPlace(),
    claims: createClaimsPlace(),
    concerns: {
      departing: (ids) =>
        new Map(
          [...mismatchesAmong(records, ids)]
            .map(([id, found]) => [id, found.map(({ sentence }) => sentence)] as const)
            .filter(([id, found]) => found.length > 0 && !cleared.has(id)),
        ),
    },
    onChange: () => undefined,
  });
}

beforeEach(() => {
  sqlite = testDatabase([
    ...recordsMigrations,
    ...auditMigrations,
    ...intentsMigrations,
    ...bulkMigrations,
  ]);
  records = openRecords({ sqlite });
  audit = openAudit({ sqlite, clock });
  intents = openIntents({ sqlite, records, audit, clock, log });
  sent = [];
  cleared.clear();
  answer = async (input, number) => created(input, number);
  failAudit = () => false;
  formAnswer = Promise.withResolvers();
  runs = open();
});
afterEach(async () => {
  failAudit = () => false;
  await runs.close();
});

const rested = (id: string) =>
  vi.waitFor(() => {
    const run = runs.get(id);
    expect(run.state).not.toBe('running');
    return run;
  }, 30_000);

describe('runs', () => {
  it('of two that start at once one does', async () => {
    const both = await Promise.allSettled([
      runs.start(orderOf(rowsTo(3))),
      runs.start(orderOf(rowsTo(3))),
    ]);
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(both[1]).toMatchObject({ reason: { data: { cause: 'another-run' } } });
    await expect.poll(() => runs.list({ offset: 0, limit: 9 }).rows[0]?.state).toBe('done');
    expect(sent).toHaveLength(3);
  });

  it('pause at once when an answer departs, and go on only when that is cleared up', async () => {
    answer = async (input, number) => created(input, number, number === 3 ? wallet(99) : undefined);
    const { id } = await runs.start(orderOf(rowsTo(60)));
    const run = await rested(id);
    expect(run).toMatchObject({ state: 'paused', cause: 'departs', mismatches: 1 });
    // The window opens with eight: what was under way with the third, and no step more.
    expect(sent).toHaveLength(8);
    expect(run.counts).toMatchObject({ created: 8, waiting: 52 });
    const { rows } = runs.rows({ id, state: 'created', offset: 0, limit: 20 });
    const departing = rows.filter(({ isDeparting }) => isDeparting);
    expect(departing.map(({ resourceId }) => resourceId)).toEqual(run.departing);
    await expect(runs.goOn(id)).rejects.toMatchObject({ data: { cause: 'departs' } });
    expect([sent.length, ...runs.waiting().map(({ state }) => state)]).toEqual([8, 'paused']);
    cleared.add(run.departing[0] ?? '');
    expect(runs.get(id)).toMatchObject({ mismatches: 0, departing: [] });
    await runs.goOn(id);
    expect(await rested(id)).toMatchObject({ state: 'done', counts: { created: 60 } });
  });

  it('of customers mark the rows that depart, and go on without a sign-off', async () => {
    answerCustomer = ({ email = '' }) => {
      const type = email.startsWith('bob') ? 'business' : 'individual';
      return answered({ id: `customer_${email.split('@')[0]}`, type }, 'customer');
    };
    const rows = ['ada', 'bob', 'cyd'].map((name, index) => {
      const input = { type: 'individual' as const, email: `${name}@example.com` };
      return { ...row(index), input, fingerprint: input.email };
    });
    const { id } = await runs.start({ ...orderOf([]), kind: 'customer', rows });
    const { sentence, ...run } = await rested(id);
    expect(run).toMatchObject({ state: 'paused', cause: 'departs', mismatches: 0 });
    expect(run.departing).toEqual(['customer_bob']);
    expect(sentence).toContain('Look at the marked rows');
    const marked = runs.rows({ id, state: null, offset: 0, limit: 9 }).rows;
    expect(marked.map(({ isDeparting }) => isDeparting)).toEqual([false, true, false]);
    await runs.goOn(id);
    expect(await rested(id)).toMatchObject({ state: 'done', counts: { created: 3 } });
  });

  it('know after a pause which customer an account went to', async () => {
    answer = async (input, number) => (number === 1 ? created(input, 1) : notSent);
    const other = createVirtualAccountInput.parse({ ...inputOf(2), customerId: 'customer_2' });
    const { id } = await runs.start(orderOf([row(1), { ...row(2), input: other }]));
    expect(await rested(id)).toMatchObject({ counts: { created: 1, waiting: 1 }, mismatches: 0 });
    answer = async (input) => {
      const { customerId: _notNamed, ...body } = bodyOf('virtualAccount_1', input);
      return answered(body);
    };
    await runs.goOn(id);
    expect(await rested(id)).toMatchObject({ state: 'paused', cause: 'departs', mismatches: 1 });
    await expect(runs.goOn(id)).rejects.toMatchObject({ data: { cause: 'departs' } });
  });

  it('can go on where their end could not be written to a full disk', async () => {
    failAudit = (action) => action === 'bulk.paused';
    answer = async (input, number) => created(input, number, number === 1 ? wallet(99) : undefined);
    const { id } = await runs.start(orderOf(rowsTo(20)));
    expect(await rested(id)).toMatchObject({ state: 'paused', cause: 'departs' });
    failAudit = () => false;
    for (const departing of runs.get(id).departing) cleared.add(departing);
    await runs.goOn(id);
    expect(await rested(id)).toMatchObject({ state: 'done', counts: { created: 20, sending: 0 } });
    expect(sent).toHaveLength(20);
  });

  it('leave a row unsent that is no request any more, that holds a secret by now, or whose key others told', async () => {
    answer = async () => notSent;
    const { id } = await runs.start(orderOf(rowsTo(9)));
    await rested(id);
    const phrase = `${'abandon '.repeat(11)}about`;
    const change = (row: number, input: object) =>
      sqlite.run('UPDATE bulk_rows SET input = ? WHERE row = ?', [JSON.stringify(input), row]);
    change(row(2).row, { ...inputOf(2), network: 7 });
    change(row(4).row, { ...inputOf(4), walletAddress: phrase });
    sqlite.run(
      `INSERT INTO intents (key, operation, state, input, journalled_at, resource_id, sentence, messages)
       SELECT key, 'createCustomer', 'created', '{}', '', 'customer_told', '', '[]' FROM bulk_rows WHERE row = ?`,
      [row(6).row],
    );
    answer = async (input, number) => created(input, number);
    await runs.goOn(id);
    expect(await rested(id)).toMatchObject({ state: 'done', counts: { created: 6, unsent: 3 } });
    const { rows } = runs.rows({ id, state: 'unsent', offset: 0, limit: 9 });
    expect(rows.map(({ sentence }) => sentence)).toEqual([
      expect.stringContaining('can’t send the row as it is stored'),
      expect.stringContaining('seed phrase'),
      expect.stringContaining('told the team of a request under the key of this row'),
    ]);
    expect(JSON.stringify(rows[1]?.sentence)).not.toContain('abandon');
  });

  it('keep of whom each row was, whatever became of it', async () => {
    answer = async (input, number) => (number === 1 ? unknown : created(input, number));
    const { id } = await runs.start(orderOf(rowsTo(2)));
    await rested(id);
    const { rows } = runs.rows({ id, state: null, offset: 0, limit: 9 });
    expect(rows.map(({ name, state }) => [name, state])).toEqual([
      ['Customer 1', 'unknown'],
      ['Customer 2', 'created'],
    ]);
  });

  it('are stopped with however many rows wait, and none is left waiting', async () => {
    answer = async () => notSent;
    const { id } = await runs.start(orderOf(rowsTo(4_500)));
    await rested(id);
    // Whichever of the two is first, it is stopped in the end.
    await Promise.allSettled([runs.stop(id), runs.goOn(id)]);
    expect(runs.get(id)).toMatchObject({ state: 'stopped', counts: { waiting: 0, sending: 0 } });
    await expect(runs.goOn(id)).rejects.toMatchObject({ data: { cause: 'over' } });
  });

  it('take the state of rows under way from the journal, also after they were stopped', async () => {
    const { id } = await runs.start(orderOf(rowsTo(2)));
    await rested(id);
    sqlite.exec(`UPDATE bulk_rows SET state = 'sending', resource_id = NULL`);
    sqlite.exec(`UPDATE bulk_runs SET state = 'stopped'`);
    runs = open();
    expect(runs.get(id)).toMatchObject({ state: 'stopped', counts: { sending: 0, created: 2 } });
  });

  it('send a row that was refused for being too many though its included twin was created', async () => {
    answer = async (input, number) => (number === 1 ? tooMany : created(input, number));
    const { id } = await runs.start(orderOf([row(1), row(1, true, 4)]));
    expect((await rested(id)).counts).toMatchObject({ created: 2, unsent: 0 });
  });

  it('slow down for a gateway that names no form, and send its rows again as new requests', async () => {
    let refusedAt = 0;
    const sentAfter: number[] = [];
    let calls = 0;
    const client = createServiceClient({
      clock,
      random: systemRandom,
      log: { ...log, info: () => undefined } as never,
      baseUrl: () => 'https://service.test',
      token: async () => 'token',
      fetch: async (_url, init) => {
        const input = JSON.parse(String(init?.body)) as CreateVirtualAccountInput;
        calls += 1;
        if (calls > 6) sentAfter.push(clock.now());
        else if (calls % 3 === 0) {
          refusedAt = clock.now();
          return new Response(calls === 3 ? '' : '{"message":"Too Many Requests"}', {
            status: 429,
            headers: { 'retry-after': '1' },
          });
        }
        return Response.json(bodyOf(`virtualAccount_${calls}`, input), { status: 201 });
      },
    });
    answer = (input) => client.createVirtualAccount(input);
    const { id } = await runs.start(orderOf(rowsTo(6)));
    expect(await rested(id)).toMatchObject({ state: 'done', counts: { created: 6, unknown: 0 } });
    expect(sent).toHaveLength(8);
    expect(Math.min(...sentAfter) - refusedAt).toBeGreaterThanOrEqual(1_000);
    // Each of the two has a refused request in the journal, and another that created it.
    const journalled = (state: 'refused' | 'created') =>
      intents.list({ state, offset: 0, limit: 9 });
    const refused = journalled('refused');
    const created = journalled('created');
    expect([refused.total, created.total]).toEqual([2, 6]);
    const walletsOf = ({ rows }: typeof refused) =>
      rows.map(({ input }) => createVirtualAccountInput.parse(input).walletAddress);
    expect(walletsOf(created)).toEqual(expect.arrayContaining(walletsOf(refused)));
  });

  it('send nothing that came to be known while they were paused', async () => {
    answer = async (input, number) => created(input, number, number === 1 ? wallet(99) : undefined);
    const { id } = await runs.start(orderOf(rowsTo(20)));
    await rested(id);
    const id20 = 'virtualAccount_imported';
    records.observe({
      kind: 'virtualAccount',
      id: id20,
      source: 'entered',
      body: inputOf(20),
      observedAt: new Date().toISOString(),
    });
    for (const departing of runs.get(id).departing) cleared.add(departing);
    await runs.goOn(id);
    expect((await rested(id)).counts).toMatchObject({ created: 19, unsent: 1 });
  });

  const form = (send: () => Promise<WriteOutcome>) => {
    const fingerprint = virtualAccountFingerprint(inputOf(20));
    const write = { key: 'f'.repeat(32), operation: 'createVirtualAccount' as const, fingerprint };
    return intents.run({ ...write, input: inputOf(20), repeats: null, send });
  };
  it.each([
    ['has created', 1, () => form(async () => created(inputOf(20), 900))],
    ['is creating', 1, () => void form(async () => await formAnswer.promise)],
    ['may have created', 1, () => form(async () => unknown)],
    ['could not send', 0, () => form(async () => notSent)],
  ])('while under way send no row whose twin a form %s', async (_name, twins, twin) => {
    answer = async (input, number) => {
      if (number === 3) await twin();
      return created(input, number);
    };
    const { id } = await runs.start(orderOf(rowsTo(20)));
    const run = await rested(id);
    expect(run).toMatchObject({ state: 'done', counts: { created: 20 - twins, unsent: twins } });
    expect(sent.filter(({ walletAddress }) => walletAddress === wallet(20))).toHaveLength(
      1 - twins,
    );
    formAnswer.resolve(notSent);
  });

  it.each(['delivery', 'read', 'import'] as const)(
    'while under way send no row of which a %s tells that it exists',
    async (source) => {
      answer = async (input, number) => {
        const id = 'virtualAccount_elsewhere';
        const observedAt = new Date().toISOString();
        const body = bodyOf(id, inputOf(20));
        if (number === 3) {
          records.observe({ kind: 'virtualAccount', id, source, body, observedAt });
        }
        return created(input, number);
      };
      const { id } = await runs.start(orderOf(rowsTo(20)));
      const run = await rested(id);
      expect(run).toMatchObject({ state: 'done', counts: { created: 19, unsent: 1 } });
      expect(sent.map(({ walletAddress }) => walletAddress)).not.toContain(wallet(20));
      const [left] = runs.rows({ id, state: 'unsent', offset: 0, limit: 9 }).rows;
      expect(left?.sentence).toContain('exists or may exist by now');
    },
  );

  it('follow the newest of the writes that send an unknown row again', async () => {
    answer = async () => unknown;
    const { id } = await runs.start(orderOf([row(1)]));
    expect((await rested(id)).counts.unknown).toBe(1);
    const [first] = runs.rows({ id, state: 'unknown', offset: 0, limit: 9 }).rows;
    const key = first?.intentKeys[0] ?? '';
    openResolutions({ sqlite, clock, by: () => 'ada' }).append({
      intentKey: key,
      verdict: 'absent',
      resourceId: null,
      how: 'word',
    });
    expect(runs.get(id)).toMatchObject({ counts: { unsent: 1 }, neverSent: 0 });
    expect(runs.repository.neverSent(runs.stored(id).number, 0, 9)).toEqual([]);
    const again = 'a'.repeat(32);
    await intents.run({
      key: again,
      operation: 'createVirtualAccount',
      input: inputOf(1),
      repeats: key,
      send: async () => created(inputOf(1), 7),
    });
    expect(runs.get(id).counts).toMatchObject({ created: 1, unsent: 0, unknown: 0 });
    expect(runs.rows({ id, state: 'created', offset: 0, limit: 9 }).rows).toMatchObject([
      { resourceId: 'virtualAccount_7', intentKeys: [again] },
    ]);
  });
});
