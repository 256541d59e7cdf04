import { describe, expect, it } from 'vitest';
import type { CsvMapping } from '../../../../bridge/reconcile.ts';
import { statement } from '../testing/statements.ts';
import { readBytes } from './read-bytes.ts';
import { readStatement } from './read-statement.ts';
import { UnreadableStatement } from './statement-line.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const never = new AbortController().signal;
const log = { error: () => undefined };

describe('CSV', () => {
  const mapping: CsvMapping = {
    columns: ['date', 'valueDate', 'text', 'party', 'amount', 'currency', 'account', 'reference'],
    decimal: ',',
    dates: 'dmy',
    currency: null,
  };

  it('of a bank is recognised by its headings and values', () => {
    const { head } = readBytes({ bytes: statement('bank.csv'), lines: null });
    expect(head).toMatchObject({ format: 'csv', kind: 'bank', lines: 4 });
    expect(head.csv?.columns).toEqual(mapping.columns);
    // One of the amounts is broken, which the others are not read by.
    expect(head.csv?.readable[4]?.decimals).toEqual([',']);
    // Days up to 12 tell no order by themselves.
    expect(head.csv?.readable[0]?.dates).toEqual(['dmy', 'mdy']);
    expect(head.csv?.readable.map(({ alike }) => alike)[0]).toEqual([]);
    expect(head.csv?.preview[0]?.row).toBe(2);
  });

  it('says of a column whose values are the same in every form that it tells none', () => {
    const of = (rows: string) => {
      const bytes = Buffer.from(`Date,Value date,Credit,Debit\n${rows}`);
      return readBytes({ bytes, lines: null }).head.csv?.readable.map(({ alike }) => alike.join());
    };
    expect(of('2026-11-03,03/04/2026,100,"1.234"\n')).toEqual(['dates', '', 'decimals', '']);
    expect(of('03/03/2026,20261103,"0,5",7\n')).toEqual([
      'dates',
      'decimals,dates',
      '',
      'decimals',
    ]);
  });

  it('gives lines, and says of a line why it can’t be read', () => {
    const { lines } = readBytes({ bytes: statement('bank.csv'), lines: { mapping, kind: 'bank' } });
    expect(lines).toMatchObject([
      {
        row: 2,
        direction: 'in',
        amount: '12500.75',
        currency: 'USD',
        booked: '2026-11-02',
        references: ['INV-1001'],
        accounts: ['9000000001'],
        party: 'Ada Byron',
        problem: null,
      },
      { row: 3, amount: '7350.20', currency: 'EUR', valued: '2026-11-04' },
      { row: 4, direction: 'out', amount: '12.00' },
      { row: 5, amount: null, problem: 'The amount “12,00,00” can’t be read.' },
    ]);
  });

  it('of a block explorer keeps hashes, which look like private keys, and takes secrets away', async () => {
    const file = statement('chain.csv');
    const { head } = await readStatement({ bytes: file, lines: null }, never, log);
    expect(head).toMatchObject({ format: 'csv', kind: 'chain', lines: 2 });
    const columns = head.csv?.columns ?? [];
    const chain = { columns, decimal: '.', dates: 'ymd', currency: null } as const;
    const order = { mapping: { ...chain, columns: [...columns] }, kind: 'chain' as const };
    const { lines } = await readStatement({ bytes: file, lines: order }, never, log);
    expect(lines).toMatchObject([
      {
        row: 2,
        direction: null,
        amount: '12419.500000',
        currency: 'USDC',
        booked: '2026-11-04T12:00:00.000Z',
        to: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
        transaction: '0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060',
      },
      { row: 3, amount: '0.000000000000000001' },
    ]);
    const key = '5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060';
    const secret = bytes(`Date,Amount,Currency,Description\n2026-11-01,1,USD,private key ${key}\n`);
    const uses = ['date', 'amount', 'currency', 'text'] as const;
    const read = readBytes({
      bytes: secret,
      lines: { mapping: { ...chain, columns: [...uses] }, kind: 'bank' },
    });
    expect(JSON.stringify(read)).not.toContain(key);
    expect(read.lines[0]?.text).toContain('private key');
  });

  it('of two columns reads money in and money out', () => {
    const table = bytes(
      'Date,Credit,Debit\n2026-11-01,5.00,\n2026-11-01,0.00,-7.5\n2026-11-01,1,1\n2026-11-01,-1000.00,\n',
    );
    const columns = ['date', 'credit', 'debit'] as const;
    const { lines } = readBytes({
      bytes: table,
      lines: {
        mapping: { columns: [...columns], decimal: '.', dates: 'ymd', currency: 'eur' },
        kind: 'bank',
      },
    });
    expect(lines).toMatchObject([
      { amount: '5.00', direction: 'in', currency: 'EUR' },
      { amount: '7.5', direction: 'out' },
      { amount: null, problem: 'The amount “1 1” can’t be read.' },
      { amount: '1000.00', direction: 'out' },
    ]);
  });

  it.each([
    ['Debit,-45.00', 'out'],
    ['Debit,45.00', 'out'],
    ['Credit,-45.00', 'out'],
    ['Credit,45.00', 'in'],
    ['Af,45.00', 'out'],
    ['Bij,45.00', 'in'],
    ['S,45.00', 'out'],
    ['Haben,45.00', 'in'],
    ['DBIT,45.00', 'out'],
    ['Débit,45.00', 'out'],
    ['Crédit,45.00', 'in'],
    [',45.00', 'in'],
    ['Fee,-45.00', 'out'],
    ['Refund,+45.00', 'in'],
    ['Fee,45.00', null],
  ])(
    'of amounts beside a word reads %s as money %s, by the columns that it proposes',
    (cells, direction) => {
      const text = bytes(`Date,Type,Amount,Description\n2026-11-20,${cells},Rent\n,Debit,1,\n`);
      const columns = readBytes({ bytes: text, lines: null }).head.csv?.columns ?? [];
      const order = { columns, decimal: '.', dates: 'ymd', currency: 'USD' } as const;
      const [line] = readBytes({ bytes: text, lines: { mapping: order, kind: 'bank' } }).lines;
      expect(line).toMatchObject({ direction, amount: direction === null ? null : '45.00' });
      expect(line?.problem ?? '').toMatch(
        direction === null ? /^The direction “Fee” is neither/ : /^$/,
      );
    },
  );

  it.each([
    ['credits', 'Credit,5.00', ['in', 'out']],
    ['debits', 'Debit,5.00', ['out', 'in']],
  ])(
    'where %s alone are marked reads an amount without a mark as the other',
    (_of, marked, read) => {
      const text = bytes(`Date,Type,Amount\n,${marked}\n,,7.00\n`);
      const columns: CsvMapping['columns'] = ['date', 'direction', 'amount'];
      const order = { columns, decimal: '.', dates: 'ymd', currency: 'USD' } as const;
      const { lines } = readBytes({ bytes: text, lines: { mapping: order, kind: 'bank' } });
      expect(lines.map(({ direction }) => direction)).toEqual(read);
    },
  );

  it('asks for the direction of an amount without a mark where others are marked as either', () => {
    const text = bytes(
      'Date,Type,Amount\n2026-11-20,C,5.00\n2026-11-20,D,6.00\n2026-11-20,,7.00\n',
    );
    const columns: CsvMapping['columns'] = ['date', 'direction', 'amount'];
    const order = { columns, decimal: '.', dates: 'ymd', currency: 'USD' } as const;
    const { lines } = readBytes({ bytes: text, lines: { mapping: order, kind: 'bank' } });
    expect(lines.map(({ amount, problem }) => problem ?? amount)).toEqual([
      '5.00',
      '6.00',
      'The direction is empty, and the amount has no sign.',
    ]);
  });

  const chase = `Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #
CREDIT,11/20/2026,ACME,1000.00,ACH_CREDIT,5000.00,
DEBIT,11/20/2026,WIRE OUT,-50.00,WIRE_OUTGOING,4000.00,
DSLIP,11/21/2026,DEPOSIT ID,250.00,DEPOSIT,4250.00,1
CREDIT,11/22/2026,FEDWIRE,2000.00,WIRE_INCOMING,6250.00,
`;
  const kinds = `Posting Date,Type,Description,Amount
11/20/2026,Deposit,Cash,100.00
11/21/2026,Transfer,From Ada,1000.00
11/22/2026,Card payment,Shop,-20.00
11/23/2026,Withdrawal,ATM,-40.00
`;
  it.each([
    ['Chase', chase, 4, ['in', 'out', 'in', 'in']],
    ['kinds', kinds, 1, ['in', 'in', 'out', 'out']],
  ])(
    'where amounts are signed reads lines of %s by the sign, whatever kind of entry they are',
    (_name, text, type, directions) => {
      const columns = readBytes({ bytes: bytes(text), lines: null }).head.csv?.columns ?? [];
      expect(columns[type]).toBe('direction');
      for (const uses of [columns, columns.with(type, null)]) {
        const order = { columns: uses, decimal: '.', dates: 'mdy', currency: 'USD' } as const;
        const { lines } = readBytes({
          bytes: bytes(text),
          lines: { mapping: order, kind: 'bank' },
        });
        expect(lines.map(({ direction, problem }) => problem ?? direction)).toEqual(directions);
      }
    },
  );

  it.each([
    ['a debit of the file has none', 'Debit,5', 'Transfer,-1'],
    ['the only one is of a credit that was taken back', 'Debit,5', 'Credit,-1'],
    ['nobody knows a word for money out', 'Deposit,5', 'Credit,-1'],
  ])('takes no sign for all where %s', (_why, first, second) => {
    const text = bytes(
      `Date,Type,Amount\n2026-11-20,${first}\n2026-11-20,${second}\n2026-11-20,Fee,9\n`,
    );
    const columns: CsvMapping['columns'] = ['date', 'direction', 'amount'];
    const order = { columns, decimal: '.', dates: 'ymd', currency: 'USD' } as const;
    const { lines } = readBytes({ bytes: text, lines: { mapping: order, kind: 'bank' } });
    const told = first.startsWith('Debit') ? 'out' : 'in';
    expect(lines[0]).toMatchObject({ direction: told, problem: null });
    expect(lines[2]?.problem).toContain('The direction “Fee” is neither');
  });

  it('takes signs for all where a fee that was waived stands without one', () => {
    const text = bytes(
      'Date,Type,Amount\n2026-11-20,Withdrawal,0.00\n2026-11-20,Withdrawal,-5\n2026-11-20,Wire,30\n',
    );
    const columns: CsvMapping['columns'] = ['date', 'direction', 'amount'];
    const order = { columns, decimal: '.', dates: 'ymd', currency: 'USD' } as const;
    const { lines } = readBytes({ bytes: text, lines: { mapping: order, kind: 'bank' } });
    expect(lines.map(({ direction }) => direction).slice(1)).toEqual(['out', 'in']);
  });

  it('reads no amount of a row with more cells than headings', () => {
    const text = bytes('Date,Description,Amount\n2026-11-20,alpha,1,234.00\n');
    const columns: CsvMapping['columns'] = ['date', 'text', 'amount'];
    const order = { columns, decimal: '.', dates: 'ymd', currency: 'USD' } as const;
    const { lines } = readBytes({ bytes: text, lines: { mapping: order, kind: 'bank' } });
    expect(lines).toMatchObject([{ amount: null, problem: expect.stringContaining('4 cells') }]);
  });

  it.each([
    ['names a date and an amount', 'Date;Description;Amount;Currency'],
    ['names an amount with its currency', 'Buchungstag;Zweck;Betrag (EUR);Whg'],
    ['is as wide as most rows', 'Dzień;Opis;Kwota;Waluta'],
  ])(
    'takes for the headings the row that %s, whatever the bank writes above it',
    (_why, heading) => {
      const above = 'Account:;DE123456\nPeriod:;November\n;\n';
      const text = bytes(
        `${above}${heading}\n2026-11-20;Rent;100,00;EUR\n2026-11-21;Fee;-1,00;EUR\n`,
      );
      const columns: CsvMapping['columns'] = ['date', 'text', 'amount', 'currency'];
      const order = { columns, decimal: ',', dates: 'ymd', currency: null } as const;
      const { head, lines } = readBytes({ bytes: text, lines: { mapping: order, kind: 'bank' } });
      expect(head.csv?.headings).toEqual(heading.split(';'));
      expect(head.notes).toContain('2 rows above the headings were skipped.');
      expect(lines).toMatchObject([
        { row: 5, amount: '100.00', currency: 'EUR', problem: null },
        { row: 6, amount: '1.00', direction: 'out', problem: null },
      ]);
    },
  );

  it('keeps the day that a bank names, in whatever zone, and the moment that a chain names', () => {
    const text = bytes(
      'Timestamp,Amount\n2026-11-30T23:30:00-05:00,1\n2026-12-01T00:30:00+02:00,2\n2026-11-30 23:59,3\n',
    );
    const order = { columns: ['date', 'amount'], decimal: '.', dates: 'ymd', currency: 'USD' };
    const days = (kind: 'bank' | 'chain') =>
      readBytes({
        bytes: text,
        lines: { mapping: order as CsvMapping, kind },
      }).lines.map(({ booked }) => booked);
    expect(days('bank')).toEqual(['2026-11-30', '2026-12-01', '2026-11-30']);
    expect(days('chain')[0]).toBe('2026-12-01T04:30:00.000Z');
  });

  it('proposes no direction for a column none of whose words tells one', () => {
    const text = bytes('Date,Type,Amount\n2026-11-20,CARD_PAYMENT,-5\n2026-11-21,TOPUP,9\n');
    expect(readBytes({ bytes: text, lines: null }).head.csv?.columns).toEqual([
      'date',
      null,
      'amount',
    ]);
  });

  it.each([
    [{ columns: ['date', null] }, 'Choose a column for the amount and the currency.'],
    [{ columns: ['amount', null], currency: 'USD' }, 'Choose a column for the date.'],
    [{ columns: ['date', 'amount', 'amount'], currency: 'USD' }, /same use/],
    [{ columns: ['date', 'amount', 'credit'], currency: 'USD' }, /one column for the amount/],
  ] as const)('without %j is refused', (wrong, sentence) => {
    const order = { ...mapping, ...wrong, columns: [...wrong.columns] };
    const read = () =>
      readBytes({ bytes: statement('bank.csv'), lines: { mapping: order, kind: 'bank' } });
    expect(read).toThrow(sentence);
  });

  it.each(['', 'one line of words', '\0\u0001\u0002'])('is not what %j is', (text) => {
    expect(() => readBytes({ bytes: bytes(text), lines: null })).toThrow(UnreadableStatement);
  });
});
