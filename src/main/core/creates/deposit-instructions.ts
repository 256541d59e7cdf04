/** How a virtual account is paid in, also under names that the API specification lacks. */
import { depositFields } from '../../../contract/fields.ts';
import { isJsonObject, type JsonObject } from '../../../contract/scalars.ts';
import { inOrder, type Leaf, leavesOf, textOf, valueAt } from './values.ts';

const order = depositFields.map(({ key }) => key);

/** Those of Interface 2.4 in its order, then the others as they came. */
export function depositInstructions(body: JsonObject): Leaf[] {
  const instructions = valueAt(body, 'depositInstructions');
  if (isJsonObject(instructions)) return inOrder(leavesOf(instructions), order);
  const text = textOf(instructions);
  return text === null ? [] : [{ field: 'depositInstructions', value: text }];
}

/** A name of whatever a payer has to state so that the money is attributed. */
export const isReference = (field: string): boolean => /reference|memo|message/i.test(field);

/** What a network or an exchange may need beside a wallet address to know whose the money is. */
export const isMemo = (field: string): boolean => /memo|tag$/i.test(field);

/** Instructions that the API specification does not name, in one cell, so that none is lost. */
export const otherInstructions = (instructions: readonly Leaf[]): string =>
  instructions
    .filter(({ field }) => !order.includes(field))
    .map(({ field, value }) => `${field}: ${value}`)
    .join('; ');
