import { describe, expect, it } from 'vitest';
import { bulkConfirmation } from '../../../../bridge/bulk.ts';
import type { CheckedFileRow } from '../checking/check-row.ts';
import { isAsked, nothingYet, summarise } from './summary.ts';

const row = (changes: Partial<CheckedFileRow> = {}): CheckedFileRow => ({
  row: 2,
  input: { type: 'individual', email: 'ada@example.com' },
  fingerprint: 'ada@example.com',
  sameness: 'ada@example.com',
  values: [],
  customerName: null,
  reference: null,
  ownName: null,
  remarks: [],
  doubts: [],
  ...changes,
});
const remark = (severity: 'duplicate' | 'error' | 'warning', code: string, sentence: string) => ({
  severity,
  code,
  sentence,
  field: null,
  column: null,
  like: null,
});

function summaryOf(rows: readonly CheckedFileRow[], included: number[] = [], isSameFile = false) {
  const steps = summarise(rows, new Set(included), isSameFile);
  for (;;) {
    const { value, done } = steps.next();
    if (done === true) return value;
  }
}
const digestOf = (rows: readonly CheckedFileRow[]) => summaryOf(rows).digest;

describe('the digest of rows', () => {
  it('is the same for the same rows, of whatever objects', () => {
    expect(digestOf([row(), row({ row: 3 })])).toBe(digestOf([row(), row({ row: 3 })]));
    expect(digestOf([])).toBe(nothingYet.digest);
  });

  it.each([
    [{ row: 3 }],
    [{ reference: 'K-1' }],
    [{ input: { type: 'individual', email: 'eve@example.com' } as const }],
    [{ remarks: [remark('warning', 'walletAddress.look-alike', 'as 0xab')] }],
  ])('differs with %j', (changes) => {
    expect(digestOf([row(changes)])).not.toBe(digestOf([row()]));
  });

  it('differs with what an included duplicate repeats', () => {
    const like = (of: number) =>
      summaryOf([row({ remarks: [remark('duplicate', 'duplicate.row', `Row ${of}.`)] })], [2]);
    expect(like(9).digest).not.toBe(like(8).digest);
    expect(like(9).digest).not.toBe(digestOf([row()]));
  });

  it('does not differ with what is said beside', () => {
    const unknown = remark('warning', 'customerId.unknown', 'Nothing is known of it.');
    expect(digestOf([row({ remarks: [unknown] })])).toBe(digestOf([row()]));
  });
});

describe('what rows come to', () => {
  const duplicate = [remark('duplicate', 'duplicate.row', 'Row 2 says the same.')];
  const errors = [remark('error', 'a', 'Wrong.'), remark('error', 'b', 'Blank.')];
  const rows = [
    row(),
    row({
      row: 3,
      customerName: 'Ada Byron',
      remarks: [remark('warning', 'w', 'Look.')],
      doubts: ['high-fee'],
    }),
    row({ row: 4, remarks: duplicate, doubts: ['high-fee'] }),
    row({ row: 5, remarks: duplicate }),
    row({ row: 6, input: null, remarks: [...errors, remark('warning', 'w', 'Look.')] }),
  ];
  const numbers = (of: readonly CheckedFileRow[]) => of.map((one) => one.row);

  it('counts and lists them by what is sent of them', () => {
    const { counts, confirmations, lists, errors: wrong } = summaryOf(rows);
    expect(counts).toEqual({
      ready: 2,
      duplicate: 2,
      hidden: 0,
      bad: 1,
      included: 0,
      warned: 1,
      toSend: 2,
    });
    expect(confirmations).toEqual([
      { kind: 'high-fee', count: 1, first: [{ row: 3, name: 'Ada Byron' }] },
    ]);
    expect(wrong).toBe(2);
    expect(numbers(lists['to-send'])).toEqual([2, 3]);
    expect([lists.duplicate, lists.bad, lists.warned].map(numbers)).toEqual([[4, 5], [6], [3]]);
  });

  it('changes with the duplicates that are included, in the order of the file', () => {
    const { counts, confirmations, lists } = summaryOf(rows, [4, 6], true);
    expect(counts).toMatchObject({ duplicate: 2, included: 1, toSend: 3 });
    expect(confirmations).toMatchObject([
      { kind: 'high-fee', count: 2, first: [{ row: 3 }, { row: 4, name: null }] },
      { kind: 'duplicates', count: 1, first: [{ row: 4 }] },
      { kind: 'same-file', count: 3, first: [{ row: 2 }, { row: 3 }, { row: 4 }] },
    ]);
    expect(numbers(lists['to-send'].filter((one) => isAsked(one, 'duplicates')))).toEqual([4]);
    expect(numbers(lists['to-send'].filter((one) => isAsked(one, 'high-fee')))).toEqual([3, 4]);
    expect(numbers(lists['to-send'])).toEqual([2, 3, 4]);
  });

  it('asks about every kind of doubt by itself', () => {
    const kinds = bulkConfirmation.shape.kind.options.filter(
      (kind) => kind !== 'duplicates' && kind !== 'same-file',
    );
    const { confirmations } = summaryOf(
      kinds.map((kind, at) => row({ row: at + 2, doubts: [kind] })),
    );
    expect(confirmations.map(({ kind, count }) => [kind, count])).toEqual(
      kinds.map((kind) => [kind, 1]),
    );
  });

  it('folds what is said of many by its kind, the most frequent first', () => {
    const unknown = (id: string) =>
      remark('warning', 'customerId.unknown', `The customer ${id} is not known to Causeway.`);
    const many = Array.from({ length: 500 }, (_, index) =>
      row({
        row: index + 2,
        remarks: [
          unknown(`customer_${index}`),
          ...(index < 3 ? [remark('warning', 'w', 'Look.')] : []),
        ],
      }),
    );
    const { remarks } = summaryOf([...many, ...rows]);
    expect(remarks.warned).toMatchObject([
      { code: 'customerId.unknown', severity: 'warning', count: 500 },
      { code: 'w', sentence: 'Look.', count: 4 },
    ]);
    // What is said beside is not why a row is in a list.
    expect(remarks.bad.map(({ code, count }) => [code, count])).toEqual([
      ['a', 1],
      ['b', 1],
    ]);
    expect(remarks.duplicate).toMatchObject([{ code: 'duplicate.row', count: 2 }]);
    expect([remarks.ready, remarks['to-send']]).toEqual([[], []]);
  });
});
