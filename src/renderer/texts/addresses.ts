/** Words on wallet addresses: what they are, what they are not, and who uses them. */
import type { SecretKind } from '../../contract/addresses/secrets.ts';
import type { AddressProblem, RecognisedFamily } from '../../contract/addresses/verdict.ts';

const familyNames: Record<RecognisedFamily, string> = {
  evm: 'Ethereum, Base, Polygon, Arbitrum or Avalanche',
  solana: 'Solana',
  tron: 'Tron',
  stellar: 'Stellar',
  bitcoin: 'Bitcoin, which this service does not pay to',
};

const problems: Record<AddressProblem, string> = {
  'evm-form': 'needs 0x and 40 hex digits',
  'evm-checksum':
    'has a wrong checksum: a character differs, or large and small letters are mixed up',
  'solana-form': 'needs 32 bytes in base58, 32 to 44 characters',
  'tron-form': 'needs 34 characters that begin with T',
  'tron-checksum': 'has a wrong checksum: a character differs',
  'stellar-form': 'needs 56 characters that begin with G',
  'stellar-checksum': 'has a wrong checksum: a character differs',
  'stellar-muxed':
    'is a muxed account, which holds a memo: the interface says nothing of those. Use the G address, without a memo',
  'stellar-contract': 'is a contract: the interface says nothing of those. It needs a G address',
  'other-form': 'holds characters that stand in no address: use plain letters, digits and signs',
  nobody: 'is all zeros, nobody’s address: what is paid to it is lost',
  coin: 'is the address of a coin itself, USDC or USDT, and no wallet: what is paid to it is lost. Take the customer’s own address',
  burnt: 'is an address that coins are burnt at, and no wallet: what is paid to it is lost',
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
  title: 'Addresses',
  listLabel: 'Addresses',
  search: 'Search label or address',
  failed: 'The addresses could not be read',
  noun: { one: 'address', many: 'addresses' },
  parts: { label: 'Parts of virtual accounts', accounts: 'Accounts', book: 'Addresses' },
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
  neverUsed: 'never',
  empty: {
    title: 'No addresses yet',
    body: 'Every wallet that a virtual account pays to is listed here with the customers who use it. A label makes it easy to find, and hard to mistake for another one.',
  },
  nowOnly:
    'This list shows what is known now. It is not kept for earlier moments: the virtual accounts themselves are.',
  add: 'Label an address',

  detail: {
    address: 'Address',
    label: 'Label',
    uses: 'Used by',
    noUses: 'Nothing that is known here pays to this address.',
    mostUses: (shown: string, all: string) => `The newest ${shown} of ${all}.`,
    alike: 'Looks like',
    alikeLead:
      'These known addresses have the same ends. Compare every character before you use one.',
    openIntent: 'a create whose outcome is not known',
    noCustomer: 'customer not known',
  },

  labelForm: {
    title: 'Label an address',
    back: 'Back to addresses',
    network: 'Network',
    address: 'Wallet address',
    label: 'Label',
    labelHelp: 'For example: Treasury, cold storage. Leave it empty to take the label away.',
    save: 'Save label',
    saved: 'The label is saved.',
    needsLabel: 'is needed: a name that people here know',
  },

  verdict: {
    checksum: 'checksum ok',
    'no-checksum': 'well formed, carries no checksum',
    'off-curve': 'off the curve: belongs to a program, no key signs for it',
    unchecked: 'form not known here, not checked',
  },
  problems,
  otherNetwork: (family: RecognisedFamily, network: string) =>
    `is an address of ${familyNames[family]}, not of ${network}`,
  isSecret: (kind: SecretKind) => `is ${secrets[kind]}, and no address`,

  secret: {
    title: (kind: SecretKind) => `This looks like ${secrets[kind]}`,
    body: 'It was taken out of the field. It was not stored, sent or written down anywhere here.',
    advice:
      'Whoever has it can take the money. If others may have seen it, or if it was copied on a computer that is not yours alone, move the money to a new wallet. Paste the wallet’s public address here.',
  },

  paste: {
    spaces: (count: number) =>
      count === 1 ? '1 space was taken out.' : `${count} spaces were taken out.`,
    invisible: (count: number) =>
      count === 1
        ? '1 character that can’t be seen was taken out.'
        : `${count} characters that can’t be seen were taken out.`,
    held: 'is not what was pasted: clear the field, and paste or type it again',
    differsTitle: 'This is not what was pasted',
    differs:
      'The field holds something else than the clipboard did. A program on this computer may change addresses. Clear the field, and compare with the source before you go on.',
  },

  field: {
    known: (label: string) => `Known here as “${label}”.`,
  },
  memo: 'The interface carries no memo. An exchange or custodian that needs one can’t be paid this way.',
  firstUse: 'first use',
  usedBy: (count: string) => `used by ${count} known here`,
  checkingUse: 'checking use…',
  checkFailed: 'Whether this address is known could not be found out',
  notAsReviewed:
    'The console got another address than the one shown here, so nothing can be sent. Go back and begin again from the source.',

  lookAlike: {
    title: 'This looks like an address you know, and is not the same',
    body: 'Its ends are the same, what stands between differs. Addresses are made to look alike so that one is copied in place of the other.',
    typed: 'Entered now',
    known: 'Known here',
    knownAs: (label: string) => `Known here as “${label}”`,
    uses: (count: string) => `used by ${count}`,
    take: 'Take the known address',
    differs: (places: string) => `Characters ${places} differ.`,
    differsOften: (count: number, first: number, last: number) =>
      `${count} characters differ, the first at place ${first} and the last at place ${last}.`,
  },

  confirm: {
    legend: 'Before it is sent',
    compared:
      'I compared this address with its source, character by character. Nothing in it tells a typing error.',
    offCurve:
      'I compared this address with its source, character by character, and it is meant to belong to a program. A wallet’s own address would be on the curve.',
    unchecked: (network: string) =>
      `Nobody here can check an address of “${network}”. I compared it with its source, character by character.`,
    lookAlike:
      'The address entered now is the right one, and not the known one that it looks like.',
    fee: (rate: string) => `The integrator fee of ${rate} is meant.`,
    open: (count: number) =>
      count === 1 ? 'One confirmation is missing.' : `${count} confirmations are missing.`,
  },
} as const;
