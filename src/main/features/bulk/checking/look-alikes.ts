/**
 * Wallet addresses that are taken for another, because their ends are the same: of an address known
 * here, or of another row of the file (decisions 27).
 */
import type { RowIssue } from '../../../../bridge/bulk.ts';
import {
  type AddressIdentity,
  endsOf,
  identityOf,
} from '../../../../contract/addresses/look-alike.ts';
import { inParts } from '../../../../platform/slices.ts';
import type { CheckedFileRow } from './check-row.ts';
import { words } from './words.ts';

/** Known addresses with the same ends as this one that are another, used last first. */
export type KnownLookAlikes = (named: {
  readonly network: string;
  readonly address: string;
}) => readonly { readonly address: string; readonly label: string | null }[];

/** An address of the file, and the first row that holds it. */
interface InFile {
  readonly canonical: string;
  readonly address: string;
  readonly row: number;
}

/** Rows of one step: each asks the address book. */
const PART = 100;

/** @param column heading of the column that the address is read from */
export function* withLookAlikes(
  rows: readonly CheckedFileRow[],
  column: string | null,
  known: KnownLookAlikes,
): Generator<undefined, CheckedFileRow[]> {
  const inFile = new Map<string, InFile[]>();
  for (const part of inParts(rows, PART)) {
    for (const row of part) collect(row, inFile);
    yield;
  }
  const marked: CheckedFileRow[] = [];
  for (const part of inParts(rows, PART)) {
    for (const row of part) marked.push(withLookAlike(row, column, inFile, known));
    yield;
  }
  return marked;
}

/** Two of each pair of ends are enough: one of them differs from any third. */
function collect(row: CheckedFileRow, inFile: Map<string, InFile[]>): void {
  const wallet = walletOf(row);
  if (wallet === null) return;
  const { ends, identity, address } = wallet;
  const { canonical } = identity;
  const alike = inFile.get(ends) ?? [];
  if (alike.length > 1 || alike.some((one) => one.canonical === canonical)) return;
  inFile.set(ends, [...alike, { canonical, address, row: row.row }]);
}

function withLookAlike(
  row: CheckedFileRow,
  column: string | null,
  inFile: ReadonlyMap<string, readonly InFile[]>,
  known: KnownLookAlikes,
): CheckedFileRow {
  const wallet = walletOf(row);
  if (wallet === null) return row;
  const { network, address, ends, identity } = wallet;
  const found: RowIssue[] = [];
  const add = (code: string, sentence: string): void => {
    found.push({ severity: 'warning', code, field: 'walletAddress', column, sentence, like: null });
  };
  const [first, ...others] = known({ network, address });
  if (first !== undefined) {
    add('walletAddress.look-alike', words.lookAlike(first.address, first.label, others.length));
  }
  const other = inFile.get(ends)?.find(({ canonical }) => canonical !== identity.canonical);
  if (other !== undefined) {
    add('walletAddress.look-alike-row', words.lookAlikeRow(other.address, other.row));
  }
  if (found.length === 0) return row;
  return { ...row, remarks: [...row.remarks, ...found], doubts: [...row.doubts, 'look-alike'] };
}

function walletOf({ input }: CheckedFileRow) {
  if (input === null || !('walletAddress' in input)) return null;
  const { network, walletAddress: address } = input;
  const identity: AddressIdentity = identityOf(network, address);
  const ends = endsOf(identity);
  if (ends === null) return null;
  return { network, address, identity, ends: [identity.group, ends.head, ends.tail].join('|') };
}
