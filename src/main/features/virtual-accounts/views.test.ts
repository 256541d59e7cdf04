import { describe, expect, it } from 'vitest';
import { customerDetail as customerSchema } from '../../../bridge/customers.ts';
import { virtualAccountDetail as accountSchema } from '../../../bridge/virtual-accounts.ts';
import { readColumns } from '../../../contract/fields.ts';
import type { JsonObject } from '../../../contract/scalars.ts';
import { mismatchesOf } from '../../core/creates/mismatches.ts';
import type {
  CustomerColumns,
  KnownRecord,
  VirtualAccountColumns,
} from '../../core/records/types.ts';
import { customerDetail } from '../customers/feature.ts';
import { virtualAccountDetail } from './virtual-accounts.ts';

const at = '2026-11-20T12:00:00.000Z';
const record = (
  kind: KnownRecord['kind'],
  body: JsonObject,
  entered: JsonObject = {},
): KnownRecord => ({
  kind,
  id: `${kind}_a`,
  body,
  entered,
  provenance: {},
  enteredProvenance: {},
  firstLearnedAt: at,
  lastLearnedAt: at,
  observations: 1,
});
const nothing = { body: {}, entered: {} };
const customerColumns: CustomerColumns = {
  ...readColumns('customer', nothing),
  name: null,
  isOwnName: false,
  isUnconfirmed: true,
  profiles: [],
  requiredCriteria: 0,
  virtualAccounts: 0,
};
const accountColumns: VirtualAccountColumns = {
  ...readColumns('virtualAccount', nothing),
  customerName: null,
};
const extras = { isRecordUnconfirmed: false, labels: [], reference: null };
const customer = (body: JsonObject, entered: JsonObject = {}) =>
  customerDetail(record('customer', body, entered), customerColumns, extras, [], null);
const account = (body: JsonObject) =>
  virtualAccountDetail(record('virtualAccount', body), accountColumns, extras, [], {
    mismatches: mismatchesOf({ body, entered: {} }),
    clearance: null,
  });

describe('a customer', () => {
  it('shows what was entered as unconfirmed, in the order of the form', () => {
    const { fields } = customer(
      { id: 'customer_a', type: 'individual' },
      {
        personalInformation: { lastName: 'Byron', firstName: 'Ada' },
        address: { country: 'GB', line1: '12 St James’s Square' },
        type: 'individual',
        email: 'ada@example.com',
      },
    );
    expect(fields.map(({ field }) => field)).toEqual([
      'email',
      'address.line1',
      'address.country',
      'personalInformation.firstName',
      'personalInformation.lastName',
    ]);
    expect(fields.every(({ confirmed }) => !confirmed)).toBe(true);
  });

  it('confirms what the service says, and shows both where it says something else', () => {
    const { fields } = customer(
      { email: 'ada@example.com', phone: '+1' },
      { email: 'ada@example.com', phone: '+2' },
    );
    expect(fields).toEqual([
      { field: 'email', value: 'ada@example.com', confirmed: true },
      { field: 'phone', value: '+1', confirmed: true },
      { field: 'phone', value: '+2', confirmed: false },
    ]);
  });

  it('reads every list of a verification profile, and errors of any shape', () => {
    const errors = [
      'blurred',
      { name: 'photo_id', message: 'expired' },
      { message: 'odd' },
      { x: 1 },
      null,
    ];
    const { verificationProfiles } = customer({
      verificationProfiles: [
        {
          name: 'base',
          status: 'on_hold',
          criteria: { complete: ['a'], pending: ['b'], required: ['c'], errors },
        },
      ],
    });
    expect(verificationProfiles).toEqual([
      {
        name: 'base',
        status: 'on_hold',
        complete: ['a'],
        pending: ['b'],
        required: ['c'],
        errors: [
          { name: null, message: 'blurred' },
          { name: 'photo_id', message: 'expired' },
          { name: null, message: 'odd' },
          { name: null, message: '{"x":1}' },
        ],
      },
    ]);
  });

  it.each<[string, JsonObject]>([
    ['nothing', {}],
    ['no profiles', { verificationProfiles: null }],
    ['profiles that are a text', { verificationProfiles: 'none' }],
    ['profiles that are numbers', { verificationProfiles: [1, null] }],
    ['criteria that are a text', { verificationProfiles: [{ criteria: 'x', status: 4 }] }],
    ['errors that are one text', { verificationProfiles: [{ criteria: { errors: 'x' } }] }],
    ['fields of other types', { email: 4, address: ['x'], new: { deep: true } }],
  ])('can be shown whatever came: %s', (_words, body) => {
    expect(customerSchema.safeParse(customer(body)).error).toBeUndefined();
  });
});

describe('a virtual account', () => {
  it('lists deposit instructions in the interface’s order, then what it does not name', () => {
    const { depositInstructions } = account({
      depositInstructions: {
        reference: 'REF 1',
        bankBeneficiaryName: 'Ada Byron',
        bankAccountNumber: 995754533777,
        currency: 'USD',
      },
    });
    expect(depositInstructions).toEqual([
      { field: 'currency', value: 'USD' },
      { field: 'bankAccountNumber', value: '995754533777' },
      { field: 'bankBeneficiaryName', value: 'Ada Byron' },
      { field: 'reference', value: 'REF 1' },
    ]);
  });

  it.each<[string, JsonObject]>([
    ['nothing', {}],
    ['instructions that are a text', { depositInstructions: 'call us', updated: 4 }],
    ['fees that are a number', { fees: 65, active: 'yes', destination: [] }],
    ['instructions in two levels', { depositInstructions: { iban: { value: 'DE1' } } }],
  ])('can be shown whatever came: %s', (_words, body) => {
    expect(accountSchema.safeParse(account(body)).error).toBeUndefined();
  });

  it('keeps a text that stands in place of the instructions', () => {
    expect(account({ depositInstructions: 'call us' }).depositInstructions).toEqual([
      { field: 'depositInstructions', value: 'call us' },
    ]);
  });
});
