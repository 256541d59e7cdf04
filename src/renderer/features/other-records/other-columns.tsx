/** Columns of the list, by kind. */
import type { ListOtherRecordsInput, OtherRecordRow } from '../../../bridge/other-records.ts';
import type { OtherKind } from '../../../contract/other-kinds.ts';
import { RowMarks } from '../../components/annotations/row-marks.tsx';
import { fieldColumns } from '../../components/fields.tsx';
import { ShortMoment } from '../../components/moment.tsx';
import type { Column } from '../../components/table/columns.ts';
import { asSeen } from '../../format/hidden-characters.ts';
import { shortId } from '../../format/identifiers.ts';
import { RecordState } from './other-parts.tsx';
import { titleOf } from './other-words.ts';
import { otherRecordTexts } from './texts.ts';

type Sort = NonNullable<ListOtherRecordsInput['sort']>;
type OtherColumn = Column<OtherRecordRow, Sort>;

const { columns: headers } = otherRecordTexts;
const { head: walletHead, column: ofWallet } = fieldColumns('wallet');
const { head: linkHead, column: ofLink } = fieldColumns('paymentLink');

const named = (head: Pick<OtherColumn, 'key' | 'header' | 'sort'>): OtherColumn => ({
  ...head,
  track: 'minmax(120px, 1.4fr)',
  render: (row) => (
    <>
      <span title={row.id}>{titleOf(row)}</span>
      <RowMarks row={row} />
    </>
  ),
});

const customer: OtherColumn = {
  key: 'customer',
  header: headers.customer,
  sort: 'customerName',
  track: 'minmax(100px, 1.2fr)',
  from: 620,
  render: (row) => (
    <span title={row.customerId ?? undefined}>
      {asSeen(row.customerName ?? (row.customerId === null ? '' : shortId(row.customerId)))}
    </span>
  ),
};
const state: OtherColumn = {
  key: 'state',
  header: headers.state,
  sort: 'state',
  track: 'minmax(112px, 0.8fr)',
  isPlain: true,
  render: (row) => <RecordState state={row.state} />,
};
const created = ofWallet('created', { track: '128px', from: 960 });
const received: OtherColumn = {
  key: 'received',
  header: headers.received,
  sort: 'lastLearnedAt',
  track: '128px',
  from: 760,
  render: (row) => <ShortMoment at={row.lastLearnedAt} />,
};

export const otherColumns: Readonly<Record<OtherKind, readonly OtherColumn[]>> = {
  wallet: [
    named(walletHead('nickname')),
    ofWallet('address', { track: 'minmax(120px, 1fr)', from: 440 }),
    ofWallet('network', { track: '104px', from: 540 }),
    customer,
    ofWallet('owner', { track: 'minmax(110px, 1fr)', from: 1_100 }),
    state,
    created,
    received,
  ],
  address: [named({ key: 'id', header: headers.id }), customer, state, created, received],
  paymentLink: [
    named(linkHead('name')),
    ofLink('url', { track: 'minmax(140px, 2fr)', from: 440 }),
    customer,
    state,
    created,
    received,
  ],
};
