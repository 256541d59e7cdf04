/** Checks a wallet address by the rules of its network, before anything is sent (decisions 13). */

import { type AddressRuleCheck, isUsable, wrong } from './address-check.ts';
import { noWallet } from './coins.ts';
import { checkEvm, isEvmForm } from './evm.ts';
import { type AddressFamily, familyOf } from './families.ts';
import { recognise } from './recognise.ts';
import { checkSolana } from './solana.ts';
import { checkStellar } from './stellar.ts';
import { checkTron } from './tron.ts';

const checks: Readonly<Record<AddressFamily, (address: string) => AddressRuleCheck>> = {
  evm: checkEvm,
  solana: checkSolana,
  tron: checkTron,
  stellar: checkStellar,
};

/**
 * What is known of the address on that network; `address` without space around it (clean.ts). A
 * secret is named whatever the network, and an address of another network as such.
 */
export function checkAddress(network: string, address: string): AddressRuleCheck {
  const recognised = recognise(address);
  if (recognised.kind === 'secret') return { kind: 'secret', secret: recognised.secret };
  const family = familyOf(network);
  const verdict = family === null ? checkUnlisted(address) : checks[family](address);
  if (isUsable(verdict)) return unlessNoWallet(address, verdict);
  if (family === null || recognised.kind !== 'address' || recognised.family === family) {
    return verdict;
  }
  return { kind: 'other-network', family: recognised.family };
}

/** Nobody here knows the form; what is hex of 20 bytes is held to the checksum that it carries all the same. */
function checkUnlisted(address: string): AddressRuleCheck {
  if (!isPlain(address)) return wrong('other-form');
  const asEvm = isEvmForm(address) ? checkEvm(address) : null;
  return asEvm !== null && !isUsable(asEvm) ? asEvm : { kind: 'unchecked' };
}

function unlessNoWallet(address: string, verdict: AddressRuleCheck): AddressRuleCheck {
  const known = noWallet(address);
  return known === null ? verdict : wrong(known);
}

/** Letters of other scripts that look like Latin ones are no part of any address. */
const isPlain = (address: string): boolean => /^[\x21-\x7e]{1,256}$/.test(address);
