import { describe, expect, it } from 'vitest';
import type { RowIssue } from '../../../../bridge/bulk.ts';
import { hasIssue, kindOf } from '../drafts/summary.ts';
import { words } from './words.ts';

const said = (code: string, sentence: string): RowIssue => ({
  severity: 'warning',
  code,
  sentence,
  field: null,
  column: null,
  like: null,
});

describe('remarks of one kind', () => {
  it.each([
    [
      'customerId.unknown',
      words.unknownCustomer('customer_a'),
      words.unknownCustomer('customer_b'),
    ],
    ['customerId.several', words.several(2), words.several(3)],
    ['customerId.unverified', words.unverified([]), words.unverified(['email_address'])],
    ['integratorBpsFee.high', words.highFee('501'), words.highFee('900')],
    ['walletAddress.unchecked', words.unchecked('newnet'), words.unchecked('othernet')],
    ['walletAddress.look-alike', words.lookAlike('0xab', null, 0), words.lookAlike('0xcd', 'A', 2)],
    ['walletAddress.look-alike-row', words.lookAlikeRow('0xab', 2), words.lookAlikeRow('0xcd', 3)],
    ['reference.record', words.sharedReference('customer_a'), words.sharedReference('customer_b')],
    ['reference.row', words.sharedReferenceRow(2), words.sharedReferenceRow(3)],
    ['phone.row', words.sharedNumber.phone(2), words.sharedNumber.phone(3)],
    ['duplicate.record', words.sameAsRecord('customer_a'), words.sameAsRecord('customer_b')],
    ['duplicate.row', words.sameAsRow(2), words.sameAsRow(3)],
  ])('%s are one, whatever they name', (code, one, other) => {
    expect(one).not.toBe(other);
    const kind = kindOf(said(code, one));
    expect(kindOf(said(code, other))).toEqual(kind);
    expect(hasIssue([said('x', 'Look.'), said(code, other)], kind)).toBe(true);
  });

  it('of one code are several where what they say differs for a reason', () => {
    const checksum = said('walletAddress.wrong', words.addressProblem('evm-checksum'));
    const burnt = said('walletAddress.wrong', words.addressProblem('burnt'));
    expect(kindOf(checksum)).not.toEqual(kindOf(burnt));
    expect(hasIssue([burnt], kindOf(checksum))).toBe(false);
  });
});
