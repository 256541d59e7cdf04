import { expect, it } from 'vitest';
import { readTable } from './read-table.ts';

it.each([
  ['id,Wallet,walletAddress', ['id', null, null]],
  ['id,Wallet,destination.walletAddress', ['id', null, 'destination.walletAddress']],
  ['id,destination.walletAddress,Destination wallet address', ['id', null, null]],
])(
  'leaves a field that several headers mean to a person, unless one alone is its name: %s',
  (headers, fields) => {
    const order = { kind: 'virtualAccount', columns: null, maxTableRows: 10 } as const;
    const { columns } = readTable(`${headers}\nvirtualAccount_a,0x1,0x2`, order);
    expect(columns.map(({ field }) => field)).toEqual(fields);
  },
);
