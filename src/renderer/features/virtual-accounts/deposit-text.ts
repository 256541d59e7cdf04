/** Deposit instructions as a text to hand on. */
import { depositFields } from '../../../contract/fields.ts';

/** A field of the service that has no name here keeps its own. */
export const depositFieldName = (field: string): string =>
  depositFields.find(({ key }) => key === field)?.label ?? field;

/** One line a field: `Bank name: …`. */
export const depositText = (instructions: readonly { field: string; value: string }[]): string =>
  instructions.map(({ field, value }) => `${depositFieldName(field)}: ${value}`).join('\n');
