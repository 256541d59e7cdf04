import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { openTestRecords, type TestRecords } from './testing/open-records.ts';
import type { NewObservation, Records } from './types.ts';

let opened: TestRecords;
let sqlite: Sqlite;
let records: Records;
beforeEach(() => {
  opened = openTestRecords();
  ({ sqlite, records } = opened);
});
afterEach(() => opened.remove());

const at = (minute: number) => `2026-11-20T12:${String(minute).padStart(2, '0')}:00.000Z`;

const customer = (id: string, more: Partial<NewObservation> = {}): NewObservation => ({
  kind: 'customer',
  id,
  source: 'create-answer',
  observedAt: at(0),
  body: { id, type: 'individual', verificationProfiles: [] },
  ...more,
});
const enteredCustomer = (id: string, body: NewObservation['body'], minute = 0) =>
  customer(id, { source: 'entered', body, observedAt: at(minute) });

const account = (id: string, body: NewObservation['body'] = {}): NewObservation => ({
  kind: 'virtualAccount',
  id,
  source: 'create-answer',
  observedAt: at(0),
  body: { id, active: true, ...body },
});
const enteredAccount = (id: string, body: NewObservation['body']): NewObservation => ({
  ...account(id),
  source: 'entered',
  body,
});

const ids = (page: { readonly records: readonly { readonly id: string }[] }) =>
  page.records.map((record) => record.id);
const wholePage = { offset: 0, limit: 200, direction: 'ascending' as const };

describe('a record', () => {
  it('is what the service said, with what was entered beside it', () => {
    records.observe(
      enteredCustomer('customer_a', { type: 'individual', email: 'ada@example.com' }),
    );
    const { observationId } = records.observe(customer('customer_a'));

    const record = records.get('customer', 'customer_a');
    expect(record?.body).toEqual({
      id: 'customer_a',
      type: 'individual',
      verificationProfiles: [],
    });
    expect(record?.entered).toEqual({ type: 'individual', email: 'ada@example.com' });
    expect(record?.provenance['/type']).toBe(observationId);
    expect(record?.observations).toBe(2);
  });

  it('is unknown until something is observed', () => {
    expect(records.get('customer', 'customer_a')).toBeNull();
    expect(records.columns('customer', 'customer_a')).toBeNull();
    expect(records.observations('customer', 'customer_a')).toEqual([]);
  });

  it('goes by what the service says of the time, not by arrival', () => {
    const body = (status: string, updated: string) => ({ id: 'webhook_a', status, updated });
    const webhook = { kind: 'webhook', id: 'webhook_a', source: 'webhook-record' } as const;
    records.observe({ ...webhook, observedAt: at(1), body: body('degraded', at(9)) });
    records.observe({ ...webhook, observedAt: at(2), body: body('healthy', at(3)) });
    expect(records.get('webhook', 'webhook_a')?.body['status']).toBe('degraded');
  });

  it('takes the time of the event where the resource has none', () => {
    const told = (type: string, eventUpdated: string | null, eventCreated: string) =>
      customer('customer_a', {
        source: 'delivery',
        body: { id: 'customer_a', type },
        eventUpdated,
        eventCreated,
      });
    records.observe(told('later', null, '2026-11-21T00:00:00.000Z'));
    // Sent again meanwhile.
    records.observe(told('earlier', '2026-11-22T00:00:00.000Z', '2026-11-20T23:00:00.000Z'));
    expect(records.get('customer', 'customer_a')?.body['type']).toBe('later');
  });

  it('prefers the stronger source at the same moment', () => {
    records.observe(customer('customer_a', { source: 'read', body: { type: 'read' } }));
    records.observe(customer('customer_a', { source: 'import', body: { type: 'imported' } }));
    expect(records.get('customer', 'customer_a')?.body['type']).toBe('read');
  });

  it('stands once on an exact duplicate', () => {
    const first = records.observe(customer('customer_a'));
    const again = records.observe(customer('customer_a'));
    expect(again).toEqual({ observationId: first.observationId, isNew: false });
    expect(records.get('customer', 'customer_a')?.observations).toBe(1);
  });

  it('says when it was first and last learned, whatever the order', () => {
    records.observe(customer('customer_a', { observedAt: at(5) }));
    records.observe(customer('customer_a', { observedAt: at(2) }));
    expect(records.get('customer', 'customer_a')).toMatchObject({
      firstLearnedAt: at(2),
      lastLearnedAt: at(5),
    });
  });

  it('has no state by an event that names itself by no text', () => {
    const told = { source: 'delivery' as const, observedAt: at(0), eventId: 'event_1' };
    records.observe({ ...told, kind: 'event', id: 'event_1', body: { name: 5 } });
    records.observe({ ...told, kind: 'wallet', id: 'wallet_1', body: { id: 'wallet_1' } });
    expect(records.columns('wallet', 'wallet_1')).toMatchObject({ state: null });
  });

  it('refuses an observation without a usable time', () => {
    expect(() => records.observe(customer('customer_a', { observedAt: 'yesterday' }))).toThrow(
      /ISO 8601/,
    );
    expect(records.get('customer', 'customer_a')).toBeNull();
  });

  it('goes with the transaction that it was learned in', () => {
    expect(() =>
      sqlite.transaction(() => {
        records.observe(customer('customer_a'));
        throw new Error('the outer work failed');
      }),
    ).toThrow('the outer work failed');
    expect(records.get('customer', 'customer_a')).toBeNull();
    expect(records.list('customer', wholePage).total).toBe(0);
  });
});

