import { describe, expect, it } from 'vitest';
import type { BulkField } from '../../../../bridge/bulk.ts';
import { checkRow } from './check-row.ts';
import type { KnownCustomers } from './known-customers.ts';

const customers: KnownCustomers = {
  isKnown: (id) => id === 'customer_known',
  idsOf: (text) =>
    ({ 'ada@example.com': ['customer_known'], twice: ['customer_a', 'customer_b'] })[text] ?? [],
  missingOf: (id) => (id === 'customer_a1' ? ['proof of address'] : null),
  nameOf: (id) => (id === 'customer_known' ? 'Ada' : null),
  isErased: (id) => id === 'customer_erased',
};

const account = {
  customerId: 'customer_known',
  sourceCurrency: 'usd',
  destinationCurrency: 'usdc',
  network: 'Base',
  walletAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  integratorBpsFee: '40',
} as const;
const stellarWallet = 'GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7';

function judged(kind: 'customer' | 'virtualAccount', row: Partial<Record<BulkField, string>>) {
  const columns = Object.keys(row) as BulkField[];
  const cells = columns.map((field) => row[field] ?? '');
  return checkRow({ row: 2, cells }, { kind, headings: columns, columns, customers });
}
const ofAccount = (changes: Partial<Record<BulkField, string>>) =>
  judged('virtualAccount', { ...account, ...changes });
const codes = (row: ReturnType<typeof judged>) => row.remarks.map(({ code }) => code);

