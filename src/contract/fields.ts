/**
 * The field catalogue: what the service says of each resource (Interface 2), and where each field
 * belongs. Records, lists, searches, exports, imports, watched changes, deposit sheets and the labels of
 * the page are derived from it. Plain data without zod, because the page reads it too.
 */
import { type Field, type FieldKind, field, type ListColumn, listed, sorted } from './field.ts';

const instruction = ['grave', 'sheet'] as const;
const payout = ['destination', 'sheet'] as const;

/** The part of the catalogue that events alone tell of (Interface 2.7). */
const otherFields = {
  wallet: {
    id: field('ID', 'id'),
    nickname: field('Nickname', 'text', ['search'], sorted('nickname')),
    address: field('Address', 'address', ['search'], listed('address')),
    network: field('Network', 'word', ['search'], sorted('network')),
    customer: field('Customer', 'customerId', ['search'], listed('customerId')),
    owner: field('Owner', 'text', ['search'], listed('owner')),
    lookupKey: field('Lookup key', 'text', ['search']),
    primary: field('Primary', 'flag', [], listed('isPrimary', undefined, 'primary')),
    signed: field('Signed', 'flag', [], listed('signed')),
    feePayer: field('Fee payer', 'flag', [], listed('feePayer')),
    risk: field('Risk', 'text'),
    exported: field('Exported', 'text'),
    deleted: field('Deleted', 'text'),
    mock: field('Test data', 'flag', [], listed('mock', undefined, 'test data')),
    created: field('Created', 'moment', [], sorted('created')),
    updated: field('Updated', 'moment', [], sorted('updated')),
  },
  /** The interface shows none of them: they stand where other resources have them. */
  address: {
    id: field('ID', 'id'),
    customer: field('Customer', 'customerId', ['search'], listed('customerId')),
    created: field('Created', 'moment', [], sorted('created')),
    updated: field('Updated', 'moment', [], sorted('updated')),
  },
  paymentLink: {
    id: field('ID', 'id'),
    name: field('Name', 'text', ['search'], sorted('name')),
    description: field('Description', 'text', ['search'], listed('description')),
    url: field('URL', 'url', ['search'], listed('url')),
    /** Not in the payload that the interface shows. */
    customer: field('Customer', 'customerId', ['search'], listed('customerId')),
    start: field('Start', 'moment', [], listed('startsAt', undefined, 'start')),
    end: field('End', 'moment', [], listed('endsAt', undefined, 'end')),
    lineItems: field('Line items', 'text'),
    phases: field('Phases', 'text'),
    coupon: field('Coupon', 'text'),
    taxRate: field('Tax rate', 'text'),
    shippingRate: field('Shipping rate', 'text'),
    wallets: field('Wallets', 'text'),
    disableSwaps: field('Swaps disabled', 'flag'),
    cctpSourceNetworks: field('CCTP source networks', 'text'),
    discordConstraints: field('Discord constraints', 'text'),
    'features.requiresName': field('Requires name', 'flag'),
    'features.requiresEmail': field('Requires email', 'flag'),
    'features.requiresShippingDetails': field('Requires shipping details', 'flag'),
    successUrl: field('Success URL', 'url'),
    failUrl: field('Failure URL', 'url'),
    meta: field('Metadata', 'text'),
    created: field('Created', 'moment', [], sorted('created')),
    updated: field('Updated', 'moment', [], sorted('updated')),
  },
} as const;

