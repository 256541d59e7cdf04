import { describe, expect, it } from 'vitest';
import { statement } from '../testing/statements.ts';
import { readCamt } from './camt.ts';

describe('CAMT.053', () => {
  const text = statement('camt053.xml').toString('utf8');

  it('gives entries, the parts of a batch, references, parties and balances that fit', () => {
    const { lines, balances, notes } = readCamt(text, 100);
    expect(notes).toEqual([]);
    expect(lines).toMatchObject([
      {
        row: 1,
        direction: 'in',
        amount: '12500.75',
        currency: 'EUR',
        booked: '2026-11-02',
        valued: '2026-11-03',
        references: ['1', 'INV-2026-1001'],
        party: 'Ada & Byron é',
        text: 'Deposit payout_abc123',
        accounts: ['DE89370400440532013000', '000123456789'],
        problem: null,
      },
      { row: 2, amount: '320.10', references: ['BATCH-A'], booked: '2026-11-04', valued: null },
      { row: 3, amount: '0.10', references: ['BATCH-B'] },
      { row: 4, amount: '9.99', direction: 'out', problem: 'The entry is not booked (PDNG).' },
    ]);
    expect(balances).toEqual([
      {
        account: 'DE89370400440532013000',
        currency: 'EUR',
        opening: '-100.00',
        closing: '12720.95',
        result: 'fits',
        difference: null,
      },
    ]);
  });

  it('says by how much the balances differ, and that none are named', () => {
    const off = readCamt(text.replace('12720.95', '12720.94'), 100);
    expect(off.balances[0]).toMatchObject({ result: 'differs', difference: '-0.01' });
    const none = readCamt(text.replace('CLBD', 'ITBD'), 100);
    expect(none.balances[0]).toMatchObject({ result: 'unknown', closing: null });
  });

  it('takes a day that no month has for none', () => {
    const { lines } = readCamt(text.replace('2026-11-02', '2026-02-30'), 100);
    expect(lines[0]).toMatchObject({ booked: null, valued: '2026-11-03' });
  });

  it('takes an entry for booked by the code of the standard alone', () => {
    const problem = (status: string) =>
      readCamt(text.replace('<ns:Cd>PDNG</ns:Cd>', status), 100).lines[3]?.problem;
    expect(problem('<ns:Cd>BOOK</ns:Cd>')).toBeNull();
    expect(problem('BOOK')).toBeNull();
    expect(problem('<ns:Prtry>RESERVED</ns:Prtry>')).toBe('The entry is not booked (RESERVED).');
  });

  it('keeps a batch whole whose parts don’t add up to it', () => {
    const { lines, notes } = readCamt(text.replace('>0.10<', '>0.11<'), 100);
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatchObject({ amount: '320.20', references: ['BATCH-A', 'BATCH-B'] });
    expect(notes).toHaveLength(1);
  });

  it.each([
    [text.replace('</ns:Ntry>', '</ns:Nty>'), /broken in line \d+/],
    [text.replace('12500.75<', '12,500.75<'), /Entry 1 has no amount/],
    // The entry before it is of two lines.
    [text.replace('9.99<', '9,99<'), /Entry 3 has no amount/],
    [
      text.replace('CRDT</ns:CdtDbtInd>\n        <ns:Sts>', 'X</ns:CdtDbtInd>\n        <ns:Sts>'),
      /credit nor debit/,
    ],
    ['<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', /DOCTYPE/],
    ['<Document><Other/></Document>', /not a CAMT.053/],
  ])('refuses what is damaged, case %#', (damaged, sentence) => {
    expect(() => readCamt(damaged, 100)).toThrow(sentence);
    expect(() => readCamt(text, 2)).toThrow('more than 2 lines');
  });
});
