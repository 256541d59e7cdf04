/** Virtual accounts (Interface 2.4, 4.2). */
import { z } from 'zod';
import { destinationCurrencies, sourceCurrencies } from './currencies.ts';
import { customerId, givenIds, virtualAccountId } from './ids.ts';
import { networkPattern } from './patterns.ts';
import { basisPoints, basisPointsInResponse, timestamp } from './scalars.ts';

/** Fee rates, all strings of basis points (Interface 2.4). total = integrator + platform (4.2). */
export const virtualAccountFees = z.looseObject({
  totalBpsRate: basisPointsInResponse,
  integratorFee: z.looseObject({ bpsRate: basisPointsInResponse }),
  platformFee: z.looseObject({ bpsRate: basisPointsInResponse }),
});

/** Where the customer deposits (Interface 2.4). For EUR: IBAN and BIC (decisions 26). */
export const depositInstructions = z.looseObject({
  currency: z.string(),
  bankName: z.string(),
  bankAccountNumber: z.string(),
  bankRoutingNumber: z.string(),
  bankBeneficiaryName: z.string(),
  bankBeneficiaryAddress: z.string(),
});
export type DepositInstructions = z.infer<typeof depositInstructions>;

/** Where the stablecoin goes (Interface 2.4). */
export const destination = z.looseObject({
  currency: z.string(),
  walletAddress: z.string(),
  network: z.string(),
});

/** Interface 2.4. */
export const virtualAccount = z
  .looseObject({
    id: virtualAccountId,
    active: z.boolean(),
    fees: virtualAccountFees,
    depositInstructions,
    destination,
    created: timestamp,
    updated: timestamp,
  })
  .meta({ id: 'VirtualAccount' });
export type VirtualAccount = z.infer<typeof virtualAccount>;

/** The meaning of an absent integrator fee (Interface 4.2). */
export const defaultIntegratorBpsFee = '0';

const createVirtualAccountShape = {
  customerId,
  sourceCurrency: z.enum(sourceCurrencies),
  destinationCurrency: z.enum(destinationCurrencies),
  network: z
    .string()
    .regex(networkPattern, 'must be a lowercase network name, for example ethereum'),
  walletAddress: z.string().min(1),
};

/**
 * Body of `POST /v2/virtual-account` as a server reads it (Interface 4.2): both spellings of the fee
 * are accepted, unknown fields ignored (decisions 1, 20).
 */
export const createVirtualAccountRequest = z
  .object({
    ...createVirtualAccountShape,
    integratorBpsFee: basisPoints.optional().meta({ default: defaultIntegratorBpsFee }),
    integratorBpsfee: basisPoints.optional().meta({
      deprecated: true,
      description: 'The spelling of the request example; the table says integratorBpsFee.',
    }),
  })
  .refine(
    ({ integratorBpsFee: table, integratorBpsfee: example }) =>
      table === undefined || example === undefined || table === example,
    { path: ['integratorBpsFee'], error: 'integratorBpsFee and integratorBpsfee differ' },
  )
  .meta({ id: 'CreateVirtualAccountRequest' });
export type CreateVirtualAccountRequest = z.infer<typeof createVirtualAccountRequest>;

/** Body of `POST /v2/virtual-account` as we send it: the table's spelling (Interface 4.2, decisions 1). */
export const createVirtualAccountInput = z.strictObject({
  ...createVirtualAccountShape,
  customerId: givenIds.customer,
  integratorBpsFee: basisPoints.optional(),
});
export type CreateVirtualAccountInput = z.infer<typeof createVirtualAccountInput>;
