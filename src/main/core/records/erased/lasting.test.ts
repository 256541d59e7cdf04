import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { payloadExamples, responseExamples } from '../../../../contract/examples.ts';
import type { JsonObject } from '../../../../contract/scalars.ts';
import { openRecords } from '../records.ts';
import { openTestRecords, type TestRecords } from '../testing/open-records.ts';
import type { NewObservation, Records } from '../types.ts';
import { createErasedBodies } from './erased-bodies.ts';
import { lasting, lastingBytes } from './lasting.ts';

const moment = '2026-01-31T12:00:00.000Z';

describe('what stays of a body', () => {
  it('is IDs, states, amounts, currencies, networks and moments', () => {
    expect(lasting(responseExamples.createVirtualAccount)).toMatchObject({
      active: true,
      fees: { totalBpsRate: expect.any(String) },
      destination: { network: expect.any(String), currency: expect.any(String) },
    });
    expect(lasting(responseExamples.createCustomer)).toEqual(responseExamples.createCustomer);
    const payout = {
      id: 'payout_1',
      customer: 'customer_1',
      status: 'in_review',
      reference: 'Ada 7',
      source: { amount: '10.00', currency: 'USD', account: { name: 'Ada', value: '998877665' } },
      fee: { value: 3, decimals: 2, currency: 'USD' },
      netAmount: 12,
      sum: '7.5',
      created: moment,
      birthDate: '1990-01-01T00:00:00.000Z',
    };
    expect(lasting(payout)).toEqual({
      id: 'payout_1',
      customer: 'customer_1',
      status: 'in_review',
      source: { amount: '10.00', currency: 'USD' },
      netAmount: 12,
      created: moment,
      fee: { value: 3, decimals: 2, currency: 'USD' },
    });
    // As a total reads them (payouts/reading/amounts.ts), so that no sum changes.
    const small = { source: { amount: '1e3' }, fee: { amount: 1e-7 }, party: '1e3' };
    expect(lasting(small)).toEqual({ source: { amount: '1e3' }, fee: { amount: 1e-7 } });
    expect(lasting(payout, { figures: new Set(['sum']) })).toMatchObject({ sum: '7.5' });
  });

  it('is nothing that may name a person, whatever its field is called', () => {
    const bodies: JsonObject[] = [
      { source: 'Ada Lovelace', kind: 'Ada Lovelace', state: 'Ada-7', type: '+4915799912345' },
      { address: { state: 'Bavaria', city: 'Ulm', network: 'home sweet home' } },
      { addressState: 'Bavaria' },
      { id: 'address_1', state: 'Bavaria' },
      { name: 'Ada.Lovelace', status: 'ada@example.com', currency: 'Lovelace', amount: 'Ada' },
      { list: ['Ada', { deep: ['Lovelace'] }], 'ada@example.com': true, walletAddress: '0x1' },
      { taxType: 'ssn', passportStatus: 'valid', value: '998877665', id: 'Ada' },
    ];
    for (const body of bodies)
      expect(JSON.stringify(lasting(body))).not.toMatch(/Ada|Lovelace|@|9{2}8|Bavaria|home/);
  });

  it('is the status of an address, and the state of any other record', () => {
    const bodies: JsonObject[] = [
      { id: 'address_1', status: 'active', addressStatus: 'verified' },
      { id: 'wallet_1', state: 'active' },
      { id: 'paymentLink_1', state: 'open' },
    ];
    for (const body of bodies) expect(lasting(body)).toEqual(body);
  });

  it('is no moment and no state of a person, whatever versions before left of it', () => {
    const record = {
      id: 'customer_1',
      created: moment,
      deleted: moment,
      completedAt: moment,
      settled_at: moment,
      status: 'in review',
      kycStatus: 'additional_review_required',
    };
    const person = {
      dob: moment,
      born: moment,
      wedding: moment,
      dateOfDeath: moment,
      bornAt: moment,
      maritalStatus: 'Divorced',
      employmentStatus: 'Self employed',
      healthState: 'Ill',
    };
    expect(lasting({ ...record, ...person })).toEqual(record);
    const before = { ...record, ...person };
    expect(lasting({ ...before, email: 'a@b.cd' }, { isOfBefore: true })).toEqual(before);
  });

  it('stays the same when it is done again', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (body) => {
        const once = lasting(body as JsonObject);
        expect(lasting(once)).toEqual(once);
      }),
    );
    for (const body of Object.values(payloadExamples)) {
      const once = lasting(body as JsonObject);
      expect(lasting(once)).toEqual(once);
    }
  });

  it('is found by IDs in every spelling that is read', () => {
    const id = 'customer_7f3e-11';
    const payout = 'payout_7f3e_A-2';
    expect(lasting({ id, payout, name: 'Ada-Lovelace' })).toEqual({ id, payout });
    const { isNamedIn } = createErasedBodies({ ids: [id, 'customer_1', 'wallet_2'], figures: [] });
    const isIn = (text: string) => isNamedIn(Buffer.from(JSON.stringify({ data: { text } })));
    // A hyphen joins as well.
    for (const named of [
      id,
      `of ${id}.`,
      'customer_1',
      'payout_3-customer_1',
      'wallet_2_of',
      `payout_3-${id}`,
      `${id}-refund_2`,
      `Invoice\n${id}`,
      `"${id}\t\u0001wallet_3`,
    ])
      expect([named, isIn(named)]).toEqual([named, true]);
    for (const other of ['customer_7f3e', 'customer_7f3e-1', 'customer_7f3e-112', 'customer_12'])
      expect([other, isIn(other)]).toEqual([other, false]);
  });

  it('is found soon in a body of letters alone, which anybody can send', () => {
    const { isNamedIn } = createErasedBodies({ ids: ['customer_1'], figures: [] });
    const begun = performance.now();
    expect(isNamedIn(Buffer.alloc(200_000, 'a'))).toBe(false);
    expect(performance.now() - begun).toBeLessThan(1_000);
  });

  it('is nothing of what is no object', () => {
    expect(Buffer.from(lastingBytes(Buffer.from('["Ada"]'))).toString()).toBe('');
    expect(Buffer.from(lastingBytes(Buffer.from('{"id":"event_1","x":"Ada"}'))).toString()).toBe(
      '{"id":"event_1"}',
    );
  });
});

