import { expect, it } from 'vitest';
import type { FactKind } from './facts.ts';
import { createSliceSize, type SliceSize } from './slice-size.ts';

/** So many of a kind as still fit. */
function filled(size: SliceSize, kind: FactKind): number {
  let count = 1;
  while (size.add(kind)) count += 1;
  return count;
}

/** Transactions of one kind until their size is as it stays, each fact of which takes so long. */
function learned(size: SliceSize, kind: FactKind, eachMs: number): number {
  let count = 0;
  for (let turn = 0; turn < 20; turn += 1) {
    size.begin();
    count = filled(size, kind);
    size.worked(count * eachMs, true);
  }
  return count;
}

it('what takes little lets no more into a transaction of what takes long', () => {
  const size = createSliceSize(30);
  const records = learned(size, 'observation', 0.3);
  expect(records).toBeCloseTo(100, -1);
  expect(learned(size, 'request', 0.1)).toBeCloseTo(300, -1);
  size.begin();
  expect(filled(size, 'observation')).toBe(records);
  // Half of one, and half of the other.
  size.begin();
  for (let count = 0; count < 150; count += 1) size.add('request');
  expect(filled(size, 'observation')).toBeCloseTo(records / 2, -1);
});

it('few always fit, and a short last one makes none longer', () => {
  const size = createSliceSize(30);
  const few = learned(size, 'observation', 1_000);
  expect(few).toBeCloseTo(10, -1);
  size.begin();
  size.add('observation');
  size.worked(0.001, false);
  size.begin();
  expect(filled(size, 'observation')).toBe(few);
});
