/**
 * How many facts go into one transaction, by how long those before worked: of each kind by itself, as a record takes
 * several times as long as a request.
 */
import type { FactKind } from './facts.ts';

/**
 * How long one transaction works, in milliseconds of the processor: on a busy computer the clock would cut them so
 * short that what each costs by itself, whatever it holds, is most of it.
 */
export const WORK_MS = 22;

/** So many always go into one. */
export const fewFacts = 10;
const first = 20;
const most = 400;

export interface SliceSize {
  begin(): void;
  /** Takes one of its kind in. Whether another one fits. */
  add(kind: FactKind): boolean;
  /** @param isMore false for the last of a run, which may be short: it makes none longer */
  worked(ms: number, isMore: boolean): void;
}

/** @param workMs how long a transaction is to work */
export function createSliceSize(workMs: number): SliceSize {
  /** How many facts of one kind fit, where a transaction holds no other kind. */
  const sizes = new Map<FactKind, number>();
  const sizeOf = (kind: FactKind) => sizes.get(kind) ?? first;
  const added = new Set<FactKind>();
  let left = 1;
  return {
    begin() {
      left = 1;
      added.clear();
    },
    add(kind) {
      added.add(kind);
      left -= 1 / sizeOf(kind);
      return left > 0;
    },
    worked(ms, isMore) {
      const factor = clamped(workMs / Math.max(ms, 0.001), 1 / 2, isMore ? 1.25 : 1);
      for (const kind of added) {
        sizes.set(kind, clamped(sizeOf(kind) * factor, fewFacts, most));
      }
    },
  };
}

const clamped = (value: number, least: number, most: number): number =>
  Math.min(Math.max(value, least), most);

/** Processor time of this thread since then, in milliseconds. */
export function workedMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(since);
  return (user + system) / 1_000;
}
