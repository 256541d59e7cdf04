/**
 * What main asks for by itself before an account is created: a page may be wrong, old, or another
 * program. Nothing is journalled or sent of what fails here.
 */
import type { AddressCheck } from '../../../bridge/address-book.ts';
import { isUsable } from '../../../contract/addresses/address-check.ts';
import { checkAddress } from '../../../contract/addresses/check-address.ts';
import {
  type ConfirmationKind,
  neededConfirmations,
  takesAll,
} from '../../../contract/addresses/confirmations.ts';
import type { CreateVirtualAccountInput } from '../../../contract/virtual-account.ts';
import type { Review } from '../../core/feature/offered-write.ts';
import { invalid } from '../../core/intents/failed.ts';
import { requireNoSecret } from '../../core/intents/no-secret.ts';

const missing: Readonly<Record<ConfirmationKind, string>> = {
  compared: 'that you compared the address with its source, because it has no checksum',
  'off-curve':
    'that you compared the address with its source, and that it is meant to belong to a program',
  unchecked:
    'that you compared the address with its source, because Causeway can’t check addresses of this network',
  'look-alike': 'that the address is the right one, and not the known one that it looks like',
  fee: 'that the integrator fee of over 500 basis points is meant',
};

const notSent = (cause: string, sentence: string) =>
  invalid(`Nothing was sent: ${sentence}`, cause);

/**
 * Throws Failed INVALID: `secret`, `address`, `fee`, `not-as-reviewed`, or `not-confirmed` with what
 * is missing. `checkKnown` gives the known addresses that look like it.
 */
export async function requireReviewed(
  input: CreateVirtualAccountInput,
  { reviewedAddress, confirmations }: Review,
  checkKnown: (asked: { network: string; address: string }) => Promise<AddressCheck>,
): Promise<void> {
  const { network, walletAddress, integratorBpsFee = '0' } = input;
  requireNoSecret(input);
  if (!isUsable(checkAddress(network, walletAddress))) {
    throw notSent(
      'address',
      `the address can’t receive money on ${network}. Check the network and the address.`,
    );
  }
  if (takesAll(integratorBpsFee)) {
    throw notSent(
      'fee',
      'at a fee of 10,000 basis points or more, nothing would be paid out. Enter a lower fee.',
    );
  }
  if (reviewedAddress !== walletAddress) {
    throw notSent(
      'not-as-reviewed',
      reviewedAddress === null
        ? 'nobody reviewed the wallet address. Review the whole address, then create the account.'
        : 'the wallet address changed after the review. Check this computer for programs that change copied text, then enter the address again from its source.',
    );
  }
  const { lookAlikes } = await checkKnown({ network, address: walletAddress });
  const known = lookAlikes.map(({ id }) => id);
  const open = neededConfirmations(input, known).filter(({ key }) => !confirmations.includes(key));
  if (open.length === 0) return;
  const what = open.map(({ kind }) => missing[kind]).join('; and ');
  throw notSent('not-confirmed', `you have not confirmed ${what}. Review the account again.`);
}