describe('secrets and raw bytes', () => {
  const secret = 'secret_0123456789abcdef';
  const answer = { id: 'webhook_a', secret, nested: { list: [{ secret }], note: secret } };
  const raw = new TextEncoder().encode(JSON.stringify(answer));

  it('cuts a webhook secret out before anything is kept', () => {
    records.observe({
      ...customer('webhook_a'),
      kind: 'webhook',
      body: answer,
      raw,
    });
    expect(records.get('webhook', 'webhook_a')?.body).toEqual({
      id: 'webhook_a',
      nested: { list: [{}] },
    });
    for (const table of ['observations', 'records', 'record_search']) {
      expect(JSON.stringify(sqlite.all(`SELECT * FROM ${table}`))).not.toContain(
        '0123456789abcdef',
      );
    }
  });

  it('gives the exact bytes back, and holds them sealed', () => {
    const webhook = { kind: 'webhook', id: 'webhook_a' } as const;
    const { observationId } = records.observe({
      ...customer('webhook_a'),
      ...webhook,
      body: answer,
      raw,
    });
    expect(Buffer.from(records.rawBytes(webhook, observationId) ?? []).equals(raw)).toBe(true);
    const [row] = sqlite.all('SELECT raw_sealed FROM observations') as { raw_sealed: Buffer }[];
    expect(row?.raw_sealed.includes(Buffer.from(secret))).toBe(false);
    expect(records.rawBytes(webhook, 'no such observation')).toBeNull();
  });
});

describe('observations', () => {
  it('are listed newest first with how they were learned', () => {
    records.observe(customer('customer_a', { observedAt: at(1), intentKey: 'a'.repeat(32) }));
    records.observe(
      customer('customer_a', { source: 'delivery', observedAt: at(3), eventUpdated: at(2) }),
    );
    expect(
      records.observations('customer', 'customer_a').map(({ source, happenedAt, intentKey }) => ({
        source,
        happenedAt,
        intentKey,
      })),
    ).toEqual([
      { source: 'delivery', happenedAt: at(2), intentKey: null },
      { source: 'create-answer', happenedAt: null, intentKey: 'a'.repeat(32) },
    ]);
  });

  it('are never changed or deleted', () => {
    records.observe(customer('customer_a'));
    expect(() => sqlite.exec("UPDATE observations SET body = '{}'")).toThrow(/never changes/);
    expect(() => sqlite.exec('DELETE FROM observations')).toThrow(/never deleted/);
    expect(() =>
      sqlite.exec('INSERT OR REPLACE INTO observations SELECT * FROM observations'),
    ).toThrow(/never/);
  });
});

