/** Wallets of a request, or of a whole file: each once, with what this computer's address book says of it. */
import { groupsOfFour } from '../../../contract/addresses/groups.ts';
import { nextTurn } from '../../../platform/slices.ts';
import type { AddressBook } from '../address-book/address-book.ts';
import type { ProposedRequest } from './contents.ts';
import { addressFacts, type NamedText } from './request-text.ts';

interface Wallet {
  readonly network: string;
  readonly address: string;
  /** Numbers of the file’s rows; empty for a single request. */
  readonly rows: number[];
}

export interface WalletFacts {
  readonly facts: NamedText[];
  readonly warnings: string[];
  /** How many different ones, and how many of them nothing pays to yet. */
  readonly count: number;
  readonly fresh: number;
}

/** Wallets that are looked up before others of main have a turn. */
const stretch = 50;
/** Row numbers that are named. */
const shownRows = 20;

function walletsOf(request: ProposedRequest): readonly Wallet[] {
  const inputs =
    request.what === 'write' ? [{ row: null, input: request.input }] : [...request.rows];
  const found = new Map<string, Wallet>();
  for (const { row, input } of inputs) {
    const { network, walletAddress: address } = input;
    if (typeof network !== 'string' || typeof address !== 'string') continue;
    const id = JSON.stringify([network, address]);
    const wallet = found.get(id) ?? { network, address, rows: [] };
    if (row !== null) wallet.rows.push(row);
    found.set(id, wallet);
  }
  return [...found.values()];
}

export async function walletFacts(
  request: ProposedRequest,
  addressBook: Pick<AddressBook, 'accountsOn' | 'check' | 'isPaidInto'>,
): Promise<WalletFacts> {
  const facts: NamedText[] = [];
  /** Look-alikes come first: what a proposal holds of them is limited. */
  const warnings = { alike: [] as string[], others: [] as string[] };
  const wallets = walletsOf(request);
  let fresh = 0;
  for (const [at, wallet] of wallets.entries()) {
    if (at % stretch === stretch - 1) await nextTurn();
    const checked = await addressBook.check(wallet);
    const isPaidInto = addressBook.isPaidInto(wallet);
    if (!isPaidInto) fresh += 1;
    const found = addressFacts(checked, isPaidInto, addressBook.accountsOn(wallet));
    const isFile = request.what === 'bulk';
    facts.push(...(isFile ? ofFile(at + 1, wallet, found.facts) : found.facts));
    const named = `Wallet ${at + 1} (${rowsOf(wallet)}): `;
    const into = checked.lookAlikes.length > 0 ? warnings.alike : warnings.others;
    into.push(...found.warnings.map((warning) => (isFile ? `${named}${warning}` : warning)));
  }
  return { facts, warnings: [...warnings.alike, ...warnings.others], count: wallets.length, fresh };
}

/** Which wallet, and each of its facts under its number. */
function ofFile(number: number, wallet: Wallet, facts: readonly NamedText[]): NamedText[] {
  const { network, address } = wallet;
  const name = `Wallet ${number}`;
  return [
    [name, groupsOfFour(address).join(' ')],
    [`${name}: network`, network],
    [`${name}: rows`, rowsOf(wallet)],
    ...facts.map(([fact, value]): NamedText => [`${name}: ${fact}`, value]),
  ];
}

function rowsOf({ rows }: Wallet): string {
  const shown = `${rows.length === 1 ? 'row' : 'rows'} ${rows.slice(0, shownRows).join(', ')}`;
  return rows.length > shownRows ? `${shown}, and ${rows.length - shownRows} more` : shown;
}
