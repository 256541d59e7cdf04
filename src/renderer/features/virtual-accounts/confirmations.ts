/** What a person has to confirm before a virtual account is created, in words. Main asks for the same. */
import type { AddressCheck } from '../../../bridge/address-book.ts';
import {
  type NeededConfirmation,
  neededConfirmations as needed,
  type ToConfirm,
} from '../../../contract/addresses/confirmations.ts';
import { formatRate } from '../../format/rates.ts';
import { addressTexts } from '../address-book/texts.ts';

export interface Confirmation {
  key: string;
  words: string;
}

const texts = addressTexts.confirm;

export const neededConfirmations = (
  input: ToConfirm,
  lookAlikes: AddressCheck['lookAlikes'],
): Confirmation[] =>
  needed(
    input,
    lookAlikes.map(({ id }) => id),
  ).map(({ kind, key }) => ({ key, words: wordsOf(kind, input) }));

function wordsOf(kind: NeededConfirmation['kind'], input: ToConfirm): string {
  switch (kind) {
    case 'compared':
      return texts.compared;
    case 'off-curve':
      return texts.offCurve;
    case 'unchecked':
      return texts.unchecked(input.network);
    case 'look-alike':
      return texts.lookAlike;
    case 'fee':
      return texts.fee(formatRate(input.integratorBpsFee ?? '0'));
  }
}

/** Those that were not confirmed yet. */
export const openConfirmations = (
  needed: readonly Confirmation[],
  confirmed: readonly string[],
): Confirmation[] => needed.filter(({ key }) => !confirmed.includes(key));
