import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestRecords, type TestRecords } from '../records/testing/open-records.ts';
import type { NewObservation, Records } from '../records/types.ts';
import { unconfirmedParts } from './unconfirmed-parts.ts';

const id = 'virtualAccount_1';
const whole = {
  id,
  depositInstructions: { bankName: 'Lead Bank', bankAccountNumber: '000123' },
  destination: { currency: 'USDC', network: 'ethereum', walletAddress: '0x1' },
};

let opened: TestRecords;
let records: Records;
beforeEach(() => {
  opened = openTestRecords();
  records = opened.records;
});
afterEach(() => opened.remove());

const observe = (source: NewObservation['source'], body: object, at = '2026-11-20T12:00:00.000Z') =>
  records.observe({ kind: 'virtualAccount', id, source, observedAt: at, body: { ...body } });
const words = () => unconfirmedParts(records, id).map((sentence) => sentence.split(' were ')[0]);

it('an import alone is named, part by part', () => {
  observe('import', whole);
  expect(words()).toEqual(['Its deposit instructions', 'Its destination']);
});

it('what the service said is not, and stays so when it is imported once more', () => {
  observe('create-answer', whole);
  expect(words()).toEqual([]);
  observe('import', whole, '2026-11-21T12:00:00.000Z');
  expect(words()).toEqual([]);
});

it('what the service said before, and says otherwise since, is named when an import brings it back', () => {
  const bank = (bankAccountNumber: string) => ({
    id,
    destination: whole.destination,
    depositInstructions: { bankName: 'Lead Bank', bankAccountNumber },
  });
  observe('create-answer', bank('000111'));
  observe('read', bank('000222'), '2026-11-21T12:00:00.000Z');
  expect(words()).toEqual([]);
  observe('import', bank('000111'), '2026-11-22T12:00:00.000Z');
  expect(records.get('virtualAccount', id)?.body).toMatchObject(bank('000111'));
  expect(words()).toEqual(['Its deposit instructions']);
});

it('what an import adds to the service’s words is named', () => {
  observe('create-answer', { id, destination: whole.destination });
  observe('import', whole, '2026-11-21T12:00:00.000Z');
  expect(words()).toEqual(['Its deposit instructions']);
});
