/** Texts of the address book, and of checking wallet addresses. */
import type {
  AddressProblem,
  RecognisedFamily,
} from '../../../contract/addresses/address-check.ts';
import type { SecretKind } from '../../../contract/addresses/secrets.ts';

const familyNames: Record<RecognisedFamily, string> = {
  evm: 'Ethereum, Base, Polygon, Arbitrum or Avalanche',
  solana: 'Solana',
  tron: 'Tron',
  stellar: 'Stellar',
  bitcoin: 'Bitcoin, which Causeway does not support',
};

const problems: Record<AddressProblem, string> = {
  'evm-form': 'Enter 0x followed by 40 hex digits.',
  'evm-checksum':
    'The checksum is wrong: a character differs, or upper and lower case are mixed up. Copy the address again.',
  'solana-form': 'Enter 32 bytes in base58: 32 to 44 characters.',
  'tron-form': 'Enter 34 characters that start with T.',
  'tron-checksum': 'The checksum is wrong: a character differs. Copy the address again.',
  'stellar-form': 'Enter 56 characters that start with G.',
  'stellar-checksum': 'The checksum is wrong: a character differs. Copy the address again.',
  'stellar-muxed':
    'This is a muxed account, which contains a memo. The API specification does not cover memos. Enter the G address without a memo.',
  'stellar-contract':
    'This is a contract, which the API specification does not cover. Enter a G address.',
  'other-form':
    'Enter plain letters, digits and signs only: no address contains the other characters.',
  nobody: 'Enter another address. This one is all zeros; funds sent to it are lost.',
  coin: 'Enter the customer’s own address. This one is the USDC or USDT token contract; funds sent to it are lost.',
  burnt: 'Enter another address. This one is a burn address; funds sent to it are lost.',
};

const secrets: Record<SecretKind, string> = {
  'evm-private-key': 'a private key, or the hash of a transaction',
  'solana-private-key': 'a private key of Solana, or the signature of a transaction',
  'bitcoin-private-key': 'a private key of Bitcoin',
  'stellar-secret-seed': 'the secret seed of a Stellar account',
  'extended-key': 'an extended key of a wallet',
  'seed-phrase': 'the seed phrase of a wallet',
  'move-private-key': 'a private key of Sui or Aptos',
};

export const addressTexts = {
  title: 'Address book',
  listLabel: 'Address book',
  search: 'Search label or address',
  failed: 'The address book can’t be read',
  noun: { one: 'address', many: 'addresses' },
  parts: { label: 'Virtual account views', accounts: 'Accounts', book: 'Address book' },
  columns: {
    label: 'Label',
    address: 'Address',
    networks: 'Networks',
    uses: 'Uses',
    customers: 'Customers',
    firstUse: 'First use',
    lastUse: 'Last use',
  },
  noLabel: 'No label',
  neverUsed: 'Never',
  empty: {
    title: 'No addresses yet',
    body: 'Every wallet that a virtual account pays into is listed here with the customers who use it. A label makes an address easy to find and hard to confuse.',
  },
  nowOnly:
    'The address book shows current data only. To see earlier data, open the virtual accounts.',
  add: 'Label address',

  detail: {
    address: 'Address',
    label: 'Label',
    uses: 'Used by',
    noUses: 'Nothing known to Causeway pays into this address.',
    maxUses: (shown: string, all: string) => `Showing the newest ${shown} of ${all}.`,
    alike: 'Look-alikes',
    alikeLead:
      'These known addresses start and end the same. Compare every character before you use one.',
    openIntent: 'a request with an unknown outcome',
    noCustomer: 'customer not known',
  },

  labelForm: {
    title: 'Label address',
    back: 'Back to address book',
    network: 'Network',
    address: 'Wallet address',
    label: 'Label',
    labelHelp: 'For example: Treasury, cold storage. Leave it empty to remove the label.',
    save: 'Save label',
    saved: 'Label saved.',
    needsLabel: 'Enter a label that your colleagues recognise.',
  },

  verdict: {
    checksum: 'checksum correct',
    'no-checksum': 'valid format, no checksum to check',
    'off-curve': 'off the curve: belongs to a program, and no key can sign for it',
    unchecked: 'format not known to Causeway, not checked',
  },
  problems,
  otherNetwork: (family: RecognisedFamily, network: string) =>
    `Enter an address of ${network}. This one is of ${familyNames[family]}.`,
  isSecret: (kind: SecretKind) => `Enter a wallet address. This is ${secrets[kind]}.`,

  secret: {
    title: (kind: SecretKind) => `This looks like ${secrets[kind]}`,
    body: 'Causeway removed it from the field. It was not stored, sent or logged.',
    advice:
      'Anyone who has it can take the money. If someone else may have seen it, or it was copied on a shared computer, move the money to a new wallet. Enter the wallet’s public address here.',
  },

  paste: {
    spaces: (count: number) =>
      count === 1 ? 'Causeway removed 1 space.' : `Causeway removed ${count} spaces.`,
    invisible: (count: number) =>
      count === 1
        ? 'Causeway removed 1 invisible character.'
        : `Causeway removed ${count} invisible characters.`,
    held: 'Clear the field and enter the address again: it differs from what you pasted.',
    differsTitle: 'The field differs from what you pasted',
    differs:
      'The address in the field is not the one on the clipboard. A program on this computer may be changing addresses. Clear the field and compare the address with its source before you continue.',
  },

  field: {
    known: (label: string) => `In the address book as “${label}”.`,
  },
  memo: 'The API has no memo field. You can’t pay an exchange or custodian that needs a memo this way.',
  firstUse: 'first use',
  usedBy: (count: string) => `used by ${count} known to Causeway`,
  /** `part`: how many of the uses are theirs; null for all of them. */
  usedByOthers(used: string, part: string | null, names: readonly string[]): string {
    if (names.length === 0) return used;
    const whose = names.length === 1 ? 'of another customer' : 'of other customers';
    return `${used}, ${part === null ? '' : `${part} `}${whose}: ${names.join(', ')}`;
  },
  atLeast: (count: string) => `at least ${count}`,
  checkingUse: 'checking use…',
  checkFailed: 'The address book can’t be checked for this address',
  notAsReviewed:
    'Causeway received another address than the one shown, so it sends nothing. Go back and enter the address again from its source.',

  lookAlike: {
    title: 'Look-alike of a known address',
    body: 'The address starts and ends like a known one, but differs in between. Fraudsters make look-alike addresses so that people copy the wrong one.',
    typed: 'Entered now',
    known: 'In the address book',
    knownAs: (label: string) => `In the address book as “${label}”`,
    uses: (count: string) => `used by ${count}`,
    take: 'Use known address',
    differs: (places: string) => `Characters ${places} differ.`,
    differsOften: (count: number, first: number, last: number) =>
      `${count} characters differ, the first at position ${first} and the last at position ${last}.`,
  },

  confirm: {
    legend: 'Confirm before sending',
    compared:
      'I compared this address with its source, character by character. It has no checksum that would show a typing error.',
    offCurve:
      'I compared this address with its source, character by character, and it should belong to a program. A wallet’s own address would be on the curve.',
    unchecked: (network: string) =>
      `Causeway can’t check an address of “${network}”. I compared it with its source, character by character.`,
    lookAlike: 'The address entered now is right. I do not mean the known look-alike.',
    fee: (rate: string) => `The integrator fee of ${rate} is right.`,
    open: (count: number) =>
      count === 1 ? '1 confirmation is missing.' : `${count} confirmations are missing.`,
  },
} as const;
