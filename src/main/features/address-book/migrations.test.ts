import { afterEach, beforeEach, expect, it } from 'vitest';
import { addressBookMigrations } from './migrations.ts';
import { createTestBook } from './testing/test-book.ts';

const wallet = '0x52908400098527886E0F7030069857D2E4169EE7';
const lone = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';

let test: ReturnType<typeof createTestBook>;
beforeEach(() => {
  test = createTestBook();
});
afterEach(() => test.remove());

it('addresses of EVM’s form become one each, with their uses and labels', async () => {
  const { sqlite, book } = test;
  const add = (id: number, family: string, address: string, label: string | null) => {
    sqlite.run(
      `INSERT INTO address_book (address_id, family, canonical, address, head, tail, label, label_network, search_text, uses)
       VALUES (?, ?, ?, ?, '0x52', '9EE7', ?, ?, ?, 1)`,
      [id, family, address, address, label, label === null ? null : family, address.toLowerCase()],
    );
    sqlite.run(
      `INSERT INTO address_uses (kind, id, address_id, network, customer_id, at)
       VALUES ('record', ?, ?, ?, 'customer_a', '2026-11-20T12:00:00.000Z')`,
      [`virtualAccount_${id}`, id, family],
    );
  };
  add(1, 'evm', wallet.toLowerCase(), null);
  add(2, 'optimism', wallet, 'Treasury');
  add(3, 'linea', lone, null);
  add(4, 'newchain', 'new1abcdefgh', null);
  for (const { id, up } of addressBookMigrations) if (id.endsWith('-2')) up(sqlite);
  const { known } = await book.check({ network: 'base', address: wallet });
  expect(known).toMatchObject({ id: 1, label: 'Treasury', uses: 2 });
  expect(known?.networks).toContain('optimism');
  const poisoned = `0x8617${'a'.repeat(32)}070d`;
  const { lookAlikes } = await book.check({ network: 'scroll', address: poisoned });
  expect(lookAlikes).toMatchObject([{ id: 3, address: lone }]);
  expect(
    (await book.list({ search: '', network: null, isLabelled: false, offset: 0, limit: 9 })).rows,
  ).toHaveLength(3);
});
