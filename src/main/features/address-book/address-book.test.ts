import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WriteOutcome } from '../../core/service/outcomes.ts';
import { addressBookMigrations } from './migrations.ts';
import { createTestBook } from './testing/test-book.ts';

const wallet = '0x52908400098527886E0F7030069857D2E4169EE7';
const poisoned = '0x5290aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa9ee7';
const other = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

const unknown: WriteOutcome = {
  kind: 'unknown',
  cause: 'timeout',
  sentence: 'No answer came in time.',
  status: null,
  error: null,
  requestId: null,
  bytes: null,
};
const notSent: WriteOutcome = {
  kind: 'not-sent',
  cause: 'refused',
  sentence: 'Nothing was sent.',
};

let test: ReturnType<typeof createTestBook>;
beforeEach(() => {
  test = createTestBook();
});
afterEach(() => test.remove());

const everything = { search: '', network: null, isLabelled: false, offset: 0, limit: 100 };

describe('what is known of an address', () => {
  it('is who uses it, on which networks, first and last', async () => {
    const { book, account } = test;
    account({ id: 'virtualAccount_1', walletAddress: wallet, created: '2026-11-01T00:00:00.000Z' });
    account({
      id: 'virtualAccount_2',
      walletAddress: wallet.toLowerCase(),
      network: 'base',
      customerId: 'customer_b',
      created: '2026-11-09T00:00:00.000Z',
    });
    const checked = await book.check({ network: 'polygon', address: wallet });
    expect(checked).toEqual({
      network: 'polygon',
      address: wallet,
      known: {
        id: 1,
        address: wallet,
        networks: ['base', 'ethereum'],
        label: null,
        uses: 2,
        customers: 2,
        firstUse: '2026-11-01T00:00:00.000Z',
        lastUse: '2026-11-09T00:00:00.000Z',
      },
      lookAlikes: [],
    });
    const detail = await book.get(1);
    expect(detail.recentUses.map(({ id, network }) => [id, network])).toEqual([
      ['virtualAccount_2', 'base'],
      ['virtualAccount_1', 'ethereum'],
    ]);
  });

  it('follows what is learned later, and a use that turns out to be of another address', async () => {
    const { book, account } = test;
    account({ id: 'virtualAccount_1', walletAddress: wallet });
    await book.list(everything);
    account({ id: 'virtualAccount_2', walletAddress: other });
    expect((await book.check({ network: 'ethereum', address: other })).known?.uses).toBe(1);
    account({ id: 'virtualAccount_1', walletAddress: other, created: '2026-11-30T00:00:00.000Z' });
    expect((await book.check({ network: 'ethereum', address: wallet })).known).toBeNull();
    expect((await book.list(everything)).rows.map(({ uses }) => uses)).toEqual([2]);
  });

  it('is followed over any number of observations, and every account is taken in', async () => {
    const { book, account, records, sqlite } = test;
    sqlite.transaction(() => {
      for (let number = 0; number < 1_100; number += 1) {
        const id = `customer_${number}`;
        const observedAt = '2026-11-20T12:00:00.000Z';
        records.observe({ kind: 'customer', id, source: 'entered', observedAt, body: { number } });
        if (number % 10 === 0) account({ id: `virtualAccount_${number}`, walletAddress: wallet });
      }
    });
    expect((await book.check({ network: 'ethereum', address: wallet })).known?.uses).toBe(110);
    account({ id: 'virtualAccount_last', walletAddress: wallet });
    const both = [
      book.check({ network: 'ethereum', address: wallet }),
      book.list(everything),
    ] as const;
    expect((await both[0]).known?.uses).toBe(111);
    expect((await both[1]).rows).toMatchObject([{ uses: 111 }]);
  });

  it('an address that only an answer gave, in the place of what was sent, is not known', async () => {
    const { book, account } = test;
    account({ id: 'virtualAccount_1', walletAddress: wallet }, other);
    expect((await book.check({ network: 'ethereum', address: other })).known).toBeNull();
    expect((await book.check({ network: 'ethereum', address: wallet })).known?.uses).toBe(1);
  });

  it('a create of which nobody knows counts, and one that sent nothing does not', async () => {
    const { book, intent } = test;
    await intent('1'.repeat(32), wallet, unknown);
    await intent('2'.repeat(32), other, notSent);
    const { rows } = await book.list(everything);
    expect(rows).toMatchObject([{ address: wallet, uses: 1, networks: ['base'] }]);
    expect((await book.get(rows[0]?.id ?? 0)).recentUses).toMatchObject([
      { kind: 'intent', id: '1'.repeat(32), customerId: 'customer_b' },
    ]);
    expect((await book.check({ network: 'ethereum', address: other })).known).toBeNull();
  });

  it('a create that a person resolved counts no more, until it is reopened', async () => {
    const { book, intent, resolutions, account } = test;
    const lost = '1'.repeat(32);
    const made = '2'.repeat(32);
    const word = (intentKey: string, verdict: 'absent' | 'unknown') =>
      resolutions.append({ intentKey, verdict, resourceId: null, how: 'word' });
    const known = async (address: string) =>
      (await book.check({ network: 'base', address })).known?.uses ?? 0;
    await intent(lost, wallet, unknown);
    await intent(made, other, unknown);
    expect([await known(wallet), await known(other)]).toEqual([1, 1]);
    word(lost, 'absent');
    const resourceId = 'virtualAccount_1';
    resolutions.append({ intentKey: made, verdict: 'exists', resourceId, how: 'id' });
    account({ id: resourceId, walletAddress: other, network: 'base' });
    expect([await known(wallet), await known(other)]).toEqual([0, 1]);
    word(lost, 'unknown');
    expect(await known(wallet)).toBe(1);
    // Resolved before the book heard of it at all.
    await intent('3'.repeat(32), poisoned, unknown);
    word('3'.repeat(32), 'absent');
    expect(await known(poisoned)).toBe(0);
  });

  it('is paid into where the service said so, and by no label, import or lost request', async () => {
    const { book, account, intent, records } = test;
    const isPaidInto = async (address: string, network = 'base') => {
      await book.follow();
      return book.isPaidInto({ network, address });
    };
    await book.label({ network: 'base', address: wallet, label: 'Treasury' });
    await intent('1'.repeat(32), wallet, unknown);
    const destination = { network: 'base', walletAddress: wallet };
    records.observe({
      kind: 'virtualAccount',
      id: 'virtualAccount_1',
      source: 'import',
      observedAt: '2026-11-20T12:00:00.000Z',
      body: { destination },
    });
    // Sent so, and answered with another.
    account({ id: 'virtualAccount_2', walletAddress: wallet }, other);
    expect(await isPaidInto(wallet)).toBe(false);
    expect(await isPaidInto(other)).toBe(false);
    account({ id: 'virtualAccount_3', walletAddress: wallet, network: 'base' });
    expect(await isPaidInto(wallet)).toBe(true);
    expect(await isPaidInto(wallet.toLowerCase(), 'Base')).toBe(true);
    // An exchange or a contract need not have the same address on another network.
    for (const network of ['polygon', 'tron', ''])
      expect(await isPaidInto(wallet, network)).toBe(false);
    const on = (network: string) => book.accountsOn({ network, address: wallet.toLowerCase() });
    const before = [
      { network: 'base', accounts: 2 },
      { network: 'ethereum', accounts: 1 },
    ];
    expect(on('polygon')).toEqual(before);
    account({ id: 'virtualAccount_4', walletAddress: wallet, network: 'polygon' });
    expect(await isPaidInto(wallet, 'polygon')).toBe(true);
    expect(on('base')).toEqual([...before, { network: 'polygon', accounts: 1 }]);
    expect(await isPaidInto(poisoned)).toBe(false);
    const solana = 'So11111111111111111111111111111111111111112';
    account({ id: 'virtualAccount_5', walletAddress: solana, network: 'sol' });
    account({ id: 'virtualAccount_6', walletAddress: solana, network: 'solana' });
    expect(await isPaidInto(solana, 'solana')).toBe(true);
    expect(book.accountsOn({ network: 'solana', address: solana })).toEqual([
      { network: 'solana', accounts: 2 },
    ]);
  });

  it('an account that loses what was entered for it is a use no more', async () => {
    const { book, records } = test;
    const enter = (observedAt: string, walletAddress: string | null) => {
      const body = { customerId: 'customer_a', network: 'base', walletAddress };
      records.observe({
        kind: 'virtualAccount',
        id: 'virtualAccount_1',
        source: 'entered',
        observedAt,
        body,
      });
    };
    enter('2026-11-20T12:00:00.000Z', wallet);
    expect((await book.check({ network: 'base', address: wallet })).known?.uses).toBe(1);
    enter('2026-11-20T12:00:01.000Z', null);
    expect((await book.check({ network: 'base', address: wallet })).known).toBeNull();
  });
});