/** By dotted name, as the interface spells it, in the order of exports and templates. */
export const fields = {
  customer: {
    id: field('ID', 'id'),
    type: field('Type', 'customerType', ['notable'], sorted('type')),
    email: field('Email', 'email', ['search'], sorted('email')),
    phone: field('Phone', 'phone'),
    'personalInformation.firstName': field('First name', 'text'),
    'personalInformation.lastName': field('Last name', 'text'),
    'personalInformation.taxIdentificationNumber': field('Tax identification number', 'text'),
    'personalInformation.taxIdentificationNumberType': field(
      'Tax identification number type',
      'text',
    ),
    'address.line1': field('Line 1', 'text'),
    'address.line2': field('Line 2', 'text'),
    'address.city': field('City', 'text'),
    'address.state': field('State', 'text'),
    'address.postalCode': field('Postal code', 'text'),
    'address.country': field('Country', 'text'),
  },
  virtualAccount: {
    id: field('ID', 'id'),
    /** The answer does not name it: known from the request, or from an import. */
    customerId: field('Customer', 'customerId', ['search'], listed('customerId')),
    'depositInstructions.currency': field(
      'Currency',
      'word',
      instruction,
      listed('sourceCurrency'),
    ),
    'depositInstructions.bankName': field('Bank name', 'text', instruction),
    'depositInstructions.bankAccountNumber': field('Account number', 'number', [
      'search',
      ...instruction,
    ]),
    'depositInstructions.bankRoutingNumber': field('Routing number', 'number', instruction),
    'depositInstructions.bankBeneficiaryName': field('Beneficiary name', 'text', instruction),
    'depositInstructions.bankBeneficiaryAddress': field('Beneficiary address', 'text', instruction),
    'destination.currency': field('Currency', 'word', payout, listed('destinationCurrency')),
    'destination.network': field('Network', 'word', payout, sorted('network')),
    'destination.walletAddress': field(
      'Wallet address',
      'address',
      ['search', ...payout],
      listed('walletAddress', 'Wallet'),
    ),
    'fees.totalBpsRate': field(
      'Total',
      'rate',
      ['grave'],
      sorted('totalBpsRate', 'Fee', 'total fee bps'),
    ),
    'fees.integratorFee.bpsRate': field('Integrator', 'rate', ['grave']),
    'fees.platformFee.bpsRate': field('Platform', 'rate', ['grave']),
    active: field('Active', 'flag', ['notable'], listed('active')),
    created: field('Created', 'moment', [], sorted('created')),
    updated: field('Updated', 'moment'),
  },
  bankAccount: {
    id: field('ID', 'id'),
    status: field('Status', 'word', ['notable'], sorted('status')),
    bankName: field('Bank name', 'text', ['search', 'grave'], sorted('bankName', 'Bank')),
    accountHolderName: field(
      'Account holder',
      'text',
      ['search', 'grave'],
      sorted('accountHolderName', 'Holder'),
    ),
    accountName: field('Account name', 'text', ['search', 'notable']),
    customer: field('Customer', 'customerId', ['search', 'grave'], listed('customerId')),
    currency: field('Currency', 'word', ['grave'], listed('currency')),
    'accountDetails.accountNumber': field(
      'Account number',
      'number',
      ['search', 'grave'],
      listed('accountNumber', 'Number'),
    ),
    'accountDetails.routingNumber': field('Routing number', 'number', ['grave']),
    'accountDetails.accountType': field('Account type', 'word', ['grave']),
  },
  webhook: {
    id: field('ID', 'id'),
    name: field('Name', 'text', [], listed('name')),
    description: field('Description', 'text', [], listed('description')),
    url: field('URL', 'url', ['grave'], listed('url')),
    events: field('Events', 'names', ['notable'], listed('events')),
    active: field('Active', 'flag', ['notable'], listed('active')),
    status: field('Status', 'word', [], listed('status')),
    deliveryRate: field('Delivery rate', 'text', [], listed('deliveryRate')),
    created: field('Created', 'moment', [], listed('created')),
    updated: field('Updated', 'moment'),
  },
  ...otherFields,
} as const satisfies Readonly<Record<string, Readonly<Record<string, Field>>>>;

export type CataloguedKind = keyof typeof fields;
type FieldsOf<Kind extends CataloguedKind> = (typeof fields)[Kind];

/** A value as its kind is read. */
type ValueOf<Kind> = Kind extends 'flag'
  ? boolean
  : Kind extends 'names'
    ? readonly string[]
    : string;

type ListOf<NamedField> = NamedField extends { readonly list: infer List extends ListColumn }
  ? List
  : never;

/** What a list shows of a resource; null where nothing is known. */
export type Columns<Kind extends CataloguedKind> = {
  readonly [Name in keyof FieldsOf<Kind> as ListOf<FieldsOf<Kind>[Name]>['column']]: ValueOf<
    FieldsOf<Kind>[Name] extends Field<infer Read> ? Read : never
  > | null;
};

/** Columns that a list is sorted by. */
export type SortColumn<Kind extends CataloguedKind> = Extract<
  ListOf<FieldsOf<Kind>[keyof FieldsOf<Kind>]>,
  { readonly isSorted: true }
>['column'];

/** Objects whose fields are named together with them: `Destination: network`. */
const groups: Readonly<Record<string, string>> = {
  destination: 'Destination',
  depositInstructions: 'Deposit instructions',
  fees: 'Fees',
};

/** Fields of a request for a virtual account (Interface 4.2), and where the answer says the same. */
export const accountRequest = {
  customerId: { label: 'Customer', said: 'customerId' },
  sourceCurrency: { label: 'Source currency', said: 'depositInstructions.currency' },
  destinationCurrency: { label: 'Destination currency', said: 'destination.currency' },
  network: { label: 'Network', said: 'destination.network' },
  walletAddress: { label: 'Wallet address', said: 'destination.walletAddress' },
  integratorBpsFee: { label: 'Integrator fee (bps)', said: 'fees.integratorFee.bpsRate' },
} as const satisfies Readonly<
  Record<string, { readonly label: string; readonly said: keyof FieldsOf<'virtualAccount'> }>
>;

const labelsOf = <Name extends string>(
  entries: Readonly<Record<Name, { readonly label: string }>>,
) =>
  Object.fromEntries(
    Object.entries<{ label: string }>(entries).map(([name, { label }]) => [name, label]),
  ) as Readonly<Record<Name, string>>;

const { id: _, ...customerRequest } = fields.customer;

/** What a create sends, by dotted name, in the order of templates (Interface 4.1, 4.2). */
export const requestLabels = {
  customer: labelsOf(customerRequest),
  virtualAccount: labelsOf(accountRequest),
};

