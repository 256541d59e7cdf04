/** What main knows of the service's resources, and how it came to know it (docs/architecture.md). */
import type {
  NewerEvent,
  OnboardingGroup,
  OnboardingRow,
  OnboardingView,
} from '../../../bridge/onboarding.ts';
import type { ObservationSource } from '../../../bridge/source.ts';
import type { Columns, SortColumn } from '../../../contract/fields.ts';
import type { OtherKind } from '../../../contract/other-kinds.ts';
import type { ResourceKind } from '../../../contract/resources.ts';
import type { JsonObject } from '../../../contract/scalars.ts';
import type { ErasedSubjects } from './erased/erased-subjects.ts';

/** Something main learned about one resource. Appended, never changed. */
export interface NewObservation {
  readonly kind: ResourceKind;
  /** Id of the resource, as the service gave it. */
  readonly id: string;
  /** What was received; for source `entered`, what was sent, under the request's own keys. */
  readonly body: JsonObject;
  readonly source: ObservationSource;
  /** ISO 8601 UTC with milliseconds, by this machine's clock. */
  readonly observedAt: string;
  readonly eventId?: string | null;
  /** `created` (order.ts) and `updated` of the event that carried the body (Interface 2.7). */
  readonly eventCreated?: string | null;
  readonly eventUpdated?: string | null;
  /** Key of the intent whose write taught us this. */
  readonly intentKey?: string | null;
  /** Where the body departs from the interface, one sentence each. */
  readonly deviations?: readonly string[];
  /** The exact bytes as they came. Kept sealed, never indexed or shown. */
  readonly raw?: Uint8Array | null;
}

/** An observation as it is kept: webhook secrets are cut out of the body. */
export interface Observation {
  /** SHA-256 over the whole content as 64 hex digits, so that an exact duplicate is the same one. */
  readonly observationId: string;
  readonly kind: ResourceKind;
  readonly id: string;
  readonly body: JsonObject;
  readonly source: ObservationSource;
  readonly observedAt: string;
  /** When the service says that it was so; null when only our own clock is known. */
  readonly happenedAt: string | null;
  readonly eventId: string | null;
  readonly intentKey: string | null;
  readonly deviations: readonly string[];
}

/** Where each field stands: JSON Pointer (`/address/postalCode`) → observation id. */
export type Provenance = Readonly<Record<string, string>>;

/** What the observations of one resource add up to. The same for any order and any duplication. */
export interface KnownRecord {
  readonly kind: ResourceKind;
  readonly id: string;
  /** Fold of what the service said. */
  readonly body: JsonObject;
  /** Fold of what was entered here: the request's keys, unconfirmed by the service. */
  readonly entered: JsonObject;
  readonly provenance: Provenance;
  readonly enteredProvenance: Provenance;
  /** Earliest and latest `observedAt`. */
  readonly firstLearnedAt: string;
  readonly lastLearnedAt: string;
  /** How many observations it stands on. */
  readonly observations: number;
}

/** What a list of customers shows beside the catalogue's columns; derived from records alone. */
export interface CustomerColumns extends Columns<'customer'> {
  /** First and last name, else the desk's own, else the email; null when none is known. */
  readonly name: string | null;
  /** The name is the desk's own: neither the service nor a request gave one. */
  readonly isOwnName: boolean;
  /** Name and email stand only on what was entered here. */
  readonly isUnconfirmed: boolean;
  readonly profiles: readonly { readonly name: string; readonly status: string }[];
  /** Criteria still to be supplied, over all profiles, each counted once. */
  readonly requiredCriteria: number;
  readonly virtualAccounts: number;
}

/** The customer's name is in the customer's record. */
export interface VirtualAccountColumns extends Columns<'virtualAccount'> {
  readonly customerName: string | null;
}

/** As those of a virtual account. */
export interface BankAccountColumns extends Columns<'bankAccount'> {
  readonly customerName: string | null;
}

/** Columns of records that are known from their events alone. */
export type OtherColumns<Kind extends OtherKind> = Columns<Kind> & {
  readonly customerName: string | null;
  /** The record's own word, else what its newest event is named for. */
  readonly state: string | null;
};

