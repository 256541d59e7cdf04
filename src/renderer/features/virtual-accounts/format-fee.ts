/** What stands under the fee while it is typed: help, or the rate as people read it. */
import { isUnusualFee } from '../../../contract/addresses/confirmations.ts';
import { basisPointsPattern } from '../../../contract/patterns.ts';
import { exactNumber, formatRate } from '../../format/rates.ts';
import { virtualAccountTexts } from './texts.ts';

const texts = virtualAccountTexts.form;

const rateOfFee = (fee: string) => (basisPointsPattern.test(fee) ? exactNumber(fee) : null);

export const isZeroFee = (fee: string): boolean => rateOfFee(fee)?.eq(0) ?? false;

export function formatFee(typed: string): string {
  const fee = typed.trim();
  if (rateOfFee(fee) === null) return texts.feeHelp;
  if (isZeroFee(fee)) return texts.zeroFee;
  return isUnusualFee(fee) ? texts.largeFee(formatRate(fee)) : formatRate(fee);
}
