/** Deposit instructions as a text to hand on. */
import { virtualAccountTexts } from './texts.ts';

const names: Readonly<Record<string, string>> = virtualAccountTexts.depositFields;

/** A field of the service that has no name here keeps its own. */
export const depositFieldName = (field: string): string => names[field] ?? field;

/** One line a field: `Bank name: …`. */
export const depositText = (instructions: readonly { field: string; value: string }[]): string =>
  instructions.map(({ field, value }) => `${depositFieldName(field)}: ${value}`).join('\n');