/** Kinds that have columns of their own. */
export interface ColumnsOf {
  readonly customer: CustomerColumns;
  readonly virtualAccount: VirtualAccountColumns;
  readonly bankAccount: BankAccountColumns;
  readonly wallet: OtherColumns<'wallet'>;
  readonly address: OtherColumns<'address'>;
  readonly paymentLink: OtherColumns<'paymentLink'>;
}
export type ListedKind = keyof ColumnsOf;

export interface PageQuery {
  /** Words or parts of words; every one must occur. Empty: no search. */
  readonly search?: string;
  /** Ids by which else a word of the search is found, beside what the record itself holds. */
  readonly foundBy?: ((word: string) => readonly string[]) | undefined;
  /** Keeps these ids alone; null keeps all. */
  readonly only?: readonly string[] | null;
  /** Keeps those alone that came to be from this moment on, and before that one (ISO 8601). */
  readonly madeFrom?: string | null;
  readonly madeTo?: string | null;
  readonly direction?: 'ascending' | 'descending';
  readonly offset: number;
  readonly limit: number;
}

/** What is looked for whatever its kind. */
export interface FindQuery {
  readonly search: string;
  /** Most of one kind. */
  readonly limit: number;
  /** Ids of records beside which all these words are written. */
  readonly written: (words: readonly string[]) => readonly string[];
}

export interface FoundRecord {
  readonly kind: ListedKind;
  readonly id: string;
}

export interface CustomerQuery extends PageQuery {
  readonly type?: string | null;
  /** Keeps customers that have a profile of this status. */
  readonly profileStatus?: string | null;
  readonly sort?: SortColumn<'customer'> | 'name' | 'firstLearnedAt' | 'lastLearnedAt';
}

export interface VirtualAccountQuery extends PageQuery {
  readonly customerId?: string | null;
  /** Destination currency. */
  readonly currency?: string | null;
  readonly network?: string | null;
  readonly sort?: SortColumn<'virtualAccount'> | 'customerName';
}

export interface BankAccountQuery extends PageQuery {
  readonly customerId?: string | null;
  readonly status?: string | null;
  readonly sort?: SortColumn<'bankAccount'> | 'customerName' | 'lastLearnedAt';
}

export interface OtherQuery extends PageQuery {
  readonly customerId?: string | null;
  readonly state?: string | null;
  /** Network of wallets; the other kinds are not filtered by it. */
  readonly network?: string | null;
  /** Sorts by ID where the kind lacks the column. */
  readonly sort?:
    | { [Kind in OtherKind]: SortColumn<Kind> }[OtherKind]
    | ('customerName' | 'state' | 'lastLearnedAt');
}

export interface QueryOf extends Readonly<Record<OtherKind, OtherQuery>> {
  readonly customer: CustomerQuery;
  readonly virtualAccount: VirtualAccountQuery;
  readonly bankAccount: BankAccountQuery;
}

/** What a list shows of a record; `contents` reads what the record holds. */
export type ListedRecord = Pick<KnownRecord, 'id' | 'firstLearnedAt' | 'lastLearnedAt'>;

/** One page of a list, with what every list says of itself. */
export interface RecordPage<Kind extends ListedKind> {
  readonly records: readonly (ListedRecord & { readonly columns: ColumnsOf[Kind] })[];
  /** Records that match the query. */
  readonly total: number;
  /** All records of the kind. */
  readonly known: number;
  /** When the newest of them was learned; null when there is none. */
  readonly asOf: string | null;
}

/** Values that occur, sorted, for the filters of a list. */
export interface FilterValues
  extends Readonly<Record<OtherKind, { readonly states: string[]; readonly networks: string[] }>> {
  readonly customer: { readonly types: string[]; readonly profileStatuses: string[] };
  readonly virtualAccount: { readonly currencies: string[]; readonly networks: string[] };
  readonly bankAccount: { readonly statuses: string[] };
}

/** Customers that wait on one of the groups. */
export interface OnboardingQuery
  extends Pick<PageQuery, 'search' | 'foundBy' | 'direction' | 'offset' | 'limit'> {
  readonly group: OnboardingGroup;
  /** Keeps those alone whose wait began before this moment, in milliseconds since 1970. */
  readonly before?: number;
}

/** Longest first unless told otherwise, with what every list says of itself. */
export interface OnboardingPage {
  readonly rows: readonly Omit<OnboardingRow, 'newerEvent'>[];
  readonly total: number;
  readonly counts: Readonly<Record<OnboardingGroup, number>>;
  readonly known: number;
  readonly asOf: string | null;
}