export const webhookLabels = labelsOf(fields.webhook);

type RequestLabels = typeof requestLabels;
export const requestFields = <Kind extends keyof RequestLabels>(kind: Kind) =>
  Object.keys(requestLabels[kind]) as (keyof RequestLabels[Kind])[];

export interface NamedField extends Field {
  /** Dotted. */
  readonly name: string;
  readonly path: readonly string[];
  /** The last of the path. */
  readonly key: string;
  /** Path of the field in a request. */
  readonly sent: readonly string[];
}

function named(kind: CataloguedKind): readonly NamedField[] {
  const request = Object.entries(kind === 'virtualAccount' ? accountRequest : {});
  return Object.entries<Field>(fields[kind]).map(([name, facts]) => {
    const [sent = name] = request.find(([, { said }]) => said === name) ?? [];
    const path = name.split('.');
    return { ...facts, name, path, key: path.at(-1) ?? name, sent: sent.split('.') };
  });
}

/** A value for every kind of the catalogue. */
const eachKind = <Value>(of: (kind: CataloguedKind) => Value) =>
  Object.fromEntries(
    Object.keys(fields).map((kind) => [kind, of(kind as CataloguedKind)]),
  ) as Readonly<Record<CataloguedKind, Value>>;

const catalogue = eachKind(named);

export const fieldsOf = (kind: CataloguedKind): readonly NamedField[] => catalogue[kind];

/** How a virtual account is paid in, in the order of Interface 2.4. */
export const depositFields: readonly NamedField[] = catalogue.virtualAccount.filter(
  ({ path }) => path[0] === 'depositInstructions',
);

/** What is known of a resource: what the service said, and what a request of ours held. */
export interface KindValue {
  readonly body: unknown;
  readonly entered: unknown;
}

/** The value at a path of a body of any shape; undefined where the path does not lead. */
export const at = (body: unknown, ...path: readonly string[]): unknown => valueAt(body, path);

function valueAt(body: unknown, path: readonly string[]): unknown {
  let value = body;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

/** A number where the interface has a string is the text that a person reads; blank says nothing. */
export function readText(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** The one reader of every kind; null for what is of another type. */
function readAs(kind: FieldKind, value: unknown) {
  if (kind === 'flag') return typeof value === 'boolean' ? value : null;
  if (kind !== 'names') return readText(value);
  return Array.isArray(value) && value.every((name) => typeof name === 'string') ? value : null;
}

/** What the service said; where it said nothing, what was sent. Whose it is, the request says first. */
export function readField({ kind, path, sent }: NamedField, { body, entered }: KindValue) {
  const asked = () => readAs(kind, valueAt(entered, sent));
  const said = () => readAs(kind, valueAt(body, path));
  return kind === 'customerId' ? (asked() ?? said()) : (said() ?? asked());
}

/** A field with a column. */
export type ListedField = NamedField & { readonly list: ListColumn };

export const isListed = (field: NamedField): field is ListedField => field.list !== null;

const listedCatalogue = eachKind((kind) => catalogue[kind].filter(isListed));

export const listedFields = (kind: CataloguedKind): readonly ListedField[] => listedCatalogue[kind];

/** `bankAccount` → `bank account`, with `ID` and `URL` as people write them. */
const inWords = (key: string): string =>
  key
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/\b(?:id|url)$/, (word) => word.toUpperCase());

/** Headings in CSV: a column's key in words, unless it has one of its own. */
export const csvHeading = ({ list }: ListedField): string => list.csv ?? inWords(list.column);
export const idHeading = (kind: CataloguedKind): string => inWords(`${kind}Id`);

/** Columns that a list is sorted by, by `SortColumn`. */
export const sortColumns = <Kind extends CataloguedKind>(kind: Kind) =>
  listedFields(kind).flatMap(({ list }) =>
    list.isSorted ? [list.column as SortColumn<Kind>] : [],
  );

/** The value of every column. */
export const byColumn = <Kind extends CataloguedKind>(
  kind: Kind,
  read: (field: ListedField) => ReturnType<typeof readField>,
) =>
  // The mapped type names the same columns as the catalogue that is gone through here.
  Object.fromEntries(
    listedFields(kind).map((field) => [field.list.column, read(field)]),
  ) as Columns<Kind>;

export const readColumns = <Kind extends CataloguedKind>(kind: Kind, said: KindValue) =>
  byColumn(kind, (field) => readField(field, said));

/** What a record is found by. */
export const searchedTexts = (kind: CataloguedKind, said: KindValue): (string | null)[] =>
  catalogue[kind].flatMap((field) =>
    field.uses.includes('search') ? [readText(readField(field, said))] : [],
  );

/** A field by its dotted name, as people call it: `Destination: network`. Undefined for one that is not here. */
export function fieldLabel(name: string): string | undefined {
  const label = Object.values(catalogue)
    .flat()
    .find((field) => field.name === name)?.label;
  const group = groups[name.split('.', 1)[0] ?? ''];
  if (label === undefined || group === undefined) return label;
  return `${group}: ${label.charAt(0).toLowerCase()}${label.slice(1)}`;
}
