import { describe, expect, it } from 'vitest';
import { json } from '../../../../bridge/scalars.ts';
import type { VirtualAccountDetail } from '../../../../bridge/virtual-accounts.ts';
import { accountDetail, euroAccount } from '../testing/accounts.ts';
import { inGroups, isBic, isIban } from './numbers.ts';
import { checkAccount } from './sheet-content.ts';

describe('an account gets a sheet', () => {
  it('with every instruction, in the order of the interface, and what it does not name behind', () => {
    const account = accountDetail();
    const { content } = checkAccount({
      ...account,
      depositInstructions: [
        ...account.depositInstructions,
        { field: 'paymentPurpose', value: 'Collections' },
      ],
    });
    expect(content?.instructions.map(({ label, shown }) => [label, shown])).toEqual([
      ['Currency', 'USD'],
      ['Bank name', 'Lead Bank'],
      ['Account number', '0001 2345 6789'],
      ['Routing number', '101019644'],
      ['Beneficiary name', 'Ada Byron'],
      ['Beneficiary address', '1801 Main St.\nKansas City, MO 64108'],
      ['paymentPurpose', 'Collections'],
    ]);
    expect(content).toMatchObject({
      sourceCurrency: 'USD',
      destinationCurrency: 'USDC',
      network: 'ethereum',
      walletAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
    });
  });

  it('for EUR with IBAN and BIC by name, where they are what they look like', () => {
    const labels = (number: string, routing: string) =>
      checkAccount(euroAccount({ bankAccountNumber: number, bankRoutingNumber: routing }))
        .content?.instructions.slice(2, 4)
        .map(({ label, shown }) => `${label}: ${shown}`);
    expect(labels('DE89370400440532013000', 'COBADEFFXXX')).toEqual([
      'Account number (IBAN): DE89 3704 0044 0532 0130 00',
      'Routing number (BIC): COBADEFFXXX',
    ]);
    // One digit is another one: that is no IBAN, and nothing says it was.
    expect(labels('DE89370400440532013001', '101019644')).toEqual([
      'Account number: DE89 3704 0044 0532 0130 01',
      'Routing number: 101019644',
    ]);
  });
});

describe('an account gets no sheet', () => {
  it.each([
    [
      'an account number',
      '{"depositInstructions":{"bankAccountNumber":1234567890123456789}}',
      /Account number/,
    ],
    [
      'a routing number',
      '{"depositInstructions":{"bankRoutingNumber":21000021}}',
      /Routing number/,
    ],
    ['a wallet address', '{"destination":{"walletAddress":12}}', /Wallet address/],
    ['a list', '{"depositInstructions":{"notes":["a"]}}', /depositInstructions\.notes/],
  ])('of which %s came as anything but text', (_what, received, words) => {
    const asReceived = json.parse(JSON.parse(received));
    const { reasons } = checkAccount(accountDetail({ asReceived }));
    expect(reasons).toEqual([expect.stringMatching(words)]);
    expect(reasons?.[0]).toContain('digits may have been lost');
  });

  it('whose account number came as a number of which every digit is kept as text', () => {
    const words =
      'depositInstructions.bankAccountNumber: expected string, received number with more digits than are exact';
    const at = '2026-11-20T12:00:00.000Z';
    const told = {
      observationId: 'a',
      source: 'create-answer' as const,
      observedAt: at,
      happenedAt: null,
      intentKey: null,
      eventId: null,
      deviations: [words],
    } as const;
    const { reasons } = checkAccount({
      ...accountDetail(),
      learned: [{ ...told, deviations: [...told.deviations] }],
    });
    expect(reasons).toEqual([expect.stringContaining('digits may have been lost')]);
  });

  it('with the id of the customer as its beneficiary', () => {
    const account = accountDetail();
    const depositInstructions = account.depositInstructions.map((line) =>
      line.field === 'bankBeneficiaryName' ? { ...line, value: 'customer_ab12' } : line,
    );
    expect(checkAccount({ ...account, depositInstructions }).reasons).toEqual([
      expect.stringContaining('Ask the service for the name'),
    ]);
  });

  const mismatch = { field: 'destination.walletAddress', sent: 'a', received: 'b', sentence: 's' };
  it.each<[string, Partial<VirtualAccountDetail>, RegExp]>([
    [
      'that differs from what was asked for',
      { mismatches: [mismatch], hasMismatch: true },
      /does not match/,
    ],
    ['that is not active', { active: false }, /not active/],
    ['of which that is not known', { active: null }, /not confirmed/],
    ['without a wallet address', { walletAddress: null }, /not provided: wallet address/],
    ['without a network', { network: ' ' }, /not provided: network/],
    ['without instructions', { depositInstructions: [] }, /bank name, account number/],
  ])('%s', (_name, changes, sentence) => {
    const { content, reasons } = checkAccount(accountDetail(changes));
    expect(content).toBeUndefined();
    expect(reasons?.join(' ')).toMatch(sentence);
  });

  it('that differs, until a person cleared it, who said why', () => {
    const stopped = accountDetail({ mismatches: [mismatch], hasMismatch: true });
    expect(checkAccount(stopped).reasons).toHaveLength(1);
    const clearance = { note: 'The service confirmed it.', at: '2026-11-21T20:00:00.000Z' };
    expect(checkAccount({ ...stopped, clearance }).content).toBeDefined();
  });

  it('while a change of it waits for somebody to sign it off', () => {
    expect(checkAccount(accountDetail(), ['It changed.']).reasons).toEqual(['It changed.']);
  });

  it('when a single instruction is missing or blank', () => {
    const { depositInstructions } = accountDetail();
    for (const { field } of depositInstructions) {
      const without = depositInstructions.filter((line) => line.field !== field);
      expect(checkAccount(accountDetail({ depositInstructions: without })).reasons).toHaveLength(1);
      const blank = [...without, { field, value: '  ' }];
      expect(checkAccount(accountDetail({ depositInstructions: blank })).reasons).toHaveLength(1);
    }
  });
});

describe('numbers', () => {
  it('are shown in groups of four without losing a character', () => {
    expect(inGroups('0x52908400')).toBe('0x 5290 8400');
    expect(inGroups('GAAZI4TCR3')).toBe('GAAZ I4TC R3');
    expect(inGroups('12 345 6')).toBe('12 345 6');
    expect(inGroups('0x52908400098527886E0F7030069857D2E4169EE7').replaceAll(' ', '')).toBe(
      '0x52908400098527886E0F7030069857D2E4169EE7',
    );
  });

  it.each([
    ['DE89 3704 0044 0532 0130 00', true],
    ['GB82WEST12345698765432', true],
    ['gb82west12345698765432', true],
    ['GB83WEST12345698765432', false],
    ['123456789012', false],
    ['', false],
  ])('%s is an IBAN: %s', (text, is) => expect(isIban(text)).toBe(is));

  it.each([
    ['COBADEFF', true],
    ['COBADEFFXXX', true],
    ['COBADEFFXX', false],
    ['101019644', false],
  ])('%s is a BIC: %s', (text, is) => expect(isBic(text)).toBe(is));
});