/** What can be read of records, of now or as they were known at a moment. */
export type RecordReads = Pick<
  Records,
  | 'contents'
  | 'columns'
  | 'customerNames'
  | 'list'
  | 'find'
  | 'filterValues'
  | 'observations'
  | 'byHand'
  | 'fromSources'
  | 'queue'
  | 'newerEvent'
  | 'standing'
  | 'madeBetween'
> & {
  get(kind: ListedKind, id: string): KnownRecord | null;
};

/** The records of one profile. All calls are synchronous and join a running transaction. */
export interface Records {
  /** Appends and folds, durable when the outermost transaction is. An exact duplicate changes nothing. */
  observe(observation: NewObservation): { readonly observationId: string; readonly isNew: boolean };
  /**
   * The same for several: those of a resource that was not known before are folded once. Where it throws,
   * a running transaction has to be undone.
   */
  observeAll(observations: readonly NewObservation[]): void;
  get(kind: ResourceKind, id: string): KnownRecord | null;
  /** What is said of those of the ids that are known, and what was entered, by id. */
  contents(
    kind: ResourceKind,
    ids: readonly string[],
  ): ReadonlyMap<string, Pick<KnownRecord, 'body' | 'entered' | 'observations'>>;
  /** What is said of those of a kind behind an id, in the order of their ids. */
  bodiesAfter(
    kind: ResourceKind,
    after: string,
    limit: number,
  ): readonly Pick<KnownRecord, 'id' | 'body'>[];
  /** Ids of all that are known of a kind, sorted. For kinds that stay few. */
  ids(kind: ResourceKind): string[];
  /** The columns of one record, for a detail that shows what its row shows. */
  columns<Kind extends ListedKind>(kind: Kind, id: string): ColumnsOf[Kind] | null;
  /** Names of those of the customers that have one. */
  customerNames(ids: readonly string[]): ReadonlyMap<string, string>;
  list<Kind extends ListedKind>(kind: Kind, query: QueryOf[Kind]): RecordPage<Kind>;
  /** A few records of each kind, the likeliest first. */
  find(query: FindQuery): readonly FoundRecord[];
  filterValues<Kind extends ListedKind>(kind: Kind): FilterValues[Kind];
  /** Those of the ids of which nothing is known but what a person entered, by a create or by hand. */
  byHand(kind: ResourceKind, ids: readonly string[]): ReadonlySet<string>;
  /** Those observations of the ids that came by one of the sources, by id, newest first. */
  fromSources(
    kind: ResourceKind,
    ids: readonly string[],
    sources: readonly ObservationSource[],
  ): ReadonlyMap<string, Observation[]>;
  /** Whom customers wait on. */
  queue(query: OnboardingQuery): OnboardingPage;
  /** The newest event about a customer's verification since its profiles were told, as a list shows it. */
  newerEvent(customerId: string): NewerEvent | null;
  /** How many came to be from `from` on and before `to`, in milliseconds since 1970. */
  madeBetween(kind: 'customer' | 'virtualAccount', from: number, to: number): number;
  /** null when the customer is not known. */
  standing(customerId: string): OnboardingView | null;
  /** Customers whose personal data was erased. */
  readonly erased: ErasedSubjects;
  /** The desk's own name of a customer, also where another one is shown; null where none is given. */
  ownName(customerId: string, knownAt?: string | null): string | null;
  /**
   * Gives a customer a name of the desk's own; null takes it away. Every list that names the customer shows
   * it from then on. Joins a running transaction. `at` is ISO 8601 UTC with milliseconds.
   */
  giveOwnName(customerId: string, name: string | null, at: string): void;
  /** Newest first, by the order that the fold goes by; all of them without a limit. */
  observations(kind: ResourceKind, id: string, limit?: number): Observation[];
  /** The exact bytes behind an observation; null when none were kept. */
  rawBytes(
    resource: { readonly kind: ResourceKind; readonly id: string },
    observationId: string,
  ): Uint8Array | null;
  /** Derives these anew, from observations that were added by another way. */
  refold(resources: readonly { readonly kind: ResourceKind; readonly id: string }[]): void;
  /** Throws records, columns and search away and makes them again from the observations. */
  rebuild(): void;
}
