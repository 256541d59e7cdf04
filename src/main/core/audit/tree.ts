/**
 * A Merkle tree over the hashes of the entries (RFC 6962, section 2.1), so that a few entries can be proved
 * to belong to a signed log without the contents of all others.
 */
import { hash } from 'node:crypto';

const HASH_BYTES = 32;
const digest = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer');
const LEAF = Buffer.of(0);
const NODE = Buffer.of(1);
const leafOf = (entryHash: string): Buffer =>
  digest(Buffer.concat([LEAF, Buffer.from(entryHash, 'hex')]));
const nodeOf = (left: Uint8Array, right: Uint8Array): Buffer =>
  digest(Buffer.concat([NODE, left, right]));

/** A tree that grows: the roots of its full subtrees, the largest first, as hex. */
export interface Peaks {
  readonly size: number;
  readonly peaks: readonly string[];
}
export const EMPTY: Peaks = { size: 0, peaks: [] };

/** With the next entries, in order. */
export function grown({ size, peaks }: Peaks, entryHashes: Iterable<string>): Peaks {
  const stack: Buffer[] = peaks.map((hex) => Buffer.from(hex, 'hex'));
  let count = size;
  for (const entryHash of entryHashes) {
    let node = leafOf(entryHash);
    // As many full subtrees of the same size as there are ones at the end of the count.
    for (let rest = count; rest % 2 === 1; rest = (rest - 1) / 2) {
      node = nodeOf(stack.pop() ?? node, node);
    }
    stack.push(node);
    count += 1;
  }
  return { size: count, peaks: stack.map((node) => node.toString('hex')) };
}

/** The root, as hex; of an empty tree the hash of nothing. */
export function rootOf({ peaks }: Peaks): string {
  const [last, ...before]: Buffer[] = peaks.map((hex) => Buffer.from(hex, 'hex')).toReversed();
  if (last === undefined) return digest(Buffer.alloc(0)).toString('hex');
  return before.reduce((root, peak) => nodeOf(peak, root), last).toString('hex');
}

/** How many subtrees a tree of this size has: one for each one of its binary form. */
export const peaksOf = (size: number): number => size.toString(2).replaceAll('0', '').length;

/** The hashes beside the way from an entry to the root, the lowest first. */
export type Path = readonly string[];

/**
 * The ways of some entries (numbers from 1, rising) to the root of the tree over `entryHashes`. Holds 32
 * bytes for each entry of the log.
 */
export function pathsOf(
  entryHashes: Iterable<string>,
  size: number,
  wanted: readonly number[],
): { readonly root: string; readonly paths: ReadonlyMap<number, Path> } {
  let level = leavesOf(entryHashes, size);
  let count = size;
  const at = (index: number) => level.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES);
  const paths = new Map(wanted.map((sequence) => [sequence, [] as string[]]));
  const places = new Map(wanted.map((sequence) => [sequence, sequence - 1]));
  while (count > 1) {
    for (const [sequence, place] of places) {
      const beside = place % 2 === 0 ? place + 1 : place - 1;
      if (beside < count) paths.get(sequence)?.push(at(beside).toString('hex'));
      places.set(sequence, Math.floor(place / 2));
    }
    level = levelAbove(level);
    count = Math.ceil(count / 2);
  }
  const root = size === 0 ? rootOf(EMPTY) : at(0).toString('hex');
  return { root, paths };
}

function leavesOf(entryHashes: Iterable<string>, size: number): Buffer {
  const leaves = Buffer.alloc(size * HASH_BYTES);
  let count = 0;
  for (const entryHash of entryHashes) {
    if (count === size) break;
    leafOf(entryHash).copy(leaves, count * HASH_BYTES);
    count += 1;
  }
  if (count < size) throw new Error('The log has fewer entries than its signed head says.');
  return leaves;
}

/** A node without a neighbour goes up as it is. */
function levelAbove(level: Buffer): Buffer {
  const above = Buffer.alloc(Math.ceil(level.length / 2 / HASH_BYTES) * HASH_BYTES);
  for (let left = 0; left < level.length; left += 2 * HASH_BYTES) {
    const right = left + HASH_BYTES;
    const one = level.subarray(left, right);
    const node =
      right < level.length ? nodeOf(one, level.subarray(right, right + HASH_BYTES)) : one;
    node.copy(above, left / 2);
  }
  return above;
}