describe('labels', () => {
  it('name an address that nobody used yet, and are found by any part', async () => {
    const { book, notices, audit } = test;
    await book.label({ network: 'base', address: wallet, label: '  Treasury   cold ' });
    const found = await book.list({ ...everything, search: 'cold treas' });
    expect(found.rows).toMatchObject([{ label: 'Treasury cold', uses: 0, networks: ['base'] }]);
    expect((await book.list({ ...everything, search: 'nothing' })).rows).toEqual([]);
    // A label holds for every network that the address is right for.
    expect((await book.list({ ...everything, network: 'ethereum' })).total).toBe(1);
    expect((await book.list({ ...everything, network: 'tron' })).total).toBe(0);
    test.account({ id: 'virtualAccount_1', walletAddress: other });
    expect((await book.list(everything)).total).toBe(2);
    expect((await book.list({ ...everything, isLabelled: true })).rows).toMatchObject([
      { label: 'Treasury cold' },
    ]);
    expect(notices.map(({ topic }) => topic)).toEqual(['address-book', 'audit']);
    const [entry] = audit.list({ offset: 0, limit: 1 }).rows;
    expect(entry).toMatchObject({ action: 'address.labelled', facts: { addressId: 1 } });
    expect(JSON.stringify(entry)).not.toContain('Treasury');
  });

  it('are found whatever case and accents they are written with, also those of before', async () => {
    const { book } = test;
    await book.label({ network: 'base', address: wallet, label: 'Trésorerie Ångström' });
    const total = async (search: string) => (await book.list({ ...everything, search })).total;
    expect([await total('angstrom'), await total('TRÉSORERIE')]).toEqual([1, 1]);
    // As it was stored before.
    test.sqlite.exec("UPDATE address_book SET search_text = 'trésorerie ångström'");
    expect(await total('angstrom')).toBe(0);
    for (const { id, up } of addressBookMigrations) if (id.endsWith('-folded')) up(test.sqlite);
    expect(await total(`angstrom ${wallet}`)).toBe(1);
  });

  it('are taken away, and then a never used address is in the book no more', async () => {
    const { book } = test;
    await book.label({ network: 'base', address: wallet, label: 'Cold' });
    await book.label({ network: 'ethereum', address: wallet.toLowerCase(), label: 'Warm' });
    expect((await book.list(everything)).rows).toMatchObject([{ label: 'Warm' }]);
    await book.label({ network: 'base', address: wallet, label: ' ' });
    expect(await book.list(everything)).toMatchObject({ rows: [], total: 0, known: 0 });
  });

  it.each(['Trea\u200bsury', '\u202eyrusaerT', 'Treasury\u2060', 'Trea\u0007sury'])(
    'no label is kept that looks like another: %j',
    async (label) => {
      const { book } = test;
      await book.label({ network: 'base', address: wallet, label: ' Treasury\n' });
      const other = book.label({ network: 'base', address: poisoned, label });
      await expect(other).rejects.toThrow('invisible character');
      expect((await book.list(everything)).rows).toMatchObject([{ label: 'Treasury' }]);
    },
  );

  it('no label is kept for what is no address of the network', async () => {
    const wrong = test.book.label({ network: 'tron', address: wallet, label: 'Cold' });
    await expect(wrong).rejects.toMatchObject({ code: 'INVALID', data: { cause: 'address' } });
    await expect(test.book.get(1)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('look-alikes', () => {
  it('of a known address are named, both ways', async () => {
    const { book, account } = test;
    account({ id: 'virtualAccount_1', walletAddress: wallet });
    const checked = await book.check({ network: 'base', address: poisoned });
    expect(checked).toMatchObject({ known: null, lookAlikes: [{ address: wallet, uses: 1 }] });
    await book.label({ network: 'base', address: poisoned, label: 'Poison' });
    expect((await book.get(1)).lookAlikes).toMatchObject([{ label: 'Poison' }]);
    const elsewhere = await book.check({ network: 'optimism', address: poisoned });
    expect(elsewhere.lookAlikes).toMatchObject([{ address: wallet }]);
  });

  it('a short text has none', async () => {
    await test.book.label({ network: 'newchain', address: 'abcdefg', label: 'Short' });
    expect((await test.book.check({ network: 'newchain', address: 'abcdxfg' })).lookAlikes).toEqual(
      [],
    );
  });
});

describe('a secret', () => {
  const wif = '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ';

  it('is refused everywhere, and nothing of it reaches the file', async () => {
    const { book, intent, file, sqlite, audit } = test;
    const refused = { code: 'INVALID', data: { cause: 'secret' } };
    await expect(book.check({ network: 'newchain', address: wif })).rejects.toMatchObject(refused);
    await expect(
      book.label({ network: 'base', address: wallet, label: wif }),
    ).rejects.toMatchObject(refused);
    await expect(intent('3'.repeat(32), wif, notSent)).rejects.toMatchObject(refused);
    expect(test.intents.get('3'.repeat(32))).toBeNull();
    expect(audit.list({ offset: 0, limit: 10 }).rows).toEqual([]);
    for (const table of ['intents', 'address_book', 'observations']) {
      expect(JSON.stringify(sqlite.all(`SELECT * FROM ${table}`))).not.toContain(wif.slice(0, 12));
    }
    expect(readFileSync(file).includes(wif.slice(0, 12))).toBe(false);
  });
});
