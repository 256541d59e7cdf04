/** What an entry of the field catalogue says (fields.ts). Plain data without zod. */

/** How a value is read, checked on import, sorted and shown. */
export type FieldKind =
  /** The resource's own. */
  | 'id'
  | 'customerId'
  | 'customerType'
  | 'text'
  /** One of a set: a status, a currency, a network. */
  | 'word'
  | 'email'
  | 'phone'
  | 'url'
  /** A bank's account or routing number: read digit by digit, and not an amount. */
  | 'number'
  /** A wallet address. */
  | 'address'
  /** Basis points. */
  | 'rate'
  | 'moment'
  | 'flag'
  /** A list of names. */
  | 'names';

/** How grave a change is (bridge/changes.ts says what each means). */
export const weights = ['destination', 'grave', 'notable'] as const;
export type Weight = (typeof weights)[number];

/** `search` finds a record by it; a deposit `sheet` can't be without it; a weight watches it for changes. */
type Use = 'search' | 'sheet' | Weight;

/** A column of the lists and of their exports. */
export interface ListColumn {
  /** Its key in rows. Stored in snake case. */
  readonly column: string;
  readonly isSorted: boolean;
  /** Heading of the page's list, where the label is too long. */
  readonly heading: string | undefined;
  /** Heading in CSV, where it is not the key in words. */
  readonly csv: string | undefined;
}

export interface Field<
  Kind extends FieldKind = FieldKind,
  List extends ListColumn | null = ListColumn | null,
> {
  /** Name that people use; below `groups` without the group. */
  readonly label: string;
  readonly kind: Kind;
  readonly uses: readonly Use[];
  readonly list: List;
}

export const listed = <const Name extends string>(column: Name, heading?: string, csv?: string) =>
  ({ column, isSorted: false, heading, csv }) as const;
export const sorted = <const Name extends string>(column: Name, heading?: string, csv?: string) =>
  ({ column, isSorted: true, heading, csv }) as const;

export function field<Kind extends FieldKind>(
  label: string,
  kind: Kind,
  uses?: readonly Use[],
): Field<Kind, null>;
export function field<Kind extends FieldKind, const List extends ListColumn>(
  label: string,
  kind: Kind,
  uses: readonly Use[],
  list: List,
): Field<Kind, List>;
export function field(
  label: string,
  kind: FieldKind,
  uses: readonly Use[] = [],
  list: ListColumn | null = null,
): Field {
  return { label, kind, uses, list };
}
