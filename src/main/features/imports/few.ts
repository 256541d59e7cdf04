/** How many records are imported at once. */
import { importLimits } from '../../../bridge/imports.ts';
import { invalid } from '../../core/intents/failed.ts';

/** Throws Failed INVALID over the bound of records. */
export function requireFew(records: number): void {
  if (records <= importLimits.rows) return;
  const most = importLimits.rows.toLocaleString('en-US');
  throw invalid(
    `The input contains more than ${most} records. Split the input into several parts.`,
    'too-many',
  );
}
