/** Account numbers and addresses as people read them, and which of them an account number is. */
import { groupsOfFour } from '../../../../contract/addresses/groups.ts';

/** The text in groups, one space between them. Text that came with spaces of its own stays as it came. */
export const inGroups = (text: string): string =>
  /\s/.test(text) ? text : groupsOfFour(text).join(' ');

const ibanForm = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;

/** ISO 13616: country, two check digits, account; the remainder by 97 is 1. Spaces are left out. */
export function isIban(text: string): boolean {
  const iban = text.replaceAll(/\s/g, '').toUpperCase();
  if (!ibanForm.test(iban)) return false;
  const turned = iban.slice(4) + iban.slice(0, 4);
  const digits = turned.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n;
}

/** ISO 9362: bank, country, place, and a branch or none. */
export const isBic = (text: string): boolean =>
  /^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(text.trim().toUpperCase());
