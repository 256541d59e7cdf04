import { describe, expect, it } from 'vitest';
import { createCustomerInput } from '../../../contract/customer.ts';
import { problemsOf } from '../../components/draft/use-draft-form.ts';
import { checklistOf } from './checklist.ts';
import {
  countryChoices,
  customerChecks,
  customerInputOf,
  fieldsToTellApart,
  taxTypeSuggestions,
} from './customer-form.ts';
import { type CustomerValues, emptyCustomerValues } from './customer-values.ts';
import { customerTexts } from './texts.ts';

const values = (change: Partial<CustomerValues>): CustomerValues => ({
  ...emptyCustomerValues,
  ...change,
});

describe('the request of a new customer', () => {
  it('leaves blank fields and empty groups out', () => {
    expect(customerInputOf(values({ email: ' ada@example.com ', city: '  ' }))).toEqual({
      type: 'individual',
      email: 'ada@example.com',
    });
  });

  it('sends address and person where anything of them is known', () => {
    const input = customerInputOf(
      values({ firstName: 'Ada', lastName: 'Byron', line1: '12 St James’s', country: 'GB' }),
    );
    expect(input.personalInformation).toEqual({ firstName: 'Ada', lastName: 'Byron' });
    expect(input.address).toEqual({ line1: '12 St James’s', country: 'GB' });
  });

  it('sends each field that was filled in', () => {
    const address = {
      line1: '12 St James’s',
      line2: 'Flat 3',
      city: 'London',
      state: 'Greater London',
      postalCode: 'SW1A 1AA',
      country: 'GB',
    };
    const person = {
      firstName: 'Ada',
      lastName: 'Byron',
      taxIdentificationNumber: '123-45-6789',
      taxIdentificationNumberType: 'SSN',
    };
    const contact = { email: 'ada@example.com', phone: '+442079460958' };
    expect(customerInputOf(values({ ...contact, ...address, ...person }))).toEqual({
      type: 'individual',
      ...contact,
      address,
      personalInformation: person,
    });
  });

  it('sends nothing personal for a business, whatever was typed before', () => {
    const input = customerInputOf(values({ type: 'business', firstName: 'Ada' }));
    expect(input).toEqual({ type: 'business' });
  });

  it('takes what people write in phone numbers out', () => {
    expect(customerInputOf(values({ phone: '+1 (415) 555-0123' })).phone).toBe('+14155550123');
  });

  it.each([
    values({}),
    values({ type: 'business', email: 'a@b.co' }),
    values({ phone: '+49 30 123', taxIdentificationNumber: '1', state: 'CA', line2: 'x' }),
  ])('is what the contract lets out', (typed) => {
    expect(createCustomerInput.safeParse(customerInputOf(typed)).success).toBe(true);
  });
});

describe('the checks', () => {
  it('nothing but the type is required', () => {
    expect(problemsOf(values({}), customerChecks)).toEqual({});
  });

  it('refuse an invisible character in an email, and say that there is one', () => {
    expect(problemsOf(values({ email: 'ada\u200b@example.com' }), customerChecks)).toEqual({
      email: expect.stringContaining('invisible'),
    });
  });

  it('speak in the words of the problem', () => {
    const problems = problemsOf(
      values({ email: 'ada@example', phone: '0049 30 123', type: 'person' }),
      customerChecks,
    );
    expect(problems).toEqual({
      type: customerTexts.problems.type,
      email: customerTexts.problems.email,
      phone: customerTexts.problems.phone,
    });
  });
});

describe('a customer that nobody could tell from others', () => {
  it('is pointed at by the fields that would do, the email first', () => {
    const blank = values({ city: 'London', taxIdentificationNumber: '1', email: '  ' });
    expect(fieldsToTellApart(blank)).toEqual(['email', 'phone', 'firstName', 'lastName']);
  });

  it('of a business has no names', () => {
    const typedBefore = values({ type: 'business', firstName: 'Ada' });
    expect(fieldsToTellApart(typedBefore)).toEqual(['email', 'phone']);
  });

  it.each([
    values({ email: 'a@b.co' }),
    values({ phone: '+1' }),
    values({ firstName: 'Ada' }),
    values({ lastName: 'Byron' }),
    values({ type: 'business', phone: '+1' }),
  ])('is no longer one with any of them', (typed) => {
    expect(fieldsToTellApart(typed)).toEqual([]);
  });
});

describe('the checklist', () => {
  const profile = {
    name: 'base',
    status: 'incomplete',
    complete: ['email_address'],
    pending: [],
    required: ['proof_of_address', 'photo_id', 'photo_id'],
    errors: [],
  };

  it('begins with what is still needed and leaves empty groups out', () => {
    expect(checklistOf(profile).map(({ standing }) => standing)).toEqual(['required', 'complete']);
  });

  it('names each criterion once, in words and as the service does', () => {
    expect(checklistOf(profile)[0]?.items).toEqual([
      { name: 'proof_of_address', words: 'Proof of address' },
      { name: 'photo_id', words: 'Photo ID' },
    ]);
  });
});

it('every country of the standard once, by its name', () => {
  const countries = countryChoices();
  expect(new Set(countries.map(({ value }) => value)).size).toBe(249);
  expect(countries.length).toBe(249);
  // A code that the system has no name for would be named by itself.
  expect(countries.filter(({ value, label }) => label === `${value} (${value})`)).toEqual([]);
  expect(countries.slice(0, 2).map(({ label }) => label)).toEqual([
    'Afghanistan (AF)',
    'Åland Islands (AX)',
  ]);
  expect(countries.find(({ value }) => value === 'US')?.label).toBe('United States (US)');
});

it('kinds of tax identification are short names, each once', () => {
  const values = taxTypeSuggestions.map(({ value }) => value);
  expect(new Set(values).size).toBe(values.length);
  expect(values).toEqual(expect.arrayContaining(['SSN', 'EIN', 'ITIN', 'TIN', 'VAT']));
  for (const value of values) expect(value).toMatch(/^[A-Z]{2,5}$/);
});
