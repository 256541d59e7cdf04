import { describe, expect, it } from 'vitest';
import { statement } from '../testing/statements.ts';
import { readMt940 } from './mt940.ts';

describe('MT940', () => {
  it('ends at a line that is only “-” where no field of the statement follows, and else reads it as text', () => {
    const page = (text: string) =>
      `:20:1\n:25:DE1\n:28C:1/1\n:60F:C261120EUR0,00\n:61:2611201120C100,00NTRFREF\n:86:${text}\n:62F:C261120EUR100,00\n-\n`;
    const read = (text: string) => readMt940(text, 100);
    const [line] = read(page('first part\n-\nafter the dash')).lines;
    expect(line?.text).toContain('after the dash');
    const { lines, balances } = read(`${page('one')}HEADER\n${page('two')}`);
    expect(lines.map(({ text }) => text)).toEqual(
      read(page('one') + page('two')).lines.map(({ text }) => text),
    );
    expect(balances).toHaveLength(2);
    expect(lines.map(({ text }) => text).join()).not.toContain('-');
  });

  const text = statement('statement.sta').toString('utf8');

  it('gives entries with their details in every form, and balances that fit', () => {
    const { lines, balances } = readMt940(text, 100);
    expect(lines).toMatchObject([
      {
        row: 1,
        direction: 'in',
        amount: '7350.20',
        currency: 'EUR',
        booked: '2026-11-02',
        references: ['POS 12', 'INV-2026-1001'],
        party: 'NORTHWIND TRADING',
        accounts: ['0532013000', 'DE02120300000000202051'],
      },
      {
        // Booked in the year after the value date.
        row: 2,
        direction: 'out',
        amount: '12.5',
        valued: '2026-12-31',
        booked: '2027-01-02',
        references: ['FEE1', 'FEE-77'],
        party: 'House Bank',
        text: 'Account fee/',
      },
      // A reversed credit moves money out.
      { row: 3, direction: 'out', amount: '0.01', text: 'Free text over two lines' },
    ]);
    expect(lines[0]?.text).toContain('SVWZ+Deposit for payout abc');
    expect(balances).toMatchObject([
      { account: '0532013000', opening: '1000.00', closing: '8337.69', result: 'fits' },
    ]);
  });

  it('says by how much the balances differ', () => {
    const { balances } = readMt940(text.replace('8337,69', '8337,7'), 100);
    expect(balances[0]).toMatchObject({ result: 'differs', difference: '0.01' });
  });

  it('keeps what stands behind a question mark that begins no part', () => {
    const asked = text.replace(/(?<=\?20)/, 'Paid? ');
    expect(asked).not.toBe(text);
    const [before, line] = [text, asked].map((one) => readMt940(one, 100).lines[0]);
    expect(line?.text).toContain('Paid? ');
    expect(line?.references).toEqual(before?.references);
  });

  it('keeps what stands before the first part between slashes', () => {
    const page = `:20:1\n:25:DE1\n:60F:C261120EUR0,00\n:61:2611201120C100,00NTRFREF\n:86:payout_abc123 /REMI/Thanks/NAME/Ada\n:62F:C261120EUR100,00\n`;
    expect(readMt940(page, 100).lines[0]).toMatchObject({
      text: 'payout_abc123 Thanks',
      party: 'Ada',
    });
  });

  it('takes value dates of months of 30 days for the last of February', () => {
    const valued = (day: string) =>
      readMt940(text.replace('2611021102', day), 100).lines.map((line) => line.valued)[0];
    expect(['260230', '260229', '280230', '2602300227'].map(valued)).toEqual([
      '2026-02-28',
      '2026-02-28',
      '2028-02-29',
      '2026-02-28',
    ]);
    expect(() => valued('260231')).toThrow(/Line 6: the entry/);
  });

  it.each([
    [text.replace('7350,20', '7350.20'), /Line 6: the entry/],
    [text.replace('2611021102', '2613021102'), /Line 6: the entry/],
    [text.replace('EUR1000,00', 'EUR1000'), /Line 5: the balance/],
    [text.replace(':20:STARTUMS\n', ''), /Line 2: the field :25: stands before/],
    [':20:A\n:25:B\n', /no MT940 statement/],
  ])('refuses what is damaged with its line, case %#', (damaged, sentence) => {
    expect(() => readMt940(damaged, 100)).toThrow(sentence);
  });
});