describe('the list of customers', () => {
  beforeEach(() => {
    const enter = (id: string, first: string, last: string, email: string, minute: number) => {
      const personalInformation = { firstName: first, lastName: last };
      records.observe(enteredCustomer(id, { personalInformation, email }, minute));
      records.observe(customer(id, { observedAt: at(minute) }));
    };
    enter('customer_a', 'Ada', 'Byron', 'ada@example.com', 1);
    enter('customer_b', 'Åsa', 'Öberg', 'asa@example.com', 2);
    enter('customer_c', 'Zoë', '100%_sure', 'zoe@example.com', 3);
    records.observe(
      customer('customer_d', {
        observedAt: at(4),
        body: {
          type: 'business',
          verificationProfiles: [
            { name: 'one', status: 'incomplete', criteria: { required: ['photo_id', 'x'] } },
            { name: 'two', status: 'approved', criteria: { required: ['photo_id'] } },
            'not a profile',
          ],
        },
      }),
    );
  });

  it('finds by parts of words, without accents or case, every word needed', () => {
    const find = (search: string) => ids(records.list('customer', { ...wholePage, search }));
    expect(find('byr')).toEqual(['customer_a']);
    expect(find('OBERG asa')).toEqual(['customer_b']);
    expect(find('ada oberg')).toEqual([]);
    expect(find('example.com')).toEqual(['customer_a', 'customer_b', 'customer_c']);
    expect(find('customer_d')).toEqual(['customer_d']);
  });

  it('finds by one or two characters, and takes wildcards and quotes as they are', () => {
    const find = (search: string) => ids(records.list('customer', { ...wholePage, search }));
    expect(find('%')).toEqual(['customer_c']);
    expect(find('0%')).toEqual(['customer_c']);
    expect(find('%_s')).toEqual(['customer_c']);
    expect(find('a" OR "b')).toEqual([]);
    expect(find('"')).toEqual([]);
    expect(find('\\')).toEqual([]);
    expect(find('zo')).toEqual(['customer_c']);
  });

  it('sorts both ways by each column', () => {
    const sorted = (sort: 'name' | 'email' | 'type' | 'lastLearnedAt', direction = 'ascending') =>
      ids(records.list('customer', { ...wholePage, sort, direction: direction as 'ascending' }));
    expect(sorted('name', 'descending').slice(0, 3)).toEqual([
      'customer_c',
      'customer_b',
      'customer_a',
    ]);
    expect(sorted('lastLearnedAt')).toEqual([
      'customer_a',
      'customer_b',
      'customer_c',
      'customer_d',
    ]);
    expect(sorted('type')[0]).toBe('customer_d');
    expect(sorted('email', 'descending')[0]).toBe('customer_c');
  });

  it('filters by type and by a profile status', () => {
    expect(ids(records.list('customer', { ...wholePage, type: 'business' }))).toEqual([
      'customer_d',
    ]);
    expect(ids(records.list('customer', { ...wholePage, profileStatus: 'approved' }))).toEqual([
      'customer_d',
    ]);
    expect(records.list('customer', { ...wholePage, profileStatus: 'rejected' }).total).toBe(0);
    expect(records.filterValues('customer')).toEqual({
      types: ['business', 'individual'],
      profileStatuses: ['approved', 'incomplete'],
    });
  });

  it('gives one page and says how many there are', () => {
    const page = records.list('customer', {
      ...wholePage,
      search: 'example',
      offset: 1,
      limit: 1,
      sort: 'name',
    });
    expect(ids(page)).toEqual(['customer_b']);
    expect(page).toMatchObject({ total: 3, known: 4, asOf: at(4) });
  });

  it('shows each required criterion once and what only stands on what was entered', () => {
    expect(records.columns('customer', 'customer_d')).toMatchObject({
      requiredCriteria: 2,
      name: null,
      isUnconfirmed: false,
      profiles: [
        { name: 'one', status: 'incomplete' },
        { name: 'two', status: 'approved' },
      ],
    });
    expect(records.columns('customer', 'customer_a')).toMatchObject({
      name: 'Ada Byron',
      isUnconfirmed: true,
    });
    records.observe(
      customer('customer_a', { source: 'read', body: { email: 'countess@example.com' } }),
    );
    expect(records.columns('customer', 'customer_a')).toMatchObject({
      email: 'countess@example.com',
      isUnconfirmed: false,
    });
  });
});

describe('the list of virtual accounts', () => {
  const make = (id: string, rate: string, network: string, minute: number) => {
    records.observe(
      enteredAccount(id, { customerId: 'customer_a', sourceCurrency: 'USD', network }),
    );
    records.observe(
      account(id, {
        fees: { totalBpsRate: rate },
        destination: { currency: 'USDC', network, walletAddress: `0x${id}` },
        depositInstructions: { currency: 'USD', bankAccountNumber: `000${minute}123` },
        created: at(minute),
      }),
    );
  };

  beforeEach(() => {
    make('virtualAccount_1', '100', 'ethereum', 3);
    make('virtualAccount_2', '65.5', 'base', 1);
    make('virtualAccount_3', '9', 'solana', 2);
    records.observe(enteredCustomer('customer_a', { email: 'ada@example.com' }));
  });

  it('knows the customer from what was entered, and its name whichever came first', () => {
    expect(records.columns('virtualAccount', 'virtualAccount_1')).toMatchObject({
      customerId: 'customer_a',
      customerName: 'ada@example.com',
      sourceCurrency: 'USD',
      destinationCurrency: 'USDC',
    });
    expect(records.columns('customer', 'customer_a')?.virtualAccounts).toBe(3);
  });

  it('follows a customer whose name becomes known later', () => {
    records.observe(
      enteredCustomer('customer_a', { personalInformation: { firstName: 'Ada' } }, 9),
    );
    expect(records.columns('virtualAccount', 'virtualAccount_2')?.customerName).toBe('Ada');
    expect(records.list('virtualAccount', { ...wholePage, search: 'ada' }).total).toBe(3);
    expect(records.list('virtualAccount', { ...wholePage, search: 'example' }).total).toBe(0);
  });

  it('sorts rates as numbers and times as times', () => {
    const sorted = (sort: 'totalBpsRate' | 'created' | 'network') =>
      ids(records.list('virtualAccount', { ...wholePage, sort })).map((id) => id.at(-1));
    expect(sorted('totalBpsRate')).toEqual(['3', '2', '1']);
    expect(sorted('created')).toEqual(['2', '3', '1']);
    expect(sorted('network')).toEqual(['2', '1', '3']);
  });

  it('filters by customer, currency and network, and finds by wallet and account number', () => {
    const list = (query: object) => records.list('virtualAccount', { ...wholePage, ...query });
    expect(list({ customerId: 'customer_a' }).total).toBe(3);
    expect(list({ customerId: 'customer_b' }).total).toBe(0);
    expect(list({ currency: 'USDC', network: 'base' }).total).toBe(1);
    expect(list({ search: '0xVIRTUALaccount_3' }).total).toBe(1);
    expect(list({ search: '0001123' }).total).toBe(1);
    expect(records.filterValues('virtualAccount')).toEqual({
      currencies: ['USDC'],
      networks: ['base', 'ethereum', 'solana'],
    });
  });
});