describe('observations of an erased customer', () => {
  const opened: TestRecords[] = [];
  afterEach(() => {
    for (const one of opened.splice(0)) one.remove();
  });

  const openErased = (): Records => {
    const test = openTestRecords();
    opened.push(test);
    test.sqlite.exec(`
      INSERT INTO erasures (customer_id, at, reason) VALUES ('customer_1', '${moment}', 'asked for');
      INSERT INTO erased_ids VALUES ('customer_1', 'customer_1');`);
    return openRecords({ sqlite: test.sqlite });
  };

  it('fold to the same bytes in any order, and an exact duplicate is none', () => {
    const of = { kind: 'customer', id: 'customer_1', source: 'read' } as const;
    const observed: NewObservation[] = [1, 2, 3, 4].map((at) => ({
      ...of,
      observedAt: `2026-01-0${at}T12:00:00.000Z`,
      body: { id: 'customer_1', email: `${at}@example.com`, type: at % 2 ? 'individual' : 'x' },
    }));
    const bankAccount = { kind: 'bankAccount', id: 'bankAccount_1', source: 'read' } as const;
    observed.push({
      ...bankAccount,
      observedAt: moment,
      body: { id: 'bankAccount_1', customer: 'customer_1', accountHolderName: 'Ada' },
    });
    // It names the account alone.
    observed.push({
      ...bankAccount,
      observedAt: '2026-02-01T12:00:00.000Z',
      body: { id: 'bankAccount_1', accountName: 'Ada', status: 'active' },
    });
    const textOf = (records: Records) =>
      JSON.stringify([
        records.get('customer', 'customer_1'),
        records.get('bankAccount', 'bankAccount_1'),
      ]);
    const forwards = openErased();
    for (const observation of observed) forwards.observe(observation);
    const text = textOf(forwards);
    expect(text).not.toMatch(/@|Ada/);
    expect(text).toContain('"status":"active"');
    for (const observation of observed) expect(forwards.observe(observation).isNew).toBe(false);
    const backwards = openErased();
    const [first, ...rest] = observed.toReversed();
    for (const observation of rest) backwards.observe(observation);
    if (first !== undefined) backwards.observe(first);
    expect(textOf(backwards)).toBe(text);
  });
});
