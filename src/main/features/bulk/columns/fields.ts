/** The fields that columns are read as (Interface 4.1, 4.2, 2.2, 2.3). */
import { type BulkField, type BulkKind, ownFields, sentFields } from '../../../../bridge/bulk.ts';

export interface FieldFacts {
  readonly field: BulkField;
  /** A row can't be sent without it. */
  readonly isRequired: boolean;
  /** Headings that mean it, beside its own name: lower case, letters and digits alone. */
  readonly synonyms: readonly string[];
  /** An example for the template. */
  readonly example: string;
  /** What it takes, for the notes of the template. */
  readonly note: string;
}

const facts: Readonly<Record<BulkField, Omit<FieldFacts, 'field'>>> = {
  customerId: {
    isRequired: true,
    synonyms: [
      'customer',
      'customerid',
      'customeremail',
      'customerreference',
      'client',
      'clientid',
      'ownreference',
    ],
    example: 'customer_1a2b3c',
    note: 'Required. The customer ID. For a customer known to Causeway, you can enter the email address or your reference instead, if only one customer has it.',
  },
  sourceCurrency: {
    isRequired: true,
    synonyms: [
      'source',
      'fiat',
      'fiatcurrency',
      'depositcurrency',
      'paidin',
      'paidinin',
      'fromcurrency',
    ],
    example: 'USD',
    note: 'Required. The currency of deposits: USD or EUR.',
  },
  destinationCurrency: {
    isRequired: true,
    synonyms: [
      'destination',
      'stablecoin',
      'token',
      'coin',
      'payoutcurrency',
      'paidout',
      'paidoutin',
      'tocurrency',
    ],
    example: 'USDC',
    note: 'Required. The currency of payouts: USDC or USDT.',
  },
  network: {
    isRequired: true,
    synonyms: ['chain', 'blockchain', 'destinationnetwork', 'rail'],
    example: 'base',
    note: 'Required. The wallet’s network: ethereum, base, polygon, arbitrum, avalanche, solana, tron or stellar.',
  },
  walletAddress: {
    isRequired: true,
    synonyms: [
      'wallet',
      'address',
      'destinationaddress',
      'walletaddress',
      'toaddress',
      'recipient',
    ],
    example: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    note: 'Required. The whole address. Deposits go there, and that can’t be undone. Never enter a private key or a seed phrase.',
  },
  integratorBpsFee: {
    isRequired: false,
    synonyms: [
      'fee',
      'feebps',
      'bps',
      'bpsfee',
      'integratorfee',
      'integratorfeebps',
      'basispoints',
      'integratorbps',
    ],
    example: '40',
    note: 'The integrator fee in basis points, as whole digits: 40 is 0.40 %. Blank means 0.',
  },
  type: {
    isRequired: true,
    synonyms: ['customertype', 'kind', 'entitytype'],
    example: 'individual',
    note: 'Required. Enter individual or business.',
  },
  email: {
    isRequired: false,
    synonyms: ['emailaddress', 'mail', 'customeremail'],
    example: 'ada@example.com',
    note: 'The email address.',
  },
  phone: {
    isRequired: false,
    synonyms: ['phonenumber', 'telephone', 'tel', 'mobile'],
    example: '+14155550123',
    note: 'A plus, country code and digits, without spaces. Format the column as text.',
  },
  'personalInformation.firstName': {
    isRequired: false,
    synonyms: ['firstname', 'givenname', 'forename'],
    example: 'Ada',
    note: 'For individuals only.',
  },
  'personalInformation.lastName': {
    isRequired: false,
    synonyms: ['lastname', 'surname', 'familyname'],
    example: 'Byron',
    note: 'For individuals only.',
  },
  'personalInformation.taxIdentificationNumber': {
    isRequired: false,
    synonyms: ['taxidentificationnumber', 'taxid', 'tin', 'taxnumber', 'ssn'],
    example: '',
    note: 'For individuals only.',
  },
  'personalInformation.taxIdentificationNumberType': {
    isRequired: false,
    synonyms: ['taxidentificationnumbertype', 'taxidtype', 'tintype'],
    example: '',
    note: 'For individuals only. For example SSN or EIN.',
  },
  'address.line1': {
    isRequired: false,
    synonyms: ['line1', 'addressline1', 'street', 'address', 'address1'],
    example: '1 Main Street',
    note: 'Street and number.',
  },
  'address.line2': {
    isRequired: false,
    synonyms: ['line2', 'addressline2', 'address2'],
    example: '',
    note: '',
  },
  'address.city': { isRequired: false, synonyms: ['city', 'town'], example: 'New York', note: '' },
  'address.state': {
    isRequired: false,
    synonyms: ['state', 'province', 'region'],
    example: 'NY',
    note: '',
  },
  'address.postalCode': {
    isRequired: false,
    synonyms: ['postalcode', 'postcode', 'zip', 'zipcode'],
    example: '10001',
    note: 'Format the column as text to keep leading zeros.',
  },
  'address.country': {
    isRequired: false,
    synonyms: ['country', 'countrycode'],
    example: 'US',
    note: 'The two-letter code.',
  },
  ownName: {
    isRequired: false,
    synonyms: ['displayname', 'yourname', 'company', 'companyname', 'businessname', 'legalname'],
    example: '',
    note: 'Your display name for a customer whose name the service does not provide, such as a business. Stored only in Causeway, never sent to the service.',
  },
  reference: {
    isRequired: false,
    synonyms: [
      'ownreference',
      'yourreference',
      'externalreference',
      'externalid',
      'accountreference',
    ],
    example: 'K-1001',
    note: 'Your reference for the created record. Stored only in Causeway, never sent to the service.',
  },
};

/** In the order of the template. */
export const fieldsOf = (kind: BulkKind): readonly FieldFacts[] =>
  [...sentFields[kind], ...ownFields[kind]].map((field) => ({ field, ...facts[field] }));
