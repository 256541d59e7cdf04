/** What is said of a row before it is sent, in plain words. */
import type { SecretKind } from '../../../contract/addresses/secrets.ts';
import type { AddressProblem, RecognisedFamily } from '../../../contract/addresses/verdict.ts';

const families: Readonly<Record<RecognisedFamily, string>> = {
  evm: 'Ethereum and networks like it',
  solana: 'Solana',
  tron: 'Tron',
  stellar: 'Stellar',
  bitcoin: 'Bitcoin, which this service does not pay to',
};

const problems: Readonly<Record<AddressProblem, string>> = {
  'evm-form': 'The address needs 0x and 40 hex digits.',
  'evm-checksum':
    'The address has a wrong checksum: a character differs, or large and small letters are mixed up. Take it again from its source.',
  'solana-form': 'The address needs 32 bytes in base58, 32 to 44 characters.',
  'tron-form': 'The address needs 34 characters that begin with T.',
  'tron-checksum':
    'The address has a wrong checksum: a character differs. Take it again from its source.',
  'stellar-form': 'The address needs 56 characters that begin with G.',
  'stellar-checksum':
    'The address has a wrong checksum: a character differs. Take it again from its source.',
  'stellar-muxed':
    'This is a muxed account, which holds a memo: the interface carries none. Use the G address.',
  'stellar-contract': 'This is a contract: it needs a G address.',
  'other-form': 'The address holds characters that stand in no address.',
  nobody: 'The address is all zeros, nobody’s: what is paid to it is lost.',
  coin: 'This is the address of a coin itself, USDC or USDT, and no wallet: what is paid to it is lost.',
  burnt: 'Coins are burnt at this address: what is paid to it is lost.',
};

const secrets: Readonly<Record<SecretKind, string>> = {
  'evm-private-key': 'a private key, or the hash of a transaction',
  'solana-private-key': 'a private key of Solana, or the signature of a transaction',
  'bitcoin-private-key': 'a private key of Bitcoin',
  'stellar-secret-seed': 'the secret seed of a Stellar account',
  'extended-key': 'an extended key of a wallet',
  'seed-phrase': 'the seed phrase of a wallet',
  'move-private-key': 'a private key of Sui or Aptos',
};

/** The first two by name. */
function stillRequired([first, second, ...others]: readonly string[]): string {
  if (first === undefined) return '';
  if (second === undefined) return `: ${first} is still required`;
  return others.length === 0
    ? `: ${first} and ${second} are still required`
    : `: ${first}, ${second} and ${others.length} more are still required`;
}

export const words = {
  addressProblem: (problem: AddressProblem) => problems[problem],
  otherNetwork: (family: RecognisedFamily, network: string) =>
    `This is an address of ${families[family]}, and the row says ${network}.`,
  secret: (kind: SecretKind) =>
    `This looks like ${secrets[kind]}. It is not sent, kept or shown. If others may have seen it, move what it protects.`,
  noChecksum:
    'The address carries no checksum, so a wrong character is not noticed. Compare it with its source.',
  offCurve:
    'The address is off the curve: it belongs to a program, and no key signs for it. Compare it with its source.',
  lookAlike: (address: string, label: string | null, others: number) =>
    `The address begins and ends as ${address}, which is known here${label === null ? '' : ` as “${label}”`}, and differs in between. It may have been made to be taken for that one.${others === 0 ? '' : ` It looks like ${others} more that are known.`} Compare every character with its source.`,
  lookAlikeRow: (address: string, row: number) =>
    `The address begins and ends as ${address} of row ${row}, and differs in between. One of them may have been made to be taken for the other. Compare every character with its source.`,
  unchecked: (network: string) =>
    `Causeway does not know the network ${network}, so nobody checked the address.`,
  cleaned: 'Spaces or characters that nobody sees were taken out of the address.',
  blank: 'This is blank, and a row needs it.',
  pair: (currency: string, network: string) =>
    `${currency} on ${network} is not known to be served. The service decides.`,
  highFee: (fee: string) => `The fee of ${fee} basis points is over 500, that is 5 %.`,
  wholeFee: 'The fee is the whole amount or more: nothing would be paid out.',
  unknownCustomer: (id: string) =>
    `Nothing is known here of the customer ${id}. The service decides.`,
  nobody:
    'No customer that is known here has this email address or own reference. Use the customer’s id.',
  several: (count: number) =>
    `${count} customers that are known here have this email address or own reference. Use the customer’s id.`,
  fields: {
    customerId:
      'The customer’s id has to be customer_ and letters and digits, or an email address or own reference known here.',
    sourceCurrency: 'What is paid in has to be USD or EUR.',
    destinationCurrency: 'What is paid out has to be USDC or USDT.',
    network: 'The network has to be a lowercase name, for example ethereum.',
    walletAddress: 'The wallet address is not usable.',
    integratorBpsFee: 'The fee has to be whole digits in basis points, for example 40.',
    type: 'The type has to be individual or business.',
    email: 'This is no email address.',
    phone: 'The phone number needs a leading +, country code and digits, for example +14155550123.',
  },
  individualsOnly: 'This is for individuals only; leave it blank for a business.',
  tellsNobody: (isBusiness: boolean) =>
    isBusiness
      ? 'Enter an email or a phone: without one nobody can tell who this is.'
      : 'Enter an email, a phone or a name: without one nobody can tell who this is.',
  other: 'This does not fit what the service takes.',
  longOwn: {
    reference: (most: number) => `An own reference has at most ${most} characters.`,
    ownName: (most: number) => `An own name has at most ${most} characters.`,
  },
  sharedReference: (id: string) => `${id} has this own reference already.`,
  sharedReferenceRow: (row: number) => `Row ${row} of this file has the same own reference.`,
  unverified: (missing: readonly string[]) =>
    `The verification of this customer is not complete${stillRequired(missing)}. The service decides whether it gets an account.`,
  correctedRow: 'This row was corrected here, so it differs from the file.',
  hiddenRow: 'This row is hidden in the file, by hand or by a filter, and is left out.',
  hiddenRowSent: 'This row is hidden in the file, by hand or by a filter.',
  sameAsRow: (row: number) => `Row ${row} of this file says the same.`,
  sameAsRecord: (id: string) => `${id} is known here already and says the same.`,
  sameAsRun:
    'A row of an earlier run says the same. It is still to be sent: go on with that run, or stop it.',
  sameAsIntent: 'The same is being sent already, or may exist: its outcome is not known.',
} as const;

/** The same said of many rows, by code, of the sentences above that name what is one row's own. */
export const sharedWords: Readonly<Record<string, string>> = {
  'walletAddress.look-alike':
    'The address begins and ends as one that is known here, and differs in between. It may have been made to be taken for that one.',
  'walletAddress.look-alike-row':
    'The address begins and ends as one of another row, and differs in between. One of them may have been made to be taken for the other.',
  'walletAddress.unchecked': 'Causeway does not know the network, so nobody checked the address.',
  'integratorBpsFee.high': 'The fee is over 500 basis points, that is 5 %.',
  'customerId.unknown': 'Nothing is known here of the customer. The service decides.',
  'customerId.several':
    'Several customers that are known here have this email address or own reference. Use the customer’s id.',
  'customerId.unverified':
    'The verification of the customer is not complete. The service decides whether it gets an account.',
  'reference.record': 'A record that is known here has this own reference already.',
  'reference.row': 'Another row of this file has the same own reference.',
  'duplicate.record': 'A record that is known here already says the same.',
  'duplicate.row': 'Another row of this file says the same.',
};
