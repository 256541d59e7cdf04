/** Texts of the issues that the check finds in a row. */
import type {
  AddressProblem,
  RecognisedFamily,
} from '../../../../contract/addresses/address-check.ts';
import type { SecretKind } from '../../../../contract/addresses/secrets.ts';

const families: Readonly<Record<RecognisedFamily, string>> = {
  evm: 'Ethereum and compatible networks',
  solana: 'Solana',
  tron: 'Tron',
  stellar: 'Stellar',
  bitcoin: 'Bitcoin, which Causeway does not support',
};

const problems: Readonly<Record<AddressProblem, string>> = {
  'evm-form': 'Enter an address of 0x followed by 40 hex digits.',
  'evm-checksum':
    'The checksum is wrong: a character differs, or upper and lower case are mixed up. Copy the address again from its source.',
  'solana-form': 'Enter an address of 32 bytes in base58: 32 to 44 characters.',
  'tron-form': 'Enter an address of 34 characters that start with T.',
  'tron-checksum':
    'The checksum is wrong: a character differs. Copy the address again from its source.',
  'stellar-form': 'Enter an address of 56 characters that start with G.',
  'stellar-checksum':
    'The checksum is wrong: a character differs. Copy the address again from its source.',
  'stellar-muxed':
    'This is a muxed account, which contains a memo. The API has no memo field. Enter the G address.',
  'stellar-contract': 'This is a contract. Enter a G address.',
  'other-form': 'Enter another address: no address contains these characters.',
  nobody: 'Enter another address. This one is all zeros; funds sent to it are lost.',
  coin: 'Enter the customer’s own address. This one is the USDC or USDT token contract; funds sent to it are lost.',
  burnt: 'Enter another address. This one is a burn address; funds sent to it are lost.',
};

const secrets: Readonly<Record<SecretKind, string>> = {
  'evm-private-key': 'a private key or a transaction hash',
  'solana-private-key': 'a Solana private key or a transaction signature',
  'bitcoin-private-key': 'a Bitcoin private key',
  'stellar-secret-seed': 'the secret seed of a Stellar account',
  'extended-key': 'an extended key of a wallet',
  'seed-phrase': 'the seed phrase of a wallet',
  'move-private-key': 'a Sui or Aptos private key',
};

function unverified([first, second, ...others]: readonly string[]): string {
  const start = 'This customer’s verification is not complete';
  const decides = 'The service decides whether the customer gets an account.';
  if (first === undefined) return `${start}. ${decides}`;
  if (second === undefined) return `${start}: ${first} is still required. ${decides}`;
  return others.length === 0
    ? `${start}: ${first} and ${second} are still required. ${decides}`
    : `${start}: ${first}, ${second} and ${others.length} more are still required. ${decides}`;
}

const compare = 'Compare every character with its source.';

function lookAlike(address: string, label: string | null, others: number): string {
  const known = label === null ? address : `${address} (“${label}”)`;
  const start = `This look-alike starts and ends like ${known}, an address known to Causeway, but differs in between. It may have been made so that people confuse the two.`;
  if (others === 0) return `${start} ${compare}`;
  return others === 1
    ? `${start} 1 other known address looks alike too. ${compare}`
    : `${start} ${others} other known addresses look alike too. ${compare}`;
}

