/**
 * Which changes a person has signed off. What was signed off is a value that became another one
 * between two observations. More observations only narrow that stretch, so the change stays signed
 * off whatever arrives late; the same change in another stretch, and any value that turns out to lie
 * between, is a new one.
 */
import { isSameJson } from '../../core/records/field-changes.ts';
import { comparePositions, type Position } from '../../core/records/order.ts';

/** A change as far as signing off looks at it. */
export interface Signable {
  readonly path: string;
  readonly was: unknown;
  readonly is: unknown;
  /** The last observation that told the old value, and the first that told the new one. */
  readonly from: Position;
  readonly to: Position;
}

export function isCovered(change: Signable, by: Signable): boolean {
  return (
    change.path === by.path &&
    comparePositions(change.from, by.to) < 0 &&
    comparePositions(by.from, change.to) < 0 &&
    isSameJson(change.was, by.was) &&
    isSameJson(change.is, by.is)
  );
}
