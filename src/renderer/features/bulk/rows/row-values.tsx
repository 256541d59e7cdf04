/** What one row holds, whole: an address stands in groups of four, and nothing is cut. */
import type { BulkField, BulkKind } from '../../../../bridge/bulk.ts';
import { GroupedAddress } from '../../../components/identifier.tsx';
import { allSeen } from '../../../components/outside-text.tsx';
import { formatRate } from '../../../format/rates.ts';
import { virtualAccountTexts } from '../../virtual-accounts/texts.ts';
import { bulkFieldLabel, bulkTexts } from '../texts.ts';
import classes from './rows.module.css';

export interface RowValuesProps {
  kind: BulkKind;
  values: readonly { field: BulkField; value: string }[];
  /** Name of the customer that an account is for; null where it is not known. */
  customerName?: string | null;
  /** Customer of a row of a run: name, email or customer ID; null where none is known. */
  name?: string | null;
}

export function RowValues({ kind, values, name, ...props }: RowValuesProps) {
  const filled = values.filter(({ value }) => value !== '');
  const [first] = filled;
  if (first === undefined || (filled.length === 1 && first.field === 'reference')) {
    return <LeftOut name={name ?? null} values={filled} />;
  }
  if (kind === 'customer') return <Pairs values={filled} />;
  const textOf = (field: BulkField): string =>
    filled.find((candidate) => candidate.field === field)?.value ?? '';
  const customerId = textOf('customerId');
  const address = textOf('walletAddress');
  const fee = textOf('integratorBpsFee');
  const customerName =
    props.customerName === undefined && name !== customerId ? name : (props.customerName ?? null);
  const money = [textOf('sourceCurrency'), textOf('destinationCurrency')].filter(Boolean);
  return (
    <div className={classes['values']}>
      {customerId !== '' && (
        <span>
          {customerName === null && <span className="dimmed">{bulkTexts.unnamedCustomer}</span>}
          {typeof customerName === 'string' && <strong data-veiled>{allSeen(customerName)}</strong>}{' '}
          <span className="mono">{allSeen(customerId)}</span>
        </span>
      )}
      <span>
        {[
          onNetwork(money.join(' → '), textOf('network')),
          fee === '' ? bulkTexts.noFee : formatRate(fee),
        ]
          .filter((part) => part !== '')
          .join(' · ')}
      </span>
      {address !== '' && <GroupedAddress address={address} />}
      <Pairs values={filled.filter(({ field }) => field === 'reference')} />
    </div>
  );
}

const onNetwork = (money: string, network: string): string =>
  network === '' ? money : virtualAccountTexts.review.on(money, network);

/** What is kept of a row that never was part of a run. */
function LeftOut({ name, values }: Required<Pick<RowValuesProps, 'name' | 'values'>>) {
  return (
    <div className={classes['values']}>
      {name !== null && <strong data-veiled>{allSeen(name)}</strong>}
      <Pairs values={values} />
      <span className="dimmed">{bulkTexts.notKept}</span>
    </div>
  );
}

function Pairs({ values }: Pick<RowValuesProps, 'values'>) {
  if (values.length === 0) return null;
  return (
    <dl className={classes['pairs']}>
      {values.map(({ field, value }) => (
        <div key={field}>
          <dt>{bulkFieldLabel(field)}</dt>
          <dd>{allSeen(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
