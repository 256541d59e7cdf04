/** Customers and their verification profiles (Interface 2.1, 2.2, 2.3, 4.1). */
import { z } from 'zod';
import { customerId } from './ids.ts';
import { emailPattern, formatCharacter, phonePattern } from './patterns.ts';

/** Interface 2.1, 4.1. */
export const customerTypes = ['individual', 'business'] as const;
export type CustomerType = (typeof customerTypes)[number];

/** Lists of a verification profile (Interface 2.1). `errors` may contain anything. */
export const verificationCriteria = z.looseObject({
  /** Criteria already satisfied. */
  complete: z.array(z.string()),
  /** Criteria submitted and awaiting review. */
  pending: z.array(z.string()),
  /** Criteria still to be supplied. */
  required: z.array(z.string()),
  /** Problems with submitted criteria; the shape of an element is not shown. */
  errors: z.array(z.unknown()),
});

/** Interface 2.1. `status` is an open set; observed: `incomplete`. */
export const verificationProfile = z
  .looseObject({ name: z.string(), status: z.string(), criteria: verificationCriteria })
  .meta({ id: 'VerificationProfile' });
export type VerificationProfile = z.infer<typeof verificationProfile>;

/** Customer in a create response (Interface 2.1). */
export const customer = z
  .looseObject({
    id: customerId,
    type: z.string(),
    verificationProfiles: z.array(verificationProfile),
  })
  .meta({ id: 'Customer' });
export type Customer = z.infer<typeof customer>;

/** Interface 2.2. No subfield is required (decisions 25). */
export const addressInput = z
  .object({
    line1: z.string().optional(),
    line2: z.string().optional(),
    city: z.string().optional(),
    state: z.string().optional(),
    postalCode: z.string().optional(),
    country: z.string().optional(),
  })
  .meta({ id: 'AddressInput' });
export type AddressInput = z.infer<typeof addressInput>;

/** Interface 2.3, individual customers only. */
export const personalInformationInput = z
  .object({
    firstName: z.string().regex(/\S/, 'must not be blank').optional(),
    lastName: z.string().regex(/\S/, 'must not be blank').optional(),
    taxIdentificationNumber: z.string().optional(),
    /** A short category name; its values are not shown. */
    taxIdentificationNumberType: z.string().optional(),
  })
  .meta({ id: 'PersonalInformationInput' });
export type PersonalInformationInput = z.infer<typeof personalInformationInput>;

const createCustomerShape = {
  type: z.enum(customerTypes),
  email: z.email({ pattern: emailPattern, error: 'must be an email address' }).optional(),
  phone: z
    .string()
    .regex(
      phonePattern,
      'needs a leading +, then country code and digits, for example +14155550123',
    )
    .optional(),
  address: addressInput.optional(),
  personalInformation: personalInformationInput.optional(),
};

/** Body of `POST /v2/customer` as a server reads it: unknown fields are ignored (Interface 4.1, decisions 20). */
export const createCustomerRequest = z
  .object(createCustomerShape)
  .meta({ id: 'CreateCustomerRequest' });
export type CreateCustomerRequest = z.infer<typeof createCustomerRequest>;

/**
 * Body of `POST /v2/customer` as we send it (Interface 4.1): nothing unknown, nothing blank, nothing invisible in
 * an email, and no personalInformation for a business, whose fields are not specified (decisions 24, 25).
 */
export const createCustomerInput = z
  .strictObject({
    ...createCustomerShape,
    email: createCustomerShape.email.refine((email) => !formatCharacter.test(email ?? ''), {
      error: 'must not contain invisible characters',
    }),
    address: z.strictObject(withoutBlanks(addressInput.shape)).optional(),
    personalInformation: z.strictObject(withoutBlanks(personalInformationInput.shape)).optional(),
  })
  .refine((input) => input.type !== 'business' || input.personalInformation === undefined, {
    path: ['personalInformation'],
    error: 'is for individuals only',
  });
export type CreateCustomerInput = z.infer<typeof createCustomerInput>;

function withoutBlanks<Shape extends Record<string, z.ZodOptional<z.ZodString>>>(
  shape: Shape,
): Shape {
  const entries = Object.keys(shape).map((key) => [key, z.string().trim().min(1).optional()]);
  return Object.fromEntries(entries) as Shape;
}
