import { expect, it } from 'vitest';
import { readTable } from './read-table.ts';
import { readText } from './read-text.ts';

const order = { kind: 'customer', columns: null, maxTableRows: 10 } as const;

it('refuses a table in which a quotation mark is left open, and names its row', () => {
  const text = 'id,personalInformation.firstName\ncustomer_a,"Ada\ncustomer_b,Bob\ncustomer_c,Cy\n';
  expect(() => readTable(text, order)).toThrow(
    expect.objectContaining({
      data: expect.objectContaining({ sentence: expect.stringContaining('near row 2') }),
    }),
  );
});

it('loses no row where lines end in several ways, and numbers rows as the file does', () => {
  const text = 'id,email\r\ncustomer_a,a@b.co\n\ncustomer_b,b@b.co\r\ncustomer_c,c@b.co\r\n';
  const { candidates } = readTable(text, order);
  expect(candidates.map(({ row, id }) => [row, id])).toEqual([
    [2, 'customer_a'],
    [4, 'customer_b'],
    [5, 'customer_c'],
  ]);
});

it('takes no cell of which a letter was lost, as of a file in another character set', () => {
  const file = Buffer.from('id,personalInformation.lastName,Note\ncustomer_a,Müller,ü\n', 'latin1');
  const { candidates, problems } = readTable(file.toString('utf8'), order);
  expect(candidates).toEqual([]);
  expect(problems).toEqual([
    {
      row: 2,
      column: 'personalInformation.lastName',
      reason: expect.stringContaining('CSV in UTF-8'),
    },
  ]);
});

it.each([
  ['id,Wallet,walletAddress', ['id', null, null]],
  ['id,Wallet,destination.walletAddress', ['id', null, 'destination.walletAddress']],
  ['id,destination.walletAddress,Destination wallet address', ['id', null, null]],
])(
  'leaves a field that several headers mean to a person, unless one alone is its name: %s',
  (headers, fields) => {
    const accounts = { ...order, kind: 'virtualAccount' } as const;
    const { columns } = readTable(`${headers}\nvirtualAccount_a,0x1,0x2`, accounts);
    expect(columns.map(({ field }) => field)).toEqual(fields);
  },
);

it('says of an Excel file that it is not text, and of no quotation mark', () => {
  const file = Buffer.from('PK\u0003\u0004\0\0"x');
  const read = () => readText(file.toString('utf8'), { ...order, form: 'csv', customerId: null });
  expect(read).toThrow(
    expect.objectContaining({
      data: expect.objectContaining({ sentence: expect.stringContaining('Excel file') }),
    }),
  );
});
