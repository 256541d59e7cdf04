import { expect, it } from 'vitest';
import type { CsvMapping } from '../../../../bridge/reconcile.ts';
import { delimiterOf, readBytes } from './read-bytes.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

const statement = (heading: string, row: string, footer = '') =>
  [heading, ...Array.from({ length: 20 }, () => row), footer].join('\n');

it.each([
  [';', statement('Payer;Ref;Sum', 'Smith, John;A0;USD 100.00', 'Total, all;USD 2000.00')],
  ['\t', statement('Payer\tRef\tSum', 'Smith, John\tA0\tUSD 100.00\t')],
  [';', statement('Payer;Booked;Sum;Currency', 'Smith, John;Nov 20 2026;100.00;USD;')],
])('%j of the first row separates cells, whatever stands below it', (delimiter, text) => {
  expect(delimiterOf(text)).toBe(delimiter);
});

const spaced = 'Buchungstag;Zweck;Betrag;Währung';
it.each([
  ['words alone', 'Kontoauszug\n', spaced],
  ['other separators', 'Statement, November, all accounts\nHolder\tAda\n', spaced],
  ['a table of its own', 'Account,Owner,Bank\nDE1,Ada,North\n', spaced],
  ['another separator, by no known word', 'Wyciąg, listopad\n', 'Dzień;Opis;Kwota;Waluta'],
  [
    'words and bars, by no known word',
    'Wyciąg\nNa okres | listopad | 2026\n',
    'Dzień;Opis;Kwota;Waluta',
  ],
])('finds what separates cells by the headings, below %s', (_what, above, heading) => {
  const text = bytes(
    `${above}${heading}\n2026-11-20;Rent, flat 3;1.100,00;EUR\n2026-11-21;A | b, c;-1,00;EUR\n`,
  );
  const columns: CsvMapping['columns'] = ['date', 'text', 'amount', 'currency'];
  const order = { columns, decimal: ',', dates: 'ymd', currency: null } as const;
  const { head, lines } = readBytes({ bytes: text, lines: { mapping: order, kind: 'bank' } });
  expect(head.csv?.headings).toEqual(heading.split(';'));
  expect(lines).toMatchObject([
    { amount: '1100.00', text: 'Rent, flat 3', problem: null },
    { amount: '1.00', direction: 'out', text: 'A | b, c', problem: null },
  ]);
});

it('says that no row of a file is one of headings', () => {
  const text = bytes('Account 1\nSince 2026\n2026-11-20#Rent#100\n');
  expect(() => readBytes({ bytes: text, lines: null })).toThrow(
    /first 50 rows is one of column headings between commas/,
  );
});

it('takes no row of numbers for the headings, also where the first is narrower than most', () => {
  const text = bytes('Dzień,Opis,Kwota\n2026-11-20,alpha,1,234.00\n2026-11-21,beta,2,000.00\n');
  const { csv } = readBytes({ bytes: text, lines: null }).head;
  expect(csv?.headings).toEqual(['Dzień', 'Opis', 'Kwota']);
});