describe('a row of a virtual account', () => {
  it('is sent in the spelling of the interface', () => {
    const row = ofAccount({});
    expect(row.remarks).toEqual([]);
    expect(row.input).toEqual({
      ...account,
      sourceCurrency: 'USD',
      destinationCurrency: 'USDC',
      network: 'base',
    });
    expect(row.customerName).toBe('Ada');
  });

  it('is not sent where it has more cells than headings', () => {
    const columns = Object.keys(account) as BulkField[];
    const cells = Object.values(account);
    const moved = { row: 2, cells, problem: 'The row has 7 cells.' };
    const row = checkRow(moved, { kind: 'virtualAccount', headings: columns, columns, customers });
    expect(row).toMatchObject({
      input: null,
      remarks: [{ severity: 'error', sentence: moved.problem }],
    });
  });

  it.each(['#N/A', '#REF!', '#NAME?', '#n/a'])('is not sent where it shows %s', (text) => {
    for (const field of ['walletAddress', 'integratorBpsFee', 'reference'] as const) {
      const row = ofAccount({ [field]: text });
      expect([row.input, codes(row)]).toEqual([null, expect.arrayContaining([`${field}.error`])]);
    }
    const name = 'personalInformation.firstName';
    const customer = judged('customer', {
      type: 'individual',
      email: 'a@example.com',
      [name]: text,
    });
    expect([customer.input, codes(customer)]).toEqual([null, [`${name}.error`]]);
  });

  it.each(['1.23457E+14', '1E+05', '1.2e+3', '1,23457E+14'])(
    'refuses %s, of which a spreadsheet left digits out',
    (text) => {
      const codesOf = (field: 'reference' | 'integratorBpsFee') =>
        codes(ofAccount({ [field]: text }));
      expect(codesOf('reference')).toEqual(['reference.shortened']);
      expect(codesOf('integratorBpsFee')).toEqual(['integratorBpsFee.shortened']);
      expect(ofAccount({ reference: `INV ${text}` }).remarks).toEqual([]);
    },
  );

  it('may name its customer by email where only one has it', () => {
    expect(ofAccount({ customerId: 'ada@example.com' }).input).toMatchObject({
      customerId: 'customer_known',
    });
  });

  it('shows what is sent, and not how the file writes it', () => {
    const { walletAddress } = account;
    const row = ofAccount({ customerId: 'ada@example.com', walletAddress: ` ${walletAddress}` });
    expect(Object.fromEntries(row.values.map(({ field, value }) => [field, value]))).toEqual(
      row.input,
    );
    expect(row.customerName).toBe('Ada');
    expect(ofAccount({ network: 'tron' }).values).toContainEqual({
      field: 'sourceCurrency',
      value: 'usd',
    });
  });

  it('asks where it names no fee, and not where it names none to be taken', () => {
    expect(ofAccount({ integratorBpsFee: '' }).doubts).toContain('no-fee');
    expect(ofAccount({ integratorBpsFee: '0' }).doubts).toEqual([]);
  });

  it('takes a fee that names its unit, and no other word', () => {
    expect(ofAccount({ integratorBpsFee: '65 bps' }).input).toMatchObject({
      integratorBpsFee: '65',
    });
    expect(ofAccount({ integratorBpsFee: '65 eur' }).input).toBeNull();
  });

  it('on Stellar warns that no memo goes along, and asks, as the form does', () => {
    const row = ofAccount({ network: 'Stellar', walletAddress: stellarWallet });
    expect(row.input).toMatchObject({ network: 'stellar' });
    expect(row.remarks).toMatchObject([{ severity: 'warning', code: 'walletAddress.memo' }]);
    expect(row.doubts).toEqual(['memo']);
  });

  const withColumn = (heading: string, cell: string, network: string) => {
    const walletAddress = network === 'stellar' ? stellarWallet : account.walletAddress;
    const texts = { ...account, network, walletAddress };
    const fields = Object.keys(texts) as BulkField[];
    return checkRow(
      { row: 2, cells: [...Object.values(texts), cell] },
      {
        kind: 'virtualAccount',
        customers,
        headings: [...fields, heading],
        columns: [...fields, null],
      },
    );
  };

  it.each([
    ['Memo', '412877301', false],
    ['destination_tag', '7', false],
    ['destinationTag', '7', false],
    ['Memo / Tag', '7', false],
    ['Memo (required)', '7', false],
    ['Memo/Tag/Payment ID', '7', false],
    ['Tags', '7', false],
    ['Tag', '  ', true],
    ['Memorandum', 'first', true],
    ['Percentage', '7', true],
  ])(
    'on Stellar with a column %j that is read as nothing and holds %j is sent: %s',
    (heading, cell, isSent) => {
      const row = withColumn(heading, cell, 'stellar');
      expect(row.input !== null).toBe(isSent);
      const error = { severity: 'error', code: 'memo.column', field: null, column: heading };
      const ofColumn = row.remarks.filter(({ code }) => code === 'memo.column');
      expect(ofColumn).toMatchObject(isSent ? [] : [error]);
    },
  );

  it('takes a column “Memo” for notes on networks that have none, and not where that is unknown', () => {
    expect(withColumn('Memo', 'July rent', 'base')).toMatchObject({ remarks: [] });
    expect(withColumn('Tag', 'VIP', 'base').input).not.toBeNull();
    expect(withColumn('Memo', '7', 'newchain').input).toBeNull();
  });

  it.each([
    [{ customerId: '' }, 'customerId.blank'],
    [{ customerId: 'twice' }, 'customerId.several'],
    [{ customerId: 'eve@example.com' }, 'customerId.nobody'],
    [{ customerId: 'customer_erased' }, 'customerId.erased'],
    [{ sourceCurrency: 'GBP' }, 'sourceCurrency.form'],
    [{ network: 'Base Chain' }, 'network.form'],
    [{ walletAddress: '' }, 'walletAddress.blank'],
    [{ walletAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD' }, 'walletAddress.wrong'],
    [{ network: 'tron' }, 'walletAddress.other-network'],
    [{ integratorBpsFee: '0.4%' }, 'integratorBpsFee.form'],
    [{ integratorBpsFee: '40.5' }, 'integratorBpsFee.form'],
    [{ integratorBpsFee: '10000' }, 'integratorBpsFee.whole'],
  ])('%j is bad, and said why', (changes, code) => {
    const row = ofAccount(changes);
    expect(row.input).toBeNull();
    expect(codes(row)).toContain(code);
    const errors = row.remarks.filter(({ severity }) => severity === 'error');
    expect(new Set(errors.map(({ field }) => field)).size).toBe(errors.length);
  });

  it.each([
    [{ customerId: 'customer_other' }, 'customerId.unknown', ['unknown-customer']],
    [
      { walletAddress: account.walletAddress.toLowerCase() },
      'walletAddress.no-checksum',
      ['no-checksum'],
    ],
    [
      { network: 'solana', walletAddress: '12rqwuEgBYiGhBrDJStCiqEtzQpTTiZbh7teNVLuYcFA' },
      'walletAddress.off-curve',
      ['off-curve'],
    ],
    [
      { network: 'newchain', walletAddress: 'abc' },
      'walletAddress.unchecked',
      ['unchecked-network'],
    ],
    [{ destinationCurrency: 'USDT' }, 'network.pair', []],
    [{ integratorBpsFee: '501' }, 'integratorBpsFee.high', ['high-fee']],
    [
      { walletAddress: ` ${account.walletAddress.slice(0, 9)} ${account.walletAddress.slice(9)}` },
      'walletAddress.cleaned',
      [],
    ],
  ])('%j is sent, with a warning', (changes, code, doubts) => {
    const row = ofAccount(changes);
    expect(row.input).not.toBeNull();
    expect(codes(row)).toEqual([code]);
    expect(row.doubts).toEqual(doubts);
  });

  it('with a fee of 500 basis points asks nothing', () => {
    expect(ofAccount({ integratorBpsFee: '500' })).toMatchObject({ doubts: [], remarks: [] });
  });

  it.each([
    [`0x${'ab'.repeat(32)}`],
    [`S${'A'.repeat(55)}`],
    ['legal winner thank year wave sausage worth useful legal winner thank yellow'],
  ])('that holds a secret repeats no word of it', (secret) => {
    const row = ofAccount({ walletAddress: secret });
    expect(row.input).toBeNull();
    expect(codes(row)).toEqual(['walletAddress.secret']);
    expect(JSON.stringify(row)).not.toContain(secret);
  });
});

describe('a row of a customer', () => {
  it('leaves blank fields out, and takes phone numbers as people write them', () => {
    const row = judged('customer', {
      type: 'Individual',
      email: 'eve@example.com',
      phone: '+1 (415) 555-0123',
      'address.city': 'Rome',
      'address.line2': '',
      'personalInformation.firstName': 'Eve',
    });
    expect(row.input).toEqual({
      type: 'individual',
      email: 'eve@example.com',
      phone: '+14155550123',
      address: { city: 'Rome' },
      personalInformation: { firstName: 'Eve' },
    });
    expect(row.fingerprint).toBe('eve@example.com');
  });

  it.each([
    [{ type: '' }, 'type.blank'],
    [{ type: 'person' }, 'type.form'],
    [{ type: 'individual', email: 'eve' }, 'email.form'],
    [{ type: 'individual', phone: '14155550123' }, 'phone.form'],
    [{ type: 'individual', phone: '+44 (0)20 7946 0018' }, 'phone.trunk'],
    [{ type: 'individual', email: 'ada\u200b@example.com' }, 'email.invisible'],
    [{ type: 'individual', phone: '1.41556E+10' }, 'phone.shortened'],
    [
      { type: 'business', 'personalInformation.firstName': 'Eve' },
      'personalInformation.firstName.individuals-only',
    ],
  ])('%j is bad, and said why once', (row, code) => {
    const checked = judged('customer', row);
    expect(checked.input).toBeNull();
    expect(codes(checked)).toEqual([code]);
  });

  it('warns of a country that is no code, as the form sends one', () => {
    const from = (country: string) =>
      judged('customer', { type: 'business', phone: '+14155550123', 'address.country': country });
    expect(from('DE').remarks).toEqual([]);
    for (const country of ['Germany', 'de', 'USA', 'UK']) {
      const row = from(country);
      expect(row.input).toMatchObject({ address: { country } });
      expect(row.remarks).toMatchObject([{ severity: 'warning', code: 'address.country.name' }]);
    }
  });

  it('says of a phone number with a (0) what is right in Italy too, where the 0 stays', () => {
    const said = (phone: string) =>
      judged('customer', { type: 'individual', phone }).remarks[0]?.sentence;
    expect(said('+39 (0)6 698 1234')).toBe(said('+44 (0)20 7946 0018'));
    expect(said('+39 (0)6 698 1234')).toMatch(
      /as it is dialled from abroad, without brackets: in most/,
    );
  });

  it.each([
    [{ type: 'individual' }, 'an email, a phone or a name'],
    [{ type: 'individual', 'address.city': 'Paris', reference: 'K-1' }, 'a phone or a name'],
    [{ type: 'business', 'address.city': 'Paris' }, 'an email or a phone'],
  ])('that nobody could tell apart is refused, as by the form: %j', (row, said) => {
    const checked = judged('customer', row);
    expect(checked.input).toBeNull();
    expect(checked.remarks).toMatchObject([{ severity: 'error', code: 'customer.nobody' }]);
    expect(checked.remarks[0]?.sentence).toContain(said);
  });

  it.each([
    { type: 'individual', 'personalInformation.lastName': 'Byron' },
    { type: 'individual', phone: '+14155550123' },
    { type: 'business', email: 'ops@example.com' },
  ])('that something tells apart is taken: %j', (row) => {
    expect(judged('customer', row).input).not.toBeNull();
  });
});
