/** What the list shows of a bank account. */
import type { BankAccountRow, ListBankAccountsInput } from '../../../bridge/bank-accounts.ts';
import { RowMarks } from '../../components/annotations/row-marks.tsx';
import { ChangeMark } from '../../components/changes/change-mark.tsx';
import { fieldColumns } from '../../components/fields.tsx';
import { ShortMoment } from '../../components/moment.tsx';
import { StatusMark } from '../../components/status-mark.tsx';
import type { Column } from '../../components/table/columns.ts';
import { asSeen } from '../../format/hidden-characters.ts';
import { shortId } from '../../format/identifiers.ts';
import { toneOfStatus } from '../../format/status-tone.ts';
import { stateTexts } from '../../texts/states.ts';
import { MismatchMark } from './mismatches.tsx';
import { bankAccountTexts } from './texts.ts';

type Sort = NonNullable<ListBankAccountsInput['sort']>;

const { columns: headers } = bankAccountTexts;
const { head, column } = fieldColumns('bankAccount');

export const bankAccountColumns: readonly Column<BankAccountRow, Sort>[] = [
  {
    ...head('accountHolderName'),
    track: 'minmax(120px, 2fr)',
    render: (row) => (
      <>
        <span title={row.id}>{row.accountHolderName ?? shortId(row.id)}</span>
        <RowMarks row={row} />
      </>
    ),
  },
  column('bankName', { track: 'minmax(110px, 2fr)', from: 560 }),
  column('accountNumber', { track: '112px', from: 440 }),
  // As it came: lowercase (Interface 2.5).
  column('currency', { track: '76px', from: 860 }),
  {
    key: 'customer',
    header: headers.customer,
    sort: 'customerName',
    track: 'minmax(110px, 1.4fr)',
    from: 660,
    render: (row) => (
      <span title={row.customerId ?? undefined}>
        {asSeen(row.customerName ?? (row.customerId === null ? '' : shortId(row.customerId)))}
      </span>
    ),
  },
  {
    ...head('status'),
    track: 'minmax(132px, 1fr)',
    render: (row) => <Standing row={row} />,
  },
  {
    key: 'checked',
    header: headers.checked,
    sort: 'lastLearnedAt',
    track: '128px',
    from: 760,
    render: (row) =>
      row.lastCheckedAt === null ? (
        <span className="dimmed">{bankAccountTexts.neverChecked}</span>
      ) : (
        <ShortMoment at={row.lastCheckedAt} />
      ),
  },
];

/** What needs a person first; else the status in the service's own word. */
function Standing({ row }: { row: BankAccountRow }) {
  if (row.missingSince !== null) {
    return <StatusMark tone="red">{bankAccountTexts.missing}</StatusMark>;
  }
  if (row.departures.length > 0) return <MismatchMark departures={row.departures} />;
  const status = row.status ?? stateTexts.unknownValue;
  return (
    <ChangeMark
      kind="bankAccount"
      id={row.id}
      otherwise={<StatusMark tone={toneOfStatus(status)}>{status}</StatusMark>}
    />
  );
}