export const words = {
  addressProblem: (problem: AddressProblem) => problems[problem],
  otherNetwork: (family: RecognisedFamily, network: string) =>
    `Enter an address on ${network}. This one is an address of ${families[family]}.`,
  secret: (kind: SecretKind) =>
    `This looks like ${secrets[kind]}. Causeway does not send, store or show it. If someone else may have seen it, move the money that it protects.`,
  noChecksum:
    'The address has no checksum, so a wrong character goes unnoticed. Compare the address with its source.',
  offCurve:
    'The address is off the curve: it belongs to a program, and no key can sign for it. Compare the address with its source.',
  lookAlike,
  lookAlikeRow: (address: string, row: number) =>
    `This look-alike starts and ends like ${address} in row ${row}, but differs in between. One of the two may have been made so that people confuse them. ${compare}`,
  memo: 'The API has no memo field. An exchange or custodian that needs a memo can’t be paid this way.',
  memoColumn:
    'Enter a wallet that needs no memo or tag, and leave this column blank. The API has no field for it, so payouts would arrive without it and could be lost.',
  unchecked: (network: string) =>
    `Causeway does not know the network ${network}, so it did not check the address.`,
  cleaned: 'Causeway removed spaces or invisible characters from the address.',
  blank: 'Enter a value: this field is required.',
  pair: (currency: string, network: string) =>
    `Causeway does not know whether the service supports ${currency} on ${network}. The service decides.`,
  highFee: (fee: string) => `The fee of ${fee} basis points is above 500 (5 %).`,
  wholeFee: 'Enter a lower fee. At this fee, nothing would be paid out.',
  erased:
    'The personal data of this customer is erased, so what the service returns would not be recorded. Select Record personal data again on the customer’s page first.',
  unknownCustomer: (id: string) =>
    `The customer ${id} is not known to Causeway. The service decides.`,
  nobody:
    'Enter the customer’s ID. No customer known to Causeway has this email address or reference.',
  several: (count: number) =>
    `Enter the customer’s ID. ${count} customers known to Causeway have this email address or reference.`,
  fields: {
    customerId:
      'Enter the customer’s ID, customer_ followed by letters and digits, or an email address or reference known to Causeway.',
    sourceCurrency: 'Enter USD or EUR as the source currency.',
    destinationCurrency: 'Enter USDC or USDT as the destination currency.',
    network: 'Enter the network in lower case, for example ethereum.',
    walletAddress: 'Enter a usable wallet address.',
    integratorBpsFee: 'Enter the fee in basis points, as whole digits, for example 40.',
    type: 'Enter individual or business as the type.',
    email: 'Enter an email address, for example ada@example.com.',
    phone: 'Enter the phone number as a +, the country code and digits, for example +14155550123.',
  },
  trunkPrefix:
    'Enter the phone number as it is dialled from abroad, without brackets: in most countries the (0) is left out.',
  countryName:
    'Causeway sends the country as it is written here. The form of a new customer sends the two-letter code, such as US or GB.',
  invisible: 'Type the email again: it contains an invisible character.',
  shortened:
    'A spreadsheet shortened this number, so its digits are lost. Format the column as text and enter the number again.',
  formulaError:
    'The spreadsheet shows an error here, so the value is not known. Correct the cell, or enter the value.',
  individualsOnly: 'Leave this field blank for a business: it is for individuals only.',
  tellsNobody: (isBusiness: boolean) =>
    isBusiness
      ? 'Enter an email or a phone, so that you can tell who this customer is.'
      : 'Enter an email, a phone or a name, so that you can tell who this customer is.',
  other: 'Enter a value that the API specification allows.',
  longOwn: {
    reference: (most: number) => `Enter a reference of at most ${most} characters.`,
    ownName: (most: number) => `Enter a display name of at most ${most} characters.`,
  },
  sharedReference: (id: string) => `${id} already has this reference.`,
  sharedReferenceRow: (row: number) => `Row ${row} of this file has the same reference.`,
  sharedNumber: {
    phone: (row: number) =>
      `Row ${row} of this file has the same phone and would become another customer.`,
    'personalInformation.taxIdentificationNumber': (row: number) =>
      `Row ${row} of this file has the same tax identification number and would become another customer.`,
  },
  unverified,
  correctedRow: 'This row was corrected in Causeway and differs from the file.',
  hiddenRow: 'This row is hidden in the file, manually or by a filter, and is left out.',
  hiddenRowSent: 'This row is hidden in the file, manually or by a filter.',
  sameAsRow: (row: number) => `Row ${row} of this file is the same.`,
  sameAsRecord: (id: string) => `${id} is already known to Causeway and is the same.`,
  sameAsRun:
    'A row of an earlier run is the same and still waits to be sent. Resume or stop that run.',
  sameAsIntent:
    'The same request is already being sent, or its outcome is unknown and the record may exist.',
} as const;

/** The issues above that name what is one row's own, as said of many rows, by code. */
export const sharedWords: Readonly<Record<string, string>> = {
  'walletAddress.look-alike':
    'The address is a look-alike of one known to Causeway: it starts and ends the same, but differs in between. It may have been made so that people confuse the two.',
  'walletAddress.look-alike-row':
    'The address is a look-alike of one in another row: it starts and ends the same, but differs in between. One of the two may have been made so that people confuse them.',
  'walletAddress.unchecked': 'Causeway does not know the network, so it did not check the address.',
  'integratorBpsFee.high': 'The fee is above 500 basis points (5 %).',
  'customerId.unknown': 'The customer is not known to Causeway. The service decides.',
  'customerId.several':
    'Enter the customer’s ID. Several customers known to Causeway have this email address or reference.',
  'customerId.unverified':
    'The customer’s verification is not complete. The service decides whether the customer gets an account.',
  'reference.record': 'A record known to Causeway already has this reference.',
  'reference.row': 'Another row of this file has the same reference.',
  'phone.row': 'Another row of this file has the same phone and would become another customer.',
  'personalInformation.taxIdentificationNumber.row':
    'Another row of this file has the same tax identification number and would become another customer.',
  'duplicate.record': 'A record known to Causeway is the same.',
  'duplicate.row': 'Another row of this file is the same.',
};
