/** Checks what was typed for a new virtual account, and makes the request of it (Interface 4.2). */
import type { Bridge } from '../../../bridge/contract.ts';
import { cleanedAddress } from '../../../contract/addresses/clean.ts';
import { takesAll } from '../../../contract/addresses/confirmations.ts';
import {
  destinationCurrencies,
  isKnownNetwork,
  isPairServed,
  sourceCurrencies,
} from '../../../contract/currencies.ts';
import { basisPointsPattern, idForms, networkPattern } from '../../../contract/patterns.ts';
import type { Checks } from '../../components/draft/use-draft-form.ts';
import { addressTexts } from '../address-book/texts.ts';
import { addressProblem } from './address-words.ts';
import { virtualAccountTexts } from './texts.ts';
import type { VirtualAccountValues } from './virtual-account-values.ts';

const { problems } = virtualAccountTexts;

type CreateInput = Parameters<Bridge['virtualAccounts']['create']>[0]['input'];

/** Case and space are of no meaning in a network's name (Interface 4.2: a lowercase name). */
export const cleanNetwork = (text: string): string => text.trim().toLowerCase();

/** Space inside a pasted address is never part of it. */
export const cleanAddress = (text: string): string => cleanedAddress(text).address;

/** `065` and `65` are the same rate; the service gets the short form. */
export const cleanFee = (text: string): string => text.trim().replace(/^0+(?=\d)/, '');

export const virtualAccountChecks: Checks<VirtualAccountValues> = {
  customerId: (id) => (idForms.customer.test(id.trim()) ? null : problems.customer),
  network: (text) => {
    const name = cleanNetwork(text);
    if (name === '') return problems.noNetwork;
    return networkPattern.test(name) ? null : problems.network;
  },
  confirmsNetwork: (confirms, values) =>
    confirms || !needsConfirmation(values.network) ? null : problems.confirmNetwork,
  walletAddress: (text, values) => {
    if (values.pasteDiffers) return addressTexts.paste.held;
    const address = cleanAddress(text);
    return address === ''
      ? problems.address
      : addressProblem(cleanNetwork(values.network), address);
  },
  integratorBpsFee: (text) => {
    const fee = text.trim();
    if (fee !== '' && !basisPointsPattern.test(fee)) return problems.fee;
    return takesAll(fee) ? problems.wholeFee : null;
  },
};

/** A network that is named well but not known here is taken after an explicit yes (decisions 13). */
export function needsConfirmation(network: string): boolean {
  const name = cleanNetwork(network);
  return networkPattern.test(name) && !isKnownNetwork(name);
}

/** Warns of a pair that is not known to be served; null where it is, or nothing can be said (decisions 14). */
export function pairWarning(destinationCurrency: string, network: string): string | null {
  const name = cleanNetwork(network);
  const currency = destinationCurrencies.find((known) => known === destinationCurrency);
  if (currency === undefined || !isKnownNetwork(name) || isPairServed(currency, name)) return null;
  return virtualAccountTexts.form.pairWarning(currency, name);
}

/** The request. An empty fee is left out; the service's default is 0 (Interface 4.2). */
export function virtualAccountInputOf(values: VirtualAccountValues): CreateInput {
  const fee = cleanFee(values.integratorBpsFee);
  return {
    customerId: values.customerId.trim(),
    sourceCurrency: sourceCurrencies.find((known) => known === values.sourceCurrency) ?? 'USD',
    destinationCurrency:
      destinationCurrencies.find((known) => known === values.destinationCurrency) ?? 'USDC',
    network: cleanNetwork(values.network),
    walletAddress: cleanAddress(values.walletAddress),
    ...(fee === '' ? {} : { integratorBpsFee: fee }),
  };
}
