/**
 * One made-up example of every body of the API, without zod. The OpenAPI document shows them, mock servers
 * return them, and unit tests check them against the schemas.
 */

const created = '2026-01-31T12:00:00.000Z';
const updated = '2026-01-31T12:00:04.250Z';

const customerId = 'customer_k7f3q2m5x6b4n7p2';
const webhookId = 'webhook_c4x7d2v6t3j5k2h7';

export const exampleIds = {
  customer: customerId,
  bankAccount: 'bankAccount_m3n6p2q7r4s5t2u6',
  event: 'event_w6y3z2a7b4c5d2e6',
} as const;

/** Request bodies (Interface 4.1, 4.2, 4.4). */
export const requestExamples = {
  createCustomer: {
    type: 'individual',
    email: 'ada.moreno@example.com',
    phone: '+14155550123',
    address: {
      line1: '12 Harbour Street',
      line2: 'Floor 3',
      city: 'San Francisco',
      state: 'CA',
      postalCode: '94105',
      country: 'US',
    },
    personalInformation: {
      firstName: 'Ada',
      lastName: 'Moreno',
      taxIdentificationNumber: '123456789',
      taxIdentificationNumberType: 'ssn',
    },
  },
  createVirtualAccount: {
    customerId,
    sourceCurrency: 'USD',
    destinationCurrency: 'USDC',
    network: 'ethereum',
    walletAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
    integratorBpsFee: '40',
  },
  createWebhook: {
    name: 'Treasury',
    description: 'Everything that happens to customers and payouts',
    url: 'https://hooks.example.com/causeway/3f1c',
    events: ['customer.create', 'customer.kyc.successful', 'payout.successful'],
  },
} as const;

/** Interface 2.1: two profiles, one of which requires proof_of_address. */
const customer = {
  id: customerId,
  type: 'individual',
  verificationProfiles: [
    {
      name: 'base',
      status: 'incomplete',
      criteria: {
        complete: ['email_address', 'first_name', 'last_name', 'residential_address'],
        pending: [],
        required: ['terms_of_service', 'date_of_birth', 'photo_id', 'identification_document'],
        errors: [],
      },
    },
    {
      name: 'sepa',
      status: 'incomplete',
      criteria: {
        complete: ['email_address', 'first_name', 'last_name', 'residential_address'],
        pending: [],
        required: [
          'terms_of_service',
          'proof_of_address',
          'date_of_birth',
          'photo_id',
          'identification_document',
        ],
        errors: [],
      },
    },
  ],
};

/** Interface 2.4. */
const virtualAccount = {
  id: 'virtualAccount_h5j2k7m4n6p3q2r7',
  active: true,
  fees: {
    totalBpsRate: '65',
    integratorFee: { bpsRate: '40' },
    platformFee: { bpsRate: '25' },
  },
  depositInstructions: {
    currency: 'USD',
    bankName: 'Example Bank',
    bankAccountNumber: '900000012345',
    bankRoutingNumber: '101000019',
    bankBeneficiaryName: 'Ada Moreno',
    bankBeneficiaryAddress: '12 Harbour Street, San Francisco, CA, 94105, US',
  },
  destination: {
    currency: 'USDC',
    walletAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
    network: 'ethereum',
  },
  created,
  updated: created,
};

/** Interface 2.5. */
const bankAccount = {
  id: exampleIds.bankAccount,
  status: 'active',
  bankName: 'Example Bank',
  accountHolderName: 'Ada Moreno',
  accountName: 'Operating account',
  customer: customerId,
  currency: 'usd',
  accountDetails: {
    accountNumber: '********6789',
    routingNumber: '*****0019',
    accountType: 'checking',
  },
};

/** Interface 2.6, as in an event: without the secret. */
const webhook = {
  id: webhookId,
  name: requestExamples.createWebhook.name,
  description: requestExamples.createWebhook.description,
  active: true,
  deliveryRate: '1',
  status: 'healthy',
  events: [...requestExamples.createWebhook.events],
  url: requestExamples.createWebhook.url,
  created,
  updated: created,
};

/** Interface 2.6, as in a create response. */
const createdWebhook = { ...webhook, secret: 'secret_exampleexampleexampleexample2222' };

/** Interface 2.7: the two specified payloads. */
export const payloadExamples = {
  wallet: {
    id: 'wallet_t6v3x2y7z4a5b2c6',
    mock: false,
    risk: null,
    owner: customerId,
    signed: true,
    address: '0x52908400098527886E0F7030069857D2E4169EE7',
    created,
    deleted: null,
    network: 'ethereum',
    primary: true,
    updated: created,
    customer: null,
    exported: null,
    feePayer: false,
    nickname: null,
    lookupKey: null,
  },
  paymentLink: {
    id: 'paymentLink_d6f3g2h7j4k5m2n6',
    end: null,
    url: 'https://pay.example.com/d6f3g2h7',
    meta: {},
    name: 'Invoice 1001',
    start: null,
    coupon: null,
    phases: [],
    created,
    failUrl: 'https://example.com/failed',
    taxRate: null,
    updated: created,
    wallets: [],
    features: { requiresName: false, requiresEmail: true, requiresShippingDetails: false },
    lineItems: [
      {
        price: 'price_p6q3r2s7',
        created,
        product: 'product_u6v3w2x7',
        updated: created,
        quantity: 1,
        amountTotal: null,
        quantityLabel: 'units',
        paymentCurrency: null,
        quantityMutable: false,
      },
    ],
    successUrl: 'https://example.com/thanks',
    description: 'Invoice 1001',
    disableSwaps: false,
    shippingRate: null,
    cctpSourceNetworks: null,
    discordConstraints: [],
  },
};

/** Interface 2.7, sent to one webhook. */
const event = {
  id: exampleIds.event,
  name: 'wallet.create',
  data: { wallet: payloadExamples.wallet },
  webhookRecords: [{ requestIds: ['request_y6z3a2b7c4d5e2f6'], webhook }],
  mock: false,
  created,
  updated,
};

/** The body of a delivery: the bare event as it was at that time (decisions 8). */
export const deliveryExample = { ...event, webhookRecords: [], updated: created };

const enveloped = <Data>(data: Data) => ({
  ok: true as const,
  object: 'object',
  statusCode: 200,
  error: null,
  message: 'success',
  data,
  ts: updated,
  request: 'request_g6h3j2k7m4n5p2q6',
});

/** Success bodies, by operation (Interface 4). */
export const responseExamples = {
  createCustomer: customer,
  createVirtualAccount: virtualAccount,
  getBankAccount: bankAccount,
  createWebhook: enveloped({ webhook: createdWebhook }),
  getEvent: enveloped({ event }),
};

/** `GET /v1/event/{event_id}` in its other form: the record is the whole body (Interface 4.5). */
export const bareEventExample = event;
