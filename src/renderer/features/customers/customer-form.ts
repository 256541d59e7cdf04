/** Checks what was typed for a new customer, and makes the request of it (Interface 4.1). */
import { countryCodes } from '../../../contract/country-codes.ts';
import type { CreateCustomerInput } from '../../../contract/customer.ts';
import { emailPattern, formatCharacter, phonePattern } from '../../../contract/patterns.ts';
import type { Suggestion } from '../../components/suggestions.ts';
import type { CustomerValues } from './customer-values.ts';
import { customerTexts } from './texts.ts';

/** Codes, with the names that the system knows, by name. */
export function countryChoices() {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  return [...countryCodes]
    .map((value) => ({ value, name: names.of(value) ?? value }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'))
    .map(({ value, name }) => ({ value, label: `${name} (${value})` }));
}

/** Short names of the kinds of tax identification that are met most. */
export const taxTypeSuggestions: readonly Suggestion[] = [
  { value: 'SSN', label: 'US social security number' },
  { value: 'EIN', label: 'US employer identification number' },
  { value: 'ITIN', label: 'US individual taxpayer identification number' },
  { value: 'TIN', label: 'Taxpayer identification number' },
  { value: 'VAT', label: 'Value added tax number' },
  { value: 'NINO', label: 'UK national insurance number' },
  { value: 'UTR', label: 'UK unique taxpayer reference' },
  { value: 'SIN', label: 'Canadian social insurance number' },
];

type Check = (value: string) => string | null;

/** One sentence a field, in the words of the problem; blank fields are left out and need no check. */
export const customerChecks: Partial<Record<keyof CustomerValues, Check>> = {
  type: (value) => (isCustomerType(value) ? null : customerTexts.problems.type),
  email: (value) => {
    if (formatCharacter.test(value.trim())) return customerTexts.problems.invisible;
    return value.trim() === '' || emailPattern.test(value.trim())
      ? null
      : customerTexts.problems.email;
  },
  phone: (value) =>
    value.trim() === '' || phonePattern.test(cleanPhone(value))
      ? null
      : customerTexts.problems.phone,
};

/** What a customer is told apart by, of which a business has no names (Interface 4.1, decisions 24). */
const tellingFields = {
  individual: ['email', 'phone', 'firstName', 'lastName'],
  business: ['email', 'phone'],
} as const satisfies Record<CreateCustomerInput['type'], readonly (keyof CustomerValues)[]>;

/**
 * Fields that the form points at because all of them are blank, the first one first; none while one
 * of them holds something. The service would take such a customer, and nobody would know it again.
 */
export function fieldsToTellApart(
  values: CustomerValues,
): readonly (typeof tellingFields)['individual'][number][] {
  const fields = tellingFields[isCustomerType(values.type) ? values.type : 'individual'];
  return fields.every((field) => values[field].trim() === '') ? fields : [];
}

const isCustomerType = (value: string): value is CreateCustomerInput['type'] =>
  value === 'individual' || value === 'business';

/** Spaces, brackets, dots and dashes that people write in phone numbers, taken out. */
export const cleanPhone = (value: string): string => value.trim().replace(/[\s().-]/g, '');

/** The request: trimmed, nothing blank, no personalInformation for a business (decisions 24, 25). */
export function customerInputOf(values: CustomerValues): CreateCustomerInput {
  const type = isCustomerType(values.type) ? values.type : 'individual';
  const address = withoutBlanks({
    line1: values.line1,
    line2: values.line2,
    city: values.city,
    state: values.state,
    postalCode: values.postalCode,
    country: values.country,
  });
  const person =
    type === 'business'
      ? undefined
      : withoutBlanks({
          firstName: values.firstName,
          lastName: values.lastName,
          taxIdentificationNumber: values.taxIdentificationNumber,
          taxIdentificationNumberType: values.taxIdentificationNumberType,
        });
  const contact = withoutBlanks({ email: values.email, phone: cleanPhone(values.phone) });
  return {
    type,
    ...contact,
    ...(address === undefined ? {} : { address }),
    ...(person === undefined ? {} : { personalInformation: person }),
  };
}

/** What is sent, and what is kept here of it: a business's own name. */
export const customerRequestOf = (values: CustomerValues) => ({
  input: customerInputOf(values),
  ownName: values.type === 'business' ? values.ownName : '',
});

/** Trimmed values that are not blank; undefined when none is left. */
function withoutBlanks<Key extends string>(
  values: Record<Key, string>,
): Partial<Record<Key, string>> | undefined {
  const kept: Partial<Record<Key, string>> = {};
  let isEmpty = true;
  for (const key in values) {
    const value = values[key].trim();
    if (value === '') continue;
    kept[key] = value;
    isEmpty = false;
  }
  return isEmpty ? undefined : kept;
}
