import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sha256Hex } from '../../../platform/canonical-json.ts';
import { EMPTY, grown, pathsOf, peaksOf, rootOf } from './tree.ts';

const hashes = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => sha256Hex(`entry ${at}`));

const sha = (...parts: Uint8Array[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
/** RFC 6962, section 2.1, as it is written there. */
function byTheBook(entries: readonly string[]): Buffer {
  if (entries.length === 0) return sha();
  if (entries.length === 1) return sha(Buffer.of(0), Buffer.from(entries[0] ?? '', 'hex'));
  let left = 1;
  while (left * 2 < entries.length) left *= 2;
  return sha(Buffer.of(1), byTheBook(entries.slice(0, left)), byTheBook(entries.slice(left)));
}
/** The root that an entry and its path lead to. */
function rootFrom(entry: string, sequence: number, size: number, path: readonly string[]): string {
  let node: Buffer = sha(Buffer.of(0), Buffer.from(entry, 'hex'));
  const beside = [...path];
  let place = sequence - 1;
  let last = size - 1;
  while (last > 0) {
    const isRight = place % 2 === 1;
    if (isRight || place < last) {
      const other = Buffer.from(beside.shift() ?? '', 'hex');
      node = isRight ? sha(Buffer.of(1), other, node) : sha(Buffer.of(1), node, other);
    }
    [place, last] = [Math.floor(place / 2), Math.floor(last / 2)];
  }
  return beside.length === 0 ? node.toString('hex') : 'a path that is too long';
}

it('has the root of RFC 6962 at every size, however it grew', () => {
  fc.assert(
    fc.property(fc.nat(70), fc.nat(70), (first, more) => {
      const all = hashes(first + more);
      const tree = grown(grown(EMPTY, all.slice(0, first)), all.slice(first));
      expect(tree.size).toBe(all.length);
      expect(tree.peaks).toHaveLength(peaksOf(all.length));
      expect(rootOf(tree)).toBe(byTheBook(all).toString('hex'));
    }),
  );
});

it('gives every entry a path that leads to the root, and no other entry', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), (size) => {
      const all = hashes(size);
      const wanted = all.map((_, at) => at + 1);
      // What came after the signed head is not in its tree.
      const { root, paths } = pathsOf([...all, sha256Hex('later')], size, wanted);
      expect(root).toBe(byTheBook(all).toString('hex'));
      for (const [at, hash] of all.entries()) {
        const path = paths.get(at + 1) ?? [];
        expect(rootFrom(hash, at + 1, size, path)).toBe(root);
        expect(rootFrom(sha256Hex('forged'), at + 1, size, path)).not.toBe(root);
      }
    }),
  );
});

it('refuses a log that is shorter than its head says', () => {
  expect(() => pathsOf(hashes(3), 4, [1])).toThrow('fewer entries');
});
