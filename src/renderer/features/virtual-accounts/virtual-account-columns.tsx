/** What the list shows of a virtual account. */
import type {
  ListVirtualAccountsInput,
  VirtualAccountRow,
} from '../../../bridge/virtual-accounts.ts';
import { RowMarks } from '../../components/annotations/row-marks.tsx';
import { ChangeMark } from '../../components/changes/change-mark.tsx';
import { fieldColumns } from '../../components/fields.tsx';
import { StatusMark } from '../../components/status-mark.tsx';
import type { Column } from '../../components/table/columns.ts';
import { asSeen } from '../../format/hidden-characters.ts';
import { shortId } from '../../format/identifiers.ts';
import { stateTexts } from '../../texts/states.ts';
import { virtualAccountTexts } from './texts.ts';

type Sort = NonNullable<ListVirtualAccountsInput['sort']>;

const { columns: headers, standing } = virtualAccountTexts;
const { column } = fieldColumns('virtualAccount');

export const virtualAccountColumns: readonly Column<VirtualAccountRow, Sort>[] = [
  {
    key: 'customer',
    header: headers.customer,
    sort: 'customerName',
    track: 'minmax(120px, 2fr)',
    render: (row) => (
      <>
        <span title={row.id}>{nameOf(row)}</span>
        <RowMarks row={row} />
      </>
    ),
  },
  {
    key: 'pair',
    header: headers.pair,
    track: '104px',
    from: 430,
    render: (row) => pairOf(row),
  },
  column('network', { track: '80px', from: 630 }),
  column('walletAddress', { track: 'minmax(124px, 1fr)', from: 830 }),
  column('totalBpsRate', { track: '72px', from: 920, align: 'end' }),
  column('created', { track: '128px', from: 545 }),
  {
    key: 'standing',
    header: headers.standing,
    track: '100px',
    render: (row) => <Standing row={row} />,
  },
];

const nameOf = (row: VirtualAccountRow): string =>
  asSeen(row.customerName ?? shortId(row.customerId ?? row.id));

const pairOf = (row: VirtualAccountRow): string =>
  `${row.sourceCurrency ?? stateTexts.unknownValue} → ${row.destinationCurrency ?? stateTexts.unknownValue}`;

function Standing({ row }: { row: VirtualAccountRow }) {
  if (row.hasMismatch) return <StatusMark tone="red">{standing.mismatch}</StatusMark>;
  return <ChangeMark kind="virtualAccount" id={row.id} otherwise={<Active row={row} />} />;
}

function Active({ row }: { row: VirtualAccountRow }) {
  if (row.active === null) return <StatusMark tone="grey">{standing.unknown}</StatusMark>;
  return row.active ? (
    <StatusMark tone="green">{standing.active}</StatusMark>
  ) : (
    <StatusMark tone="grey">{standing.inactive}</StatusMark>
  );
}
