import { expect, it } from 'vitest';
import type { VirtualAccountDetail } from '../../../bridge/virtual-accounts.ts';
import { type AccountReads, checkRows, idsOf } from './accounts-of.ts';
import { accountDetail } from './testing/accounts.ts';

const seeded = (count: number): VirtualAccountDetail[] =>
  Array.from({ length: count }, (_, at) => accountDetail({ id: `virtualAccount_${at}` }));

const readsOf = (
  accounts: readonly VirtualAccountDetail[],
  changes: Partial<AccountReads> = {},
): AccountReads => ({
  list: ({ offset, limit }) =>
    Promise.resolve({ rows: accounts.slice(offset, offset + limit), total: accounts.length }),
  get(id) {
    const found = accounts.find((account) => account.id === id);
    return found === undefined ? Promise.reject(new Error(id)) : Promise.resolve(found);
  },
  concerns: () => [],
  followed: () => Promise.resolve(),
  ...changes,
});

it('leaves out an account that changed after the order began', async () => {
  const accounts = seeded(3);
  const ids = accounts.map(({ id }) => id);
  const observed = new Set<string>();
  const found = new Set<string>();
  const reads = readsOf(accounts, {
    concerns: (id) => (found.has(id) ? ['It changed.'] : []),
    async followed() {
      await Promise.resolve();
      for (const id of observed) found.add(id);
    },
  });
  await reads.followed();
  const leftOut: string[] = [];
  for await (const judged of checkRows(ids, reads)) {
    if ('leftOut' in judged) leftOut.push(judged.leftOut.accountId);
    observed.add('virtualAccount_2');
  }
  expect(leftOut).toEqual(['virtualAccount_2']);
});

it('names every account, though one no longer matches the filter while they are listed', async () => {
  const accounts = seeded(450);
  const filter = { search: '', customerId: null, currency: null, network: null, label: null };
  const moments = { madeFrom: null, madeTo: null };
  let isShorter = false;
  const { list, ...reads } = readsOf(accounts);
  const ids = await idsOf(
    { filter: { ...filter, ...moments } },
    {
      ...reads,
      list(query) {
        if (query.offset > 0 && !isShorter) accounts.shift();
        isShorter ||= query.offset > 0;
        return list(query);
      },
    },
  );
  expect(ids).toEqual(accounts.map(({ id }) => id));
});
