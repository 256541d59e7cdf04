import { expect, it } from 'vitest';
import { readJson } from './read-json.ts';
import { readTable } from './read-table.ts';

const wallet = '0x52908400098527886E0F7030069857D2E4169EE7';

it.each([
  ['ethereum', wallet, null],
  ['ethereum', wallet.toLowerCase(), 'detect a typing error'],
  ['newchain', wallet, 'detect a typing error'],
  ['ethereum', wallet.replace('EE7', 'Ee7'), 'not usable on ethereum'],
  ['tron', wallet, 'not usable on tron'],
  ['ethereum', `0x${'0'.repeat(40)}`, 'not usable on ethereum'],
  ['', wallet, 'is missing'],
])(
  'on %s, %s is marked where it has to be, from a table and from JSON',
  (network, walletAddress, words) => {
    const csv = `id,destination.network,destination.walletAddress\nvirtualAccount_1,${network},${walletAddress}`;
    const order = { kind: 'virtualAccount', columns: null, maxTableRows: 10 } as const;
    const destination = { network, walletAddress };
    const json = JSON.stringify({ id: 'virtualAccount_1', destination });
    for (const { candidates } of [readTable(csv, order), readJson(json)]) {
      const notes = candidates.map(({ notes }) => notes);
      expect(notes).toEqual([words === null ? [] : [expect.stringContaining(words)]]);
    }
  },
);
