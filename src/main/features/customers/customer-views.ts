/** Customers as screens read them (Interface 2.1, 2.2, 2.3). */
import type {
  CustomerDetail,
  CustomerRow,
  VerificationProfileView,
} from '../../../bridge/customers.ts';
import { json } from '../../../bridge/scalars.ts';
import { fieldsOf } from '../../../contract/fields.ts';
import type { RowExtras } from '../../core/annotations/row-extras.ts';
import {
  inOrder,
  isObject,
  leavesOf,
  textAt,
  textOf,
  textsAt,
  valueAt,
} from '../../core/creates/values.ts';
import { sourceViews } from '../../core/records/source-view.ts';
import type { CustomerColumns, KnownRecord, Observation } from '../../core/records/types.ts';

/** In the order of the form: the address before the person. */
const fieldOrder = fieldsOf('customer')
  .map(({ name }) => name)
  .toSorted((one, other) => Number(isOfPerson(one)) - Number(isOfPerson(other)));

function isOfPerson(name: string): boolean {
  return name.startsWith('personalInformation.');
}

/** What a detail shows elsewhere than among its fields. */
const shownElsewhere = new Set(['id', 'type', 'verificationProfiles']);

export const customerRow = (
  record: KnownRecord,
  columns: CustomerColumns,
  extras: RowExtras,
): CustomerRow => ({
  ...extras,
  id: record.id,
  ...columns,
  profiles: [...columns.profiles],
  firstLearnedAt: record.firstLearnedAt,
  lastLearnedAt: record.lastLearnedAt,
});

/** `observations` newest first. */
export const customerDetail = (
  record: KnownRecord,
  columns: CustomerColumns,
  extras: RowExtras,
  observations: readonly Observation[],
): CustomerDetail => ({
  ...customerRow(record, columns, extras),
  verificationProfiles: verificationProfiles(record),
  fields: knownFields(record),
  learned: sourceViews(observations),
  asReceived: json.parse(record.body),
});

/** Every profile with a list for each criterion state, whatever of it came. */
function verificationProfiles({ body }: KnownRecord): VerificationProfileView[] {
  const profiles = valueAt(body, 'verificationProfiles');
  if (!Array.isArray(profiles)) return [];
  return profiles.map((profile: unknown, index) => ({
    name: textAt(profile, 'name') ?? `Profile ${index + 1}`,
    status: textAt(profile, 'status') ?? 'not given',
    complete: textsAt(profile, 'criteria.complete'),
    pending: textsAt(profile, 'criteria.pending'),
    required: textsAt(profile, 'criteria.required'),
    errors: criterionErrors(valueAt(profile, 'criteria.errors')),
  }));
}

type CriterionError = CustomerDetail['verificationProfiles'][number]['errors'][number];

function criterionErrors(errors: unknown): CriterionError[] {
  if (errors === undefined || errors === null) return [];
  const list: unknown[] = Array.isArray(errors) ? errors : [errors];
  return list.map(criterionError).filter((error) => error !== null);
}

/** `{name, message}` as the sandbox gives it (decisions 15), a bare text, or whatever came as JSON. */
function criterionError(error: unknown): CriterionError | null {
  const { name, message } = isObject(error) ? error : {};
  if (typeof message === 'string' && message !== '')
    return { name: typeof name === 'string' && name !== '' ? name : null, message };
  const text = textOf(error);
  return text === null ? null : { name: null, message: text };
}

/** What the service said, then what was entered here and the service did not repeat. */
function knownFields({ body, entered }: KnownRecord): CustomerDetail['fields'] {
  const leaves = (source: KnownRecord['body'], confirmed: boolean) =>
    leavesOf(source)
      .filter(({ field }) => !shownElsewhere.has(field.split('.', 1)[0] ?? ''))
      .map((leaf) => ({ ...leaf, confirmed }));
  const confirmed = leaves(body, true);
  const said = new Map(confirmed.map(({ field, value }) => [field, value]));
  const unconfirmed = leaves(entered, false).filter(
    ({ field, value }) => said.get(field) !== value,
  );
  return inOrder([...confirmed, ...unconfirmed], fieldOrder);
}
