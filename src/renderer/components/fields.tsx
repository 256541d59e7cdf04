/** Fields of the catalogue (contract/fields.ts) in lists and details: their names, and values as their kind is shown. */
import type { ReactNode } from 'react';
import { localParts } from '../../bridge/instants.ts';
import type { FieldKind } from '../../contract/field.ts';
import {
  type CataloguedKind,
  type Columns,
  fieldLabel,
  fieldsOf,
  isListed,
  type ListedField,
  listedFields,
  type NamedField,
  readField,
  type SortColumn,
  sortColumns,
} from '../../contract/fields.ts';
import { customerPaths } from '../features/customers/paths.ts';
import { asSeen } from '../format/hidden-characters.ts';
import { formatRate, shortRate } from '../format/rates.ts';
import { sentenceCase } from '../format/words.ts';
import { stateTexts } from '../texts/states.ts';
import { Copied, Fact, Facts } from './facts.tsx';
import { GroupedAddress, ShortIdentifier } from './identifier.tsx';
import { LongMoment, ShortMoment } from './moment.tsx';
import { allSeen } from './outside-text.tsx';
import { PageLink } from './page-link.tsx';
import type { Column } from './table/columns.ts';

type Value = ReturnType<typeof readField>;

/** Value of a field, read from its column in a row. */
const valueIn = (field: ListedField, row: unknown): Value =>
  readField({ ...field, path: [field.list.column] }, { body: row, entered: null });

/** Words of a list, figures and flags name nobody: the privacy veil leaves them readable. */
const plainKinds: readonly FieldKind[] = [
  'customerType',
  'word',
  'rate',
  'moment',
  'flag',
  'names',
];

const isPlain = (kind: FieldKind): true | undefined => plainKinds.includes(kind) || undefined;

/** A value in words; an empty text where nothing is known. */
function textOf(kind: FieldKind, value: Value): string {
  if (typeof value === 'boolean') return value ? stateTexts.yes : stateTexts.no;
  if (typeof value === 'string') return kind === 'customerType' ? sentenceCase(value) : value;
  return value?.join(', ') ?? '';
}

/** A value as a row shows it. */
function short({ kind, label }: NamedField, value: Value): ReactNode {
  const text = textOf(kind, value);
  if (text === '') return '';
  if (kind === 'address') return <ShortIdentifier id={text} what={label.toLowerCase()} />;
  if (kind === 'moment') return <ShortMoment at={text} />;
  if (kind === 'number') return <span className="mono">{asSeen(text)}</span>;
  if (kind === 'rate') return <span data-plain>{shortRate(text)}</span>;
  return (
    <span title={asSeen(text)} data-plain={isPlain(kind)}>
      {asSeen(text)}
    </span>
  );
}

/** A value as a detail shows it, whole. */
function whole({ kind, label }: NamedField, value: Value): ReactNode {
  const text = textOf(kind, value);
  if (text === '') return stateTexts.unknownValue;
  if (kind === 'moment') return <LongMoment at={text} />;
  if (kind !== 'address') {
    const shown = kind === 'rate' ? formatRate(text) : allSeen(text);
    return <span data-plain={isPlain(kind)}>{shown}</span>;
  }
  return (
    <Copied text={text} what={label.toLowerCase()}>
      <GroupedAddress address={text} />
    </Copied>
  );
}

/** Columns of a list: `head` where it shows more than the value, `column` where it shows that alone. */
export function fieldColumns<Kind extends CataloguedKind>(kind: Kind) {
  type Name = keyof Columns<Kind> & string;
  const fieldOf = (name: Name) => listedFields(kind).find(({ list }) => list.column === name);
  const head = (name: Name): Pick<Column<unknown, SortColumn<Kind>>, 'key' | 'header' | 'sort'> => {
    const field = fieldOf(name);
    const sort = sortColumns(kind).find((one) => one === name);
    const header = field?.list.heading ?? field?.label ?? name;
    return { key: name, header, ...(sort !== undefined && { sort }) };
  };
  const column = (
    name: Name,
    place: Pick<Column<unknown>, 'track' | 'from' | 'align'>,
  ): Column<Columns<Kind>, SortColumn<Kind>> => {
    const field = fieldOf(name);
    const render = (row: Columns<Kind>) =>
      field === undefined ? '' : short(field, valueIn(field, row));
    return { ...head(name), ...place, render };
  };
  return { head, column };
}

export interface RecordFactsProps {
  kind: CataloguedKind;
  /** Everything that the service said, as text; null as it came. */
  fields: readonly { readonly field: string; readonly value: string | null }[];
  customerId: string | null;
  customerName: string | null;
}

/** All that is known of a record: fields of the catalogue as their kind is shown, others as they came. */
export function RecordFacts({ kind, fields, ...customer }: RecordFactsProps) {
  return (
    <Facts>
      {fields.map(({ field, value }) => (
        <Fact key={field} name={fieldLabel(field) ?? field}>
          {value === null ? (
            <span className="dimmed">{stateTexts.notSet}</span>
          ) : (
            said(
              fieldsOf(kind).find(({ name }) => name === field),
              value,
              customer,
            )
          )}
        </Fact>
      ))}
    </Facts>
  );
}

type NamedCustomer = Pick<RecordFactsProps, 'customerId' | 'customerName'>;

function said(field: NamedField | undefined, value: string, customer: NamedCustomer): ReactNode {
  const kind = field?.kind;
  if (kind === 'customerId' && value === customer.customerId) {
    return (
      <PageLink href={customerPaths.one(value)} underline="always">
        {asSeen(customer.customerName ?? value)}
      </PageLink>
    );
  }
  if (field !== undefined && (kind === 'address' || (kind === 'moment' && isMoment(value)))) {
    return whole(field, value);
  }
  if (kind === 'flag' && (value === 'true' || value === 'false')) {
    return <span data-plain>{textOf(kind, value === 'true')}</span>;
  }
  return (
    <span
      className={kind === 'number' || kind === 'url' ? 'mono' : ''}
      data-plain={kind === undefined ? undefined : isPlain(kind)}
    >
      {allSeen(value)}
    </span>
  );
}

const isMoment = (value: string): boolean => localParts(value) !== null;

interface FieldFactsProps {
  fields: readonly NamedField[];
  /** Columns of the row, and the record as received for fields without a column. */
  detail: { asReceived: unknown };
}

export function FieldFacts({ fields, detail }: FieldFactsProps) {
  return fields.map((field) => {
    const value = isListed(field)
      ? valueIn(field, detail)
      : readField(field, { body: detail.asReceived, entered: null });
    return (
      <Fact key={field.name} name={field.label}>
        {whole(field, value)}
      </Fact>
    );
  });
}
