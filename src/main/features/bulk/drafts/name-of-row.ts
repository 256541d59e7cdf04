/** Whom a row is about, so that a person finds it in a list of rows. */
import type { BulkField } from '../../../../bridge/bulk.ts';
import type { CheckedFileRow } from '../checking/check-row.ts';
import { notShown } from '../reading/samples.ts';

/** Of the customer: its name, else what tells it; null where the row says nothing of it. */
export function nameOfRow({
  values,
  customerName,
}: Pick<CheckedFileRow, 'values' | 'customerName'>): string | null {
  if (customerName !== null) return customerName;
  const textOf = (wanted: BulkField): string => {
    const text = values.find(({ field }) => field === wanted)?.value ?? '';
    return text === notShown ? '' : text;
  };
  const name = [textOf('personalInformation.firstName'), textOf('personalInformation.lastName')];
  const said = [
    name.filter((part) => part !== '').join(' '),
    textOf('ownName'),
    textOf('email'),
    textOf('customerId'),
  ];
  return said.find((text) => text !== '') ?? null;
}
